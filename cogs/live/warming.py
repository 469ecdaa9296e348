"""Draws sprites before anybody waits for them: else the first picture of a kind takes up to a second."""

from __future__ import annotations

import structlog

from cogs.games import screens
from cogs.kit.attachments import PURPOSE, Picture
from cogs.kit.components import message
from cogs.kit.names import MARKS
from cogs.live.parts import Parts
from locales import SOURCE
from pictures import Purpose, Rank
from pictures.lobby import lobby
from tables.errors import frames

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def warm(parts: Parts) -> None:
    """Draw all games' lobbies, and the pictures of their rules, which hold most of what boards are made of.

    `bot.run` runs it in a task of its own from the start on: what somebody waits for is drawn before.
    """
    PURPOSE.set(Purpose(Rank.AHEAD))
    words, waiting, rules = parts.words(SOURCE), [], []
    for game, screen in screens().items():
        empty = Picture("lobby", lobby(screen.title, (), len(MARKS)), game, ())
        waiting.append((game, [empty]))
        rules += [(game, page) for page in screen.rules(words)]
    for game, page in (*waiting, *rules):  # Every table begins with a lobby.
        try:
            await parts.attachments.hung(message(page))
        except Exception as fault:  # Somebody who opens this page is told; the other pages are drawn.
            log.error("not_warmed", game=game, fault=frames(fault))
