"""Files in messages of Components V2, which answers to interactions post and edit."""

from __future__ import annotations

import asyncio
import io
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from localdiscord import LocalDiscord, ShownMessage
from localdiscord.tests.local_bots import Bot, running
from localdiscord.tests.raw import Api, v2

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 40, 30) + b"\x08\x06\x00\x00\x00"
Edit = Callable[[discord.Interaction, int], Awaitable[Any]]


def files_of(number: int) -> list[discord.File]:
    """Return a picture and a record as files."""
    record = f'{{"step": {number}}}'.encode()
    picture = discord.File(io.BytesIO(PNG), f"board-{number}.png", description="A board")
    return [picture, discord.File(io.BytesIO(record), f"record-{number}.json")]


class Show(ui.LayoutView):
    """A view that shows both files, with a button."""

    def __init__(self, number: int, edit: Edit) -> None:
        super().__init__(timeout=None)
        self.number, self.edit = number, edit
        button: ui.Button[Show] = ui.Button(label=f"Go on from {number}", custom_id=f"go:{number}")
        button.callback = self.go_on  # type: ignore[method-assign]
        row: ui.ActionRow[Show] = ui.ActionRow(button)
        picture = discord.MediaGalleryItem(f"attachment://board-{number}.png", description="A board")
        self.add_item(ui.MediaGallery(picture))
        self.add_item(ui.File(f"attachment://record-{number}.json"))
        self.add_item(row)

    async def go_on(self, interaction: discord.Interaction) -> None:
        await self.edit(interaction, self.number + 1)


