"""The page is in the language of the person who uses it, if it has that language."""

from __future__ import annotations

import discord
import pytest
from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.local_bots import Bot, channel_of, running

pytestmark = IN_THE_BROWSER


async def opened(local: LocalDiscord, browser: Browser, name: str) -> Page:
    """Open the page as a person."""
    page = await browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(f"{local.page}?as={local.person(name).user.id}")
    await expect(page.locator(".channel-header h2")).to_be_visible()
    return page


def with_whisper(bot: Bot) -> None:
    @bot.tree.command(description="Whispers")
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)


async def test_everybody_reads_the_page_in_their_language(local: LocalDiscord, browser: Browser) -> None:
    local.add_person("Gen", "ja")
    async with running(local, with_whisper) as bot:
        await channel_of(bot, local).send("hello")
        for name, language, box, only in (
            ("Ben", "de", "Nachricht an #general", "Nur du kannst das sehen"),
            ("Gen", "ja", "#generalへメッセージを送信", "これはあなただけに表示されています"),
            ("Dao", "en", "Message #general", "Only you can see this"),  # The page knows no Thai.
        ):
            await (await local.person(name).command("whisper")).answered()
            page = await opened(local, browser, name)
            await expect(page.locator("html")).to_have_attribute("lang", language)
            await expect(page.get_by_placeholder(box, exact=True)).to_be_visible()
            await expect(page.locator(".only-you")).to_contain_text(only)
            await page.close()


async def test_who_changes_their_language_reads_on_in_it(local: LocalDiscord, browser: Browser) -> None:
    async with running(local):
        page = await opened(local, browser, "Ana")
        await page.get_by_role("button", name="User settings").click()
        await page.get_by_label("Language").select_option("de")
        await expect(page.get_by_placeholder("Nachricht an #general")).to_be_visible()
        await expect(page.get_by_role("heading", name="Kanäle")).to_be_visible()
        # The language is changed elsewhere, for example in another window.
        local.set_person("Ana", locale="fr")
        await expect(page.get_by_role("heading", name="Salons")).to_be_visible()
