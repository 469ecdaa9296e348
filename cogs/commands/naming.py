"""Declares slash commands: the names and descriptions of commands and options, from the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from inspect import signature
from typing import Any, Final

from discord import app_commands
from discord.app_commands import Choice

from cogs.text.language import catalogue, said
from engine.catalogue import games

Callback = Callable[..., Coroutine[Any, Any, None]]

NAMES: Final = {"table": "which_table"}
"""The catalogue's keys for the names of those options whose keys aren't their names in Python."""


def command(name: str, **described: str) -> Callable[[Callback], app_commands.Command[Any, ..., None]]:
    """Make a cog's method a slash command, with its parameters after `interaction` as options.

    The choices of an option `game` are all games.

    Args:
        name: The command's key in the catalogue.
        described: The key of the description of each option for which it isn't `commands.<name>_<option>`.
    """

    def declared(callback: Callback) -> app_commands.Command[Any, ..., None]:
        _, _, *options = signature(callback).parameters
        named = {option: said(f"commands.name_{NAMES.get(option, option)}") for option in options}
        keys = {option: described.get(option, f"commands.{name}_{option}") for option in options}
        texts = {option: said(key) for option, key in keys.items()}
        callback = app_commands.rename(**named)(app_commands.describe(**texts)(callback))
        if "game" in options:
            callback = app_commands.choices(game=game_names())(callback)
        own_name, description = said(f"commands.name_{name}"), said(f"commands.{name}")
        return app_commands.command(name=own_name, description=description)(callback)

    return declared


def game_names() -> list[Choice[str]]:
    """Return all games as the choices of a command's option."""
    return [Choice(name=said(f"{catalogue(game)}.name"), value=game) for game in games()]