def with_show(edit: Edit, *, ephemeral: bool) -> Callable[[Bot], None]:
    """Return a setup that adds a command: its answer shows files, and each click edits the answer."""

    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Shows")
        async def show(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(
                view=Show(1, edit), files=files_of(1), ephemeral=ephemeral
            )

    return setup


async def edited_at_once(interaction: discord.Interaction, number: int) -> None:
    view = Show(number, edited_at_once)
    await interaction.response.edit_message(view=view, attachments=files_of(number))


async def edited_later(interaction: discord.Interaction, number: int) -> None:
    await interaction.response.defer()
    await interaction.edit_original_response(view=Show(number, edited_later), attachments=files_of(number))


async def shown_to_ana(local: LocalDiscord) -> ShownMessage:
    used = await (await local.person("Ana").command("show")).answered()
    assert used.original is not None
    return ShownMessage(used.original)


async def click(local: LocalDiscord, message: ShownMessage, number: int) -> None:
    """Click to the next step, and wait until it is shown."""
    await (await local.person("Ana").click(message, f"Go on from {number}")).answered()
    await local.until(lambda: message.button(f"Go on from {number + 1}"))


def addresses(message: ShownMessage) -> list[str]:
    """Return the addresses of the pictures and the file in a message."""
    gallery, file, _row = message.components
    return [gallery["items"][0]["media"]["url"], file["file"]["url"]]


async def fetched(urls: list[str]) -> list[tuple[int, str]]:
    async with aiohttp.ClientSession() as session:
        answers = await asyncio.gather(*(session.get(url) for url in urls))
        return [(answer.status, answer.content_type) for answer in answers]


@pytest.mark.parametrize("ephemeral", [True, False])
@pytest.mark.parametrize("edit", [edited_at_once, edited_later])
async def test_an_edit_replaces_the_files_and_the_former_ones_are_gone(
    local: LocalDiscord, edit: Edit, ephemeral: bool
) -> None:
    async with running(local, with_show(edit, ephemeral=ephemeral)):
        message = await shown_to_ana(local)
        for number in (1, 2):
            before = addresses(message)
            await click(local, message, number)
            assert [status for status, _kind in await fetched(before)] == [404, 404]
            assert await fetched(addresses(message)) == [(200, "image/png"), (200, "application/json")]
            names = [f"board-{number + 1}.png", f"record-{number + 1}.json"]
            assert [one["filename"] for one in message.attachments] == names
            assert [one.get("ephemeral", False) for one in message.attachments] == [ephemeral] * 2
            gallery, file, _row = message.components
            assert gallery["items"][0]["media"]["width"] == 40
            assert (file["name"], file["size"]) == (names[1], len('{"step": 2}'))
            assert message.alt_texts == ["A board", "A board"]  # the attachment's and the gallery's
    assert local.violations == []


async def test_a_later_click_brings_the_files_in_the_components_alone(local: LocalDiscord) -> None:
    """`attachments` lists only files that no component shows, as Discord's documentation of messages says."""
    listed: list[discord.Attachment] = []
    shown: list[tuple[str | None, bytes]] = []

    async def looked_at(interaction: discord.Interaction, number: int) -> None:
        assert interaction.message is not None
        listed.extend(interaction.message.attachments)
        for component in interaction.message.components:
            if isinstance(component, discord.FileComponent):
                shown.append(
                    (component.name, await interaction.client.http.get_from_cdn(component.media.url))
                )
        await interaction.response.edit_message(view=Show(number, looked_at), attachments=files_of(number))

    async with running(local, with_show(looked_at, ephemeral=True)):
        message = await shown_to_ana(local)
        for number in (1, 2):
            await click(local, message, number)
    assert shown == [("record-1.json", b'{"step": 1}'), ("record-2.json", b'{"step": 2}')]
    assert listed == []


def multipart(payload: str, *names: str) -> aiohttp.FormData:
    """Return a multipart form with files."""
    form = aiohttp.FormData()
    form.add_field("payload_json", payload, content_type="application/json")
    for index, name in enumerate(names):
        form.add_field(f"files[{index}]", b"x", filename=name)
    return form


async def test_an_edit_takes_only_the_files_that_it_lists(local: LocalDiscord) -> None:
    async with Api(local) as api:
        posted = multipart('{"content": "Hi"}', "a.txt")
        path = f"/channels/{local.channel('general').id}/messages"
        _, message = await api.ask("POST", path, data=posted)
        path += f"/{message['id']}"
        listed = '{"attachments": [{"id": 0, "filename": "c.txt"}]}'
        _, message = await api.ask("PATCH", path, data=multipart(listed, "b.txt", "unlisted.txt"))
        assert [one["filename"] for one in message["attachments"]] == ["c.txt"]
        # https://github.com/discord/discord-api-docs/issues/5170
        _, message = await api.ask("PATCH", path, data=multipart("{}", "d.txt"))
        assert [one["filename"] for one in message["attachments"]] == ["d.txt"]


async def test_an_edit_keeps_the_files_that_it_names_and_one_that_is_gone_is_refused(
    local: LocalDiscord,
) -> None:
    async with Api(local) as api:
        path = f"/channels/{local.channel('general').id}/messages"
        _, message = await api.ask("POST", path, data=multipart('{"content": "Hi"}', "a.txt", "b.txt"))
        path += f"/{message['id']}"
        first, second = ({"id": one["id"]} for one in message["attachments"])
        _, message = await api.ask("PATCH", path, json={"attachments": [first]})
        assert [one["id"] for one in message["attachments"]] == [first["id"]]
        status, _ = await api.ask("PATCH", path, json={"attachments": [first, second]})
        assert (status, local.violations) == (400, [])  # The bot can't know that another edit came first.
        status, _ = await api.ask("PATCH", path, json={"attachments": [{"id": "1"}]})
        assert (status, len(local.violations)) == (400, 1)


async def test_a_component_shows_no_file_that_the_edit_leaves_out(local: LocalDiscord) -> None:
    async with Api(local) as api:
        _, message = await api.post(v2({"type": 10, "content": "Hi"}))
        path = f"/channels/{local.channel('general').id}/messages/{message['id']}"
        form = multipart(
            '{"attachments": [], "components": [{"type": 13, "file": {"url": "attachment://a.txt"}}]}',
            "a.txt",
        )
        status, answer = await api.ask("PATCH", path, data=form)
        assert (status, answer["code"]) == (400, 50035)
        assert "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND" in str(answer["errors"])
