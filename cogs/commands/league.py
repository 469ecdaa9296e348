"""`/league`: open a league in a channel, or manage the channel's league."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from cogs.commands.naming import command
from cogs.discord_io.delivery import Reply
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.league import opened_league
from cogs.text.language import said
from engine.catalogue import games
from engine.players import LEVELS, USUAL
from tables.leagues import DAYS, DIVISIONS, ROUNDS
from tables.model.limits import TABLE_NAME_LENGTH
from tables.store.leagues import Settings

FEWEST = 2


class LeagueCommand(commands.Cog):
    """Receives the command `/league`."""

    def __init__(self, parts: ClickParts) -> None:
        self.parts = parts

    @command("league")
    @app_commands.choices(level=[Choice(name=said(f"table.level_{level}"), value=level) for level in LEVELS])
    async def league(
        self,
        click: Click,
        game: str | None = None,
        seats: Range[int, 2, 4] | None = None,
        rounds: Range[int, ROUNDS[0], ROUNDS[1]] | None = None,
        days: Range[int, DAYS[0], DAYS[1]] = 7,
        level: str = USUAL,
        divisions: Range[int, DIVISIONS[0], DIVISIONS[1]] | None = None,
        same_deal: bool = False,
        title: Range[str, 1, TABLE_NAME_LENGTH] = "",
    ) -> Reply:
        """Open a league of a game; without a game, show the menu of the channel's league."""
        settings = None
        if game is not None:
            known = games().get(game)
            least = min(known.seats) if known is not None else FEWEST
            settings = Settings(
                game_id=game,
                size=seats or least,
                swiss=rounds is not None,
                rounds=rounds or 0,
                days=days,
                computer=level,
                divisions=divisions or 0,
                locale=click.words.language,
                same_deal=same_deal,
            )
        return await opened_league(click, settings, title)
