"""`/cards`, `/games`, `/rules`, `/privacy`: commands whose replies only the person who gave them sees."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.commands.table import table_choices, typed_table
from cogs.discord_io.delivery import Reply
from cogs.discord_io.places import board_channel
from cogs.interactions.answer import answer
from cogs.interactions.my_games import my_games
from cogs.interactions.parts import ClickParts
from cogs.interactions.play import new_panel, own_look
from cogs.interactions.privacy import my_data
from cogs.text.language import catalogue, said
from cogs.views.panel import chooser_message
from cogs.views.rules import rules_message
from engine.catalogue import games
from tables import Look, Refused

Interaction = discord.Interaction


class PrivateCommands(commands.Cog):
    """Receives the commands whose replies only the person who gave them sees."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts
        self._tables = parts.tables

    @app_commands.command(name=said("commands.name_cards"), description=said("commands.cards"))
    @app_commands.rename(table=said("commands.name_which_table"))
    @app_commands.describe(table=said("commands.which_table"))
    async def cards(self, interaction: Interaction, table: str | None = None) -> None:
        """Open the private panel of the table named, else of the one here; of several, offer a choice."""

        async def work() -> Reply:
            await self._parts.people.note_locale(interaction)
            looks = await self._looks(interaction, table)
            if len(looks) > 1:
                return Reply(chooser_message(looks, self._parts.people.words_for(interaction)))
            return await new_panel(self._parts, interaction, looks[0])

        await answer(self._parts, interaction, work(), table)

    @cards.autocomplete("table")
    async def my_tables(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        """The person's own tables that match what was typed so far; called while they type."""
        found = await self._tables.tables_of(interaction.user.id)
        return table_choices(found, typed, self._parts.people.words_for(interaction))

    async def _looks(self, interaction: Interaction, table_id: str | None) -> list[Look]:
        """The running tables of the person that the command may mean, at least one.

        Raises:
            Refused: As `access.checked` and `own_look`; `no_game_of_yours`.
        """
        who = interaction.user.id
        if table_id is not None:
            table_id = typed_table(table_id, await self._tables.tables_of(who))
            await self._parts.access.checked(interaction, table_id, "cards")
            return [await own_look(self._parts, interaction, table_id)]
        mine = await self._running(who)
        here = [look for look in mine if look.table.channel_id == board_channel(interaction)]
        if not mine:
            raise Refused("no_game_of_yours")
        await self._parts.access.checked(interaction, (here or mine)[0].table.id, "cards")
        return here or mine

    async def _running(self, person_id: int) -> list[Look]:
        looks = [
            await self._tables.look(table.id, person_id) for table in await self._tables.tables_of(person_id)
        ]
        return [look for look in looks if look.observation is not None]

    @app_commands.command(name=said("commands.name_games"), description=said("commands.games"))
    async def my_games(self, interaction: Interaction) -> None:
        """List all the person's tables and whose turn it is, with a button to each."""
        await answer(self._parts, interaction, my_games(self._parts, interaction))

    @app_commands.command(name=said("commands.name_rules"), description=said("commands.rules"))
    @app_commands.rename(game=said("commands.name_game"))
    @app_commands.describe(game=said("commands.new_game"))
    @app_commands.choices(game=[Choice(name=said(f"{catalogue(game)}.name"), value=game) for game in games()])
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the rules of a game, in short pages."""

        async def work() -> Reply:
            return Reply(rules_message(game, 0, self._parts.people.words_for(interaction)))

        await answer(self._parts, interaction, work())

    @app_commands.command(name=said("commands.name_privacy"), description=said("commands.privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        """Show what is stored of the person, with buttons to get it and to delete it."""
        await answer(self._parts, interaction, my_data(self._parts, interaction))
