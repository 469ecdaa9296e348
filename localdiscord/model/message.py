"""Messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson

from localdiscord.components import media_of, texts
from localdiscord.errors import Json

if TYPE_CHECKING:
    from .channel import Channel
    from .user import User

SUPPRESS_EMBEDS, HAS_THREAD, EPHEMERAL, LOADING = 1 << 2, 1 << 5, 1 << 6, 1 << 7
SUPPRESS_NOTIFICATIONS, COMPONENTS_V2 = 1 << 12, 1 << 15
ORDINARY, REPLY, COMMAND_ANSWER, THREAD_STARTER = 0, 19, 20, 21


@dataclass(slots=True, eq=False)
class Message:
    """A message; `only_for` names the one person who sees an ephemeral one."""

    id: str
    channel: Channel
    author: User
    timestamp: str
    type: int = ORDINARY
    content: str = ""
    components: list[Json] = field(default_factory=list)
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    former_files: set[str] = field(default_factory=set)
    flags: int = 0
    tts: bool = False
    edited_at: str | None = None
    mentions: list[User] = field(default_factory=list)
    mention_everyone: bool = False
    nonce: str | int | None = None
    only_for: User | None = None
    metadata: Json | None = None  # interaction_metadata
    legacy_interaction: Json | None = None
    application_id: str | None = None
    reference: Json | None = None
    referenced: Message | None = None
    thread: Channel | None = None
    deleted: bool = False
    _raw: bytes | None = None
    _texts: list[str] | None = None

    @property
    def is_v2(self) -> bool:
        """Whether it is built of Components V2."""
        return bool(self.flags & COMPONENTS_V2)

    @property
    def is_loading(self) -> bool:
        """Whether the bot still "thinks"."""
        return bool(self.flags & LOADING)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not (self.content or self.components or self.embeds or self.attachments)

    @property
    def loose_attachments(self) -> list[Json]:
        """The files that no component shows: Discord lists only those."""
        shown = {item.get("attachment_id") for item in media_of(self.components)}
        return [attachment for attachment in self.attachments if attachment["id"] not in shown]

    def changed(self) -> None:
        """Drop what is kept of it after a change."""
        self._raw = self._texts = None

    def raw(self) -> bytes:
        """The payload as JSON, kept until the next change."""
        if self._raw is None:
            self._raw = orjson.dumps(self.payload())
        return self._raw

    def texts(self) -> list[str]:
        """All that is written in it, from the top down; nobody may change the list, which is kept."""
        if self._texts is None:
            self._texts = texts(
                {"content": self.content, "embeds": self.embeds, "components": self.components}
            )
        return self._texts

    def payload(self, *, inner: bool = False) -> Json:
        """As Discord shows it in answers to requests; `inner` as a quoted one."""
        shown: Json = {
            "id": self.id,
            "type": self.type,
            "channel_id": self.channel.id,
            "author": self.author.payload(),
            "content": self.content,
            "components": self.components,
            "embeds": self.embeds,
            "attachments": self.loose_attachments,
            "flags": self.flags,
            "tts": self.tts,
            "timestamp": self.timestamp,
            "edited_timestamp": self.edited_at,
            "mentions": [user.payload() for user in self.mentions],
            "mention_roles": [],
            "mention_everyone": self.mention_everyone,
            "pinned": False,
        }
        self._add_origin(shown, inner=inner)
        if self.thread is not None and not self.thread.deleted:
            shown["thread"] = self.thread.payload()
        return shown

    def _add_origin(self, shown: dict[str, Any], *, inner: bool) -> None:
        if self.nonce is not None:
            shown["nonce"] = self.nonce
        if self.application_id is not None:
            shown["application_id"] = self.application_id
        if self.metadata is not None:
            shown["webhook_id"] = self.application_id
            shown["interaction_metadata"] = self.metadata
        if self.legacy_interaction is not None:
            shown["interaction"] = self.legacy_interaction
        if self.reference is not None:
            shown["message_reference"] = self.reference
            if not inner:
                shown["referenced_message"] = self._referenced_payload()

    def _referenced_payload(self) -> Json | None:
        quoted = self.referenced
        if quoted is None or quoted.deleted or quoted.only_for is not None:
            return None  # an ephemeral message must not be shown to others so
        return quoted.payload(inner=True)
