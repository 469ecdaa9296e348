"""The command `/table new`, which has the options of all games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, Signature
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.kit.language import catalogue
from cogs.kit.places import board_channel
from cogs.kit.translator import said
from cogs.views.times import TURNS
from engine.catalogue import games
from engine.game import Option
from tables import Opening, Refused, WhenLate

Interaction = discord.Interaction[Any]
T = TypeVar("T")
OpenTable = Callable[[Interaction, str, dict[str, Any]], Awaitable[None]]
"""Does the command's work; it gets the game's id, and all other options by name (None: not chosen)."""

PACES: Final = {"instant": 0.0, "brisk": 1.5, "relaxed": 4.0}
"""Seconds that a computer player waits before a move."""


def all_options() -> dict[str, tuple[Option, list[str]]]:
    """The options of all games by name, each with the ids of the games that have it."""
    found: dict[str, tuple[Option, list[str]]] = {}
    for game in games().values():
        for option in game.options:
            found.setdefault(option.name, (option, []))[1].append(game.id)
    return found


def opening(interaction: Interaction, game_id: str, chosen: Mapping[str, Any]) -> Opening:
    """The table that somebody wants to open; `chosen` has the command's options by name (None: not chosen).

    Raises:
        Refused: `not_its_option`: an option of another game was chosen; `illegal_option`: a value that only
            an older version of the command offered.
    """
    options = {name: value for name, value in chosen.items() if name in all_options() and value}
    for name in options:
        if game_id not in all_options()[name][1]:
            raise Refused("not_its_option", option=name)
    return Opening(
        game_id=game_id,
        options=options,
        wanted_seats=chosen.get("seats"),
        guild_id=interaction.guild_id,
        channel_id=board_channel(interaction),
        pace_s=_one_of(PACES, "pace", chosen.get("pace") or "brisk"),
        locale=str(interaction.guild_locale or interaction.locale),
        turn_s=_one_of(TURNS, "turn", chosen["turn"]) if chosen.get("turn") else None,
        when_late=_one_of(
            {late.value: late for late in WhenLate}, "late", chosen.get("late") or WhenLate.MOVE
        ),
    )


def _one_of(known: Mapping[str, T], name: str, value: str) -> T:
    if value not in known:
        raise Refused("illegal_option", name=name, value=value)
    return known[value]


def new_command(open_table: OpenTable) -> app_commands.Command[Any, ..., None]:
    """The command `/table new` with the options of all games.

    discord.py takes a command's options from a function's signature; here the signature is made from the
    catalogue, so that a new game brings its options along.
    """

    async def new(interaction: Interaction, game: str, **chosen: Any) -> None:
        await open_table(interaction, game, chosen)

    def optional(name: str, kind: Any) -> Parameter:
        return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind | None)

    seats = sorted({seats for game in games().values() for seats in game.seats})
    parameters = [
        Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction),
        Parameter("game", Parameter.POSITIONAL_OR_KEYWORD, annotation=str),
        optional("seats", Range[int, seats[0], seats[-1]]),
        optional("pace", str),
        optional("turn", str),
        optional("late", str),
        *(optional(name, str) for name in all_options()),
    ]
    new.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    described = {name: said(f"commands.new_{name}") for name in ("game", "seats", "pace", "turn", "late")}
    named = {name: said(f"commands.name_{name}") for name in described}
    choices = {
        "game": [Choice(name=said(f"{catalogue(game)}.name"), value=game) for game in games()],
        "pace": [Choice(name=said(f"commands.pace_{pace}"), value=pace) for pace in PACES],
        "turn": [Choice(name=said(f"commands.turn_{turn}"), value=turn) for turn in TURNS],
        "late": [Choice(name=said(f"commands.late_{late}"), value=late.value) for late in WhenLate],
    }
    for name, (option, having) in all_options().items():
        key = f"{catalogue(having[0])}.option_{name}"
        described[name] = said(key)
        named[name] = said(f"{catalogue(having[0])}.option_name_{name}")
        choices[name] = [Choice(name=said(f"{key}_{value}"), value=value) for value in option.values]
    for decorate in (
        app_commands.rename(**named),
        app_commands.describe(**described),
        app_commands.choices(**choices),
    ):
        new = decorate(new)
    return app_commands.Command(
        name=said("commands.name_new"), description=said("commands.new"), callback=new
    )
