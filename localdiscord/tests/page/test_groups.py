"""In the page, in Chromium: groups and servers without the bot, with commands that a person installed."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands
from playwright.async_api import Browser, Page, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import IN_THE_BROWSER
from localdiscord.tests.local_bots import Bot, running

pytestmark = IN_THE_BROWSER


class Board(discord.ui.View):
    @discord.ui.button(label="Hand")
    async def hand(self, interaction: discord.Interaction[Any], _button: Any) -> None:
        await interaction.response.defer()
        await interaction.followup.send("your cards", ephemeral=True)
        await interaction.edit_original_response(content="second board")


def with_board(bot: Bot) -> None:
    @bot.tree.command(description="Plays")
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def play(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("first board", view=Board(timeout=None))

    @bot.tree.command(description="Stays at home")
    @app_commands.allowed_installs(guilds=True, users=False)
    async def stay(interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message("here")


async def opened(local: LocalDiscord, browser: Browser, name: str) -> Page:
    """Open the page as a person."""
    page = await browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    await page.goto(f"{local.page}?as={local.person(name).user.id}")
    await expect(page.locator(".channel-header h2")).to_be_visible()
    return page


async def test_who_installed_the_bot_plays_in_a_group_and_in_a_server_without_it(
    local: LocalDiscord, browser: Browser
) -> None:
    async with running(local, with_board):
        ana, ben = await opened(local, browser, "Ana"), await opened(local, browser, "Ben")
        local.add_group("Ana", "Ben", "Chloé")
        local.add_group("Ana", "Ben")
        local.found_server("lair", "Chloé", members=["Ana", "Ben"], with_bot=False)
        await expect(ana.locator(".channel-link")).to_have_text(
            ["general", "lounge", "lair", "BBotAPP", "Ben, Chloé", "BBen"]
        )
        await expect(ana.get_by_role("heading", name="lair")).to_be_visible()
        box, shown = ana.get_by_role("combobox"), ana.locator(".suggestion-label")
        for place, message in (("Ben, Chloé", "Message Ben, Chloé"), ("lair", "Message #lair")):
            await ana.locator(".channel-link", has_text=place).click()
            await ana.get_by_placeholder(message, exact=True).fill("/")
            await expect(ana.locator(".suggestions-title")).to_have_text("No command begins like this.")
        await ana.get_by_role("button", name="User settings").click()
        await ana.get_by_label("Install Bot for yourself").check()
        await ana.keyboard.press("Escape")
        await box.fill("/")
        await expect(shown).to_have_text(["/play"])
        await ana.locator(".channel-link", has_text="general").click()
        await box.fill("/")
        await expect(shown).to_have_text(["/play", "/stay"])
        for place in ("lair", "Ben, Chloé"):
            await ana.locator(".channel-link", has_text=place).click()
            await box.fill("/play ")
            await ana.keyboard.press("Enter")
            await expect(ana.locator(".log")).to_contain_text("first board")
            await ben.locator(".channel-link", has_text=place.replace("Ben", "Ana")).click()
            await ben.locator(".button", has_text="Hand").click()
            await expect(ben.locator(".log")).to_contain_text("your cards")
            await expect(ana.locator(".log")).to_contain_text("second board")
            await expect(ana.locator(".log")).not_to_contain_text("your cards")
        assert local.person("Ana").user.installed
        assert not [one for one in local.requests if one.status >= 400]
