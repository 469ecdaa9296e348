"""The first game of Rapa Nui, the card game: its cards lie so that each kind is scored early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from engine.lesson import LEARNER, Lesson
from engine.rapa_nui_cards import events as happened
from engine.rapa_nui_cards.legal import plays, purchases
from engine.rapa_nui_cards.moves import (
    DISCARD,
    SKIP,
    Buy,
    Collect,
    Move,
    Offer,
    Play,
    PlayGatherers,
    Sacrifice,
    Shuffle,
    Take,
)
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.scoring import dues
from engine.rapa_nui_cards.state import CARDS, MOAI_PRICE, Card, Phase, State

MUCH_WOOD: Final = 6
"""From so much wood on, the learner is told to use it."""
FEW_CARDS: Final = 10
"""With so few cards left in the deck, the learner is told how the game ends."""

_LETTERS: Final = dict(zip("fmsglpM", CARDS, strict=True))
_ORDER: Final = (
    # The display, the front card of each column last: whichever is taken first, a Lumberjack lies beneath.
    "gMll" "Mglp" "lplm" "pslg"
    # The deck, in refills of four.
    "MlpM" "fMsl" "msMp" "gfpl" "MmsM" "fplm" "lpMf" "gsmp" "lf"
)  # fmt: skip
"""The cards as they are dealt: fish, mulberry, sweet potato, grain, lumberjack, priest, Moai."""
CARDS_DEALT: Final = tuple(_LETTERS[letter] for letter in _ORDER)

_LIKED: Final = {Card.MOAI: 3, Card.LUMBERJACK: 2, Card.PRIEST: 1}
"""How much the computer player likes to lay and to take a card; Gatherers not at all."""


class CardsLesson(Lesson):
    """Two play; the learner begins."""

    seats = 2
    options = {"first_player": str(LEARNER + 1)}  # noqa: RUF012 - nobody changes it
    topics = (
        "welcome",
        "play",
        "take",
        "scored_lumberjack",
        "scored_gatherer",
        "scored_priest",
        "scored_moai",
        "majority",
        "buy",
        "several",
        "moai",
        "stone",
        "face_down",
        "offer",
        "wood_or_points",
        "much_wood",
        "last_cards",
        "end",
    )

    def dealt(self, state: State) -> Move:
        """The stacked deck; who begins is no matter of chance here."""
        return Shuffle(CARDS_DEALT)

    def answer(self, seen: Observation, legal_moves: Sequence[Move]) -> Move:
        """Never buys, raises a Moai as soon as it can, and likes wood until then."""
        return max(legal_moves, key=lambda move: _liking(seen, move))

    def before(self, seen: Observation) -> Iterator[str]:
        """What each phase is about, when it first comes up."""
        match seen.phase:
            case Phase.BUY | Phase.PLAY:
                yield from _before_playing(seen)
            case Phase.TAKE:
                yield "take"
            case Phase.SACRIFICE:
                # What the stone does with goods is needed at the first card, whoever raised the Moai.
                yield "stone"
                if seen.active == seen.viewer:
                    yield "face_down"
            case Phase.OFFER:
                yield "offer"
            case Phase.COLLECT_MOAI:
                yield "wood_or_points"

    def after(self, seen: Observation, events: Sequence[Any]) -> Iterator[str]:
        """What was scored, each kind once."""
        for event in events:
            match event:
                case happened.DisplayLaid():
                    yield "welcome"
                case happened.GameEnded():
                    yield "end"
        scorings = [event for event in events if isinstance(event, happened.ScoringBegan)]
        yield from (_scored(event.card) for event in scorings)
        if any(event.majority is not None for event in scorings):
            yield "majority"


def _before_playing(seen: Observation) -> Iterator[str]:
    assert seen.viewer is not None
    view = seen.seats[seen.viewer]
    hand = view.hand or ()
    able = plays(hand, view.wood)
    if len(able) > 1:
        yield "play"
    if seen.deck_size <= FEW_CARDS and able != (DISCARD,):
        yield "last_cards"
    if hand[Card.MOAI] and able != (DISCARD,):
        yield "moai"
    if any(isinstance(move, PlayGatherers) and move.count > 1 for move in able):
        yield "several"
    may_buy = seen.phase is Phase.BUY and purchases(view.village, view.wood, seen.supply) != (SKIP,)
    if may_buy and seen.turn > len(seen.seats):
        yield "buy"
        if view.wood >= MUCH_WOOD:
            yield "much_wood"


def _scored(card: Card) -> str:
    match card:
        case Card.LUMBERJACK | Card.PRIEST | Card.MOAI:
            return f"scored_{card.name.lower()}"
        case _:
            return "scored_gatherer"


def _liking(seen: Observation, move: Move) -> int:
    """How much the computer player likes a move."""
    assert seen.viewer is not None
    view = seen.seats[seen.viewer]
    held = view.held or ()
    match move:
        case Buy():
            return -1
        case Play(card):
            return _LIKED[card]
        case Sacrifice(good) | Offer(good):
            return held[good]
        case Take(column):
            return _LIKED.get(seen.columns[column - 1][-1], 0) + _brought(seen, column)
        case Collect(glory):
            return int(glory == (view.wood >= MOAI_PRICE))
        case _:
            return 0


def _brought(seen: Observation, column: int) -> int:
    """What taking from a column brings the viewer, as far as it can be seen."""
    beneath = seen.columns[column - 1][:-1]
    villages = [view.village for view in seen.seats]
    return dues(villages, beneath[-1])[seen.viewer or 0] if beneath else 0


LESSON: Final = CardsLesson()
