"""In the page, in Chromium: features that the bot uses and that aren't supported are shown."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.page.test_leaving import opened
from localdiscord.tests.raw import Api

pytestmark = IN_THE_BROWSER
SAID = "The bot uses what the local Discord doesn't have: "


@pytest.mark.parametrize("width", [1200, 400])
async def test_what_is_not_here_is_said_until_it_is_dismissed(
    local: LocalDiscord, browser: Browser, width: int
) -> None:
    async with Api(local) as api:
        page = await opened(local, browser)
        await page.set_viewport_size({"width": width, "height": 700})
        strip = page.locator(".strip.lacks")
        await expect(strip).to_be_hidden()
        await api.post({"content": "x", "poll": {"question": {"text": "Tea?"}}})
        poll = "POST /channels/{id}/messages: poll"
        await expect(strip).to_have_text(SAID + poll)
        await api.ask("GET", "/sticker-packs")
        await expect(strip).to_have_text(f"{SAID}GET /sticker-packs, {poll}")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.reload()
        await expect(strip).to_have_text(f"{SAID}GET /sticker-packs, {poll}")
        await strip.get_by_role("button", name="Dismiss").click()
        await expect(strip).to_be_hidden()
        await api.ask("GET", "/sticker-packs")
        for number in range(4):
            await api.ask("GET", f"/nothing/{'abcd'[number]}")
        await expect(strip).to_have_text(f"{SAID}GET /nothing/d, GET /nothing/c, GET /nothing/b")
