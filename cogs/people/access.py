"""Who may do what at a table: whoever clicked or typed is looked up, and `tables.verbs.access` asked.

The gateway doesn't tell the bot of members (that would be a privileged intent), so a member is fetched, and
remembered for `KEPT_S`: fifty clicks need one request.  Without the gateway, so are servers with their
channels.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.faults import (
    MISSING_ACCESS,
    PERSON_GONE,
    TROUBLE,
    UNKNOWN_GUILD,
)
from cogs.discord_io.origin import board_channel, may_write
from cogs.people.contacts import person
from tables import Facts, Refused, Tables
from tables.model.table import OPEN_PHASES
from tables.verbs.access import NOWHERE, Presence, Relation, Right, check, relation
from tables.verbs.seat_changes import renamed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

Interaction = discord.Interaction[Any]

KEPT_S: Final = 60.0
"""Seconds for which a member's roles are remembered; a channel's permissions are always the newest."""
KEPT: Final = 1_000
PATIENCE_S: Final = 5.0
"""Seconds to wait for Discord's answer; then it isn't known what somebody may do."""


class AtOwner(Exception):
    """An interaction is to be answered by the process that holds a lease: the owner of what it is about.

    Attributes:
        about: The id of a table, or another text whose lease decides.
    """

    def __init__(self, about: str) -> None:
        super().__init__(about)
        self.about = about


class Access:
    """Decides who may do what with a table; all that names a table asks it first."""

    def __init__(self, tables: Tables, membership: Membership) -> None:
        self._tables = tables
        self._membership = membership

    def check_owned(self, about: str) -> None:
        """Raise `AtOwner` if another process owns what an interaction is about."""
        if not self._tables.cluster.is_ours(about):
            raise AtOwner(about)

    async def checked(self, interaction: discord.Interaction, table_id: str, right: Right) -> Relation:
        """The relation of an interaction's author to a table, if they have that right.

        Discord is asked only about people whom the table knows anyway: others get their answer as fast for an
        id that exists as for one that doesn't, and can't make us send requests.

        Raises:
            AtOwner: Another process looks after the table.
            Refused: As `access.check`; `discord_trouble`: Discord doesn't say what they may do there.
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
        """Call a player of a table by the name that comes with a click in its server, at all tables there.

        One that came with a direct message lacks the nickname; tables that are over keep the names of then.
        """
        seat, who = facts.seat_of(interaction.user.id), person(interaction)
        is_here = interaction.guild_id == facts.guild_id and facts.phase in OPEN_PHASES
        if not is_here or seat is None or facts.seats[seat].name == who.name:
            return
        others = await self._tables.tables_of(who.id)
        for table_id in {facts.id, *(one.id for one in others if one.guild_id == facts.guild_id)}:
            with suppress(Refused):  # It stays as it was, until the next click.
                await self._tables.amend(table_id, who, renamed)


