"""An ordinary bot; it knows nothing of the local Discord."""

import os

import discord
from discord import app_commands, ui


class Poll(ui.View):
    yes = 0

    @ui.button(label="Yes")
    async def say_yes(self, interaction: discord.Interaction, _button: ui.Button["Poll"]) -> None:
        self.yes += 1
        await interaction.response.edit_message(content=f"{self.yes} said yes")


class Bot(discord.Client):
    async def setup_hook(self) -> None:
        await tree.sync()


bot = Bot(intents=discord.Intents.default())
tree = app_commands.CommandTree(bot)


@tree.command(description="Asks everybody")
async def poll(interaction: discord.Interaction, question: str) -> None:
    await interaction.response.send_message(question, view=Poll())


bot.run(os.environ["DISCORD_TOKEN"])
