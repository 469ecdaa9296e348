"""The events are complete: a spectator who keeps the public facts from events alone gets the same."""

from __future__ import annotations

import pytest

from engine.counts import added, counted
from engine.game import Event
from engine.ru_ra_re import events as happened
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.state import CARDS, NO_CARDS, Card
from tests.engine.seeded import Setup, random_game

IN_GAME = {2: 80, 3: 102, 4: 112}


class Listener:
    """The public facts, kept from events alone."""

    def __init__(self, seats: int) -> None:
        self.seats = range(seats)
        self.rows: list[tuple[Card, ...]] = [()] * (4 + seats)
        self.collections = [NO_CARDS] * seats
        self.deck, self.unseen, self.box = IN_GAME[seats], 112 - IN_GAME[seats], NO_CARDS
        self.points = [0] * seats
        self.turn = self.choice = 0
        self.last = False
        self.waiting: list[int] = []
        self.shown: tuple[int | None, ...] = ()

    def hear(self, event: Event) -> None:
        match event:
            case happened.Revealed(rows):
                assert [seat for seat in self.seats if rows[seat] is not None] == self.waiting
                self.shown = rows
            case happened.Taken(seat, row, cards):
                assert self.rows[row - 1] == cards
                assert [other for other in self.seats if self.shown[other] == row] == [seat]
                self.collections[seat] = added(self.collections[seat], counted(cards, len(CARDS)))
                self.rows[row - 1] = ()
                self.waiting.remove(seat)
            case happened.Clashed(row, seats, card, left):
                assert tuple(seat for seat in self.seats if self.shown[seat] == row) == seats
                *inner, outermost = self.rows[row - 1]
                assert (outermost, len(inner)) == (card, left)
                self.rows[row - 1] = tuple(inner)
                self.box = added(self.box, counted([card], len(CARDS)))
            case happened.ChoiceBegan(choice, seats):
                assert (choice, list(seats)) == (self.choice + 1, self.waiting)
                self.choice = choice
            case _:
                self.hear_of_turns(event)

    def hear_of_turns(self, event: Event) -> None:
        match event:
            case happened.TurnEnded(turn, empty_handed):
                assert (turn, list(empty_handed)) == (self.turn, self.waiting)
                self.waiting = []
            case happened.FirstScored(sheets) | happened.FinalScored(sheets):
                self.points = [old + sheet.points for old, sheet in zip(self.points, sheets, strict=True)]
            case happened.RedCrossesLeft(cards):
                for seat, leaving in enumerate(cards):
                    self.box = added(self.box, leaving)
                    self.collections[seat] = added(self.collections[seat], tuple(-count for count in leaving))
            case happened.BoxShuffled(cards):
                assert cards == sum(self.box) + self.unseen
                self.box, self.unseen, self.deck = NO_CARDS, 0, cards
            case happened.Refilled(cards, deck):
                self.rows = [(*old, *new) for old, new in zip(self.rows, cards, strict=True)]
                self.deck -= sum(map(len, cards))
                self.unseen += self.deck - deck  # What the box had too many of is put back into it.
                self.deck = deck
            case happened.LastTurnAnnounced():
                self.last = True
            case happened.TurnBegan(turn):
                assert turn == self.turn + 1
                self.turn, self.choice, self.waiting = turn, 1, [*self.seats]
            case _:
                raise AssertionError(event)

    def assert_knows(self, seen: Observation) -> None:
        assert list(seen.rows) == self.rows
        assert list(seen.collections) == self.collections
        assert (seen.deck_size, seen.unseen_size, seen.box) == (self.deck, self.unseen, self.box)
        assert list(seen.points) == self.points
        assert (seen.turn, seen.choice, seen.last_turn) == (self.turn, self.choice, self.last)
        assert [seat for seat in self.seats if seen.waiting[seat]] == self.waiting


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_only_listens_knows_all_that_is_public(seats: int) -> None:
    for seed in range(15):
        listener = Listener(seats)
        for played in random_game(Setup(GAME, seats, {}), seed):
            for event in GAME.seen(played.events, None):
                listener.hear(event)
            listener.assert_knows(GAME.observe(played.after, None))


ORDER: list[type[Event]] = [
    happened.Revealed,
    happened.Taken,
    happened.TurnEnded,
    happened.FirstScored,
    happened.RedCrossesLeft,
    happened.BoxShuffled,
    happened.Refilled,
    happened.LastTurnAnnounced,
    happened.TurnBegan,
    happened.FinalScored,
]
"""The order of the page; a clash stands among the rows taken, a further choice where the turn would end."""


@pytest.mark.parametrize("seats", GAME.seats)
def test_events_come_in_the_order_of_the_page(seats: int) -> None:
    for seed in range(15):
        for played in random_game(Setup(GAME, seats, {}), seed):
            told = GAME.seen(played.events, None)
            places = [ORDER.index(type(event)) for event in told if type(event) in ORDER]
            assert places == sorted(places)
            rows = [event.row for event in told if isinstance(event, happened.Taken | happened.Clashed)]
            assert rows == sorted(set(rows))
            if any(isinstance(event, happened.ChoiceBegan) for event in told):
                assert isinstance(told[-1], happened.ChoiceBegan)
