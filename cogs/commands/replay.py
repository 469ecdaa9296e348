"""`/replay`: watch a game again, move by move."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.commands.table import table_choices, typed_table
from cogs.discord_io.delivery import Reply
from cogs.interactions.answer import answer
from cogs.interactions.parts import ClickParts
from cogs.text.details import ReplayPosition
from cogs.text.language import said
from cogs.views.replay import ReplaySource

Interaction = discord.Interaction


class ReplayCommand(commands.Cog):
    """Receives `/replay`; the replay player shows the game."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts

    @app_commands.command(name=said("commands.name_replay"), description=said("commands.replay"))
    @app_commands.rename(table=said("commands.name_which_table"), file=said("commands.name_file"))
    @app_commands.describe(table=said("commands.replay_table"), file=said("commands.replay_file"))
    async def replay(
        self, interaction: Interaction, table: str | None = None, file: discord.Attachment | None = None
    ) -> None:
        """Replay the game of a file, else of the table named, else the latest one of this channel."""
        replay_player = self._parts.replay_player
        if file is not None:
            work = replay_player.open_file(interaction, file)
        elif table is not None:
            work = self._named(interaction, table)
        else:
            work = replay_player.open_latest(interaction)
        await answer(self._parts, interaction, work)

    async def _named(self, interaction: Interaction, typed: str) -> Reply:
        found = await self._parts.replay_player.tables_here(interaction)
        source = ReplaySource(table=typed_table(typed, found))
        return await self._parts.replay_player.clicked(interaction, source, ReplayPosition())

    @replay.autocomplete("table")
    async def tables_here(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The games of this channel that match what was typed so far; called while somebody types."""
        found = await self._parts.replay_player.tables_here(interaction)
        return table_choices(found, typed, self._parts.people.words_for(interaction))
