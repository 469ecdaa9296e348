"""Interactions: each use of a command, click, completion or modal, with the bot's answers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from localdiscord.model.channel import Channel, Message
from localdiscord.model.clock import Timer
from localdiscord.model.errors import Json
from localdiscord.model.shown_message import ShownMessage
from localdiscord.model.user import User

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
ANSWER_WITHIN_S = 3.0
TOKEN_LASTS_S = 15 * 60.0


class NotAnswered(AssertionError):
    """Raised when the bot has not answered an interaction within 3 seconds."""


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction; `answers`: the messages by which the bot answered, the original response first."""

    id: str
    token: str
    type: int
    user: User
    channel: Channel
    data: Json
    made_at: float
    message: Message | None = None
    nonce: str | None = None
    owners: Json = field(default_factory=dict)  # `authorizing_integration_owners`
    follow_ups: int = 0
    raw: bytes = b""
    response_type: int | None = None
    failed: bool = False
    original: Message | None = None
    answers: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None
    instance_id: str | None = None  # For an answer that launched the Activity.
    parent: Interaction | None = None  # The interaction that opened this modal.
    timer: Timer | None = None
    _waiting: list[asyncio.Future[Any]] = field(default_factory=list)

    @property
    def callback(self) -> str:
        """The path to which the bot posts the first answer."""
        return f"/interactions/{self.id}/{self.token}/callback"

    @property
    def acknowledged(self) -> bool:
        """Whether the bot has answered the interaction."""
        return self.response_type is not None

    @property
    def messages(self) -> list[ShownMessage]:
        """The messages by which the bot answered, as people see them, the first answer first."""
        return [ShownMessage(message) for message in self.answers]

    def settle(self) -> None:
        """Wake the tasks that wait for the bot's answer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
        self._waiting.clear()

    async def answered(self) -> Interaction:
        """Wait until the bot has answered the interaction; return the interaction.

        Raises:
            NotAnswered: if the bot did not answer within 3 seconds.
        """
        if not self.acknowledged and not self.failed:
            waiting = asyncio.get_running_loop().create_future()
            self._waiting.append(waiting)
            await waiting
        if self.failed:
            name = self.data.get("custom_id") or self.data.get("name")
            raise NotAnswered(f"the bot did not answer {name!r} of {self.user.name} within 3 s")
        return self

    def metadata(self) -> Json:
        """Return the `interaction_metadata` of the messages that answer the interaction."""
        told: Json = {
            "id": self.id,
            "type": self.type,
            "user": self.user.payload(),
            "authorizing_integration_owners": self.owners,
        }
        if self.type == COMMAND:
            told |= {"name": self.command_name(), "command_type": self.data["type"]}
            for key, kind in (("target_user", "users"), ("target_message_id", "messages")):
                if "target_id" in self.data and kind in self.data["resolved"]:
                    target_id = self.data["target_id"]
                    told[key] = self.data["resolved"][kind][target_id] if kind == "users" else target_id
        elif self.message is not None:
            told["interacted_message_id"] = self.message.id
        if self.type == MODAL and self.parent is not None:
            told["triggering_interaction_metadata"] = self.parent.metadata()
        return told

    @property
    def is_of_person(self) -> bool:
        """Whether the interaction is allowed only by a person's installation, not by one in the server."""
        return "1" in self.owners and "0" not in self.owners

    def command_name(self) -> str:
        """Return the command's name with its subcommands, separated by spaces."""
        words = [self.data["name"]]
        options = self.data.get("options", [])
        while options and options[0]["type"] in (1, 2):
            words.append(options[0]["name"])
            options = options[0].get("options", [])
        return " ".join(words)
