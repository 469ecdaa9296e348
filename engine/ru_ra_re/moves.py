"""The moves of Ru-Ra-Re, their texts, and the legal moves of a state.  Rules: Ru-Ra-Re 3.1, 3.2, 6."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress, count, product
from typing import Final

from engine.game import CHANCE, IllegalMove, Seat, Struct
from engine.ru_ra_re.state import CARDS, CHOOSE, ROWS, Card, Phase, State


class Choose(Struct, frozen=True, tag="choose"):
    """Choose a row in secret, counted from 1, or change that choice.  Rules: Ru-Ra-Re 3.1, ruling 23."""

    row: int


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """A move of chance that orders all cards or, later, those of the box.  Rules: 2, 3.3."""

    cards: tuple[Card, ...]


Move = Choose | Shuffle

# Each choice is one shared object, so that a look-up among the legal ones compares identities.
CHOOSES: Final = tuple(Choose(row) for row in range(1, max(ROWS.values()) + 1))


CARD_LETTERS: Final = "KC234NSHPOGEUDFWB"
"""The letter of each `Card` in a shuffle: King, Church, 2, 3, 4, kNight, Sheep, Horse, Pig, cOw, Goat, hEn,
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
    """Parse a move from a text by `write_move`; raises IllegalMove (`unknown_move`) for any other text."""
    move = _BY_TEXT.get(text)
    if move is not None:
        return move
    word, _, letters = text.partition(" ")
    if word == "shuffle" and letters and all(letter in CARD_LETTERS for letter in letters):
        return Shuffle(tuple(CARDS[CARD_LETTERS.index(letter)] for letter in letters))
    raise IllegalMove("unknown_move")


ROWS_TO_CHOOSE_AMONG = 2
"""The least number of rows with cards for which seats choose.  Rules: Ru-Ra-Re 3.2."""


WAITING_SEATS: Final = {
    waiting: tuple(compress(count(), waiting))
    for seats in ROWS
    for waiting in product((False, True), repeat=seats)
}
"""The waiting seats, by a tuple of whether each seat waits (has got nothing in this turn).  Rules: 3."""


_ANY_ROW: Final = {rows: CHOOSES[:rows] for rows in ROWS.values()}
"""The legal choices if all rows have cards, by the number of rows."""


def is_choice_due(rows: Sequence[tuple[Card, ...]], waiting: Sequence[bool]) -> bool:
    """Whether waiting seats choose again; if not, the turn ends.  Rules: Ru-Ra-Re 3.2, ruling 12."""
    return True in waiting and len(rows) - rows.count(()) >= ROWS_TO_CHOOSE_AMONG


def to_move(state: State) -> tuple[Seat, ...]:
    """The seats that choose or may change their choice; `CHANCE` for a shuffle.  Rules: Ru-Ra-Re 6."""
    if state.phase is CHOOSE:
        return WAITING_SEATS[state.waiting]
    return () if state.phase is Phase.OVER else (CHANCE,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves of `seat`: one for each row with cards.  Rules: Ru-Ra-Re 6, ruling 5."""
    if state.phase is not CHOOSE or seat not in WAITING_SEATS[state.waiting]:
        return ()
    rows = state.rows
    return _ANY_ROW[len(rows)] if all(rows) else tuple(compress(CHOOSES, rows))


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The error that says why `move` is not legal for `seat`."""
    if state.phase is Phase.OVER:
        return IllegalMove("game_over")
    if seat not in to_move(state):
        return IllegalMove("not_your_turn")
    match move:
        case Choose(row) if 1 <= row <= len(state.rows):
            return IllegalMove("row_empty", row=row)
        case Choose(row):
            return IllegalMove("no_such_row", row=row, rows=len(state.rows))
        case _:
            return IllegalMove("not_now")
