"""In the page, in Chromium: files that people attach to commands, and files in messages."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import discord
import pytest
from discord import ui
from playwright.async_api import Browser, Locator, Page, Route, ViewportSize, expect

from localdiscord import LocalDiscord
from localdiscord.changes.attachments import LARGEST_FILE
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.local_bots import Bot, running
from localdiscord.tests.people.test_files_for_commands import with_read
from localdiscord.tests.rest.test_files_in_edits import edited_at_once, with_show

pytestmark = IN_THE_BROWSER

WIDE, NARROW = ViewportSize(width=1280, height=900), ViewportSize(width=400, height=800)
DROP = """(place, name) => {
    const files = new DataTransfer();
    files.items.add(new File([`dropped ${name}`], name, { type: "application/json" }));
    const how = { dataTransfer: files, bubbles: true, cancelable: true };
    place.dispatchEvent(new DragEvent("dragover", how));
    place.dispatchEvent(new DragEvent("drop", how));
}"""


async def opened(local: LocalDiscord, browser: Browser, viewport: ViewportSize = WIDE) -> Page:
    """Open the page as Ana."""
    page = await browser.new_page(viewport=viewport)
    # The listener must exist from the beginning, since a quick key opens a file chooser before a later one
    # hears it.
    page.on("filechooser", lambda _chooser: None)
    await page.goto(f"{local.page}?as={local.person('Ana').user.id}")
    return page


async def typed(page: Page, command: str) -> Locator:
    """Choose a command; return the command's field for a file."""
    await page.locator("textarea.composer-text").click()
    await page.keyboard.type(f"/{command}")
    await page.keyboard.press("Enter")
    return page.locator(".option-file")


async def chosen(page: Page, field: Locator, path: Path) -> None:
    """Choose a file by the keyboard."""
    await expect(field).to_be_focused()
    async with page.expect_file_chooser() as choosing:
        await page.keyboard.press("Enter")
    await (await choosing.value).set_files(path)


