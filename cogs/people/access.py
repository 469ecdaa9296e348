"""Rights at a table: finds out the permissions of the person who clicks, and asks `tables.verbs.access`.

The gateway doesn't report members to the bot, since that needs a privileged intent.  So members are requested
and cached for `KEPT_S` seconds: one request serves many clicks.  Without the gateway, servers and their
channels are requested and cached, too.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.faults import MISSING_ACCESS, PERSON_GONE, TROUBLE, UNKNOWN_CHANNEL, UNKNOWN_GUILD
from cogs.discord_io.origin import may_write, places
from cogs.people.contacts import person
from tables import Facts, Refused, Tables
from tables.model.table import OPEN_PHASES
from tables.verbs.access import NOWHERE, Presence, Relation, Right, check, relation
from tables.verbs.seat_changes import renamed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction[Any]
T = TypeVar("T")

KEPT_S: Final = 60.0
"""Seconds for which fetched members are cached; without a gateway, also servers and their channels."""
KEPT: Final = 3_000
"""The most members, servers and threads that are cached."""
PATIENCE_S: Final = 5.0
"""The timeout for Discord's answer, in seconds; after it, a person's permissions count as unknown."""


class AtOwner(Exception):
    """Raised if another process holds the lease of a table or file: that process must answer the interaction.

    Attributes:
        about: What the lease is for: a table's id, or a file's digest.
    """

    def __init__(self, about: str) -> None:
        super().__init__(about)
        self.about = about


class Access:
    """Checks the rights of each person whose click or command names a table."""

    def __init__(self, tables: Tables, membership: Membership) -> None:
        self._tables = tables
        self._membership = membership

    def check_owned(self, about: str) -> None:
        """Raise `AtOwner` if another process has the lease of `about`, a table's id or a file's digest."""
        if not self._tables.cluster.is_ours(about):
            raise AtOwner(about)

    async def checked(self, interaction: discord.Interaction, table_id: str, right: Right) -> Relation:
        """Return the relation of an interaction's author to a table, if the author has the `right`.

        Discord is asked only about people with ties to the table.  Others can't make the bot send requests,
        and are refused equally fast whether or not the table exists.

        Raises:
            AtOwner: Another process owns the table.
            Refused: The author lacks the right, as `access.check` says; `discord_trouble`: their permissions
                aren't known.
        """
        self.check_owned(table_id)
        try:
            facts = await self._tables.facts(table_id)
        except Refused:
            await self._membership.come_from(interaction)
            raise
        by_click = await self._membership.by_click(interaction, facts.guild_id, facts.channel_id)
        follows = await self._tables.followers.get(table_id, interaction.user.id) is not None
        who = relation(facts, interaction.user.id, by_click or NOWHERE, follows=follows)
        try:
            check(right, who, table_id)
        except Refused:
            if right is Right.ACT or by_click is not None or not who.has_ties:
                raise
            found = await self._membership.presence(facts.guild_id, facts.channel_id, interaction.user.id)
            if found is None:
                raise Refused("discord_trouble") from None
            who = replace(who, presence=found)
            check(right, who, table_id)
        await self._call(interaction, facts)
        return who

    async def _call(self, interaction: discord.Interaction, facts: Facts) -> None:
        """Store a player's new display name at all their tables of a server, if an interaction has one.

        Interactions from direct messages don't count, since they lack the server's nickname; nor do those
        about ended tables.
        """
        seat, who = facts.seat_of(interaction.user.id), person(interaction)
        is_here = interaction.guild_id == facts.guild_id and facts.phase in OPEN_PHASES
        if not is_here or seat is None or facts.seats[seat].name == who.name:
            return
        others = await self._tables.tables_of(who.id)
        for table_id in {facts.id, *(one.id for one in others if one.guild_id == facts.guild_id)}:
            with suppress(Refused):  # If the renaming fails, the next click retries it.
                await self._tables.amend(table_id, who, renamed)


class Membership:
    """Finds out a person's rights in a channel: from an interaction, the gateway's data, or a request."""

    def __init__(self, client: discord.Client, reach: Reach, now: Callable[[], float]) -> None:
        self._client = client
        self._reach = reach
        self._now = now
        self._known: OrderedDict[tuple[str | int, ...], tuple[float, Any]] = OrderedDict()

    async def of(self, interaction: Interaction, guild_id: int | None, channel_id: int) -> Presence | None:
        """Return the rights of an interaction's author in a channel of a server now; None: not known."""
        by_click = await self.by_click(interaction, guild_id, channel_id)
        if by_click is not None:
            return by_click
        return await self.presence(guild_id, channel_id, interaction.user.id)

    async def by_click(
        self, interaction: Interaction, guild_id: int | None, channel_id: int
    ) -> Presence | None:
        """Return the rights of an interaction's author in a channel, by the interaction alone.

        None: the interaction alone doesn't tell the rights.

        An interaction from the channel or one of its threads holds the author's permissions.  An interaction
        from elsewhere in the server holds the author's roles, which suffice if the channel is known.
        """
        if channel_id in places(interaction) and interaction.guild_id == guild_id:
            if guild_id is None:
                return Presence(sees=True, posts=True)
            is_thread = (
                isinstance(interaction.channel, discord.Thread) and channel_id == interaction.channel_id
            )
            return _presence(interaction.permissions, in_thread=is_thread)
        # Without the gateway, `interaction.guild` has no channels and no roles.
        guild, member = await self.come_from(interaction), interaction.user
        if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
            return None
        place = guild.get_channel_or_thread(channel_id)  # None: perhaps a thread that isn't reported.
        return None if place is None else in_place(place, member)

    async def come_from(self, interaction: Interaction) -> discord.Guild | None:
        """Return the server that an interaction comes from; None: a direct message, or the request failed.

        Without the gateway, a request may be sent even for an interaction that names a table that doesn't
        exist.  So the duration doesn't reveal which tables exist.
        """
        if interaction.guild_id is None:
            return None
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self.server(interaction.guild_id)
        except TROUBLE as fault:
            log.info("server_unknown", fault=type(fault).__name__)
            return None

    async def presence(self, guild_id: int | None, channel_id: int, person_id: int) -> Presence | None:
        """Return a person's rights in a channel now, after a request if need be; None: not known.

        `NOWHERE`: the person or the bot certainly isn't in the server, or the channel doesn't exist.
        """
        if guild_id is None or not self._reach.has_heard:
            return None
        try:
            async with asyncio.timeout(PATIENCE_S):
                guild = await self.server(guild_id)
                if guild is None:
                    return NOWHERE
                if guild.unavailable:
                    return None
                member = await self._member(guild, person_id)
                place = await self._place(guild, channel_id)
        except TROUBLE as fault:
            log.info("member_unknown", fault=type(fault).__name__)
            return None
        return NOWHERE if member is None or place is None else in_place(place, member)

    async def of_bot(self, guild_id: int, channel_id: int) -> tuple[AnyPlace, discord.Permissions] | None:
        """Return a place and the bot's permissions there, after requests if need be; None: not known."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                guild = await self.server(guild_id)
                if guild is None or guild.unavailable or self._client.user is None:
                    return None
                me = guild.me or await self._member(guild, self._client.user.id)
                place = await self._place(guild, channel_id)
        except TROUBLE as fault:
            log.info("own_permissions_unknown", fault=type(fault).__name__)
            return None
        if me is None or place is None or is_orphaned(place):
            return None
        return place, place.permissions_for(me)

    async def forum_of(self, interaction: Interaction, table: Facts) -> discord.ForumChannel | None:
        """Return the forum of the post from which an interaction came, if the table is in this post, too.

        None: the table is elsewhere, its place is no post, or the bot or the author may open no post in the
        forum.
        """
        if table.guild_id is None or table.guest or table.channel_id != interaction.channel_id:
            return None
        known = await self.of_bot(table.guild_id, table.channel_id)
        forum = known[0].parent if known is not None and isinstance(known[0], discord.Thread) else None
        may = known is not None and known[1].send_messages and may_write(interaction.permissions)
        return forum if may and isinstance(forum, discord.ForumChannel) else None

    async def member(
        self, guild_id: int, channel_id: int, person_id: int
    ) -> tuple[discord.Member | None, bool]:
        """Return a member of a server, after a request if need be, and whether the member sees a channel.

        None as the member: the person isn't in the server.

        Raises:
            Refused: `invite_not_here`: the bot isn't in the server; `discord_trouble`: the request failed.
        """
        try:
            async with asyncio.timeout(PATIENCE_S):
                guild = await self.server(guild_id)
                if guild is None:
                    raise Refused("invite_not_here")
                member = await self._member(guild, person_id)
                place = await self._place(guild, channel_id)
        except TROUBLE as fault:
            raise Refused("discord_trouble") from fault
        return member, member is not None and place is not None and in_place(place, member).sees

    async def is_member(self, guild_id: int, person_id: int) -> bool:
        """Whether a person is in a server, after a request if need be; True also if the request fails."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                guild = await self.server(guild_id)
                return guild is None or await self._member(guild, person_id) is not None
        except TROUBLE:
            return True

    async def server(self, guild_id: int) -> discord.Guild | None:
        """Return a server as the gateway reports it or, without a gateway, from the cache or a request.

        None: the bot is not in the server.  Raises `discord.HTTPException` if the request failed.
        """
        if self._reach.covers(guild_id):
            return self._client.get_guild(guild_id)
        http, state = self._client.http, self._client._connection

        async def ask() -> discord.Guild:
            told: Any = await http.get_guild(guild_id, with_counts=False)
            told["channels"] = await http.get_all_guild_channels(guild_id)
            return discord.Guild(data=told, state=state)

        return await self._fetched(("server", guild_id), ask, {UNKNOWN_GUILD, MISSING_ACCESS})

    async def _place(self, guild: discord.Guild, channel_id: int) -> AnyPlace | None:
        """Return a server's channel or thread; None: it doesn't exist, or the bot can't see the thread.

        Places that the gateway doesn't report, such as archived threads, are requested.

        Raises:
            discord.HTTPException: The request failed.
        """
        listed = guild.get_channel_or_thread(channel_id)
        if listed is not None:
            return listed

        async def ask() -> discord.Thread | None:
            told: Any = await self._client.http.get_channel(channel_id)
            if "thread_metadata" not in told or int(told["guild_id"]) != guild.id:
                return None
            return discord.Thread(guild=guild, state=self._client._connection, data=told)

        return await self._fetched(("thread", channel_id), ask, {UNKNOWN_CHANNEL, MISSING_ACCESS})

    async def _member(self, guild: discord.Guild, person_id: int) -> discord.Member | None:
        """Return a member of a server, from the cache or a request; None: the person isn't in the server.

        Raises:
            discord.HTTPException: The request failed.
        """
        ask = partial(guild.fetch_member, person_id)
        return await self._fetched(("member", guild.id, person_id), ask, PERSON_GONE)

    async def _fetched(
        self, key: tuple[str | int, ...], ask: Callable[[], Awaitable[T | None]], gone: Collection[int]
    ) -> T | None:
        """Return the result of `ask`, cached under `key` for `KEPT_S`; None: the error's code is in `gone`.

        Raises:
            discord.HTTPException: The request failed.
        """
        now = self._now()
        asked_at, known = self._known.get(key, (-KEPT_S, None))
        found: T | None = known
        if now - asked_at >= KEPT_S:
            try:
                found = await ask()
            except discord.HTTPException as fault:
                if fault.code not in gone:
                    raise
                found = None
            self._known[key] = now, found
            self._known.move_to_end(key)
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return found


