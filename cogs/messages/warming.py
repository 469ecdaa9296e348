"""Draws the sprites of common pictures in advance, since their first use takes up to a second."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from cogs.discord_io.attachments import PURPOSE, Picture
from cogs.games import screens
from cogs.messages.parts import Parts
from cogs.text.names import MARKS
from cogs.text.ui import Item, message
from cogs.views.reading import guide_items
from locales import SOURCE
from pictures import Purpose, Rank
from pictures.lobby import lobby
from tables.model.errors import frames

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def warm(parts: Parts, are_lobbies_drawn: asyncio.Event) -> None:
    """Draw the pictures of all games' lobbies and rules, which contain most sprites of the boards.

    `bot.run` runs this in a task, and connects to Discord once `are_lobbies_drawn` is set, before the rules
    are drawn.  Pictures for which somebody waits come first: the painter looks for them after every few
    sprites.
    """
    PURPOSE.set(Purpose(Rank.AHEAD))
    words, lobbies, rules = parts.words(SOURCE), [], []
    for game, screen in screens().items():
        empty = Picture("lobby", lobby(screen.title, (), len(MARKS)), game, ())
        lobbies.append((game, [empty]))
        rules += [(game, page) for page in (guide_items(game, words), *screen.rules(words))]
    for game, lobby_page in lobbies:
        await _drawn(parts, game, lobby_page)
    are_lobbies_drawn.set()
    for game, page in rules:
        await _drawn(parts, game, page)


async def _drawn(parts: Parts, game: str, page: Sequence[Item]) -> None:
    try:
        await parts.attachments.rendered(message(page))
    except Exception as fault:  # People who open this page will get the error.
        log.error("not_warmed", game=game, fault=frames(fault))
