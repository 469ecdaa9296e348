"""What helps somebody new to decide: a topic of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rapa_nui_cards.lesson import LESSON
from engine.rapa_nui_cards.moves import Move
from engine.rapa_nui_cards.observe import Observation


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """What the lesson has to say now; where that is several things, one after the other round by round."""
    topics = list(LESSON.before(seen))
    return topics[(seen.turn - 1) // len(seen.seats) % len(topics)] if topics else ""
