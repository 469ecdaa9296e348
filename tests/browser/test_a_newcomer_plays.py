"""In the page, in Chromium: one person opens a table and plays a whole game against computer players."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Browser, Error, Locator, Page, TimeoutError, ViewportSize, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from tests.browser.pages import NARROW, WIDE, button, chosen, open_channel

pytestmark = IN_THE_BROWSER

TRIES = 5
GONE_MS = 6_000.0
"""So long it may take until what was pressed is gone."""
WHYS = '[data-custom-id^="o:choose:why"]'
"""Lists in which there is nothing to decide."""
FURTHER = '[data-custom-id*=":pick:"]:not([data-custom-id$="."])'
"""Buttons that lead a step further, and not back to the first one."""
MOST_CLICKS = 400
"""More than any game needs."""


async def opened_table(page: Page, game: str = "card game") -> None:
    """Open a table as Ana, add a computer player, and start the game."""
    await page.get_by_text("Ana", exact=True).click()
    box = page.locator("textarea.composer-text")
    await box.click()
    await page.keyboard.type("/table new")
    await page.keyboard.press("Enter")
    await page.keyboard.type(game)
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Send command").click()
    await button(page, "Set up…").click()
    await chosen(page, "Computer speed", "instant")
    await page.locator('[data-custom-id^="o:choose:computer"]').click()
    await page.get_by_role("option", name="Beginner").click()
    await button(page, "Start").last.click()
    await expect(page.get_by_role("button", name=re.compile("^My (cards|board)$")).first).to_be_visible()


async def drawn(page: Page, alt: str) -> None:
    """Wait until the page shows a picture with this alternative text, loaded and no wider than the page."""
    picture = page.get_by_alt_text(alt).last
    for _ in range(TRIES):
        with suppress(Error):  # A message that is repainted just now has another picture in its place.
            await picture.scroll_into_view_if_needed(timeout=10_000)
            break
    await expect(picture).to_be_visible()
    await expect(picture).to_have_js_property("naturalWidth", 1000)
    box, size = await picture.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    assert 250 < box["width"] <= size["width"]


async def record_opened_again(page: Page, folder: Path) -> None:
    """Download the record of the game on the page, and watch it from the file."""
    await button(page, "Download").click()
    async with page.expect_download() as downloading:
        await page.get_by_role("link", name=re.compile(r"^r[a-z-]+-\w+\.json$")).last.click()
    record = folder / "kept.json"
    await (await downloading.value).save_as(record)
    await page.locator("textarea.composer-text").click()
    for words in ("/replay", "file"):
        await page.keyboard.type(words)
        await page.keyboard.press("Enter")
    async with page.expect_file_chooser() as choosing:
        await page.locator(".option-file").click()
    await (await choosing.value).set_files(record)
    await expect(page.locator(".option-file")).to_have_text("kept.json")
    await page.get_by_role("button", name="Send command").click()
    await expect(
        page.get_by_role("link", name=re.compile(r"^(rapa-nui-cards|rapa-nui-board|ru-ra-re)\.json$"))
    ).to_be_visible()


async def used(page: Page, control: Locator) -> None:
    """Press a button or choose from a list until the control is gone, since a repaint may swallow a click."""
    pressed, role = await control.first.evaluate("it => [it.dataset.customId, it.getAttribute('role')]")
    there = page.locator(f'[data-custom-id="{pressed}"]')
    for _ in range(TRIES):
        with suppress(TimeoutError):
            await there.first.click(timeout=GONE_MS)
            if role == "combobox":
                await page.get_by_role("option").first.click(timeout=GONE_MS)
        with suppress(TimeoutError):
            await there.wait_for(state="detached", timeout=GONE_MS)
            return
    raise AssertionError(await page.locator("main").inner_text())


async def played_to_the_end(page: Page) -> int:
    """Choose from one list, or press one button after the other, until the game is over; how many it were."""
    lists = page.locator(f'main [role="combobox"][data-custom-id^="o:choose"]:not({WHYS})')
    moves = page.locator('main button[data-custom-id^="m:"]')
    steps = page.locator(f"main button{FURTHER}")
    over = page.get_by_text("You won!").or_(page.get_by_text("You finished"))
    for clicks in range(MOST_CLICKS):
        await moves.or_(lists).or_(steps).or_(over).first.wait_for(timeout=20_000)
        if await over.count():
            return clicks
        offered = [await controls.count() for controls in (lists, moves)]
        await used(page, lists if offered[0] else moves if offered[1] else steps)
    raise AssertionError("the game found no end")


@pytest.mark.long
@pytest.mark.parametrize(
    ("viewport", "game", "first", "last"),
    [
        pytest.param(WIDE, "card game", "Column 1: ", "The stone, revealed:", id="cards-wide"),
        pytest.param(NARROW, "Ru-Ra", "Row 1: ", "1. ", id="ru-ra-re-narrow"),
        pytest.param(NARROW, "board game", "Ahu tiles: ", "1. ", id="board-narrow"),
    ],
)
async def test_one_person_opens_a_table_and_plays_a_game_to_its_end(
    discord: LocalDiscord,
    browser: Browser,
    viewport: ViewportSize,
    game: str,
    first: str,
    last: str,
    tmp_path: Path,
) -> None:
    page = await browser.new_page(viewport=viewport)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    await page.goto(discord.page)
    await opened_table(page, game)
    assert await played_to_the_end(page) > 10
    await open_channel(page, "Channels")
    await drawn(page, last)
    await button(page, "Replay").first.click()
    await drawn(page, first)
    await expect(page.get_by_text("Before the first move.")).to_be_visible()
    await button(page, "Next ▶").click()
    await expect(page.get_by_text("move 1 of")).to_be_visible()
    await record_opened_again(page, tmp_path)
    assert faults == []


async def test_who_gives_up_a_game_is_told_so_and_everybody_sees_its_last_board(
    discord: LocalDiscord, browser: Browser
) -> None:
    page = await browser.new_page(viewport=NARROW)
    await page.goto(discord.page)
    await opened_table(page, "board game")
    await button(page, "More…").last.click()
    for _ in range(2):  # They are asked whether they mean it.
        await used(page, button(page, "Give up").last)
    await expect(page.get_by_text("You gave up.").first).to_be_visible()
    await open_channel(page, "Channels")
    await drawn(page, "Ahu tiles: ")
    await expect(button(page, "Play again").first).to_be_visible()


async def test_a_spectator_sees_the_board_and_no_cards(discord: LocalDiscord, browser: Browser) -> None:
    ana, dao = await browser.new_page(viewport=WIDE), await browser.new_page(viewport=WIDE)
    await ana.goto(discord.page)
    await opened_table(ana)
    await dao.goto(discord.page)
    await dao.get_by_text("Dao", exact=True).click()
    await drawn(dao, "Column 1: ")
    await button(dao, "My cards").first.click()
    await expect(dao.get_by_text("You aren't playing at this table")).to_be_visible()
    assert await dao.get_by_text("Hand:").count() == 0
    assert await dao.get_by_alt_text("Hand:").count() == 0


async def test_a_spectator_looks_closer_at_the_island(discord: LocalDiscord, browser: Browser) -> None:
    ana, dao = await browser.new_page(viewport=WIDE), await browser.new_page(viewport=NARROW)
    await ana.goto(discord.page)
    await opened_table(ana, "board game")
    await dao.goto(discord.page)
    await dao.get_by_text("Dao", exact=True).click()
    await drawn(dao, "Free spaces in columns 1–3: ")
    await button(dao, "🔍 Look closer").click()
    region = dao.locator('img[src*="region-"]')
    seen = set()
    for part in ("East", "West"):
        address = await region.get_attribute("src") or ""
        seen.add(address)
        await button(dao, part).click()
        await expect(region).not_to_have_attribute("src", address)
        await expect(region).to_have_js_property("naturalWidth", 1000)
    assert len(seen) == 2
