"""How private panels are made for one person: by what they decided, and what they have finished."""

from __future__ import annotations

from typing import Final

from cogs.live.parts import Parts
from cogs.views.panel import Reader
from tables import Look
from tables.preferences import Coach

FIRST_GAMES: Final = 2
"""So many games of a kind somebody is helped, who has decided nothing about that."""


async def reader_of(parts: Parts, person_id: int, look: Look) -> Reader:
    """How the panel of somebody who sits at a table is made for them.

    Raises:
        StorageFailed: The disk would not say what they have decided or finished.
    """
    wanted = parts.tables.people.preferences(person_id)
    is_coached = wanted.coach is Coach.ON
    if wanted.coach is Coach.AUTO and look.asked is not None:
        is_coached = await parts.tables.finished.count(person_id, look.table.game_id) < FIRST_GAMES
    return Reader(describes=wanted.describes, is_coached=is_coached)
