"""A bot with disnake; it knows nothing of the local Discord."""

import io
import os

import disnake
from disnake import ui
from disnake.ext import commands

bot = commands.InteractionBot()


class Choices(ui.View):
    @ui.button(label="Yes")
    async def say_yes(self, _button, interaction):
        await interaction.response.edit_message(content="yes")

    @ui.string_select(options=["red", "blue"], placeholder="Colour")
    async def pick(self, select, interaction):
        await interaction.response.send_message(f"picked {select.values[0]}", ephemeral=True)


class Form(ui.Modal):
    def __init__(self):
        super().__init__(title="Form", components=[ui.TextInput(label="Name", custom_id="name")])

    async def callback(self, interaction):
        await interaction.response.send_message(f"named {interaction.text_values['name']}")


@bot.slash_command(description="Offers choices")
async def ask(inter, question: str):
    await inter.response.send_message(question, view=Choices())


@bot.slash_command(description="Answers later")
async def later(inter):
    await inter.response.defer()
    await bot.wait_until_ready()
    await inter.edit_original_response("at last")
    await inter.followup.send("and more")


@bot.slash_command(description="Opens a form")
async def form(inter):
    await inter.response.send_modal(Form())


@bot.slash_command(description="Sends a file")
async def file(inter):
    await inter.response.send_message(file=disnake.File(io.BytesIO(b"abc"), "abc.txt"))


@bot.slash_command(description="Edits and deletes messages, and opens a thread")
async def tidy(inter):
    await inter.response.defer(ephemeral=True)
    kept, gone = await inter.channel.send("first"), await inter.channel.send("gone")
    await kept.edit("edited")
    await gone.delete()
    thread = await kept.create_thread(name="Thread")
    await thread.send("in the thread")
    await inter.edit_original_response("tidy")


bot.run(os.environ["DISCORD_TOKEN"])
