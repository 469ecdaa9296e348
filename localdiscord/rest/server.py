"""The REST API: finds a request's route, checks token and rate limits, reads the body, and responds."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from email.utils import formatdate
from inspect import isawaitable
from typing import Any

import orjson
from aiohttp import web

from localdiscord.changes.attachments import Upload
from localdiscord.changes.interactions import fail
from localdiscord.checks.openapi import Description
from localdiscord.model.errors import Json, Lacking, Refusal, refusal
from localdiscord.model.interaction import Interaction
from localdiscord.model.world import Request, Violation, World
from localdiscord.rest import activities, channels, commands, emojis, guilds, interactions, messages
from localdiscord.rest.call import ROUTES, Call, Route
from localdiscord.rest.endpoint import Endpoint
from localdiscord.rest.faults import Cut, Faults
from localdiscord.rest.forms import fields, is_form
from localdiscord.rest.limits import Limits
from localdiscord.rest.limits import headers as limit_headers

log = logging.getLogger(__name__)
PREFIX = "/api/v10"
PARTS = (
    activities,
    channels,
    commands,
    emojis,
    guilds,
    interactions,
    messages,
)  # Importing these modules fills ROUTES.
LONGEST_STEP = 30  # The most characters of a step of a path that is logged: tokens are longer.
FILE = re.compile(r"files\[(\d+)\]")

WORDS = ("permissions", "pins")  # Steps where other routes have names; these routes aren't supported.

Node = dict[str, Any]  # Maps a step of a path to the next node, and "" to {method: Route}.


def tree_of(routes: list[Route]) -> Node:
    """Return the routes as a tree of the steps of their paths; a named part is the step `*`."""
    root: Node = {}
    for route in routes:
        node = root
        for step in route.template.strip("/").split("/"):
            node = node.setdefault("*" if step.startswith("{") else step, {})
        node.setdefault("", {})[route.method] = route
    return root


def find(node: Node, steps: list[str], place: int = 0) -> dict[str, Route] | None:
    """Return a path's routes by method; literal steps come before `*`.  None: there is no such route."""
    if place == len(steps):
        found: dict[str, Route] | None = node.get("")
        return found
    for key in (steps[place], "*"):
        if key and key in node and not (key == "*" and steps[place] in WORDS):
            found = find(node[key], steps, place + 1)
            if found is not None:
                return found
    return None


MISSHAPEN = (AttributeError, KeyError, TypeError, ValueError)
"""Exceptions that checks raise if a body has an unexpected shape, such as a list in place of an object."""
FAILED = b'{"message":"500: Internal Server Error","code":0}'
INVALID_FORM = b'{"message":"Invalid Form Body","code":50035,"errors":{}}'


