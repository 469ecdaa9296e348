"""Draws the documents' pictures: screenshots of the page in a headless Chromium, with a small bot."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import discord
from discord import app_commands, ui
from playwright.async_api import Browser, Page, ViewportSize, async_playwright, expect

from localdiscord import LocalDiscord
from localdiscord.tests.browsers import ARGUMENTS, chromium
from localdiscord.tests.local_bots import Bot, running

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs"
DISHES: Final = ("Soup", "Noodles", "Pancakes")
WIDE: Final = ViewportSize(width=1000, height=690)
PHONE: Final = ViewportSize(width=390, height=620)


class Wish(ui.Modal, title="Another dish"):
    """The form for another dish."""

    dish = ui.TextInput["Wish"](label="What would you like to eat?", placeholder="Dumplings")
    reason = ui.TextInput["Wish"](label="Why?", style=discord.TextStyle.paragraph, required=False)


class Lunch(ui.View):
    """A message with a vote."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.votes: dict[str, str] = {}
        options = [discord.SelectOption(label=dish) for dish in DISHES]
        self.menu: ui.Select[Lunch] = ui.Select(placeholder="Your dish", options=options)
        self.menu.callback = self.vote  # type: ignore[method-assign]
        self.add_item(self.menu)

    def embed(self) -> discord.Embed:
        """Return the votes so far."""
        shown = discord.Embed(title="Lunch at noon", colour=0x3BA55D, description="Vote in the menu below.")
        for dish in DISHES:
            names = [name for name, chosen in self.votes.items() if chosen == dish]
            shown.add_field(name=f"{dish}: {len(names)}", value=", ".join(names) or "nobody yet")
        return shown

    async def vote(self, interaction: discord.Interaction) -> None:
        """Count a vote."""
        self.votes[interaction.user.display_name] = self.menu.values[0]
        await interaction.response.edit_message(embed=self.embed(), view=self)

    @ui.button(label="Another dish…", row=1)
    async def wish(self, interaction: discord.Interaction, _button: ui.Button[Lunch]) -> None:
        """Open the form."""
        await interaction.response.send_modal(Wish())

    @ui.button(label="Close the vote", style=discord.ButtonStyle.danger, row=1)
    async def close(self, interaction: discord.Interaction, _button: ui.Button[Lunch]) -> None:
        """End the vote."""
        await interaction.response.edit_message(view=None)


def with_commands(bot: Bot) -> None:
    """Give the bot its commands."""

    @bot.tree.command(description="Asks everybody what there is for lunch")
    async def lunch(interaction: discord.Interaction) -> None:
        view = Lunch()
        await interaction.response.send_message(embed=view.embed(), view=view)

    @bot.tree.command(description="Reminds you of something")
    @app_commands.describe(minutes="in how many minutes", about="of what")
    async def remind(interaction: discord.Interaction, minutes: int, about: str) -> None:
        await interaction.response.send_message(f"In {minutes} minutes: {about}", ephemeral=True)


async def opened(discord_here: LocalDiscord, browser: Browser, name: str, viewport: ViewportSize) -> Page:
    """Open the page as the person `name`, in a window of size `viewport`; return the page."""
    page = await browser.new_page(viewport=viewport, color_scheme="dark")
    await page.goto(f"{discord_here.page}?as={discord_here.person(name).user.id}")
    await expect(page.locator(".embed")).to_be_visible()
    return page


async def draw_with(browser: Browser, folder: Path) -> None:
    """Draw the pictures with a running browser."""
    names = {"guild": "Kitchen", "channels": ("lunch", "tea"), "bot_name": "Cook", "people": ("Ana", "Ben")}
    async with LocalDiscord(**names) as here, running(here, with_commands):  # type: ignore[arg-type]
        ana, ben = here.person("Ana"), here.person("Ben")
        ana.say("Who is hungry?")
        ben.say("I am!")
        await (await ana.command("lunch")).answered()
        await (await ben.choose(ana.messages()[-1], "Noodles")).answered()
        await (await ben.command("remind", minutes=20, about="wash the **big** pot")).answered()
        page = await opened(here, browser, "Ben", WIDE)
        await expect(page.locator(".only-you")).to_be_visible()
        await page.screenshot(path=folder / "page.png")
        await page.close()
        page = await opened(here, browser, "Ana", PHONE)
        await page.get_by_role("button", name="Another dish…").click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.get_by_label("What would you like to eat?").fill("Dumplings")
        await page.screenshot(path=folder / "phone.png")
        await page.close()
        assert here.violations == []


async def draw(folder: Path) -> None:
    """Start a browser, and draw the pictures."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        await draw_with(browser, folder)
        await browser.close()
