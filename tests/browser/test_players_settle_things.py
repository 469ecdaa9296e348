"""In the page, in Chromium: a table with a time per turn, and agreements of two players by a few clicks."""

from __future__ import annotations

import re

from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from tests.browser.pages import NARROW, WIDE, button, chosen, open_channel, opened

pytestmark = IN_THE_BROWSER


async def page_of(browser: Browser, discord: LocalDiscord, name: str, *, is_narrow: bool = False) -> Page:
    """Open the page as a person who reads English."""
    discord.set_person(name, locale="en-US")
    page = await browser.new_page(viewport=NARROW if is_narrow else WIDE)
    await opened(page, f"{discord.page}?as={discord.person(name).user.id}")
    return page


async def test_time_menu_proposal_and_a_seat_that_changes_hands(
    discord: LocalDiscord, browser: Browser
) -> None:
    ana, ben = await page_of(browser, discord, "Ana"), await page_of(browser, discord, "Ben", is_narrow=True)
    await ana.locator("textarea.composer-text").click()
    for words in ("/table new", "card game"):
        await ana.keyboard.type(words)
        await ana.keyboard.press("Enter")
    await ana.get_by_role("button", name="Send command").click()
    await button(ana, "Set up…").click()
    await chosen(ana, "Time per turn", "2 days")
    await expect(ana.get_by_text("Time per turn: 2 days.")).to_be_visible()
    await button(ben, "Join").click()
    await button(ana, "Start").first.click()
    await expect(ana.get_by_text(re.compile("time runs out")).first).to_be_visible()
    # The panel of *Set up…* is her own by now.  Answers given before one is asked, in the order of clicks.
    await button(ana, "More…").click()
    await button(ana, "Grain").click()
    await button(ana, "Fish").click()
    await expect(ana.get_by_text("Current answer: Grain › Fish")).to_be_visible()
    # A question that the other one answers from a narrow page, in direct messages.
    await button(ana, "Ask to end the game").click()
    await open_channel(ben, "Direct Messages")
    await expect(ben.get_by_text("asks to end the game without a result.")).to_be_visible()
    await button(ben, "Decline").click()
    await expect(ben.get_by_text("asks to end the game without a result.")).to_have_count(0)
    # A seat is offered in the page's own list of people, and taken.
    await button(ana, "My cards").first.click()
    # Else the menu would be opened in the former panel, which gives way to the new one.
    await expect(ana.get_by_text("You've opened this table in a newer message").last).to_be_visible()
    await button(ana, "More…").last.click()
    await ana.get_by_text("Offer your seat to…").last.click()
    await ana.get_by_role("option", name=re.compile("Dao")).click()
    dao = await page_of(browser, discord, "Dao")
    await button(dao, "Take Ana's seat").first.click()
    await expect(dao.get_by_alt_text("Hand:").last).to_be_visible()
    # Giving up is asked for twice.
    await button(dao, "More…").last.click()
    await button(dao, "Give up").click()
    await expect(dao.get_by_text("You'll lose the game")).to_be_visible()
    await button(dao, "Give up").click()
    await expect(dao.get_by_text("wins!")).to_be_visible()
    await expect(ben.get_by_text("You won: nobody else is left.")).to_be_visible()
