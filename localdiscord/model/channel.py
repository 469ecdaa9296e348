"""Text channels, threads and direct-message channels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from localdiscord.errors import Json

from .permissions import ALL, BITS, EVERYONE, bits

if TYPE_CHECKING:
    from localdiscord.clock import Timer

    from .message import Message
    from .user import User

TEXT, DIRECT, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12


@dataclass(slots=True, eq=False)
class Channel:
    """A place for messages; for threads `parent` is set, for direct messages `recipient`."""

    id: str
    type: int
    name: str
    bot_id: str
    guild_id: str | None = None
    position: int = 0
    denied: int = 0  # what the bot lacks here
    changed: dict[str, tuple[int, int]] = field(default_factory=dict)  # people: what is allowed, what denied
    founder: User | None = None  # of another server: the one person in it, who may do everything
    topic: str | None = None
    recipient: User | None = None
    parent: Channel | None = None
    owner_id: str | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True  # whether others than moderators may add people to a private thread
    auto_archive_minutes: int = 4320
    slowmode_s: int = 0
    archive_changed_at: str = ""
    created_at: str = ""
    members: dict[str, str] = field(default_factory=dict)  # thread members: user id -> since when
    messages: dict[str, Message] = field(default_factory=dict)
    last_message_id: str | None = None
    messages_ever: int = 0
    deleted: bool = False
    rest: Timer | None = None  # when a quiet thread is archived

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.parent is not None

    @property
    def is_direct(self) -> bool:
        """Whether this is a direct-message channel."""
        return self.type == DIRECT

    def denied_here(self) -> int:
        """The bits that the bot lacks here; a thread goes by its channel."""
        return self.denied | (self.parent.denied if self.parent else 0)

    def bot_lacks(self, permission: str) -> bool:
        """Whether one permission was taken from the bot here."""
        return bool(self.denied_here() & BITS[permission])

    def seen_by(self, user: User) -> bool:
        """Whether a person can read here."""
        if self.recipient is not None:
            return self.recipient is user
        if not self.permissions_of(user) & BITS["VIEW_CHANNEL"]:
            return False
        return self.type != PRIVATE_THREAD or user.id in self.members

    def permissions_of(self, user: User) -> int:
        """What a person may do here; a thread goes by its channel."""
        if self.parent is not None:
            return self.parent.permissions_of(user)
        if self.founder is not None:
            return ALL if self.founder is user else 0
        if not (user.in_guild or self.is_direct):
            return 0
        allowed, denied = self.changed.get(user.id, (0, 0))
        whole = bits(EVERYONE) & ~denied | allowed
        in_timeout = user.timeout_until is not None and not whole & BITS["ADMINISTRATOR"]
        return whole & bits(["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"]) if in_timeout else whole

    def overwrites(self) -> list[Json]:
        """What the channel changes in the permissions of the bot and of people."""
        changed = {self.bot_id: (0, self.denied)} if self.denied else {}
        return [
            {"id": user_id, "type": 1, "allow": str(allowed), "deny": str(denied)}
            for user_id, (allowed, denied) in (changed | self.changed).items()
        ]

    def payload(self) -> Json:
        """As Discord shows it."""
        if self.recipient is not None:
            return {
                "id": self.id,
                "type": DIRECT,
                "last_message_id": self.last_message_id,
                "flags": 0,
                "recipients": [self.recipient.payload()],
            }
        common: Json = {
            "id": self.id,
            "type": self.type,
            "guild_id": self.guild_id,
            "name": self.name,
            "last_message_id": self.last_message_id,
            "rate_limit_per_user": self.slowmode_s,
            "flags": 0,
        }
        if self.parent is not None:
            return common | self._thread_payload(self.parent)
        return common | {
            "position": self.position,
            "parent_id": None,
            "topic": self.topic,
            "nsfw": False,
            "permission_overwrites": self.overwrites(),
        }

    def _thread_payload(self, parent: Channel) -> Json:
        return {
            "parent_id": parent.id,
            "owner_id": self.owner_id,
            "message_count": self.messages_ever,
            "total_message_sent": self.messages_ever,
            "member_count": min(50, len(self.members)),
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
        """One member of a thread."""
        return {"id": self.id, "user_id": user_id, "join_timestamp": self.members[user_id], "flags": 0}
