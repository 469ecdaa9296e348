"""A bot with interactions.py; it knows nothing of the local Discord."""

import io
import os

import interactions
from interactions import ActionRow, Button, ButtonStyle, Modal, ShortText, StringSelectMenu

bot = interactions.Client(intents=interactions.Intents.DEFAULT, sync_interactions=True)


@interactions.slash_command("ask", description="Offers choices")
@interactions.slash_option("question", "Question", interactions.OptionType.STRING, required=True)
async def ask(ctx, question: str):
    rows = [
        ActionRow(Button(style=ButtonStyle.PRIMARY, label="Yes", custom_id="yes")),
        ActionRow(StringSelectMenu("red", "blue", placeholder="Colour", custom_id="pick")),
    ]
    await ctx.send(question, components=rows)


@interactions.component_callback("yes")
async def say_yes(ctx):
    await ctx.edit_origin(content="yes")


@interactions.component_callback("pick")
async def pick(ctx):
    await ctx.send(f"picked {ctx.values[0]}", ephemeral=True)


@interactions.slash_command("later", description="Answers later")
async def later(ctx):
    await ctx.defer()
    await bot.wait_until_ready()
    await ctx.send("at last")
    await ctx.send("and more")


@interactions.slash_command("form", description="Opens a form")
async def form(ctx):
    await ctx.send_modal(Modal(ShortText(label="Name", custom_id="name"), title="Form", custom_id="form"))


@interactions.modal_callback("form")
async def fill_in(ctx, name: str):
    await ctx.send(f"named {name}")


@interactions.slash_command("file", description="Sends a file")
async def file(ctx):
    await ctx.send(file=interactions.File(io.BytesIO(b"abc"), "abc.txt"))


@interactions.slash_command("tidy", description="Edits and deletes messages, and opens a thread")
async def tidy(ctx):
    await ctx.defer(ephemeral=True)
    kept, gone = await ctx.channel.send("first"), await ctx.channel.send("gone")
    await kept.edit(content="edited")
    await gone.delete()
    thread = await kept.create_thread("Thread")
    await thread.send("in the thread")
    await ctx.send("tidy")


bot.start(os.environ["DISCORD_TOKEN"])
