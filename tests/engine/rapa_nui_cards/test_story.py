"""The events are complete: a spectator who keeps the public facts from events alone gets the same."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict, replace

from engine.game import Event
from engine.rapa_nui_cards import events as happened
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.observe import Observation, recall
from engine.rapa_nui_cards.state import Card
from tests.engine.seeded import Setup, random_game


class Listener:
    """The public facts, kept from events alone."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.village = [[0, 0, 0, 0, 1, 0, 0] for _ in range(seats)]
        self.hands = [[int(good != seat) for good in range(4)] + [0, 0, 0] for seat in range(seats)]
        self.wood, self.glory = [0] * seats, [0] * seats
        self.held_size = [4] * seats
        self.got = [[1] * 4 for _ in range(seats)]
        self.supply = [25 - seats] * 4
        self.columns: list[list[Card]] = [[], [], [], []]
        self.deck = 0
        self.stone = [0] * 4
        self.face_down: list[int] = []
        self.removed_moai = 0
        self.active = self.turn = self.taken_from = 0
        self.received: list[int] = []

    def hear(self, event: Event) -> None:
        match event:
            case happened.FirstDrawn(seat):
                self.active = seat
                self.wood = [2 + (other - seat) % self.seats for other in range(self.seats)]
            case happened.DisplayLaid(columns):
                self.columns, self.deck = [list(column) for column in columns], 34
            case happened.TurnBegan(seat, turn):
                self.active, self.turn, self.received = seat, turn, []
            case happened.Bought(seat, good, price):
                self.wood[seat] -= price
                self.held_size[seat] += 1
                self.got[seat][good] += 1
                self.supply[good] -= 1
            case happened.Played(seat, card, count, wood):
                self.village[seat][card] += count
                self.hands[seat][card] -= count
                self.wood[seat] -= wood
                self.taken_from = 0
            case happened.MoaiDiscarded(seat):
                self.hands[seat][Card.MOAI] -= 1
                self.removed_moai += 1
                self.taken_from = 0
            case _:
                self.hear_of_goods_and_columns(event)

    def hear_of_goods_and_columns(self, event: Event) -> None:
        match event:
            case happened.Sacrificed(seat, good):
                self.held_size[seat] -= 1
                self.stone[good] += 1
                self.got[seat][good] -= 1
            case happened.LaidFaceDown(seat):
                self.held_size[seat] -= 1
                self.face_down.append(seat)
            case happened.Offered(_, good):
                self.supply[good] -= 1
                self.stone[good] += 1
            case happened.Taken(seat, column, card):
                assert self.columns[column - 1].pop() == card
                self.hands[seat][card] += 1
                self.taken_from = column
            case happened.Refilled(column, cards, deck):
                assert not self.columns[column - 1]
                self.columns[column - 1] = list(cards)
                self.deck -= len(cards)
                assert self.deck == deck
            case happened.ScoringBegan(card, column, majority):
                assert (self.taken_from, self.columns[column - 1][-1]) == (column, card)
                counts = [village[card] for village in self.village]
                alone = [s for s, own in enumerate(counts) if own > 1 and counts.count(own) == 1]
                assert majority == next((s for s in alone if counts[s] == max(counts)), None)
            case happened.Received(seat, gain):
                self.received.append((seat - self.active) % self.seats)
                assert self.received == sorted(self.received)  # The active player first, then clockwise.
                self.wood[seat] += gain.wood
                self.glory[seat] += gain.glory
                self.held_size[seat] += sum(gain.goods)
                self.got[seat] = [own + more for own, more in zip(self.got[seat], gain.goods, strict=True)]
                self.supply = [pile - got for pile, got in zip(self.supply, gain.goods, strict=True)]
            case happened.GameEnded(revealed, stone):
                assert [one.seat for one in revealed] == self.face_down
                laid = [sum(one.good == good for one in revealed) for good in range(4)]
                assert list(stone) == [up + down for up, down in zip(self.stone, laid, strict=True)]
            case _:
                raise AssertionError(event)

    def assert_knows(self, seen: Observation) -> None:
        assert [list(view.village) for view in seen.seats] == self.village
        assert [view.wood for view in seen.seats] == self.wood
        assert [view.glory for view in seen.seats] == self.glory
        assert [view.hand_size for view in seen.seats] == [sum(hand) for hand in self.hands]
        assert [view.held_size for view in seen.seats] == self.held_size
        assert list(seen.supply) == self.supply
        assert [list(column) for column in seen.columns] == self.columns
        assert (seen.deck_size, seen.removed_moai) == (self.deck, self.removed_moai)
        assert list(seen.stone) == self.stone
        assert [card.seat for card in seen.face_down] == self.face_down
        assert (seen.active, seen.turn, seen.taken_from) == (self.active, self.turn, self.taken_from)


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_only_listens_knows_all_that_is_public(seats: int) -> None:
    for seed in range(10):
        listener = Listener(seats)
        for played in random_game(Setup(GAME, seats, {}), seed):
            for event in GAME.seen(played.events, None):
                listener.hear(event)
            listener.assert_knows(GAME.observe(played.after, None))


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_has_listened_to_all_knows_what_is_recalled_and_no_less(seats: int) -> None:
    listener = Listener(seats)
    for played in random_game(Setup(GAME, seats, {}), seed=1):
        for event in GAME.seen(played.events, None):
            listener.hear(event)
        for viewer in (None, *range(seats)):
            seen, recalled = GAME.observe(played.after, viewer), recall(played.after, viewer)
            assert [list(view.hand or ()) for view in recalled.seats] == listener.hands
            assert [list(got) for got in recalled.got] == listener.got
            views = zip(recalled.seats, seen.seats, strict=True)
            forgotten = tuple(replace(view, hand=looked.hand) for view, looked in views)
            kept = asdict(recalled) | {"seats": forgotten}
            del kept["got"]
            assert type(seen)(**kept) == seen


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_scoring_is_remembered_as_it_was_told(seats: int) -> None:
    for seed in range(5):
        gains: dict[int, list[int]] = {}
        for played in random_game(Setup(GAME, seats, {}), seed):
            for event in played.events:
                if isinstance(event, happened.ScoringBegan):
                    gains = {}
                if isinstance(event, happened.Received):
                    got = gains.setdefault(event.seat, [0] * 6)
                    new = (event.gain.wood, event.gain.glory, *event.gain.goods)
                    gains[event.seat] = [before + more for before, more in zip(got, new, strict=True)]
            scoring = GAME.observe(played.after, None).scoring
            if scoring is not None:
                for seat, gain in enumerate(scoring.gains):
                    assert [gain.wood, gain.glory, *gain.goods] == gains.get(seat, [0] * 6)
