"""Commands whose replies are ephemeral: cards, games, rules, data, lessons, replays; `/doctor`."""

from __future__ import annotations

import discord
from discord.app_commands import Choice
from discord.ext import commands

from cogs.commands.naming import command
from cogs.commands.table import table_choices, typed_table
from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import places
from cogs.interactions.answer import answer
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.daily import todays
from cogs.interactions.doctor import examined
from cogs.interactions.learn import opened_lesson
from cogs.interactions.my_games import my_games
from cogs.interactions.panel import new_panel
from cogs.interactions.profile import leaderboard, profile
from cogs.interactions.reading import rules
from cogs.interactions.settings import my_data
from cogs.text.ids import ReplayPosition
from cogs.views.panel import chooser_message
from cogs.views.replay import ReplaySource
from tables import Look, Refused
from tables.verbs.access import Right


class PrivateCommands(commands.Cog):
    """Receives the commands whose replies only their author sees."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts
        self._tables = parts.tables

    @command("cards", table="commands.which_table")
    async def cards(self, interaction: discord.Interaction, table: str | None = None) -> None:
        """Open the author's panel of the named table; without a name, of a table here, or ask which."""
        click = Click(self._parts, interaction, table=table or "")

        async def work() -> Reply:
            await self._parts.people.note_locale(interaction)
            looks = await self._looks(click)
            if len(looks) > 1:
                return Reply(chooser_message(looks, click.words))
            return await new_panel(click, looks[0])

        await answer(click, work())

    @cards.autocomplete("table")
    async def my_tables(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return the author's tables that match the typed text, as choices; called while the author types."""
        found = await self._tables.tables_of(interaction.user.id)
        return table_choices(found, typed, self._parts.people.words_for(interaction))

    async def _looks(self, click: Click) -> list[Look]:
        """Return the tables whose panels `/cards` can open for the author.

        Raises:
            Refused: There are none.
        """
        who = click.user_id
        if click.table:
            click.table = typed_table(click.table, await self._tables.tables_of(who))
            await click.check(Right.ACT)
            return [await click.own_look()]
        mine = await self._running(who)
        here = [look for look in mine if look.table.channel_id in places(click.interaction)]
        if not mine:
            raise Refused("no_game_of_yours")
        click.table = (here or mine)[0].table.id
        await click.check(Right.ACT)
        return here or mine

    async def _running(self, person_id: int) -> list[Look]:
        looks = [
            await self._tables.look(table.id, person_id) for table in await self._tables.tables_of(person_id)
        ]
        return [look for look in looks if look.observation is not None]

    @command("games")
    async def my_games(self, interaction: discord.Interaction) -> None:
        """List all tables of the author, each with the players to move and a button."""
        click = Click(self._parts, interaction)
        await answer(click, my_games(click))

    @command("rules", game="commands.new_game")
    async def rules(self, interaction: discord.Interaction, game: str) -> None:
        """Show the rules of a game, in short pages."""
        click = Click(self._parts, interaction, detail=f"{game}.0")
        await answer(click, rules(click))

    @command("privacy")
    async def privacy(self, interaction: discord.Interaction) -> None:
        """Show a summary of the author's stored data, with buttons to download and to delete the data."""
        click = Click(self._parts, interaction)
        await answer(click, my_data(click))

    @command("daily")
    async def daily(self, interaction: discord.Interaction, day: str = "") -> None:
        """Show the deal of a date; without `day`, that of today in the author's time zone."""
        click = Click(self._parts, interaction)
        await answer(click, todays(click, day))

    @command("doctor")
    async def doctor(self, interaction: discord.Interaction) -> None:
        """Report to a person who runs the server or the bot on the bot's permissions here and its health."""
        click = Click(self._parts, interaction)
        await answer(click, examined(click))

    @command("profile")
    async def profile(self, interaction: discord.Interaction, person: discord.User | None = None) -> None:
        """Show the profile of the author, or of another person who lets others see it."""
        click = Click(self._parts, interaction)
        await answer(click, profile(click, person))

    @command("leaderboard")
    async def leaderboard(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show the leaderboard of the server, for one game or, without `game`, for all games."""
        click = Click(self._parts, interaction)
        await answer(click, leaderboard(click, game))

    @command("learn")
    async def learn(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Open or resume the author's lesson of a game; without `game`, list all lessons."""
        click = Click(self._parts, interaction, detail=game or "")
        await answer(click, opened_lesson(click))

    @command("replay")
    async def replay(
        self,
        interaction: discord.Interaction,
        table: str | None = None,
        file: discord.Attachment | None = None,
    ) -> None:
        """Replay the game of an attached file or a named table; with neither, the latest game."""
        replay_player = self._parts.replay_player
        if file is not None:
            work = replay_player.open_file(interaction, file)
        elif table is not None:
            work = self._named(interaction, table)
        else:
            work = replay_player.open_latest(interaction)
        await answer(Click(self._parts, interaction), work)

    async def _named(self, interaction: discord.Interaction, typed: str) -> Reply:
        found = await self._parts.replay_player.tables_here(interaction)
        source = ReplaySource(table=typed_table(typed, found))
        return await self._parts.replay_player.clicked(interaction, source, ReplayPosition())

    @replay.autocomplete("table")
    async def tables_here(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return this channel's games that match the typed text, as choices; called while somebody types."""
        found = await self._parts.replay_player.tables_here(interaction)
        return table_choices(found, typed, self._parts.people.words_for(interaction))
