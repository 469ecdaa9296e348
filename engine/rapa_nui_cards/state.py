"""The parts of Rapa Nui, the card game: goods, cards, phases, and the state of a game."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from engine.counts import Counts
from engine.game import Named, Seat, Struct


class Good(IntEnum):
    """One of the four goods.  Rules: Rapa Nui cards, Public terms."""

    FISH = 0
    MULBERRY = 1
    SWEET_POTATO = 2
    GRAIN = 3


class Card(IntEnum):
    """A kind of Rapa Nui card; the Gatherer of a good has that good's number.  Rules: Rapa Nui cards 1."""

    FISH = 0
    MULBERRY = 1
    SWEET_POTATO = 2
    GRAIN = 3
    LUMBERJACK = 4
    PRIEST = 5
    MOAI = 6


GOODS: Final = tuple(Good)
CARDS: Final = tuple(Card)
GATHERERS: Final = CARDS[: len(GOODS)]

DECK: Final = (
    *(gatherer for gatherer in GATHERERS for _ in range(5)),
    *(Card.LUMBERJACK,) * 12,
    *(Card.PRIEST,) * 9,
    *(Card.MOAI,) * 9,
)
"""The 50 Rapa Nui cards.  Rules: Rapa Nui cards 1."""

COLUMNS: Final = 4
COLUMN_SIZE: Final = 4
HAND_SIZE: Final = 3
CARDS_OF_EACH_GOOD: Final = 25
MOAI_PRICE: Final = 7
"""The price of laying a Moai, in wood."""


class Phase(Named):
    """The kind of decision that is due; chance makes the first two kinds.  Rules: Rapa Nui cards 8."""

    DRAW_FIRST = "draw_first"
    SHUFFLE = "shuffle"
    BUY = "buy"
    PLAY = "play"
    SACRIFICE = "sacrifice"
    OFFER = "offer"
    TAKE = "take"
    COLLECT_MOAI = "collect_moai"
    COLLECT_OTHER = "collect_other"
    OVER = "over"


# Plain names, used at every decision: in Python 3.11 reading a member of an Enum costs a call.
BUY: Final = Phase.BUY
PLAY: Final = Phase.PLAY
TAKE: Final = Phase.TAKE
OVER: Final = Phase.OVER
LUMBERJACK: Final = Card.LUMBERJACK
PRIEST: Final = Card.PRIEST
MOAI: Final = Card.MOAI


class FaceDown(Struct, frozen=True):
    """A sacrifice card face down on the stone, and the seat that laid it.  Rules: Rapa Nui cards 4."""

    seat: Seat
    good: Good


class Gain(Struct, frozen=True):
    """A seat's gain in a scoring phase: wood, glory points, and sacrifice cards by good."""

    wood: int = 0
    glory: int = 0
    goods: Counts = (0, 0, 0, 0)


NO_GAIN: Final = Gain()


class Scoring(Struct, frozen=True):
    """A scoring phase: the scored card, its column, the seat with the majority (if any), each seat's gain."""

    card: Card
    column: int
    majority: Seat | None
    gains: tuple[Gain, ...]


class State(Struct, frozen=True):
    """The whole state of a game, hidden things included.

    Attributes:
        wood_tiebreak: Whether wood breaks ties that remain after counting Moai.  Rules: Rapa Nui cards 7.
        open_hands: Whether hands and sacrifice cards are public.
        phase: The kind of decision that is due.
        question: The number of decisions so far.
        first: The seat that began, -1 before it is drawn.
        turn: The number of the turn, from 1; 0 before the first.
        active: The seat whose turn it is.
        decider: The seat that decides now, CHANCE for chance; `active` at the end.
        hands: For each seat, how many of each card are in its hand.
        villages: For each seat, how many of each card lie in its village.
        held: For each seat, how many sacrifice cards of each good it has.
        supply: The number of sacrifice cards in the supply, by good.
        columns: The columns of face-up cards (the display); in each, the front card is the last one.
        deck: The face-down cards in the order in which they are drawn.
        stone: Face-up cards on the stone, by good.
        face_down: Face-down cards on the stone, in the order in which they were laid.
        removed_moai: Moai removed from the game.
        taken_from: The column from which the latest card of this turn was taken; 0 if none was.
        due: In a scoring phase, for each seat, how much it has still to receive.
        scoring: The present scoring phase, else the latest one.
    """

    wood_tiebreak: bool
    open_hands: bool
    phase: Phase
    question: int
    first: Seat
    turn: int
    active: Seat
    decider: Seat
    hands: tuple[Counts, ...]
    villages: tuple[Counts, ...]
    wood: Counts
    glory: Counts
    held: tuple[Counts, ...]
    supply: Counts
    columns: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    stone: Counts
    face_down: tuple[FaceDown, ...]
    removed_moai: int
    taken_from: int
    due: Counts
    scoring: Scoring | None

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.hands)