@pytest.mark.parametrize(("before", "after"), [("/re", "ad"), ("/read", "")], ids=["letters", "a command"])
async def test_what_is_typed_before_the_page_has_heard_from_the_server_stays(
    local: LocalDiscord, browser: Browser, before: str, after: str
) -> None:
    heard, asked = asyncio.Event(), list[Route]()

    async def late(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:  # The page first learns who uses it, then connects.
            await heard.wait()
        await route.continue_()

    async with running(local, with_read):
        page = await browser.new_page()
        await page.route("**/local/state?*", late)
        await page.goto(f"{local.page}?as={local.person('Ana').user.id}")
        await page.locator("textarea.composer-text").click()
        await page.keyboard.type(before)
        if not after:
            await page.keyboard.press("Enter")
        heard.set()
        await expect(page.get_by_role("heading", name="general", exact=True)).to_be_visible()
        if after:
            await page.keyboard.type(after)
            await page.keyboard.press("Enter")
        await expect(page.locator(".option-file")).to_be_visible()


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
async def test_a_file_is_chosen_removed_and_chosen_again_by_the_keyboard(
    local: LocalDiscord, browser: Browser, viewport: ViewportSize, tmp_path: Path
) -> None:
    path = tmp_path / f"{'long' * 20}.json"
    path.write_text("abc")
    async with running(local, with_read):
        page = await opened(local, browser, viewport)
        field = await typed(page, "read")
        await expect(field).to_have_text("Drag and drop or click to upload file")
        await chosen(page, field, path)
        await expect(field).to_have_text(path.name)
        await fits(page)
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("button", name=f"Remove {path.name}")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(field).to_have_text("Drag and drop or click to upload file")
        await chosen(page, field, path)
        await expect(field).to_have_text(path.name)
        await page.get_by_role("button", name="Send command").click()
        await expect(page.get_by_text(f"{path.name}: 3 bytes, abc")).to_be_visible()
    assert local.violations == []


async def fits(page: Page) -> None:
    """Check that nothing overflows at the side, and that the field and its button are visible."""
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    size = page.viewport_size
    assert size is not None
    for part in (".option-file", ".option-remove"):
        box = await page.locator(part).bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= size["width"]


async def test_a_file_is_dropped_on_its_field_or_anywhere(local: LocalDiscord, browser: Browser) -> None:
    async with running(local, with_read):
        page = await opened(local, browser)
        await page.evaluate(f"({DROP})(document.body, 'lost.json')")  # No command takes this file.
        field = await typed(page, "read")
        await page.evaluate(f"({DROP})(document.body, 'a.json')")
        await expect(field).to_have_text("a.json")
        await field.evaluate(f"(field) => ({DROP})(field, 'b.json')")
        await expect(field).to_have_text("b.json")
        await page.get_by_role("button", name="Send command").click()
        await expect(page.get_by_text("dropped b.json")).to_be_visible()


async def test_a_file_that_is_too_large_or_missing_is_told_of(
    local: LocalDiscord, browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "large.bin"
    path.write_bytes(b"x" * (LARGEST_FILE + 1))
    async with running(local, with_read):
        page = await opened(local, browser)
        field = await typed(page, "read")
        await page.get_by_role("button", name="Send command").click()
        await expect(page.get_by_role("alert")).to_contain_text("This option is required")
        await chosen(page, field, path)
        await expect(page.get_by_role("alert")).to_contain_text("larger than 10 MB")
        await expect(field).to_have_text("Drag and drop or click to upload file")


async def download(page: Page, name: str) -> bytes:
    """Click the name of a file in a message; return the downloaded content."""
    async with page.expect_download() as downloading:
        await page.get_by_role("link", name=name, exact=True).click()
    got = await downloading.value
    assert got.suggested_filename == name
    return await asyncio.to_thread((await got.path()).read_bytes)


@pytest.mark.parametrize("ephemeral", [True, False])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_file_of_a_message_is_downloaded_before_and_after_an_edit(
    local: LocalDiscord, browser: Browser, ephemeral: bool, host: str
) -> None:
    async with running(local, with_show(edited_at_once, ephemeral=ephemeral)):
        page = await browser.new_page(viewport=NARROW)
        home = local.page.replace("127.0.0.1", host)
        await page.goto(f"{home}?as={local.person('Ana').user.id}")
        await local.person("Ana").command("show")
        card = page.locator(".file-card")
        await expect(card).to_contain_text("record-1.json")
        await expect(card).to_contain_text("11 bytes")
        assert await download(page, "record-1.json") == b'{"step": 1}'
        await page.get_by_role("button", name="Go on from 1").click()
        await expect(card).to_contain_text("record-2.json")
        assert await download(page, "record-2.json") == b'{"step": 2}'
        await expect(page.locator(".only-you")).to_have_count(int(ephemeral))


async def test_files_are_loaded_by_the_name_by_which_the_browser_reaches_the_server(
    local: LocalDiscord, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = local.page.replace("127.0.0.1", "ana.localhost")
    monkeypatch.setenv("LOCALDISCORD_ORIGIN", home.rstrip("/"))
    async with running(local, with_show(edited_at_once, ephemeral=False)):
        page = await browser.new_page()
        # As behind a forwarded port: this machine isn't the one on which the server listens.
        await page.route(f"{local.page}**", lambda route: route.abort())
        await page.goto(f"{home}?as={local.person('Ana').user.id}")
        async with page.expect_response("**/board-1.png") as loading:
            await local.person("Ana").command("show")
        assert (await loading.value).ok
        assert await download(page, "record-1.json") == b'{"step": 1}'


async def test_a_file_under_a_lid_is_shown_once_the_lid_is_off(local: LocalDiscord, browser: Browser) -> None:
    def setup(bot: Bot) -> None:
        @bot.tree.command(description="Hides")
        async def hide(interaction: discord.Interaction) -> None:
            view = ui.LayoutView()
            view.add_item(ui.File("attachment://a.txt", spoiler=True))
            file = discord.File(io.BytesIO(b"hidden"), "a.txt")
            await interaction.response.send_message(view=view, file=file)

    async with running(local, setup):
        page = await opened(local, browser)
        await local.person("Ana").command("hide")
        await page.get_by_role("button", name="Spoiler").click()
        assert await download(page, "a.txt") == b"hidden"
