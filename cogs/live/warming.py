"""Draws sprites before anybody waits for them: else the first picture of a kind takes up to a second."""

from __future__ import annotations

import structlog

from cogs.games import screens
from cogs.kit.attachments import PURPOSE
from cogs.kit.components import message
from cogs.live.parts import Parts
from locales import SOURCE
from pictures import Purpose, Rank
from tables.errors import frames

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def warm(parts: Parts) -> None:
    """Draw the pictures of all games' rules, one by one, which hold most of what boards are made of.

    `bot.run` runs it in a task of its own from the start on: what somebody waits for is drawn before.
    """
    PURPOSE.set(Purpose(Rank.AHEAD))
    words = parts.words(SOURCE)
    for game, screen in screens().items():
        for page in screen.rules(words):
            try:
                await parts.attachments.hung(message(page))
            except Exception as fault:  # Somebody who opens this page is told; the other pages are drawn.
                log.error("not_warmed", game=game, fault=frames(fault))
