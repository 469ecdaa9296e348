"""Ru-Ra-Re: its facts, its guided first game, and `GAME`, which the catalogue finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from engine.counts import counted, listed, without
from engine.game import CHANCE, LEARNER, Chance, Event, Game, IllegalMove, Lesson, Result, Seat, SeatResult
from engine.ru_ra_re import events as happened
from engine.ru_ra_re import play
from engine.ru_ra_re.evaluation import at_a_glance, totals, worth
from engine.ru_ra_re.features import feature_names, features
from engine.ru_ra_re.moves import (
    Choose,
    Move,
    Shuffle,
    legal_moves,
    read_move,
    refusal,
    to_move,
    write_move,
)
from engine.ru_ra_re.observe import Observation, determinise, observe, reveal
from engine.ru_ra_re.play import cards_to_shuffle, gain
from engine.ru_ra_re.state import (
    ANIMALS,
    CARDS,
    COPIES,
    DECK,
    SCORING_FROM,
    Card,
    Phase,
    Sheet,
    State,
)

NEAR: Final = SCORING_FROM - 4
"""With at least this many cards in a collection, the lesson explains the first scoring."""

_LAID: Final = (
    (Card.SHEEP, Card.SHEEP, Card.KING),
    (Card.COW, Card.VICTORY_2, Card.HORSE),
    (Card.KING, Card.PIG, Card.GOAT),
    (Card.HEN, Card.VICTORY_3, Card.HEN),
    (Card.VICTORY_4, Card.GOOSE, Card.KING),
    (Card.DONKEY, Card.COW, Card.SHEEP),
    # The cards of the first two refills, row by row.
    (Card.KNIGHT, Card.HORSE, Card.KNIGHT),
    (Card.CHURCH, Card.KNIGHT, Card.KING),
    (Card.FARMER, Card.FARM_WOMAN, Card.FARMHOUSE),
    (Card.CHURCH, Card.KNIGHT, Card.FARMER),
)
MODEST: Final = 2
"""The lesson's computer player usually chooses the third best row: this many rows are better."""
FIRST: Final = tuple(chain.from_iterable(_LAID))
"""The first cards of the lesson's deck: six rows, the outermost card of each last, then two refills."""

KINDS: Final[Mapping[str, frozenset[Card]]] = {
    "kings": frozenset({Card.KING}),
    "animals": frozenset(ANIMALS),
    "knights": frozenset({Card.KNIGHT}),
    "churches": frozenset({Card.CHURCH}),
    "farm": frozenset({Card.FARMER, Card.FARM_WOMAN, Card.FARMHOUSE}),
}
"""By topic of the lesson, the cards whose scoring the topic explains."""


class RowsLesson(Lesson):
    """The guided first game: two play, and choose at the same time."""

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
        """The first shuffle is a prepared deck; a later one, the cards of the box in a fixed mixed order."""
        cards = cards_to_shuffle(state)
        if state.phase is Phase.SHUFFLE:
            rest = without(COPIES, counted(FIRST, len(CARDS)))
            return Shuffle((*FIRST, *_mixed(listed(rest, CARDS))))
        return Shuffle(_mixed(listed(cards, CARDS)))

    def answer(self, seen: Observation, legal_moves: Sequence[Move]) -> Move:
        """The computer player's choice: in every third turn the best row, in order to clash."""
        best = sorted(legal_moves, key=lambda move: -_brought(seen, move))
        wants_best = seen.choice == 1 and seen.turn % 3 == 2
        return best[0] if wants_best else best[min(MODEST, len(best) - 1)]

    def suggested(self, seen: Observation, legal_moves: Sequence[Move]) -> Move:
        """The choice of the row that brings most or, after a clash, second most."""
        best = sorted(legal_moves, key=lambda move: -_brought(seen, move))
        return best[0] if seen.choice == 1 or len(best) == 1 else best[1]

    def before(self, seen: Observation) -> Iterator[str]:
        """The topics that explain how to choose, and how the cards in the rows score."""
        yield "choose"
        if seen.last_turn:
            yield "last_turn"
        if seen.first_scoring is None and max(map(sum, seen.collections)) >= NEAR:
            yield "first_scoring_near"
        yield from _kinds(tuple(chain.from_iterable(seen.rows)))

    def after(self, seen: Observation, events: Sequence[Any]) -> Iterator[str]:
        """The topics that explain the outcome of the choice, and how the cards taken score."""
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
    return gain(seen.collections, seen.seat, seen.rows[move.row - 1])


