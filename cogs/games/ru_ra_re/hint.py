"""What helps somebody new to decide: a topic of the lesson."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ru_ra_re.game import LESSON
from engine.ru_ra_re.moves import Move
from engine.ru_ra_re.observe import Observation


def hint(seen: Observation, legal_moves: Sequence[Move]) -> str:
    """What the lesson has to say now, one thing after the other turn by turn; at last, that it is so."""
    topics = list(LESSON.before(seen))
    return "last_turn" if seen.last_turn else topics[(seen.turn - 1) % len(topics)]
