"""Sprites made before anybody waits for them: the first picture of a kind takes up to a second otherwise."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import structlog

from cogs.games import screens
from cogs.kit.attachments import PURPOSE
from cogs.kit.components import message
from locales import SOURCE
from pictures import Purpose, Rank
from tables.errors import frames

if TYPE_CHECKING:
    from cogs.client import TableBot

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

AFTER_S: Final = 10.0
"""So long the bot is online before: what tables show, and who clicks at once, come first."""


async def warm(bot: TableBot, after_s: float = AFTER_S) -> None:
    """Draw the pictures of all rules, one after the other: most of what boards are made of is in them."""
    await bot.wait_until_ready()
    await asyncio.sleep(after_s)
    PURPOSE.set(Purpose(Rank.AHEAD))
    speech = bot.speech(SOURCE)
    for game, screen in screens().items():
        for page in screen.rules(speech):
            try:
                await bot.gallery.hung(message(page))
            except Exception as fault:  # Whoever looks at this page hears of it; the others are drawn.
                log.error("not_warmed", game=game, fault=frames(fault))
