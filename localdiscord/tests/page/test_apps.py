"""In the page, in Chromium: the menus of people and messages, and mentioned commands."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.local_bots import running
from localdiscord.tests.small_menus import with_menus

pytestmark = IN_THE_BROWSER


async def test_people_messages_and_commands_are_pressed(local: LocalDiscord, browser: Browser) -> None:
    async with running(local, with_menus):
        ana, ben = local.person("Ana"), local.person("Ben")
        ben.say(f"hello <@{ana.user.id}>")
        page = await browser.new_page(viewport={"width": 400, "height": 860}, has_touch=True, is_mobile=True)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        await page.goto(f"{local.page}?as={ana.user.id}")
        for name in ("Ben", "@Ana"):
            await page.get_by_role("button", name=name, exact=True).first.click()
            await page.get_by_role("menuitem", name="Greet").click()
            await expect(page.locator(".message").last).to_contain_text(f"Member {name.strip('@')}")
        await expect(page.locator(".context").last).to_contain_text("Ana used Greet")
        first = page.locator(".message").first
        await first.get_by_role("button", name="Apps").click()
        await page.get_by_role("menuitem", name="Quote").click()
        await expect(page.locator(".message").last).to_contain_text("Ben: hello")
        await first.locator(".message-body").click(button="right", position={"x": 200, "y": 5})
        await expect(page.get_by_role("menuitem", name="Quote")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Channels").click()
        await page.get_by_role("button", name="Server settings").click()
        await page.get_by_role("menuitem", name="Members").click()
        await page.get_by_role("menuitem", name="Chloé").click()
        await page.get_by_role("menuitem", name="Greet").click()
        await expect(page.locator(".message").last).to_contain_text("Member Chloé")

        await (await ben.command("poll ask", question="Tea?")).answered()
        last = page.locator(".message").last
        await expect(last).to_contain_text("Tea? /poll ask /poll")
        await last.get_by_role("button", name="/poll ask", exact=True).press("Enter")
        await expect(page.locator(".command-name")).to_have_text("/poll ask")
        assert await last.get_by_role("button", name="/poll", exact=True).count() == 0
        await page.close()
