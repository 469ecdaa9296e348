"""A bot with nextcord; it knows nothing of the local Discord."""

import io
import os

import nextcord
from nextcord import SlashOption, ui

bot = nextcord.Client()


class Choices(ui.View):
    @ui.button(label="Yes")
    async def say_yes(self, _button, interaction):
        await interaction.response.edit_message(content="yes")

    @ui.string_select(
        options=[nextcord.SelectOption(label="red"), nextcord.SelectOption(label="blue")],
        placeholder="Colour",
    )
    async def pick(self, select, interaction):
        await interaction.response.send_message(f"picked {select.values[0]}", ephemeral=True)


class Form(ui.Modal):
    def __init__(self):
        super().__init__("Form")
        self.name = ui.TextInput("Name")
        self.add_item(self.name)

    async def callback(self, interaction):
        await interaction.send(f"named {self.name.value}")


@bot.slash_command(description="Offers choices")
async def ask(interaction: nextcord.Interaction, question: str = SlashOption(description="Question")):
    await interaction.send(question, view=Choices())


@bot.slash_command(description="Answers later")
async def later(interaction: nextcord.Interaction):
    await interaction.response.defer()
    await bot.wait_until_ready()
    await interaction.edit_original_message(content="at last")
    await interaction.followup.send("and more")


@bot.slash_command(description="Opens a form")
async def form(interaction: nextcord.Interaction):
    await interaction.response.send_modal(Form())


@bot.slash_command(description="Sends a file")
async def file(interaction: nextcord.Interaction):
    await interaction.send(file=nextcord.File(io.BytesIO(b"abc"), "abc.txt"))


@bot.slash_command(description="Edits and deletes messages, and opens a thread")
async def tidy(interaction: nextcord.Interaction):
    await interaction.response.defer(ephemeral=True)
    kept, gone = await interaction.channel.send("first"), await interaction.channel.send("gone")
    await kept.edit(content="edited")
    await gone.delete()
    thread = await kept.create_thread(name="Thread")
    await thread.send("in the thread")
    await interaction.edit_original_message(content="tidy")


bot.run(os.environ["DISCORD_TOKEN"])
