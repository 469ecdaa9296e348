"""The page speaks the language of whoever looks, as far as it knows it: all its words, in each language."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest
from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord

from .local_bots import Bot, channel_of, running

PAGE = Path(__file__).parents[1] / "page"
TEXT = r'"((?:[^"\\]|\\.)*)"'
USED = re.compile(rf"\bwords(?:Around)?\({TEXT}")
COUNTED = re.compile(rf"\bcounted\([^,]+, {TEXT}, {TEXT}\)")
TRANSLATED = re.compile(rf"^  {TEXT}: {TEXT},$", re.MULTILINE)
UNTRANSLATED = re.compile(r'"?(?:aria-label|title|placeholder)"?: "[A-Za-z]')
LANGUAGES = ("de", "fr")


def sources() -> list[str]:
    """The page's modules, without its words."""
    return [path.read_text("utf-8") for path in PAGE.glob("*.js") if not path.name.startswith("words")]


def used() -> set[str]:
    """All sentences that the page says, in English."""
    found: set[str] = set()
    for source in sources():
        found.update(USED.findall(source))
        found.update(sentence for both in COUNTED.findall(source) for sentence in both)
    return found


def translations(language: str) -> dict[str, str]:
    """A language's sentences by the English ones."""
    return dict(TRANSLATED.findall((PAGE / f"words_{language}.js").read_text("utf-8")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_just_the_sentences_that_the_page_says(language: str) -> None:
    assert len(used()) > 100
    assert set(translations(language)) == used()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_braces_is_kept(language: str) -> None:
    for english, sentence in translations(language).items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", sentence)), english


def test_no_label_is_written_in_one_language_only() -> None:
    for source in sources():
        assert not UNTRANSLATED.findall(source)


async def opened(local: LocalDiscord, browser: Browser, name: str) -> Page:
    """The page as somebody has it."""
    page = await browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(f"{local.page}?as={local.person(name).user.id}")
    await expect(page.locator(".channel-header h2")).to_be_visible()
    return page


def with_whisper(bot: Bot) -> None:
    @bot.tree.command(description="Whispers")
    async def whisper(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True)


@pytest.mark.browser
async def test_everybody_reads_the_page_in_their_language(local: LocalDiscord, browser: Browser) -> None:
    async with running(local, with_whisper) as bot:
        await channel_of(bot, local).send("hello")
        for name, language, box, only in (
            ("Ana", "en", "Message #general", "Only you can see this"),
            ("Ben", "de", "Nachricht an #general", "Nur du kannst das sehen"),
            ("Chloé", "fr", "Écrire dans #general", "Toi seul peux voir ceci"),
            ("Dao", "en", "Message #general", "Only you can see this"),  # The page knows no Thai.
        ):
            await (await local.person(name).command("whisper")).answered()
            page = await opened(local, browser, name)
            await expect(page.locator("html")).to_have_attribute("lang", language)
            await expect(page.get_by_placeholder(box, exact=True)).to_be_visible()
            await expect(page.locator(".only-you")).to_contain_text(only)
            await page.close()


@pytest.mark.browser
async def test_who_changes_their_language_reads_on_in_it(local: LocalDiscord, browser: Browser) -> None:
    async with running(local):
        page = await opened(local, browser, "Ana")
        await page.get_by_role("button", name="User settings").click()
        await page.get_by_label("Language").select_option("de")
        await expect(page.get_by_placeholder("Nachricht an #general")).to_be_visible()
        await expect(page.get_by_role("heading", name="Textkanäle")).to_be_visible()
        # Changed elsewhere, as in another window.
        local.set_person("Ana", locale="fr")
        await expect(page.get_by_role("heading", name="Salons textuels")).to_be_visible()
