"""A request of the bot during its handling, and the table of routes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from localdiscord.changes.attachments import Upload
from localdiscord.checks.openapi import Description
from localdiscord.model.activity import Grant
from localdiscord.model.channel import Channel, Message
from localdiscord.model.errors import Json, bad_form, refusal
from localdiscord.model.world import World
from localdiscord.rest.endpoint import Endpoint
from localdiscord.rest.limits import Limits

Handler = Callable[["Call"], Any]  # Returns JSON, serialised JSON, or None (204); may be async.


@dataclass(slots=True, eq=False)
class Route:
    """A method, a path template with named parts, and the handler of requests that match.

    `scope`: the scope that makes a person's token valid here, besides the bot's token; None: no person's is
    valid.
    """

    method: str
    template: str
    handler: Handler
    needs_token: bool = True
    limited: bool = True
    scope: str | None = None
    headers: dict[str, str] = field(default_factory=dict)


ROUTES: list[Route] = []


def route(
    method: str, template: str, *, needs_token: bool = True, limited: bool = True, scope: str | None = None
) -> Callable[[Handler], Handler]:
    """Register the decorated function as the handler of requests with a method and a path template."""

    def enter(handler: Handler) -> Handler:
        ROUTES.append(Route(method, template, handler, needs_token, limited, scope))
        return handler

    return enter


@dataclass(slots=True, eq=False)
class Call:
    """A request of the bot during its handling: its route, parameters, body and uploads."""

    world: World
    limits: Limits
    endpoint: Endpoint
    description: Description | None
    route: Route
    params: dict[str, str]
    query: Mapping[str, str]
    authorization: str = ""
    body: Any = None
    uploads: dict[int, Upload] = field(default_factory=dict)
    status: int = 200

    @property
    def form(self) -> Json:
        """The request's body, which must be a JSON object; without a body, {}.

        Raises:
            Refusal: if the body is no JSON object.
        """
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise bad_form((), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return self.body

    def grant(self) -> Grant | None:
        """Return the grant of the person whose token the request has; None: it has the bot's token."""
        return self.world.activities.grant(self.authorization, self.world.clock.now())

    def verify(self) -> None:
        """Check the request by Discord's OpenAPI description; handlers call this before they change anything.

        Raises:
            Refusal: 50035 if the request does not fit the description.
        """
        if self.description is None or self.body is None:
            return
        faults = self.description.faults(self.route.method, self.route.template, self.body)
        if faults is not None:
            fault = faults.as_refusal()
            fault.by_schema = True
            raise fault

    def channel(self) -> Channel:
        """Return the channel that the path names; the bot must be able to see it.

        Raises:
            Refusal: 10003 (there is no such channel) or 50001 (the bot can't see it).
        """
        channel = self.world.channel(self.snowflake("channel_id"))
        if not self.world.bot_is_in(channel):
            raise refusal(50001)
        if not channel.is_direct and not self.world.bot_may("VIEW_CHANNEL", channel):
            raise refusal(50001)
        return channel

    def message(self, channel: Channel) -> Message:
        """Return the message of a channel that the path names.

        Raises:
            Refusal: 10008 (there is no such message).
        """
        return self.world.message(channel, self.snowflake("message_id"))

    def snowflake(self, name: str) -> str:
        """Return the id that stands in the path under a name.

        Raises:
            Refusal: if the text there is no id.
        """
        value = self.params[name]
        if not value.isdigit():
            raise bad_form((name,), "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')
        return value

    def need(self, permission: str, channel: Channel) -> None:
        """Check that the bot has a permission in a channel.

        Raises:
            Refusal: 50013 (the permission is missing).
        """
        if not channel.is_direct and not self.world.bot_may(permission, channel):
            raise refusal(50013)


def number(value: str | None, least: int, most: int, default: int, name: str) -> int:
    """Return a number from a query's parameter; `default`: the number if the parameter is missing.

    Raises:
        Refusal: if the number is out of bounds.
    """
    if value is None:
        return default
    if not value.isdigit() or not least <= int(value) <= most:
        text = f"int value should be between {least} and {most}."
        raise bad_form((name,), "NUMBER_TYPE_COERCE", text)
    return int(value)
