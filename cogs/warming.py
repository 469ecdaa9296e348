"""Sprites made before anybody waits for them: the first picture of a kind takes up to a second otherwise."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from cogs.layout import message
from cogs.screens import screens
from locales import SOURCE

if TYPE_CHECKING:
    from cogs.client import TableBot


AFTER_S: Final = 10.0
"""So long the bot is online before: what tables show, and who clicks at once, come first."""


async def warm(bot: TableBot, after_s: float = AFTER_S) -> None:
    """Draw the pictures of all rules, one after the other: most of what boards are made of is in them."""
    await bot.wait_until_ready()
    await asyncio.sleep(after_s)
    speech = bot.speech(SOURCE)
    for screen in screens().values():
        for page in screen.rules(speech):
            await bot.gallery.hung(message(page))
