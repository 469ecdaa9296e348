"""Actions on the page of the local Discord."""

from __future__ import annotations

from playwright.async_api import Locator, Page, ViewportSize, expect

WIDE = ViewportSize(width=1280, height=900)
NARROW = ViewportSize(width=400, height=800)


def button(page: Page, name: str) -> Locator:
    """Return the button that has exactly this name."""
    return page.get_by_role("button", name=name, exact=True)


async def opened(page: Page, address: str) -> None:
    """Open the page of the local Discord, and wait for its channel."""
    await page.goto(address)
    await expect(page.locator(".channel-header h2")).to_be_visible()


async def open_channel(page: Page, section: str) -> None:
    """Open the first channel of a section, `Channels` or `Direct Messages`."""
    drawer = page.locator(".drawer-button")
    if await drawer.is_visible():
        await drawer.click()
    await page.locator("nav section", has_text=section).locator("a[data-channel-id]").first.click()


async def chosen(page: Page, setting: str, value: str) -> None:
    """In the form of pace and language, behind *Set up…*, choose a value, and submit the form."""
    await button(page, "Pace and language…").click()
    form = page.get_by_role("dialog")
    radio = form.get_by_role("radiogroup", name=setting).get_by_text(value, exact=True)
    menu = form.get_by_role("combobox", name=setting)
    await radio.or_(menu).first.click()
    if not await radio.count():
        await page.get_by_role("option", name=value).click()
    await button(page, "Submit").click()
    await page.get_by_text(f"{setting}: {value}").first.wait_for()