AnyPlace = discord.abc.GuildChannel | discord.Thread
"""A channel or thread of a server."""


def is_orphaned(place: AnyPlace) -> bool:
    """Whether a place is a thread of an unknown channel, so that nobody's permissions are known."""
    return isinstance(place, discord.Thread) and place.parent is None


def in_place(place: AnyPlace, member: discord.Member) -> Presence:
    """Return a member's rights in a place.

    In private threads, `NOWHERE`: only a click inside the thread proves that a member belongs to it.
    """
    is_thread = isinstance(place, discord.Thread)
    if is_orphaned(place) or (isinstance(place, discord.Thread) and place.is_private()):
        return NOWHERE
    return _presence(place.permissions_for(member), in_thread=is_thread)


def _presence(allowed: discord.Permissions, *, in_thread: bool) -> Presence:
    sees, posts = allowed.view_channel, may_write(allowed, in_thread=in_thread)
    return Presence(sees=sees, moderates=sees and allowed.manage_messages, posts=posts)


class Shard(NamedTuple):
    """A part of the bot's servers, whose events this process gets: shard `number` (from 0) of `of` shards."""

    number: int
    of: int


class Reach:
    """Knows the servers and channels whose events this process gets.

    Attributes:
        has_gateway: Whether the bot has a gateway connection; False: the bot asks Discord by requests.
        has_heard: Whether the gateway has reported the bot's servers; always True without the gateway.
        deleted: The ids of deleted channels that some table, or discord.py's cache, may still refer to.
    """

    def __init__(self, has_gateway: bool = True, shard: Shard | None = None) -> None:
        self.has_gateway = has_gateway
        self._shard = shard
        self.has_heard = not has_gateway
        self.deleted: set[int] = set()

    def covers(self, guild_id: int | None) -> bool:
        """Whether this process gets a server's events; False: another process gets them, or none does."""
        if self._shard is None or guild_id is None:
            return self.has_gateway
        return self.has_gateway and (guild_id >> 22) % self._shard.of == self._shard.number
