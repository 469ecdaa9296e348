"""Channels of each kind, threads, posts, direct-message channels and groups, and the messages in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import orjson

from localdiscord.model.clock import Timer
from localdiscord.model.components import media_of, texts
from localdiscord.model.errors import Json
from localdiscord.model.permissions import ALL, BITS, EVERYONE, bits
from localdiscord.model.user import User

TEXT, DIRECT, VOICE, GROUP, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 2, 3, 5, 10, 11, 12
STAGE, FORUM, MEDIA = 13, 15, 16
GUILD_KINDS = {"text": TEXT, "voice": VOICE, "news": NEWS, "stage": STAGE, "forum": FORUM, "media": MEDIA}
"""The kinds of channels that a guild has, by name."""
OF_POSTS = frozenset([FORUM, MEDIA])
"""The kinds of channels without messages of their own: all messages are in posts, which are threads."""
THREAD_KINDS = {
    TEXT: frozenset([PUBLIC_THREAD, PRIVATE_THREAD]),
    NEWS: frozenset([NEWS_THREAD]),
    FORUM: frozenset([PUBLIC_THREAD]),
    MEDIA: frozenset([PUBLIC_THREAD]),
}
"""The kinds of threads that a channel can have, by its kind; channels of other kinds have none."""
REQUIRE_TAG = 1 << 4
"""The flag of a forum in which each post must have a tag."""
SUPPRESS_EMBEDS, HAS_THREAD, EPHEMERAL, LOADING = 1 << 2, 1 << 5, 1 << 6, 1 << 7
SUPPRESS_NOTIFICATIONS, COMPONENTS_V2 = 1 << 12, 1 << 15
ORDINARY, REPLY, COMMAND_ANSWER, THREAD_STARTER = 0, 19, 20, 21


@dataclass(slots=True, eq=False)
class Channel:
    """A guild's channel, a thread (with `parent`), a direct-message channel (with `recipient`), or a group.

    `people`: the people of a group, of direct messages between two, or of another server; empty for the
    guild's channels and for direct messages with the bot.
    """

    id: str
    type: int
    name: str
    bot_id: str
    guild_id: str | None = None
    position: int = 0
    denied: int = 0  # the permission bits that the bot lacks here
    changed: dict[str, tuple[int, int]] = field(default_factory=dict)  # person's id: bits allowed, denied
    founder: User | None = None  # of another server: the person who may do everything there
    people: tuple[User, ...] = ()
    has_bot: bool = True  # False for groups and for servers without the bot.
    topic: str | None = None
    tags: dict[str, Json] = field(default_factory=dict)  # The tags of a forum by id, in their order.
    needs_tag: bool = False  # Each post of the forum must have a tag.
    applied_tags: tuple[str, ...] = ()  # The post's tags, by id.
    recipient: User | None = None
    parent: Channel | None = None
    owner_id: str | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True  # Whether people other than moderators may add others to a private thread.
    auto_archive_minutes: int = 4320
    slowmode_s: int = 0
    archive_changed_at: str = ""
    created_at: str = ""
    members: dict[str, str] = field(default_factory=dict)  # The thread's members: user id -> time of joining.
    messages: dict[str, Message] = field(default_factory=dict)
    last_message_id: str | None = None
    messages_ever: int = 0
    deleted: bool = False
    rest: Timer | None = None  # Archives the thread after a time without messages.

    @property
    def is_thread(self) -> bool:
        """Whether the channel is a thread."""
        return self.parent is not None

    @property
    def is_direct(self) -> bool:
        """Whether the channel belongs to no server: a direct-message channel or a group."""
        return self.type in (DIRECT, GROUP)

    @property
    def company(self) -> tuple[User, ...]:
        """The people of a direct-message channel, a group or another server; empty: the guild's members."""
        if self.recipient is not None:
            return (self.recipient,)
        return self.parent.company if self.parent is not None else self.people

    def denied_here(self) -> int:
        """Return the permission bits that the bot lacks in the channel; a thread has those of its parent."""
        return self.denied | (self.parent.denied if self.parent else 0)

    def seen_by(self, user: User) -> bool:
        """Whether a person can read the channel."""
        if self.is_direct:
            return user in self.company
        if not self.permissions_of(user) & BITS["VIEW_CHANNEL"]:
            return False
        return self.type != PRIVATE_THREAD or user.id in self.members

    def permissions_of(self, user: User) -> int:
        """Return a person's permission bits in the channel; for a thread, in its parent channel."""
        if self.parent is not None:
            return self.parent.permissions_of(user)
        if self.founder is user:
            return ALL
        if not (user in self.people if self.people else user.in_guild or self.is_direct):
            return 0
        allowed, denied = self.changed.get(user.id, (0, 0))
        whole = bits(EVERYONE) & ~denied | allowed
        in_timeout = user.timeout_until is not None and not (whole & BITS["ADMINISTRATOR"] or self.people)
        return whole & bits(["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]) if in_timeout else whole

    def overwrites(self) -> list[Json]:
        """Return the channel's permission overwrites for the bot and for people."""
        changed = {self.bot_id: (0, self.denied)} if self.denied else {}
        return [
            {"id": user_id, "type": 1, "allow": str(allowed), "deny": str(denied)}
            for user_id, (allowed, denied) in (changed | self.changed).items()
        ]

    def payload(self) -> Json:
        """Return the channel object of Discord's API."""
        if self.is_direct:
            private: Json = {
                "id": self.id,
                "type": self.type,
                "last_message_id": self.last_message_id,
                "flags": 0,
                "recipients": [user.payload() for user in self.company],
            }
            group: Json = {"name": self.name or None, "icon": None, "owner_id": self.owner_id}
            return private | group if self.type == GROUP else private
        common: Json = {
            "id": self.id,
            "type": self.type,
            "guild_id": self.guild_id,
            "name": self.name,
            "last_message_id": self.last_message_id,
            "rate_limit_per_user": self.slowmode_s,
            "flags": REQUIRE_TAG if self.needs_tag else 0,
        }
        if self.parent is not None:
            return common | self._thread_payload(self.parent)
        return common | {
            "position": self.position,
            "parent_id": None,
            "topic": self.topic,
            "nsfw": False,
            "permission_overwrites": self.overwrites(),
            **self._kind_payload(),
        }

    def _kind_payload(self) -> Json:
        """Return the fields that only channels of the channel's kind have."""
        if self.type in (VOICE, STAGE):
            return {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        if self.type in OF_POSTS:
            return {
                "available_tags": [*self.tags.values()],
                "default_reaction_emoji": None,
                "default_sort_order": None,
            }
        return {}

    def _thread_payload(self, parent: Channel) -> Json:
        return {
            "parent_id": parent.id,
            "owner_id": self.owner_id,
            "message_count": self.messages_ever,
            "total_message_sent": self.messages_ever,
            "member_count": min(50, len(self.members)),
            "applied_tags": [*self.applied_tags],
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.auto_archive_minutes,
                "archive_timestamp": self.archive_changed_at,
                "create_timestamp": self.created_at,
                **({"invitable": self.invitable} if self.type == PRIVATE_THREAD else {}),
            },
        }

    def thread_member_payload(self, user_id: str) -> Json:
        """Return the thread-member object of one member of the thread."""
        return {"id": self.id, "user_id": user_id, "join_timestamp": self.members[user_id], "flags": 0}


@dataclass(slots=True, eq=False)
class Message:
    """A message; `only_for`: the only person who sees it, if it is ephemeral."""

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
        """Whether the message uses Components V2."""
        return bool(self.flags & COMPONENTS_V2)

    @property
    def is_loading(self) -> bool:
        """Whether the message says that the bot is "thinking", since its interaction was deferred."""
        return bool(self.flags & LOADING)

    @property
    def is_empty(self) -> bool:
        """Whether the message has no content at all."""
        return not (self.content or self.components or self.embeds or self.attachments)

    @property
    def loose_attachments(self) -> list[Json]:
        """The attachments that no component shows; in Components V2, Discord lists only those."""
        shown = {item.get("attachment_id") for item in media_of(self.components)}
        return [attachment for attachment in self.attachments if attachment["id"] not in shown]

    def changed(self) -> None:
        """Drop the cached payload and texts, since the message has changed."""
        self._raw = self._texts = None

    def raw(self) -> bytes:
        """Return the message's payload as JSON, cached until its next change."""
        if self._raw is None:
            self._raw = orjson.dumps(self.payload())
        return self._raw

    def texts(self) -> list[str]:
        """Return all texts of the message, from the top down; the list is cached, so don't change it."""
        if self._texts is None:
            self._texts = texts(
                {"content": self.content, "embeds": self.embeds, "components": self.components}
            )
        return self._texts

    def payload(self, *, inner: bool = False) -> Json:
        """Return the message object of Discord's API; `inner`: as another message quotes it."""
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
            return None  # A quote must not show an ephemeral message to other people.
        return quoted.payload(inner=True)
