"""The moves of Ru-Ra-Re.  Rules: Ru-Ra-Re 6.  Their texts are in `notation.py`."""

from __future__ import annotations

from typing import Final

from engine.game import Struct
from engine.ru_ra_re.state import ROWS, Card


class Choose(Struct, frozen=True, tag="choose"):
    """Choose a row in secret, counted from 1, or change that choice.  Rules: Ru-Ra-Re 3.1, ruling 23."""

    row: int


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """Chance: the order of all cards, or later of those in the box, the next one first.  Rules: 2, 3.3."""

    cards: tuple[Card, ...]


Move = Choose | Shuffle

# Each choice is one value for ever: finding it among the legal ones is a comparison of identities.
CHOOSES: Final = tuple(Choose(row) for row in range(1, max(ROWS.values()) + 1))
