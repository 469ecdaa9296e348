"""Finding one's way on the page."""

from __future__ import annotations

from playwright.async_api import Locator, Page, ViewportSize

WIDE = ViewportSize(width=1280, height=900)
NARROW = ViewportSize(width=400, height=800)


def button(page: Page, name: str) -> Locator:
    """A button by just its name."""
    return page.get_by_role("button", name=name, exact=True)


async def open_channel(page: Page, section: str) -> None:
    """Go to the first channel of a section: `Channels`, or `Direct Messages`."""
    drawer = page.locator(".drawer-button")
    if await drawer.is_visible():
        await drawer.click()
    await page.locator("nav section", has_text=section).locator("a[data-channel-id]").first.click()


async def chosen(page: Page, setting: str, value: str) -> None:
    """On the panel behind *Set up…*: choose a value in the form of pace and language, and submit it."""
    await button(page, "Pace and language…").click()
    form = page.get_by_role("dialog")
    radio = form.get_by_role("radiogroup", name=setting).get_by_text(value, exact=True)
    menu = form.get_by_role("combobox", name=setting)
    await radio.or_(menu).first.click()
    if not await radio.count():
        await page.get_by_role("option", name=value).click()
    await button(page, "Submit").click()
    await page.get_by_text(f"{setting}: {value}").first.wait_for()
