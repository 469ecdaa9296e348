"""Finding one's way on the page."""

from __future__ import annotations

from playwright.async_api import Locator, Page, ViewportSize

WIDE = ViewportSize(width=1280, height=900)
NARROW = ViewportSize(width=400, height=800)


def button(page: Page, name: str) -> Locator:
    """A button by just its name."""
    return page.get_by_role("button", name=name, exact=True)


async def open_channel(page: Page, section: str) -> None:
    """Go to the first channel of a section: `Text Channels`, or `Direct Messages`."""
    drawer = page.locator(".drawer-button")
    if await drawer.is_visible():
        await drawer.click()
    await page.locator("nav section", has_text=section).locator("a[data-channel-id]").first.click()