class Rest:
    """Handles the bot's requests."""

    def __init__(
        self, world: World, limits: Limits, faults: Faults, description: Description | None, seed: int
    ) -> None:
        self.world = world
        self.limits = limits
        self.faults = faults
        self.description = description
        self.endpoint = Endpoint(world, faults, self.answered, seed)
        self._tree = tree_of(ROUTES)
        self._names = {
            id(route): [
                (place, step[1:-1])
                for place, step in enumerate(route.template.strip("/").split("/"))
                if step.startswith("{")
            ]
            for route in ROUTES
        }
        for route in ROUTES:
            if route.handler is interactions.answer:
                continue  # The first answer has no rate limit, and hikari complains of headers about one.
            route.headers = limit_headers(route.method + route.template, 1000, 999, 0, 1.0)

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Handle one request, and return the response."""
        path = request.path
        if path.startswith(PREFIX + "/"):
            path = path.removeprefix(PREFIX)
        more: dict[str, str] = {}
        status = 500
        try:
            status, raw, more = await self._carry_out(request, path)
        except Refusal as refused:
            status, more = refused.status, refused.headers
            raw = orjson.dumps(refused.payload())
            self._note(request.method, path, refused)
        except Cut as cut:
            status, raw = 0, None
            cut_off(request, cut.sent)
        except ConnectionError:
            status, raw = 0, None  # The client has disconnected.
        except MISSHAPEN as error:
            status = self._misshapen(request, path, error)
            raw = INVALID_FORM if status == 400 else FAILED
        except ConnectionResetError:
            raw = FAILED  # The bot has disconnected during its request, so nobody reads this response.
        except Exception as error:
            log.exception("the local Discord itself failed at %s %s", request.method, path)
            self.world.crashes.append(error)
            raw = FAILED
        finally:
            self.world.requests.append(Request(request.method, path, status))
        more = {**more, "Date": formatdate(self.world.clock.now(), usegmt=True)}
        if raw is None:
            return web.Response(status=204, headers=more)
        return web.Response(body=raw, status=status, headers=more, content_type="application/json")

    async def answered(self, interaction: Interaction, kind: str, body: bytes) -> None:
        """Handle the answer in the response to an interaction.

        If the answer is refused, the bot isn't told; the person sees that the application did not respond.
        """
        path = interaction.callback
        route = next(one for one in ROUTES if one.handler is interactions.answer)
        params = {"interaction_id": interaction.id, "interaction_token": interaction.token}
        call = self._call(route, params, {})
        try:
            await self.faults.strike("POST", path, after=False)
            if is_form(kind):
                _read_form(kind, body, call)
            else:
                call.body = parse(body)
            route.handler(call)
            await self.faults.strike("POST", path, after=True)
        except Refusal as refused:
            self._note("POST", path, refused)
            fail(self.world, interaction)
        except Cut:
            return
        except MISSHAPEN:
            log.exception("the answer in a response is misshapen")
            self.world.violations.append(Violation("POST", path, "rule", {}))
            fail(self.world, interaction)
        except Exception as error:
            log.exception("the local Discord itself failed at an answer in a response")
            self.world.crashes.append(error)

    def _misshapen(self, request: web.BaseRequest, path: str, error: Exception) -> int:
        """Return the status for a body that made a check fail: 400, or 500 for a bug of the local Discord.

        If Discord's OpenAPI description is available, it has refused such bodies before.
        """
        if self.description is None and request.method != "GET":
            log.debug("misshapen body at %s %s: %r", request.method, path, error)
            self.world.violations.append(Violation(request.method, path, "rule", {}))
            return 400
        log.error("the local Discord itself failed at %s %s", request.method, path, exc_info=error)
        self.world.crashes.append(error)
        return 500

    def _note(self, method: str, path: str, refused: Refusal) -> None:
        if isinstance(refused, Lacking):
            steps = ["{id}" if step.isdigit() else step for step in path.split("/")]
            shown = "/".join("…" if len(step) > LONGEST_STEP else step for step in steps)
            self.world.lack(f"{method} {shown}" + (f": {refused.what}" if refused.what else ""))
        if refused.code == 50035 and not refused.by_race:
            source = "schema" if refused.by_schema else "rule"
            self.world.violations.append(Violation(method, path, source, refused.errors or {}))

    async def _carry_out(
        self, request: web.BaseRequest, path: str
    ) -> tuple[int, bytes | None, dict[str, str]]:
        method = request.method
        await self.faults.strike(method, path, after=False)
        steps = path.strip("/").split("/")
        found = find(self._tree, steps)
        if found is None or method not in found:
            raise Lacking
        route = found[method]
        if route.needs_token:
            self._check_token(request, route)
        params = {name: steps[place] for place, name in self._names[id(route)]}
        more = route.headers
        if route.limited:
            major = params.get("channel_id") or params.get("guild_id") or ""
            more = self.limits.check(method, route.template, major) or more
        call = self._call(route, params, request.query)
        call.authorization = request.headers.get("Authorization", "")
        if method in ("POST", "PATCH", "PUT"):
            await self._read(request, call)
        try:
            result = route.handler(call)
            if isawaitable(result):
                result = await result
        except (AttributeError, KeyError, TypeError, ValueError):
            call.verify()  # The body's shape may be so strange that one of our checks has failed.
            raise
        await self.faults.strike(method, path, after=True)
        if result is None:
            return 204, None, more
        return call.status, result if isinstance(result, bytes) else orjson.dumps(result), more

    def _call(self, route: Route, params: dict[str, str], query: Mapping[str, str]) -> Call:
        return Call(self.world, self.limits, self.endpoint, self.description, route, params, query)

    def _check_token(self, request: web.BaseRequest, route: Route) -> None:
        given = request.headers.get("Authorization", "")
        if given == f"Bot {self.world.token}":
            return
        grant = self.world.activities.grant(given, self.world.clock.now())
        if grant is None or route.scope is None:
            raise Refusal(401, 0, "401: Unauthorized")
        if route.scope and route.scope not in grant.scopes:
            raise refusal(50026)

    async def _read(self, request: web.BaseRequest, call: Call) -> None:
        kind, body = request.headers.get("Content-Type", ""), await request.read()
        if is_form(kind):
            _read_form(kind, body, call)
        elif body:
            call.body = parse(body)


def _read_form(kind: str, body: bytes, call: Call) -> None:
    values: Json = {}
    for field in fields(kind, body):
        match = FILE.fullmatch(field.name)
        if field.name == "payload_json":
            call.body = parse(field.content)
        elif match is not None:
            call.uploads[int(match[1])] = Upload(field.filename or f"file{match[1]}", field.content)
        else:
            values[field.name] = field.content.decode(errors="replace")
    if call.body is None:
        call.body = values


def cut_off(request: web.BaseRequest, sent: bytes) -> None:
    """Cut a request's connection after sending `sent`, a part of the response."""
    transport = request.transport
    if transport is None:
        return
    if sent:
        transport.write(sent)
        transport.close()
    else:
        transport.abort()


def parse(text: bytes) -> Any:
    """Return the JSON value of a body.

    Raises:
        Refusal: 50109 if the body is no JSON.
    """
    try:
        return orjson.loads(text)
    except ValueError:
        raise refusal(50109) from None
