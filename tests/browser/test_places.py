"""In the page, in Chromium, on a narrow screen: tables in a post, in direct messages and in a group."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from tests.browser.pages import NARROW, button, open_channel, opened

pytestmark = IN_THE_BROWSER


async def make_post(page: Page) -> None:
    """Make a forum, and open a post there."""
    await button(page, "Channels").click()
    await button(page, "Server settings").click()
    await page.get_by_role("menuitem", name="Create channel").click()
    await page.get_by_label("Name of the channel").fill("shelf")
    await page.get_by_label("Kind of channel").select_option(label="Forum")
    await button(page, "Create channel").last.click()
    await button(page, "New post").click()
    await page.get_by_label("Title").fill("Friday night")
    await page.get_by_label("First message").fill("Who plays?")
    await button(page, "Post").click()
    await expect(page.locator(".channel-header h2")).to_have_text("shelf › Friday night")


@pytest.mark.parametrize("place", ["post", "direct messages", "group message"])
async def test_a_game_is_begun_in_a_post_alone_with_the_bot_and_in_a_group(
    discord: LocalDiscord, browser: Browser, place: str
) -> None:
    page = await browser.new_page(viewport=NARROW)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    address = f"{discord.page}?as={discord.person('Ana').user.id}"
    if place == "group message":
        discord.install("Ana")
        address += f"&channel={discord.add_group('Ana', 'Ben', 'Chloé').id}"
    await opened(page, address)
    if place == "post":
        await make_post(page)
    elif place == "direct messages":
        await open_channel(page, "Direct Messages")
    await page.locator("textarea.composer-text").fill("/table new ")
    await page.keyboard.type("ru-ra")
    await page.keyboard.press("Enter")
    await button(page, "Send command").click()
    await expect(button(page, "Join")).to_have_count(0 if place == "direct messages" else 1)
    if place == "post":
        await button(page, "Set up…").click()
        await button(page, "Open a new post").click()
        await page.get_by_text("Here's the board.").locator("a").last.click()
        await expect(page.locator(".channel-header h2")).not_to_have_text("shelf › Friday night")
    await button(page, "Play a computer").click()
    await page.get_by_role("button", name=re.compile(r"^(Row )?1: ")).last.click()
    chosen = page.get_by_text(re.compile("Your choice is in|[Rr]ow 1:"))
    await expect(chosen.first).to_be_visible()
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= NARROW["width"]
    await page.close()
