"""Checks who may do what at a table: finds out who clicked or typed, and asks `tables.verbs.access`."""

from __future__ import annotations

from contextlib import suppress

import discord
from msgspec.structs import replace

from cogs.people.contacts import person
from cogs.people.membership import Membership
from tables import Facts, Refused, Tables
from tables.model.table import OPEN_PHASES
from tables.verbs.access import NOWHERE, Relation, Right, check, relation
from tables.verbs.seat_changes import renamed


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
        """Have an interaction answered by the owner of what it is about.

        Raises:
            AtOwner: That is another process.
        """
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
