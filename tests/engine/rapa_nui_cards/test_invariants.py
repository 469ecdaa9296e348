"""What is always true, and what nobody may learn.  Rules: Rapa Nui cards 5 and the end of 10."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import CHANCE, Event
from engine.rapa_nui_cards.events import LaidFaceDown
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.state import DECK, Card, FaceDown, Phase, State
from tests.engine.seeded import Seeded, Setup, all_setups, random_game, reached

SETUPS = pytest.mark.parametrize("setup", [one for one in all_setups() if one.game is GAME], ids=str)


def all_cards(state: State) -> Counter[int]:
    """Every Rapa Nui card, wherever it is."""
    cards: Counter[int] = Counter(state.deck)
    for column in state.columns:
        cards.update(column)
    for counts in (*state.hands, *state.villages):
        cards.update({card: count for card, count in enumerate(counts) if count})
    cards[Card.MOAI] += state.removed_moai
    return cards


@SETUPS
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_or_made(setup: Setup, seed: int) -> None:
    starts: Counter[int] = Counter({Card.LUMBERJACK: setup.seats})
    starts.update(card for seat in range(setup.seats) for card in range(4) if card != seat)
    turns = 0
    for played in random_game(setup, seed):
        state: State = played.after
        assert all(wood >= 0 for wood in state.wood)
        for good in range(4):
            face_down = sum(card.good == good for card in state.face_down)
            held = sum(counts[good] for counts in state.held)
            assert state.supply[good] + held + state.stone[good] + face_down == 25
            assert state.supply[good] >= 0
        if state.decider != CHANCE:
            assert all_cards(state) == starts + Counter(int(card) for card in DECK)
        if state.phase is Phase.BUY:
            assert all(sum(hand) == 3 for hand in state.hands)
            assert all(len(column) for column in state.columns)
        turns = max(turns, state.turn)
    assert turns <= 50


@SETUPS
def test_the_score_counted_another_way_is_the_same(setup: Setup) -> None:
    for seed in range(5):
        *_, played = random_game(setup, seed)
        state: State = played.after
        result = GAME.result(state)
        assert result is not None
        stone = [*state.stone]
        for card in state.face_down:
            stone[card.good] += 1
        for seat in range(setup.seats):
            points = state.glory[seat] + 4 * state.villages[seat][6] + state.wood[seat] // 5
            for good in range(4):
                larger = {count for count in stone if count > stone[good]}
                points += state.held[seat][good] * (3 - len(larger) if any(stone) else 0)
            assert result.seats[seat].points == points


def rearranged(state: State, viewer: int | None, seed: int) -> State:
    """Another state of which `viewer` knows as much: hidden cards change places.  Rules: 5."""
    chance = Seeded(seed)
    others = [seat for seat in range(state.seats) if seat != viewer]
    deck = list(chance.shuffled(state.deck))
    hands, held, face_down = list(state.hands), list(state.held), list(state.face_down)
    if not state.open_hands:
        pool = [card for seat in others for card in range(7) for _ in range(state.hands[seat][card])]
        pool = list(chance.shuffled([*pool, *deck]))
        for seat in others:
            drawn = [pool.pop() for _ in range(sum(state.hands[seat]))]
            hands[seat] = tuple(drawn.count(card) for card in range(7))
        deck = [Card(card) for card in pool]
        goods = [good for seat in others for good in range(4) for _ in range(state.held[seat][good])]
        goods += [card.good for card in state.face_down if card.seat != viewer]
        goods = list(chance.shuffled(goods))
        for seat in others:
            drawn = [goods.pop() for _ in range(sum(state.held[seat]))]
            held[seat] = tuple(drawn.count(good) for good in range(4))
        face_down = [
            card if card.seat == viewer else FaceDown(card.seat, type(card.good)(goods.pop()))
            for card in state.face_down
        ]
    return replace(state, hands=tuple(hands), deck=tuple(deck), held=tuple(held), face_down=tuple(face_down))


@settings(deadline=None, max_examples=200)
@given(reached("rapa-nui-cards"), st.integers(0, 2**20))
def test_what_one_cannot_know_changes_nothing_in_what_one_sees(
    setup_and_state: tuple[Setup, Any], seed: int
) -> None:
    setup, state = setup_and_state
    if state.phase in (Phase.OVER, Phase.DRAW_FIRST, Phase.SHUFFLE):
        return
    for viewer in (None, *range(setup.seats)):
        other = rearranged(state, viewer, seed)
        seen = msgspec.json.encode(GAME.observe(state, viewer))
        assert msgspec.json.encode(GAME.observe(other, viewer)) == seen
        # Whether a table moves for a seat at once must not tell anything either.
        if state.decider != viewer and GAME.obvious_move(state, state.decider) is None:
            assert GAME.obvious_move(other, state.decider) is None


def test_a_face_down_card_is_told_to_its_owner_alone() -> None:
    setup = Setup(GAME, 4, {})
    told = 0
    for seed in range(6):
        for played in random_game(setup, seed):
            for event in played.events:
                if isinstance(event, LaidFaceDown):
                    told += 1
                    assert event.seen_by(event.seat) == event
                    for viewer in (None, *range(4)):
                        if viewer != event.seat:
                            assert event.seen_by(viewer) == LaidFaceDown(event.seat, None)
    assert told > 5


def test_an_event_that_says_nothing_of_its_own_is_secret() -> None:
    class Quiet(Event, frozen=True):
        """An event of a class that forgot to say who may see it."""

    assert Quiet().seen_by(None) is None
    assert Quiet().seen_by(0) is None
