"""In the page, in Chromium: deleted channels, archived threads, and a server that the person leaves."""

from __future__ import annotations

import discord
import pytest
from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.local_bots import running
from localdiscord.tests.people.test_leaving import Panel, with_panel
from localdiscord.tests.people.test_moderating import open_thread
from localdiscord.tests.people.test_people_menus import with_menu

pytestmark = IN_THE_BROWSER


async def opened(local: LocalDiscord, browser: Browser, channel: str | None = None) -> Page:
    """Open the page as Ana."""
    page = await browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    where = f"&channel={local.channel(channel).id}" if channel else ""
    await page.goto(f"{local.page}?as={local.person('Ana').user.id}{where}")
    await expect(page.locator(".channel-header h2")).to_be_visible()
    return page


async def choose(page: Page, menu: str, entry: str) -> None:
    """Choose an entry of a menu."""
    await page.get_by_role("button", name=menu, exact=True).click()
    await page.get_by_role("menuitem", name=entry, exact=True).click()


async def test_a_channel_is_made_and_deleted_and_the_page_goes_elsewhere(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local) as bot:
        await open_thread(bot, local)
        page = await opened(local, browser)
        await choose(page, "Server settings", "Create channel")
        await page.get_by_label("Name of the channel").fill("Card games")
        await page.keyboard.press("Enter")
        await expect(page.locator(".channel-header h2")).to_have_text("card-games")
        await page.locator(".channel-link", has_text="Table 1").click()
        await expect(page.locator(".channel-header h2")).to_have_text("general › Table 1")
        local.delete_channel("general")
        await expect(page.locator(".channel-header h2")).to_have_text("lounge")
        await expect(page.locator(".channel-link")).to_have_text(["lounge", "card-games", "BBotAPP"])
        for name in ("card-games", "lounge"):
            await choose(page, "Channel settings", "Delete channel")
            await expect(page.locator(".channel-link")).to_have_count(2 if name == "card-games" else 1)
        await expect(page.locator(".channel-header h2")).to_have_text("Bot")
        await expect(page.locator(".channel-list")).to_contain_text("There are no channels.")
        assert [c.name for c in bot.guilds[0].text_channels] == []


async def test_closed_threads_are_marked_and_a_click_opens_them(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local, with_panel) as bot:
        thread = await open_thread(bot, local)
        await thread.send("move", view=Panel(timeout=None))
        page = await opened(local, browser, "Table 1")
        marks, go = page.locator(".shut-mark"), page.locator(".button", has_text="Go")
        await choose(page, "Channel settings", "Close thread")
        await expect(marks).to_have_text(["archived", "archived"])
        await go.click()
        await expect(marks).to_have_count(0)
        await expect(page.locator(".log")).to_contain_text("gone ana")
        await choose(page, "Channel settings", "Close and lock thread")
        await expect(marks).to_have_text(["locked", "locked"])
        await expect(go).to_be_disabled()
        await choose(page, "Channel settings", "Open thread again")
        await expect(go).to_be_enabled()
        local.clock.advance(3700)
        await page.locator(".channel-link", has_text="lounge").click()
        await expect(marks).to_have_text(["archived"])
        await page.locator(".channel-link", has_text="Table 1").click()
        await expect(page.locator(".log")).to_contain_text("gone ana")
        await choose(page, "Channel settings", "Delete thread")
        await expect(page.locator(".channel-header h2")).to_have_text("general")
        await expect(page.locator(".thread-card")).to_have_count(0)


async def test_who_leaves_keeps_their_direct_messages_and_can_come_back(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local, with_panel) as bot:
        user = await bot.fetch_user(local.person("Ana").id)
        await user.send("psst", view=Panel(timeout=None))
        page = await opened(local, browser)
        await choose(page, "Server settings", "Leave server")
        await expect(page.locator(".channel-header h2")).to_have_text("Bot")
        await expect(page.locator(".channel-link")).to_have_count(1)
        await expect(page.locator(".channel-list")).to_contain_text("You are not in this server.")
        await page.locator(".button", has_text="Go").click()
        await expect(page.locator(".log")).to_contain_text("gone ana")
        with pytest.raises(discord.Forbidden):
            await user.send("more")
        await choose(page, "Server settings", "Join server again")
        await expect(page.locator(".channel-link")).to_have_count(3)


async def test_without_the_bot_there_are_no_commands(local: LocalDiscord, browser: Browser) -> None:
    async with running(local, with_panel) as bot:
        page = await opened(local, browser)
        box, offered = page.locator("textarea.composer-text"), page.locator(".suggestion")
        await choose(page, "Server settings", "Remove Bot")
        await local.until(lambda: not bot.guilds)
        await box.fill("/pan")
        await expect(offered).to_have_count(0)
        await choose(page, "Server settings", "Invite Bot")
        await local.until(lambda: len(bot.guilds) == 1)
        await box.fill("/pane")
        await expect(offered).to_have_count(1)


async def test_a_menu_of_people_offers_those_who_are_here(local: LocalDiscord, browser: Browser) -> None:
    async with running(local, with_menu):
        ana = local.person("Ana")
        local.person("Dao").leave_server()
        await (await ana.command("menu")).answered()
        await (await ana.command("menu", "@bot")).answered()
        page = await opened(local, browser)
        await page.locator(".select-box").click()
        names = page.locator(".choice-label")
        await expect(names).to_have_text(["Ana", "Ben", "Chloé", "Bot"])
        await names.nth(1).click()
        await page.locator(".channel-header h2").click()  # the choice of several is made when the list closes
        await expect(page.locator(".log")).to_contain_text("Member Ben")
        await page.locator(".channel-link", has_text="Bot").click()
        await page.locator(".select-box").click()
        await expect(names).to_have_text(["Ana", "Bot"])
