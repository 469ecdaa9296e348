"""The moves of Ru-Ra-Re.  Rules: Ru-Ra-Re 6.  Their texts are in `notation.py`."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove, Struct
from engine.ru_ra_re.state import CARDS, ROWS, Card


class Choose(Struct, frozen=True, tag="choose"):
    """Choose a row in secret, counted from 1, or change that choice.  Rules: Ru-Ra-Re 3.1, ruling 23."""

    row: int


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """Chance: the order of all cards, or later of those in the box, the next one first.  Rules: 2, 3.3."""

    cards: tuple[Card, ...]


Move = Choose | Shuffle

# Each choice is one value for ever: finding it among the legal ones is a comparison of identities.
CHOOSES: Final = tuple(Choose(row) for row in range(1, max(ROWS.values()) + 1))


CARD_LETTERS: Final = "KC234NSHPOGEUDFWB"
"""How a shuffle is written, by `Card`: King, Church, 2, 3, 4, kNight, Sheep, Horse, Pig, cOw, Goat, hEn,
goose (U), Donkey, Farmer, farm Woman, farmhouse (B: building)."""


def write_move(move: Move) -> str:
    """The short text of a move: `choose 4`."""
    match move:
        case Choose(row):
            return f"choose {row}"
        case Shuffle(cards):
            return "shuffle " + "".join(CARD_LETTERS[card] for card in cards)


_BY_TEXT: Final[dict[str, Move]] = {write_move(move): move for move in CHOOSES}


def read_move(text: str) -> Move:
    """The move of a text by `write_move`.

    Raises:
        IllegalMove: No move has this text (code `unknown_move`).
    """
    move = _BY_TEXT.get(text)
    if move is not None:
        return move
    word, _, letters = text.partition(" ")
    if word == "shuffle" and letters and all(letter in CARD_LETTERS for letter in letters):
        return Shuffle(tuple(CARDS[CARD_LETTERS.index(letter)] for letter in letters))
    raise IllegalMove("unknown_move")
