"""The parts of Ru-Ra-Re: cards, phases, score sheets, and the state of a game."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from engine.counts import Counts, listed
from engine.game import Named, Seat, Struct


class Card(IntEnum):
    """A type of playing card; cards of one type are alike.  Rules: Ru-Ra-Re 1."""

    KING = 0
    CHURCH = 1
    VICTORY_2 = 2
    VICTORY_3 = 3
    VICTORY_4 = 4
    KNIGHT = 5
    SHEEP = 6
    HORSE = 7
    PIG = 8
    COW = 9
    GOAT = 10
    HEN = 11
    GOOSE = 12
    DONKEY = 13
    FARMER = 14
    FARM_WOMAN = 15
    FARMHOUSE = 16


CARDS: Final = tuple(Card)
ANIMALS: Final = CARDS[Card.SHEEP : Card.FARMER]
VICTORY_POINTS: Final = {Card.VICTORY_2: 2, Card.VICTORY_3: 3, Card.VICTORY_4: 4}
RED_CROSS: Final = frozenset({Card.CHURCH, *VICTORY_POINTS, Card.FARMER, Card.FARM_WOMAN, Card.FARMHOUSE})
"""The types whose cards go to the box after the first scoring; others stay.  Rules: Ru-Ra-Re 1, ruling 2."""

COPIES: Final[Counts] = (10, 10, 5, 5, 5, 15, *(5,) * len(ANIMALS), 8, 8, 6)
"""How many copies there are of each type.  Rules: Ru-Ra-Re 1."""
DECK: Final = tuple(listed(COPIES, CARDS))
"""The 112 playing cards.  Rules: Ru-Ra-Re 1."""
LEAVES: Final[Counts] = tuple(int(card in RED_CROSS) for card in CARDS)
"""For each type, 1 if its cards go to the box after the first scoring, else 0."""

NO_CARDS: Final[Counts] = (0,) * len(CARDS)

ROWS: Final = {2: 6, 3: 7, 4: 8}
"""How many rows there are, by the number of players.  Rules: Ru-Ra-Re 2."""
SET_ASIDE: Final = {2: 32, 3: 10, 4: 0}
"""How many cards go to the box face down at setup, by the number of players.  Rules: Ru-Ra-Re 2."""
ROW_SIZE: Final = 3
SCORING_FROM: Final = 13
"""The number of cards in one collection that causes the first scoring.  Rules: Ru-Ra-Re 3.3."""


class Phase(Named):
    """The kind of decision that is due; chance makes the first two kinds.  Rules: Ru-Ra-Re 3, 6."""

    SHUFFLE = "shuffle"
    SHUFFLE_BOX = "shuffle_box"
    CHOOSE = "choose"
    OVER = "over"


CHOOSE: Final = Phase.CHOOSE
"""`Phase.CHOOSE` as a plain name: in Python 3.11 reading a member of an Enum costs a call."""


class Sheet(Struct, frozen=True):
    """A score sheet: the points of one collection, part by part.  Rules: Ru-Ra-Re 5."""

    kings: int
    churches: int
    victory: int
    knights: int
    animals: int
    farm: int

    @property
    def points(self) -> int:
        """The sum of all parts."""
        return self.kings + self.churches + self.victory + self.knights + self.animals + self.farm


class Meeting(Struct, frozen=True):
    """A row that was chosen: by which seats, and which cards left the row.  Rules: Ru-Ra-Re 3.1.

    Attributes:
        row: The row's number, counted from 1.
        seats: The seats that chose the row. A single seat took its cards; of several, none did, and one card
            went to the box.
        cards: The cards that left the row, innermost first.
    """

    row: int
    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]


class State(Struct, frozen=True):
    """The whole state of a game, hidden things included.

    Attributes:
        phase: The kind of decision that is due.
        question: The number of choices so far, in all turns.
        turn: The number of the turn, from 1; 0 before the first.
        choice: The number of the choice in the turn, from 1; 0 before the first.
        last_turn: Whether this turn is the last one.
        rows: The cards of each row, innermost first; the outermost card is the last one.
        collections: For each seat, how many of each card lie in front of it.
        deck: The face-down cards in the order in which they are laid.
        box: Cards that came to the box face up, by card.
        unseen: Cards in the box that nobody saw: set aside at setup, or left over from a shuffle of the box.
        waiting: For each seat, whether it has received nothing in this turn, and so has to choose.
        choices: The row that each seat chose in secret, counted from 1; None if it has chosen none.
        revealed: For each choice revealed in this turn, a `Meeting` for each row that was chosen; before the
            turn's first reveal, those of the turn before.
        first_scoring: The score sheet of each seat; None before the first scoring.
        final_scoring: The score sheet of each seat; None before the end.
    """

    phase: Phase
    question: int
    turn: int
    choice: int
    last_turn: bool
    rows: tuple[tuple[Card, ...], ...]
    collections: tuple[Counts, ...]
    deck: tuple[Card, ...]
    box: Counts
    unseen: Counts
    waiting: tuple[bool, ...]
    choices: tuple[int | None, ...]
    revealed: tuple[tuple[Meeting, ...], ...]
    first_scoring: tuple[Sheet, ...] | None
    final_scoring: tuple[Sheet, ...] | None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.collections)
