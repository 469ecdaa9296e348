"""A bot with py-cord; it knows nothing of the local Discord."""

import io
import os

import discord
from discord import ui

bot = discord.Bot()


class Choices(ui.View):
    @ui.button(label="Yes")
    async def say_yes(self, _button, interaction):
        await interaction.response.edit_message(content="yes")

    @ui.string_select(
        options=[discord.SelectOption(label="red"), discord.SelectOption(label="blue")], placeholder="Colour"
    )
    async def pick(self, select, interaction):
        await interaction.response.send_message(f"picked {select.values[0]}", ephemeral=True)


class Form(ui.Modal):
    def __init__(self):
        super().__init__(ui.InputText(label="Name"), title="Form")

    async def callback(self, interaction):
        await interaction.response.send_message(f"named {self.children[0].value}")


@bot.slash_command(description="Offers choices")
async def ask(ctx, question: str):
    await ctx.respond(question, view=Choices())


@bot.slash_command(description="Answers later")
async def later(ctx):
    await ctx.defer()
    await bot.wait_until_ready()
    await ctx.edit(content="at last")
    await ctx.send_followup("and more")


@bot.slash_command(description="Opens a form")
async def form(ctx):
    await ctx.send_modal(Form())


@bot.slash_command(description="Sends a file")
async def file(ctx):
    await ctx.respond(file=discord.File(io.BytesIO(b"abc"), "abc.txt"))


@bot.slash_command(description="Edits and deletes messages, and opens a thread")
async def tidy(ctx):
    await ctx.defer(ephemeral=True)
    kept, gone = await ctx.channel.send("first"), await ctx.channel.send("gone")
    await kept.edit("edited")
    await gone.delete()
    thread = await kept.create_thread(name="Thread")
    await thread.send("in the thread")
    await ctx.edit(content="tidy")


bot.run(os.environ["DISCORD_TOKEN"])
