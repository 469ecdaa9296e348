"""`/learn`: a guided first game, for oneself alone."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from cogs.interactions.answer import answer
from cogs.interactions.learn import opened_lesson
from cogs.interactions.parts import ClickParts
from cogs.text.language import catalogue, said
from engine.catalogue import games


class LearnCommand(commands.Cog):
    """Receives `/learn`; clicks on its reply go to `cogs/interactions/learn.py`."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts

    @app_commands.command(name=said("commands.name_learn"), description=said("commands.learn"))
    @app_commands.rename(game=said("commands.name_game"))
    @app_commands.describe(game=said("commands.learn_game"))
    @app_commands.choices(game=[Choice(name=said(f"{catalogue(game)}.name"), value=game) for game in games()])
    async def learn(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Take up a lesson, or offer all."""
        await answer(self._parts, interaction, opened_lesson(self._parts, interaction, game))
