"""The whole state of the local Discord, with methods to find things in it."""

from __future__ import annotations

import logging
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import orjson

from localdiscord.model import permissions
from localdiscord.model.activity import Activities
from localdiscord.model.channel import DIRECT, GROUP, TEXT, Channel, Message
from localdiscord.model.clock import Clock
from localdiscord.model.errors import Json, refusal
from localdiscord.model.events import Events
from localdiscord.model.interaction import Interaction
from localdiscord.model.session import GUILD_MEMBERS, RESUME
from localdiscord.model.user import LOCALES, User, application_of

log = logging.getLogger(__name__)
REMEMBERED = 100_000
MOST_LACKS = 50


class Request(NamedTuple):
    """A request of the bot; `status` 0: its connection was cut."""

    method: str
    path: str
    status: int


@dataclass
class Violation:
    """A malformed request, which Discord would refuse; `source`: which check found it, `rule` or `schema`."""

    method: str
    path: str
    source: str
    errors: Json

    def __str__(self) -> str:
        return f"{self.method} {self.path} ({self.source}): {orjson.dumps(self.errors).decode()}"


class Ping(NamedTuple):
    """A notification of a person about a message, with the message's content and components at that time."""

    user: User
    message: Message
    content: str
    components: list[Json]


class World:
    """A guild with its people, one bot, and all their channels, messages and interactions."""

    def __init__(
        self,
        *,
        token: str,
        guild_name: str,
        channels: Iterable[str],
        bot_name: str,
        people: Mapping[str, str],
        bot_permissions: Iterable[str],
        allowed_intents: int,
        remembered: int,
        nonce_lasts_s: float,
    ) -> None:
        self.clock = Clock()
        self.events = Events(remembered)
        self.base_url = ""
        self.guild_id = self.clock.snowflake()
        self.guild_name = guild_name
        self.guild_locale = "en-US"  # Discord uses this locale for guilds that are no communities.
        self.owner_id = self.clock.snowflake()  # The guild's owner, who is never online.
        self.token = token
        self.application_id = application_of(token)
        self.application_description = ""
        self.allowed_intents = allowed_intents
        self.identified = 0  # The number of sessions started so far.
        now = self.clock.iso()
        self.bot = User(self.application_id, bot_name, None, now, bot=True)
        self.outage = False  # whether the guild is unavailable
        self.bot_permissions = permissions.bits(bot_permissions)
        self.people: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.direct: dict[str, Channel] = {}  # By the person's id.
        self.interactions: dict[str, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.fresh: deque[Interaction] = deque()  # The latest ones, for deliveries that are repeated.
        self.lateness_s: Callable[[Interaction], float] = lambda _: 0.0
        self.way_in: Callable[[Interaction], None] | None = None  # None: interactions go over the gateway.
        self.commands: dict[str | None, dict[str, Json]] = {None: {}}  # By guild (None: global), then by id.
        self.activities = Activities()
        self.emojis: dict[str, Json] = {}
        self.files: dict[str, tuple[bytes, str]] = {}
        self.given: dict[str, Json] = {}  # Files for commands' options, by id.
        self.nonce_lasts_s = nonce_lasts_s
        self.nonces: dict[tuple[str, str], Message] = {}
        self.requests: deque[Request] = deque(maxlen=REMEMBERED)
        self.violations: list[Violation] = []
        self.lacks: list[str] = []  # Features that the bot used and that aren't supported.
        self.pings: list[Ping] = []
        self.crashes: list[Exception] = []  # Faults of the local Discord itself.
        self.unguarded: list[Message] = []  # The bot's messages without `allowed_mentions`.
        for name, locale in people.items():
            self.add_person(name, locale)
        names = tuple(channels)
        for position, name in enumerate(names):
            self.add_channel(name, position)
        self.main_channel = names[0] if names else ""

    def add_person(self, name: str, locale: str = "en-US") -> User:
        """Add a person to the guild, and return their account.

        Raises:
            ValueError: if Discord has no such locale.
        """
        if locale not in LOCALES:
            raise ValueError(f"Discord has no locale {locale!r}")
        plain = unicodedata.normalize("NFKD", name).lower()
        username = "".join(letter for letter in plain if letter.isascii() and letter.isalnum())
        user = User(self.clock.snowflake(), username or "someone", name, self.clock.iso(), locale)
        self.people[user.id] = user
        return user

    def members(self) -> list[User]:
        """Return the people who are in the guild."""
        return [user for user in self.people.values() if user.in_guild]

    @property
    def bot_is_told(self) -> bool:
        """Whether the bot gets the guild's events: the bot is a member, and the guild has no outage."""
        return self.bot.in_guild and not self.outage

    @property
    def shards_online(self) -> set[int]:
        """The numbers of the connected shards; a bot without shards has shard 0."""
        return {one.shard[0] for one in self.events.sessions.values() if one.wire is not None}

    def bot_state(self) -> Json:
        """Return the bot's state for pages: whether it is connected, gets clicks, and is in the guild."""
        online = bool(self.shards_online)
        return {"online": online, "answers": online or self.way_in is not None, "in_guild": self.bot.in_guild}

    def tell_bot_state(self) -> None:
        """Send the bot's state to the pages."""
        self.events.to_screens("BOT_UPDATE", orjson.dumps(self.bot_state()), None)
        self.events.changed()

    def share_guild(self, user: User) -> bool:
        """Whether a person and the bot are in a server together."""
        if user.in_guild and self.bot.in_guild:
            return True
        return any(user in channel.people for channel in self.neighbours())

    def bot_is_in(self, channel: Channel) -> bool:
        """Whether the bot is in a channel's server, or in a direct-message channel."""
        place = channel.parent or channel
        return place.has_bot and (place.is_direct or place.founder is not None or self.bot.in_guild)

    def lack(self, what: str) -> None:
        """Log, and show once, that the bot has used a feature that the local Discord doesn't support."""
        if what in self.lacks or len(self.lacks) == MOST_LACKS:
            return
        self.lacks.append(what)
        log.warning("The bot uses what the local Discord doesn't have: %s", what)
        self.events.to_screens("LACKS_UPDATE", orjson.dumps({"lacks": self.lacks}), None)
        self.events.changed()

    def notify(self, user: User, message: Message) -> None:
        """Notify a person of a message."""
        self.pings.append(Ping(user, message, message.content, message.components))

    def add_channel(self, name: str, position: int, kind: int = TEXT) -> Channel:
        """Add a channel to the guild, without an event."""
        new = Channel(self.clock.snowflake(), kind, name, self.bot.id, self.guild_id, position)
        self.channels[new.id] = new
        return new

    def user(self, user_id: str) -> User:
        """Return the user with an id.

        Raises:
            Refusal: 10013 if there is none.
        """
        found = self.bot if user_id == self.bot.id else self.people.get(user_id)
        if found is None:
            raise refusal(10013)
        return found

    def channel(self, channel_id: str) -> Channel:
        """Return the channel, thread or direct-message channel with an id.

        Raises:
            Refusal: 10003 if there is none.
        """
        found = self.channels.get(channel_id)
        if found is None:
            raise refusal(10003)
        return found

    def find_channel(self, what: str | Channel | Message) -> Channel:
        """Return the channel with a name or id, or the channel of a message.

        Raises:
            LookupError: if there is none.
        """
        if isinstance(what, Channel):
            return what
        if isinstance(what, Message):
            return what.channel
        for channel in self.channels.values():
            if what == channel.id or (what == channel.name and channel.recipient is None):
                return channel
        raise LookupError(f"no channel is called {what!r}")

    def message(self, channel: Channel, message_id: str) -> Message:
        """Return a channel's message with an id; ephemeral messages aren't found.

        Raises:
            Refusal: 10008 if there is none.
        """
        found = channel.messages.get(message_id)
        if found is None or found.only_for is not None:
            raise refusal(10008)
        return found

    def direct_channel(self, user: User) -> Channel:
        """Return the direct-message channel of the bot and a person."""
        if user.id not in self.direct:
            new = Channel(self.clock.snowflake(), DIRECT, user.name, self.bot.id, recipient=user)
            self.direct[user.id] = self.channels[new.id] = new
        return self.direct[user.id]

    def add_group(self, people: Iterable[User], name: str) -> Channel:
        """Add a group of people or, for two, their direct-message channel, without an event."""
        company = tuple(people)
        kind = DIRECT if len(company) == 2 else GROUP
        new = Channel(self.clock.snowflake(), kind, name, self.bot.id, people=company, has_bot=False)
        new.owner_id = company[0].id
        self.channels[new.id] = new
        return new

    def threads(self) -> list[Channel]:
        """Return the guild's threads that are not archived."""
        return [channel for channel in self.channels.values() if channel.is_thread and not channel.archived]

    def guild_channels(self) -> list[Channel]:
        """Return the guild's channels in order, without threads."""
        return [one for one in self.channels.values() if one.guild_id == self.guild_id and not one.is_thread]

    def neighbours(self) -> list[Channel]:
        """Return the channels of other servers that have the bot; each such server has one channel."""
        return [one for one in self.channels.values() if one.type == TEXT and one.founder and one.has_bot]

    def bot_permissions_in(self, channel: Channel) -> int:
        """Return the bot's permission bits in a channel."""
        if not self.bot_is_in(channel):
            return 0
        if channel.is_direct:
            return permissions.bits(permissions.OF_ANSWERS)
        if self.bot_permissions & permissions.BITS["ADMINISTRATOR"]:
            return permissions.ALL
        return self.bot_permissions & ~channel.denied_here()

    def app_permissions_in(self, channel: Channel, user: User) -> int:
        """Return the permission bits that hold for the bot's answers to a person in a channel."""
        if self.bot_is_in(channel):
            return self.bot_permissions_in(channel)
        bits = permissions.bits(permissions.OF_ANSWERS)
        if channel.is_direct:
            return bits & ~permissions.BITS["USE_EXTERNAL_EMOJIS"]
        return bits & channel.permissions_of(user)

    def bot_may(self, permission: str, channel: Channel) -> bool:
        """Whether the bot has a permission in a channel."""
        return bool(self.bot_permissions_in(channel) & permissions.BITS[permission])

    def all_commands(self) -> list[Json]:
        """Return the commands that people can use in the guild: the guild's own and the global ones."""
        return [*self.commands.get(self.guild_id, {}).values(), *self.commands[None].values()]

    def roles(self) -> list[Json]:
        """Return the guild's roles: the one of everybody, and the bot's own."""
        everybody = permissions.bits(permissions.EVERYONE)
        own: Json = {"tags": {"bot_id": self.bot.id}, "managed": True, "position": 1}
        return [
            self._role(self.guild_id, "@everyone", everybody),
            self._role(str(int(self.guild_id) + 1), self.bot.username, self.bot_permissions) | own,
        ]

    def _role(self, role_id: str, name: str, bits: int) -> Json:
        return {
            "id": role_id,
            "name": name,
            "permissions": str(bits),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
            "description": None,
        }

    def guild_payload(self) -> Json:
        """Return the guild object of Discord's API."""
        return {
            "id": self.guild_id,
            "name": self.guild_name,
            "icon": None,
            "home_header": None,
            "owner_id": self.owner_id,
            "application_id": None,
            "region": "local",
            "roles": self.roles(),
            "emojis": [],
            "stickers": [],
            "features": [],
            "preferred_locale": self.guild_locale,
            "afk_timeout": 300,
            "afk_channel_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "widget_enabled": False,
            "widget_channel_id": None,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw": False,
            "nsfw_level": 0,
            "incidents_data": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "description": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "vanity_url_code": None,
            "max_members": 500_000,
            "max_presences": None,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
        }

    def guild_create_payload(self, intents: int) -> Json:
        """Return the guild as its gateway event has it; without the members intent, with the bot alone."""
        everybody = [self.bot, *self.members()]
        members = everybody if intents & GUILD_MEMBERS else [self.bot]
        visible = [thread for thread in self.threads() if self.bot_may("VIEW_CHANNEL", thread)]
        return self.guild_payload() | {
            "joined_at": self.bot.joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(everybody),
            "members": [member.member_payload() for member in members],
            "channels": [channel.payload() for channel in self.guild_channels()],
            "threads": [self.thread_for_bot(thread) for thread in visible],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def neighbour_payload(self, intents: int, channel: Channel) -> Json:
        """Return another server as in its gateway event."""
        everybody = self._role(str(channel.guild_id), "@everyone", permissions.bits(permissions.EVERYONE))
        return self.guild_create_payload(intents & ~GUILD_MEMBERS) | {
            "id": channel.guild_id,
            "name": channel.name,
            "owner_id": channel.founder.id if channel.founder else None,
            "roles": [everybody],
            "channels": [channel.payload()],
            "threads": [],
            "member_count": 1 + len(channel.people),
        }

    def thread_for_bot(self, thread: Channel) -> Json:
        """Return a thread's channel object with the bot's own membership."""
        shown = thread.payload()
        if self.bot.id in thread.members:
            shown["member"] = thread.thread_member_payload(self.bot.id)
        return shown

    def ready_payload(self, session_id: str, shard: list[int]) -> Json:
        """Return the payload of the gateway's event `READY`."""
        guilds = [self.guild_id] if self.bot.in_guild else []
        guilds += [str(channel.guild_id) for channel in self.neighbours()]
        return {
            "v": 10,
            "user": self.bot.own_payload(),
            "guilds": [{"id": guild_id, "unavailable": True} for guild_id in guilds],
            "private_channels": [],
            "session_id": session_id,
            "resume_gateway_url": self.gateway_url + RESUME,
            "shard": shard,
            "application": {"id": self.application_id, "flags": 0},
        }

    @property
    def gateway_url(self) -> str:
        """The gateway's address."""
        return self.base_url.replace("http://", "ws://", 1) + "/gateway"
