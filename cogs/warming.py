"""Sprites made before anybody waits for them: the first picture of a kind takes up to a second otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.layout import message
from cogs.screens import screens
from locales import SOURCE

if TYPE_CHECKING:
    from cogs.client import TableBot


async def warm(bot: TableBot) -> None:
    """Draw the pictures of all rules, one after the other: most of what boards are made of is in them.

    Not before the bot is online, so that nobody waits for that.
    """
    await bot.wait_until_ready()
    speech = bot.speech(SOURCE)
    for screen in screens().values():
        for page in screen.rules(speech):
            await bot.gallery.hung(message(page))
