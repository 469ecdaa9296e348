"""No request that discord.py sends by its own methods is refused as malformed."""

from __future__ import annotations

import datetime
import io
from typing import Any

import discord
from discord import app_commands, ui

from localdiscord import LocalDiscord
from localdiscord.tests.local_bots import Bot, channel_of, running


def file(name: str = "a.txt") -> discord.File:
    return discord.File(io.BytesIO(b"x"), name, description="A file", spoiler=False)


def everything() -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    thumbnail: ui.Thumbnail[Any] = ui.Thumbnail("https://example.org/x.png", description="x")
    box: ui.Container[Any] = ui.Container(
        ui.TextDisplay("# Title"),
        ui.Section("one", "two", accessory=thumbnail),
        ui.Section("one", accessory=ui.Button(label="Side", custom_id="side")),
        ui.Separator(spacing=discord.SeparatorSpacing.large),
        ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png", description="A", spoiler=True)),
        ui.File("attachment://b.txt"),
        accent_colour=discord.Colour.gold(),
        spoiler=True,
    )
    view.add_item(box)
    selects: tuple[ui.Item[Any], ...] = (
        ui.Select(
            options=[discord.SelectOption(label="a", value="1", emoji="🐟", default=True)], max_values=1
        ),
        ui.UserSelect(
            default_values=[discord.SelectDefaultValue(id=1, type=discord.SelectDefaultValueType.user)]
        ),
        ui.RoleSelect(min_values=0),
        ui.MentionableSelect(),
        ui.ChannelSelect(channel_types=[discord.ChannelType.text]),
    )
    for select in selects:
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(select)
        view.add_item(row)
    row = ui.ActionRow()
    row.add_item(ui.Button(label="Web", url="https://example.org"))
    row.add_item(ui.Button(emoji="1️⃣", custom_id="k", disabled=True))
    row.add_item(ui.Button(emoji="🏴‍☠️", custom_id="p", style=discord.ButtonStyle.danger))
    view.add_item(row)
    return view


async def test_messages_threads_and_edits(local: LocalDiscord) -> None:
    async with running(local) as bot:
        channel = channel_of(bot, local)
        sent = await channel.send(view=everything(), files=[file("a.png"), file("b.txt")], nonce=12345)
        await sent.edit(view=everything(), attachments=[file("a.png"), file("b.txt")])
        embed = discord.Embed(title="t", description="d", url="https://x.org", colour=3)
        embed.timestamp = datetime.datetime.now(datetime.UTC)
        embed.set_footer(text="f").set_author(name="a").add_field(name="n", value="v").set_image(
            url="attachment://a.txt"
        )
        plain = await channel.send(
            "x", embed=embed, file=file(), view=ui.View(), silent=True, suppress_embeds=False
        )
        await plain.edit(
            content=None, embeds=[embed], view=None, allowed_mentions=discord.AllowedMentions.all()
        )
        await plain.reply("reply", mention_author=False)
        thread = await plain.create_thread(name="t", auto_archive_duration=60)
        async with thread.typing():
            await thread.send("in it")
        await thread.edit(name="u", auto_archive_duration=1440)
        await thread.add_user(discord.Object(local.person("Ana").id))
        assert len(await thread.fetch_members()) == 2
        await thread.remove_user(discord.Object(local.person("Ana").id))
        await thread.edit(archived=True)
        assert [t.id async for t in channel.archived_threads()] == [thread.id]
        await (await bot.fetch_user(local.person("Ana").id)).send("hello", file=file())
        assert [m.id async for m in channel.history(limit=1, oldest_first=True)] == [sent.id]
        assert len(await bot.guilds[0].fetch_roles()) == 2
        assert len(await bot.guilds[0].fetch_channels()) == 2
        await bot.application_info()
    assert [str(violation) for violation in local.violations] == []
    assert [r for r in local.requests if r.status >= 400] == []


class Names(app_commands.Translator):
    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        return "deutsch" if locale is discord.Locale.german else None


async def test_commands_of_all_kinds_and_their_answers(local: LocalDiscord) -> None:
    class Form(ui.Modal, title="Form"):
        hint: ui.TextDisplay[Any] = ui.TextDisplay("Fill it")
        pick: ui.Label[Form] = ui.Label(
            text="Pick",
            description="One",
            component=ui.Select(custom_id="pick", options=[discord.SelectOption(label="a")]),
        )
        text: ui.Label[Form] = ui.Label(
            text="Text",
            component=ui.TextInput(custom_id="text", style=discord.TextStyle.long, required=False),
        )

        async def on_submit(self, interaction: discord.Interaction) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(
                view=everything(), attachments=[file("a.png"), file("b.txt")]
            )

    def setup(bot: Bot) -> None:
        @bot.tree.command(name=app_commands.locale_str("form"), description=app_commands.locale_str("Opens"))
        @app_commands.guild_only()
        @app_commands.default_permissions(send_messages=True)
        @app_commands.describe(number="A number")
        @app_commands.choices(game=[app_commands.Choice(name=app_commands.locale_str("Cards"), value="c")])
        async def form(
            interaction: discord.Interaction,
            game: app_commands.Choice[str],
            number: app_commands.Range[float, 0.5, 2.5] = 1,
            text: app_commands.Range[str, 1, 10] = "x",
            where: discord.TextChannel | None = None,
        ) -> None:
            await interaction.response.send_modal(Form())

        @bot.tree.context_menu(name="Look at it")
        async def look(interaction: discord.Interaction, message: discord.Message) -> None:
            await interaction.response.send_message("looked", files=[file()])

    async with running(local, setup, sync=False) as bot:
        await bot.tree.set_translator(Names())
        await bot.tree.sync()
        await bot.tree.sync(guild=bot.guilds[0])
        assert local.commands[0]["name_localizations"] == {"de": "deutsch"}
        ana = local.person("Ana")
        used = await ana.command("form", game="c", number=2.5, where=local.channel("lounge"))
        opened = await used.answered()
        submitted = await (await ana.submit(opened, pick="a", text="hi")).answered()
        message = await local.until(lambda: [m for m in ana.ephemeral() if not m.loading])
        assert message[0].message is submitted.original
        await local.until(lambda: [r for r in local.requests if r.method == "PATCH"])
    assert [str(violation) for violation in local.violations] == []
    assert [r for r in local.requests if r.status >= 400] == []
