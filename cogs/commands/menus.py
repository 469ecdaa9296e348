"""The commands in the *Apps* menus of people and of messages."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions import apps
from cogs.interactions.answer import answer
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.profile import profile
from cogs.text.language import said

ON_MESSAGES: Final = {"replay": "replay", "happened": "log", "follow": "follow"}
"""By the name of a command in the menus of messages: the verb of the button that does the same."""


class AppsMenus(commands.Cog):
    """Receives the commands of Discord's *Apps* menus, whose names each person sees in their language."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts

    async def cog_load(self) -> None:
        """Add the commands to the client's tree; called by discord.py."""
        for name, work in (("invite", apps.invited), ("again", apps.played_again), ("profile", profile)):
            self._add(name, self._on_person(work))
        for name, verb in ON_MESSAGES.items():
            self._add(name, self._on_message(verb))

    def _add(self, name: str, callback: Any) -> None:
        menu = app_commands.ContextMenu(name=said(f"commands.menu_{name}"), callback=callback)
        self._parts.client.tree.add_command(menu)

    def _on_person(self, work: Any) -> Any:
        async def used(interaction: discord.Interaction, whom: discord.User) -> None:
            click = Click(self._parts, interaction)
            await answer(click, work(click, whom))

        return used

    def _on_message(self, verb: str) -> Any:
        async def used(interaction: discord.Interaction, message: discord.Message) -> None:
            click = Click(self._parts, interaction)
            await answer(click, apps.of_message(click, message, verb))

        return used
