"""The first game of Ru-Ra-Re: kings and animals come first, then knights and churches, then the farm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from engine.counts import counted, listed, without
from engine.lesson import LEARNER, Lesson
from engine.ru_ra_re import events as happened
from engine.ru_ra_re.moves import Choose, Move, Shuffle
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import cards_to_shuffle
from engine.ru_ra_re.scoring import gain
from engine.ru_ra_re.state import ANIMALS, CARDS, COPIES, SCORING_FROM, Card, Phase, State

NEAR: Final = SCORING_FROM - 4
"""With so many cards in a collection, the learner is told of the first scoring."""

_LAID: Final = (
    (Card.SHEEP, Card.SHEEP, Card.KING),
    (Card.COW, Card.VICTORY_2, Card.HORSE),
    (Card.KING, Card.PIG, Card.GOAT),
    (Card.HEN, Card.VICTORY_3, Card.HEN),
    (Card.VICTORY_4, Card.GOOSE, Card.KING),
    (Card.DONKEY, Card.COW, Card.SHEEP),
    # What the first two refills lay.
    (Card.KNIGHT, Card.HORSE, Card.KNIGHT),
    (Card.CHURCH, Card.KNIGHT, Card.KING),
    (Card.FARMER, Card.FARM_WOMAN, Card.FARMHOUSE),
    (Card.CHURCH, Card.KNIGHT, Card.FARMER),
)
MODEST: Final = 2
"""As a rule the computer player leaves so many rows that bring more."""
FIRST: Final = tuple(chain.from_iterable(_LAID))
"""The cards that are laid first: six rows, the outermost card of each last, then two refills."""

KINDS: Final[Mapping[str, frozenset[Card]]] = {
    "kings": frozenset({Card.KING}),
    "animals": frozenset(ANIMALS),
    "knights": frozenset({Card.KNIGHT}),
    "churches": frozenset({Card.CHURCH}),
    "farm": frozenset({Card.FARMER, Card.FARM_WOMAN, Card.FARMHOUSE}),
}
"""What scores in a way that has to be explained, by its topic."""


class RowsLesson(Lesson):
    """Two play, who choose at the same time."""

    seats = 2
    topics = (
        "welcome",
        "choose",
        "taken",
        *KINDS,
        "clash",
        "first_scoring_near",
        "first_scoring",
        "last_turn",
        "end",
    )

    def dealt(self, state: State) -> Move:
        """The stacked deck; a shuffle of the box mixes what is in it, always in the same way."""
        cards = cards_to_shuffle(state)
        if state.phase is Phase.SHUFFLE:
            rest = without(COPIES, counted(FIRST, len(CARDS)))
            return Shuffle((*FIRST, *_mixed(listed(rest, CARDS))))
        return Shuffle(_mixed(listed(cards, CARDS)))

    def answer(self, seen: Observation, legal_moves: Sequence[Move]) -> Move:
        """In every third turn the row that brings most, so that they meet; else one that brings less."""
        best = sorted(legal_moves, key=lambda move: -_brought(seen, move))
        wants_best = seen.choice == 1 and seen.turn % 3 == 2
        return best[0] if wants_best else best[min(MODEST, len(best) - 1)]

    def suggested(self, seen: Observation, legal_moves: Sequence[Move]) -> Move:
        """The row that brings most; after a clash the next best."""
        best = sorted(legal_moves, key=lambda move: -_brought(seen, move))
        return best[0] if seen.choice == 1 or len(best) == 1 else best[1]

    def before(self, seen: Observation) -> Iterator[str]:
        """How one chooses, then what the cards on the table score."""
        yield "choose"
        if seen.last_turn:
            yield "last_turn"
        if seen.first_scoring is None and max(map(sum, seen.collections)) >= NEAR:
            yield "first_scoring_near"
        yield from _kinds(tuple(chain.from_iterable(seen.rows)))

    def after(self, seen: Observation, events: Sequence[Any]) -> Iterator[str]:
        """What came of the choice, and what the cards taken score."""
        if any(isinstance(event, happened.FinalScored) for event in events):
            yield "end"
        if any(isinstance(event, happened.FirstScored) for event in events):
            yield "first_scoring"
        for event in events:
            match event:
                case happened.Refilled() if seen.turn == 1:
                    yield "welcome"
                case happened.Clashed():
                    yield "clash"
                case happened.Taken(seat, _, cards) if seat == LEARNER:
                    yield "taken"
                    yield from _kinds(cards)


def _kinds(cards: Sequence[Card]) -> Iterator[str]:
    return (topic for topic, kind in KINDS.items() if not kind.isdisjoint(cards))


def _brought(seen: Observation, move: Move) -> int:
    assert isinstance(move, Choose)
    return gain(seen.collections, seen.viewer or 0, seen.rows[move.row - 1])


def _mixed(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards in an order in which equal ones lie apart."""
    order = sorted(range(len(cards)), key=lambda place: place * 37 % 101)
    return tuple(cards[place] for place in order)


LESSON: Final = RowsLesson()
