"""The moves of Ru-Ra-Re as short texts, both ways: `choose 4`."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove
from engine.ru_ra_re.moves import CHOOSES, Choose, Move, Shuffle
from engine.ru_ra_re.state import CARDS

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
