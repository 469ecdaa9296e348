"""In the page, in Chromium, on a narrow screen: a person who knows no game plays a lesson, alone."""

from __future__ import annotations

from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from tests.browser.pages import NARROW, button
from tests.browser.test_a_newcomer_plays import used

pytestmark = IN_THE_BROWSER

MOST_CLICKS = 40


async def lessons(page: Page) -> None:
    """Ask for the lessons as Ana."""
    await page.get_by_text("Ana", exact=True).click()
    await page.locator("textarea.composer-text").click()
    await page.keyboard.type("/learn")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Send command").click()
    await expect(page.get_by_text("Learn the rules one at a time")).to_be_visible()


async def test_somebody_is_led_through_a_first_game_to_its_end(
    discord: LocalDiscord, browser: Browser
) -> None:
    page = await browser.new_page(viewport=NARROW)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    await page.goto(discord.page)
    await lessons(page)
    await page.locator('main button[data-custom-id="o:learn:ru-ra-re"]').click()
    await expect(page.get_by_text("Six rows of cards are on the table.")).to_be_visible()
    await button(page, "Let's play").click()
    moves = page.locator('main button[data-custom-id^="m:learn"]')
    over = page.get_by_text("Now you know the game.")
    for _ in range(MOST_CLICKS):
        await moves.or_(over).first.wait_for(timeout=20_000)
        if await over.count():
            break
        assert await page.get_by_text("Your turn").count() <= 1  # Not where nothing new is explained.
        await used(page, moves)
    await expect(over).to_be_visible()
    await expect(page.get_by_text("Your total adds up both scorings.")).to_be_visible()
    await expect(button(page, "Start again")).to_be_visible()
    assert faults == []
