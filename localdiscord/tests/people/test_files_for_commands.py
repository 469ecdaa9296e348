"""Files that people attach to commands, by the driver and by the page."""

from __future__ import annotations

import aiohttp
import discord
import pytest
from discord import app_commands

from localdiscord import BadInput, LocalDiscord
from localdiscord.changes.attachments import LARGEST_FILE, MOST_GIVEN
from localdiscord.tests.local_bots import Bot, running
from localdiscord.tests.test_page import Page


def with_read(bot: Bot) -> None:
    """Add a command that replies with the content of a file."""

    @bot.tree.command(name="read", description="Reads a file")
    async def read(interaction: discord.Interaction, file: discord.Attachment, note: str = "") -> None:
        content = await file.read()
        said = f"{file.filename}: {file.size} bytes, {content.decode()} {note}".strip()
        await interaction.response.send_message(said, ephemeral=True)

    assert isinstance(read, app_commands.Command)


async def test_a_bot_reads_the_file_that_was_given(local: LocalDiscord) -> None:
    async with running(local, with_read):
        used = await local.person("Ana").command("read", file=("my game.json", b"abc"), note="!")
        await used.answered()
        assert local.person("Ana").ephemeral("general")[-1].content == "my_game.json: 3 bytes, abc !"
    assert local.violations == []


async def test_what_is_no_file_or_too_large_is_not_sent(local: LocalDiscord) -> None:
    async with running(local, with_read):
        with pytest.raises(BadInput):
            await local.person("Ana").command("read", file="123")
        with pytest.raises(BadInput):
            await local.person("Ana").command("read", file=("a.json", b"x" * (LARGEST_FILE + 1)))
        with pytest.raises(BadInput):
            await local.person("Ana").command("read")


async def test_the_page_hands_a_file_over_first(local: LocalDiscord) -> None:
    async with running(local, with_read), aiohttp.ClientSession() as session:
        page = Page(local, session, "Ben")
        [command] = (await page.get("state"))["commands"]
        url = f"{local.page}local/files"
        async with session.post(url, params={**page.me, "name": "b.json"}, data=b"from the page") as answer:
            given = (await answer.json())["id"]

        def use(value: str) -> dict[str, object]:
            option = {"name": "file", "type": 11, "value": value}
            data = {"id": command["id"], "name": "read", "options": [option]}
            return {"type": 2, "channel_id": local.channel("general").id, "nonce": "1", "data": data}

        assert (await page.ask("POST", "interactions", use("1")))[0] == 400
        assert (await page.ask("POST", "interactions", use(given)))[0] == 204
        await local.until(lambda: local.person("Ben").ephemeral("general"))
        assert "from the page" in local.person("Ben").ephemeral("general")[-1].content
        async with session.post(url, params=page.me, data=b"no name") as answer:
            assert answer.status == 400


async def test_files_that_nobody_uses_make_room(local: LocalDiscord) -> None:
    async with running(local, with_read), aiohttp.ClientSession() as session:
        page = Page(local, session, "Ben")
        before = len(local.world.files)
        for number in range(MOST_GIVEN + 10):
            params = {**page.me, "name": f"{number}.json"}
            async with session.post(f"{local.page}local/files", params=params, data=b"x") as answer:
                assert answer.status == 200
        assert len(local.world.files) - before == MOST_GIVEN
