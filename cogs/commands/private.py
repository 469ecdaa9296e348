"""Commands whose replies are ephemeral: cards, games, rules, data, lessons, replays; `/doctor`."""

from __future__ import annotations

import discord
from discord.app_commands import Choice
from discord.ext import commands

from cogs.commands.naming import command
from cogs.commands.table import table_choices, typed_table
from cogs.discord_io.delivery import Reply
from cogs.discord_io.origin import places
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.daily import daily
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
        self.parts = parts

    @command("cards", table="commands.which_table")
    async def cards(self, click: Click, table: str | None = None) -> Reply:
        """Open the author's panel of the named table; without a name, of the only possible one, or ask."""
        click.table = table or ""
        await click.parts.people.note_locale(click.interaction)
        looks = await _looks(click)
        if len(looks) > 1:
            return Reply(chooser_message(looks, click.words))
        return await new_panel(click, looks[0])

    @cards.autocomplete("table")
    async def my_tables(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return the author's tables that match the typed text, as choices; called while the author types."""
        found = await self.parts.tables.tables_of(interaction.user.id)
        return table_choices(found, typed, self.parts.people.words_for(interaction))

    @command("games")
    async def my_games(self, click: Click) -> Reply:
        """List all tables of the author, each with the players to move and a button."""
        return await my_games(click)

    @command("rules", game="commands.new_game")
    async def rules(self, click: Click, game: str) -> Reply:
        """Show the rules of a game, in short pages."""
        click.detail = f"{game}.0"
        return await rules(click)

    @command("privacy")
    async def privacy(self, click: Click) -> Reply:
        """Show a summary of the author's stored data, with buttons to download and to delete the data."""
        return await my_data(click)

    @command("daily")
    async def daily(self, click: Click, day: str = "") -> Reply:
        """Show the deal of a date; without `day`, that of today in the author's time zone."""
        click.detail = day.strip().replace(".", "-")
        return await daily(click)

    @command("doctor")
    async def doctor(self, click: Click) -> Reply:
        """Report the bot's permissions here and its health to a person who runs the server or the bot."""
        return await examined(click)

    @command("profile")
    async def profile(self, click: Click, person: discord.User | None = None) -> Reply:
        """Show the profile of the author, or of another person who lets others see it."""
        return await profile(click, person)

    @command("leaderboard")
    async def leaderboard(self, click: Click, game: str | None = None) -> Reply:
        """Show the leaderboard of the server, for one game or, without `game`, for all games."""
        return await leaderboard(click, game)

    @command("learn")
    async def learn(self, click: Click, game: str | None = None) -> Reply:
        """Open or resume the author's lesson of a game; without `game`, list all lessons."""
        click.detail = game or ""
        return await opened_lesson(click)

    @command("replay")
    async def replay(
        self, click: Click, table: str | None = None, file: discord.Attachment | None = None
    ) -> Reply:
        """Replay the game of an attached file or a named table; with neither, a game of this channel."""
        player, here = click.parts.replay_player, click.interaction
        if file is not None:
            return await player.open_file(here, file)
        if table is None:
            return await player.open_latest(here)
        source = ReplaySource(table=typed_table(table, await player.tables_here(here)))
        return await player.clicked(here, source, ReplayPosition())

    @replay.autocomplete("table")
    async def tables_here(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Return this channel's games that match the typed text, as choices; called while somebody types."""
        found = await self.parts.replay_player.tables_here(interaction)
        return table_choices(found, typed, self.parts.people.words_for(interaction))


async def _looks(click: Click) -> list[Look]:
    """Return the tables whose panels `/cards` can open for the author.

    Raises:
        Refused: There is no such table, or the author may not act at the named table.
    """
    who = click.user_id
    if click.table:
        click.table = typed_table(click.table, await click.tables.tables_of(who))
        await click.check(Right.ACT)
        return [await click.own_look()]
    looks = [await click.tables.look(table.id, who) for table in await click.tables.tables_of(who)]
    mine = [look for look in looks if look.observation is not None]
    here = [look for look in mine if look.table.channel_id in places(click.interaction)]
    if not mine:
        raise Refused("no_game_of_yours")
    click.table = (here or mine)[0].table.id
    await click.check(Right.ACT)
    return here or mine
