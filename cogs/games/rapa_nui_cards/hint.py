"""What helps somebody new to decide: a topic of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

from engine.rapa_nui_cards.game import LESSON
from engine.rapa_nui_cards.moves import PLAYS, Move
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import Card, Phase


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """What the lesson has to say now; where that is several things, one after the other round by round.

    That a Moai costs wood helps before one buys, and where it can be raised; else it is too late.
    """
    is_late = seen.phase is Phase.PLAY and PLAYS[Card.MOAI] not in legal_moves
    topics = [topic for topic in LESSON.before(seen) if topic != "moai" or not is_late]
    return topics[(seen.turn - 1) // len(seen.seats) % len(topics)] if topics else ""