def _mixed(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards in a fixed order that keeps equal cards apart."""
    order = sorted(range(len(cards)), key=lambda place: place * 37 % 101)
    return tuple(cards[place] for place in order)


LESSON: Final = RowsLesson()


class RuRaRe(Game[State, Move, Observation]):
    """The rules of the game.  Rules: docs/rules/ru_ra_re.md."""

    id = "ru-ra-re"
    rules_version = 1
    seats = (2, 3, 4)
    options = ()
    lesson = LESSON

    to_move = staticmethod(to_move)
    legal_moves = staticmethod(legal_moves)
    make = staticmethod(play.play)
    observe = staticmethod(observe)
    reveal = staticmethod(reveal)
    determinise = staticmethod(determinise)
    worth = staticmethod(worth)
    totals = staticmethod(totals)
    part_names = Sheet.__struct_fields__

    def final_parts(self, result: SeatResult) -> Sequence[float]:
        """The points of a final score by field of `Sheet`, over both scorings."""
        points = dict.fromkeys(self.part_names, 0.0)
        for part in result.parts:
            points[part.name.partition("_")[2]] += part.points
        return list(points.values())

    feature_names = staticmethod(feature_names)
    features = staticmethod(features)
    at_a_glance = staticmethod(at_a_glance)
    write_move = staticmethod(write_move)
    read_move = staticmethod(read_move)

    def at_once(self, state: State, seat: Seat, move: Move) -> float:
        """The points that the row would add to a scoring now, if nobody else chooses it."""
        assert isinstance(move, Choose)
        return gain(state.collections, seat, state.rows[move.row - 1])

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        """The state before the shuffle.  Rules: Ru-Ra-Re 2."""
        self.chosen_options(options)
        return play.start(seats)

    def turn(self, state: State) -> int:
        """The number of the turn, from 1; before the first turn, too, it is 1."""
        return max(1, state.turn)

    def obvious_move(self, state: State, seat: Seat) -> Move | None:
        """None: seats choose only while two or more rows are open.  Rules: Ru-Ra-Re 3.2."""
        return None

    def chance_move(self, state: State, chance: Chance) -> Move:
        """A shuffle of all cards, or later of those in the box.  Rules: Ru-Ra-Re 2, 3.3."""
        at_setup = state.phase is Phase.SHUFFLE
        cards = DECK if at_setup else listed(play.cards_to_shuffle(state), CARDS)
        return Shuffle(chance.shuffled(cards))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        """Raise IllegalMove for an illegal move.  Rules: Ru-Ra-Re 3."""
        if seat == CHANCE:
            _check_chance(state, move)
        elif move not in legal_moves(state, seat):
            raise refusal(state, seat, move)

    def can_take_back(self, events: Sequence[Event]) -> bool:
        """False: a choice is changed by choosing again, and the last seat's choice reveals all.

        Moves can be taken back only until another seat acts.  So a player who could suddenly take nothing
        back would learn that another seat has changed its choice in secret.  Rules: Ru-Ra-Re 4, ruling 23.
        """
        return False

    def is_told(self, before: State, seat: Seat, move: Move, now: State) -> bool:
        """Whether the question in `before` is over: all have chosen, and choices are open.  Rules: 3.1, 4."""
        return now.question != before.question

    def result(self, state: State) -> Result | None:
        """The final score; None while the game goes on.  Rules: Ru-Ra-Re 5."""
        return play.final_result(state) if state.phase is Phase.OVER else None


def _check_chance(state: State, move: Move) -> None:
    if CHANCE not in to_move(state) or not isinstance(move, Shuffle):
        raise IllegalMove("not_chance")
    if counted(move.cards, len(CARDS)) != play.cards_to_shuffle(state):
        raise IllegalMove("not_chance")


GAME: Final = RuRaRe()
