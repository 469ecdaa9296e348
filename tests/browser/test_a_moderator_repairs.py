"""In the page, in Chromium, on a narrow screen: a moderator undoes moves in a game, in public."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from tests.browser.pages import NARROW, button, opened

pytestmark = IN_THE_BROWSER


async def test_a_moderator_goes_back_to_before_the_first_move(
    discord: LocalDiscord, browser: Browser
) -> None:
    discord.change_permissions("Dao", "games", allow=["MANAGE_MESSAGES"])
    page = await browser.new_page(viewport=NARROW)
    await opened(page, f"{discord.page}?as={discord.person('Ana').user.id}")
    box = page.locator("textarea.composer-text")
    await box.fill("/table new ")
    await page.keyboard.type("card game")
    await page.keyboard.press("Enter")
    await button(page, "Send command").click()
    await button(page, "Play a computer").click()
    move = page.locator('main button[data-custom-id^="m:"]').last
    played = await move.get_attribute("data-custom-id")
    await move.click()
    await expect(page.locator(f'[data-custom-id="{played}"]')).to_have_count(0)
    await opened(page, f"{discord.page}?as={discord.person('Dao').user.id}")
    await box.fill("/table repair ")
    await page.keyboard.press("Enter")
    moves = page.locator('[role="combobox"][data-custom-id$=":point"]')
    await moves.click()
    await page.get_by_role("option").last.click()
    await expect(page.get_by_text("This would undo")).to_be_visible()
    await button(page, "Go back").click()
    await expect(page.get_by_text("Everyone can see it in the log.")).to_be_visible()
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= NARROW["width"]
    await button(page, "Log").click()
    await expect(page.get_by_text("(moderator) goes back").last).to_be_visible()
    await page.close()
