"""What people have seen: each event that reached somebody, as it looked then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import orjson

from localdiscord.components import alt_texts, custom_ids, file_names, texts
from localdiscord.errors import Json


@dataclass
class Seen:
    """One event and who saw it (`audience` None: everybody in the guild).

    `event` is a gateway event's name, `MODAL` or `CHOICES`.
    """

    event: str
    raw: bytes
    audience: frozenset[str] | None

    @cached_property
    def payload(self) -> Json:
        """The event's body: mostly a message as it looked then."""
        body: Json = orjson.loads(self.raw)
        return body

    @property
    def id(self) -> str:
        """The id of the message, thread or interaction."""
        return str(self.payload.get("id", ""))

    @property
    def channel_id(self) -> str:
        """Where it was."""
        return str(self.payload.get("channel_id", ""))

    @property
    def texts(self) -> list[str]:
        """All texts, from the top down."""
        return texts(self.payload)

    @property
    def text(self) -> str:
        """All texts in one, a line each."""
        return "\n".join(self.texts)

    @property
    def custom_ids(self) -> list[str]:
        """The ids in its buttons, selects and inputs."""
        return custom_ids(self.payload)

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of its pictures."""
        return alt_texts(self.payload)

    @property
    def file_names(self) -> list[str]:
        """The names of its pictures and files."""
        return file_names(self.payload)

    def reached(self, user_id: str) -> bool:
        """Whether somebody saw it."""
        return self.audience is None or user_id in self.audience
