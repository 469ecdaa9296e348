"""The command `/table new`: the game, and how many play; *Set up…* on the lobby has all else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.text.language import catalogue, said
from engine.catalogue import games

Interaction = discord.Interaction[Any]
OpenTable = Callable[[Interaction, str, int | None], Awaitable[None]]
"""Does the command's work; it gets the game's id, and the number of seats (None: not chosen)."""


def new_command(open_table: OpenTable) -> app_commands.Command[Any, ..., None]:
    """The command `/table new`.

    discord.py takes a command's options from a function's signature; here the signature is made from the
    catalogue, which knows how many can play.
    """

    async def new(interaction: Interaction, game: str, seats: int | None = None) -> None:
        await open_table(interaction, game, seats)

    possible = sorted({seats for game in games().values() for seats in game.seats})
    parameters = [
        Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
        Parameter("game", Parameter.POSITIONAL_OR_KEYWORD, annotation=str),
        Parameter(
            "seats",
            Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Range[int, possible[0], possible[-1]] | None,
        ),
    ]
    new.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    names = [Choice(name=said(f"{catalogue(game)}.name"), value=game) for game in games()]
    for decorate in (
        app_commands.rename(game=said("commands.name_game"), seats=said("commands.name_seats")),
        app_commands.describe(game=said("commands.new_game"), seats=said("commands.new_seats")),
        app_commands.choices(game=names),
    ):
        new = decorate(new)
    return app_commands.Command(
        name=said("commands.name_new"), description=said("commands.new"), callback=new
    )
