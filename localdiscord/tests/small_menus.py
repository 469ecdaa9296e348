"""Commands in the menus of people and messages, for tests."""

from __future__ import annotations

import discord
from discord import app_commands

from localdiscord.tests.local_bots import Bot

Spoken = discord.Interaction[Bot]


def with_menus(bot: Bot) -> None:
    """Add a command to each menu, and a slash command that mentions another."""

    @bot.tree.context_menu(name="Greet")
    async def greet(interaction: Spoken, who: discord.User) -> None:
        await interaction.response.send_message(f"{type(who).__name__} {who.display_name}")

    @bot.tree.context_menu(name="Quote")
    async def quote(interaction: Spoken, message: discord.Message) -> None:
        told = f"{message.author.display_name}: {message.content}"
        await interaction.response.send_message(told, ephemeral=True)

    group = app_commands.Group(name="poll", description="Polls")

    @group.command(description="Asks")
    async def ask(interaction: Spoken, question: str) -> None:
        found = {command.name: command.id for command in await bot.tree.fetch_commands()}
        await interaction.response.send_message(f"{question} </poll ask:{found['poll']}> </poll:1>")

    bot.tree.add_command(group)