class Membership:
    """Knows who can see a channel."""

    def __init__(self, client: discord.Client, reach: Reach, now: Callable[[], float]) -> None:
        self._client = client
        self._reach = reach
        self._now = now
        self._members: OrderedDict[tuple[int, int], tuple[float, discord.Member | None]] = OrderedDict()
        self._servers: OrderedDict[int, tuple[float, discord.Guild | None]] = OrderedDict()

    async def of(self, interaction: Interaction, guild_id: int | None, channel_id: int) -> Presence | None:
        """What an interaction's author may do in a channel of a server now; None: not known."""
        by_click = await self.by_click(interaction, guild_id, channel_id)
        if by_click is not None:
            return by_click
        return await self.presence(guild_id, channel_id, interaction.user.id)

    async def by_click(
        self, interaction: Interaction, guild_id: int | None, channel_id: int
    ) -> Presence | None:
        """What an interaction's author may do in a channel, by what came with it; None: not known by that.

        From the channel itself or a thread of it, the interaction holds their permissions; from elsewhere in
        the server, they follow from their roles and what is known of the channel.
        """
        is_there = channel_id in (interaction.channel_id, board_channel(interaction))
        if is_there and interaction.guild_id == guild_id:
            return Presence(sees=True, posts=True) if guild_id is None else _presence(interaction.permissions)
        # Not the interaction's own server, which without the gateway has no channels and no roles.
        guild, member = await self.come_from(interaction), interaction.user
        if guild is None or guild.id != guild_id or not isinstance(member, discord.Member):
            return None
        return in_channel(guild, channel_id, member)

    async def come_from(self, interaction: Interaction) -> discord.Guild | None:
        """The server that an interaction comes from, as far as it is known.

        Without the gateway it may have to be fetched.  So that the time that takes tells nothing of a table,
        it is fetched whichever table is named, even if there is none.
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
        """What a person may do in a channel of a server now; None: not known.

        `NOWHERE`: the person or the bot certainly is not in the server, or the channel doesn't exist.
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
        except TROUBLE as fault:
            log.info("member_unknown", fault=type(fault).__name__)
            return None
        return NOWHERE if member is None else in_channel(guild, channel_id, member)

    async def server(self, guild_id: int) -> discord.Guild | None:
        """A server as the gateway tells it; without the gateway, as fetched now or up to `KEPT_S` ago.

        None: the bot is not in it.  Raises `discord.HTTPException` where Discord doesn't say.
        """
        if self._reach.covers(guild_id):
            return self._client.get_guild(guild_id)
        now = self._now()
        known = self._servers.get(guild_id)
        if known is not None and now - known[0] < KEPT_S:
            return known[1]
        guild: discord.Guild | None = None
        http, state = self._client.http, self._client._connection
        try:
            told: Any = await http.get_guild(guild_id, with_counts=False)
            told["channels"] = await http.get_all_guild_channels(guild_id)
            guild = discord.Guild(data=told, state=state)
        except discord.HTTPException as fault:
            if fault.code not in (UNKNOWN_GUILD, MISSING_ACCESS):
                raise
        _remember(self._servers, guild_id, (now, guild))
        return guild

    async def _member(self, guild: discord.Guild, person_id: int) -> discord.Member | None:
        """A member, as fetched now or up to `KEPT_S` ago; None: the person is not in the server.

        Raises `discord.HTTPException` where Discord doesn't say.
        """
        key, now = (guild.id, person_id), self._now()
        known = self._members.get(key)
        if known is not None and now - known[0] < KEPT_S:
            return known[1]
        member: discord.Member | None = None
        try:
            member = await guild.fetch_member(person_id)
        except discord.HTTPException as fault:
            if fault.code not in PERSON_GONE:
                raise
        _remember(self._members, key, (now, member))
        return member


def _remember(known: OrderedDict[Any, Any], key: Any, found: tuple[float, Any]) -> None:
    """Remember what was found, and forget the oldest where that is too much."""
    known[key] = found
    known.move_to_end(key)
    if len(known) > KEPT:
        known.popitem(last=False)


def in_channel(guild: discord.Guild, channel_id: int, member: discord.Member) -> Presence:
    """What a member may do in a channel, by what is known of the server; `NOWHERE` if it doesn't exist.

    The gateway doesn't tell who is in a private thread, so that gives `NOWHERE` too; only a click from inside
    shows that somebody is in it.
    """
    place = guild.get_channel_or_thread(channel_id)
    if place is None or (isinstance(place, discord.Thread) and (place.is_private() or place.parent is None)):
        return NOWHERE
    return _presence(place.permissions_for(member))


def _presence(allowed: discord.Permissions) -> Presence:
    sees = allowed.view_channel
    return Presence(sees=sees, moderates=sees and allowed.manage_messages, posts=may_write(allowed))


class Shard(NamedTuple):
    """Which of how many parts of all servers the gateway tells this process of."""

    number: int
    of: int


class Reach:
    """Which places can be reached, as far as is known.

    Attributes:
        has_gateway: The gateway tells of some servers and channels at least; else Discord is asked where it
            matters.
        has_heard: The gateway has told in which servers the bot is; where nothing is told, there is no wait.
        deleted: The ids of channels that are known to be deleted, as long as their tables may not know it,
            or discord.py doesn't.
    """

    def __init__(self, has_gateway: bool = True, shard: Shard | None = None) -> None:
        self.has_gateway = has_gateway
        self._shard = shard
        self.has_heard = not has_gateway
        self.deleted: set[int] = set()

    def covers(self, guild_id: int | None) -> bool:
        """Whether the gateway tells this process of a server: others have the servers of other shards."""
        if self._shard is None or guild_id is None:
            return self.has_gateway
        return self.has_gateway and (guild_id >> 22) % self._shard.of == self._shard.number
