"""Declares slash commands: the names and descriptions of commands and options, from the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import signature
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.discord_io.delivery import Reply
from cogs.interactions.answer import answer
from cogs.interactions.click import Click
from cogs.text.language import catalogue, said
from engine.catalogue import games

Work = Callable[..., Coroutine[Any, Any, Reply]]
"""A cog's method that does the work of a command: it gets the `Click` and the options."""

NAMES: Final = {"table": "which_table"}
"""The last part of an option's key in the catalogue, by the option's name in Python, where the two differ."""


def command(name: str, **described: str) -> Callable[[Work], app_commands.Command[Any, ..., None]]:
    """Make a cog's method a slash command, with its parameters after the `Click` as options.

    The choices of an option `game` are all games.  `name`: the command's key in the catalogue.  `described`:
    the keys of options' descriptions, by option; other options have the key `commands.<name>_<option>`.
    """

    def declared(work: Work) -> app_commands.Command[Any, ..., None]:
        @wraps(work)
        async def callback(cog: Any, interaction: discord.Interaction, **chosen: Any) -> None:
            click = Click(cog.parts, interaction)
            await answer(click, work(cog, click, **chosen))

        whole = signature(work, eval_str=True)  # discord.py reads the options' types there.
        callback.__signature__ = whole  # type: ignore[attr-defined]
        _, _, *options = whole.parameters
        named = {option: said(f"commands.name_{NAMES.get(option, option)}") for option in options}
        keys = {option: described.get(option, f"commands.{name}_{option}") for option in options}
        texts = {option: said(key) for option, key in keys.items()}
        app_commands.rename(**named)(app_commands.describe(**texts)(callback))
        if "game" in options:
            app_commands.choices(game=game_names())(callback)
        own_name, description = said(f"commands.name_{name}"), said(f"commands.{name}")
        return app_commands.command(name=own_name, description=description)(callback)

    return declared


def game_names() -> list[Choice[str]]:
    """Return all games as the choices of a command's option."""
    return [Choice(name=said(f"{catalogue(game)}.name"), value=game) for game in games()]
