"""How private panels are made for one person: by what they decided, and what they have finished."""

from __future__ import annotations

from typing import Final

from cogs.messages.parts import Parts
from cogs.views.panel import Reader
from tables import Look
from tables.timing.preferences import Coach

FIRST_GAMES: Final = 2
"""So many games of a kind somebody is helped, who has decided nothing about that."""


async def reader_of(parts: Parts, person_id: int, look: Look) -> Reader:
    """How the panel of somebody who sits at a table is made for them.

    Raises:
        StorageFailed: The disk would not say what they have decided or finished.
    """
    wanted = parts.tables.people.preferences(person_id)
    is_asked, is_coached = look.asked is not None, wanted.coach is Coach.ON
    # Discord doesn't say who listens, so a picture tells of the setting, until one has moved in a first game.
    is_offered = is_asked and wanted.describes is None and not look.may_ask_back
    if is_asked and (is_offered or wanted.coach is Coach.AUTO):
        finished = await parts.tables.people.finished(person_id, look.table.game_id, FIRST_GAMES)
        is_coached = is_coached or (wanted.coach is Coach.AUTO and finished < FIRST_GAMES)
        is_offered = is_offered and not finished
    return Reader(describes=wanted.describes is True, is_coached=is_coached, is_offered_words=is_offered)
