"""Invariants, and the score computed in another way.  Rules: Rapa Nui cards 6 and the end of 10."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from engine.game import CHANCE
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.state import DECK, Card, Phase, State
from tests.engine.seeded import Seeded, Setup, all_setups, random_game

SETUPS = pytest.mark.parametrize("setup", [one for one in all_setups() if one.game is GAME], ids=str)


def all_cards(state: State) -> Counter[int]:
    """Return the number of each Rapa Nui card, in all places together."""
    cards: Counter[int] = Counter(state.deck)
    for column in state.columns:
        cards.update(column)
    for counts in (*state.hands, *state.villages):
        cards.update({card: count for card, count in enumerate(counts) if count})
    cards[Card.MOAI] += state.removed_moai
    return cards


def assert_nothing_lost_or_made(state: State) -> None:
    """Check that every card is in exactly one place."""
    for good in range(4):
        face_down = sum(card.good == good for card in state.face_down)
        held = sum(counts[good] for counts in state.held)
        assert state.supply[good] + held + state.stone[good] + face_down == 25
        assert state.supply[good] >= 0
    if state.decider != CHANCE:
        starts: Counter[int] = Counter({Card.LUMBERJACK: state.seats})
        starts.update(card for seat in range(state.seats) for card in range(4) if card != seat)
        assert all_cards(state) == starts + Counter(int(card) for card in DECK)


@SETUPS
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_lost_or_made(setup: Setup, seed: int) -> None:
    turns = 0
    for number, played in enumerate(random_game(setup, seed), 1):
        state: State = played.after
        assert_nothing_lost_or_made(state)
        assert state.question == number  # So many decisions came before, those of chance too.
        assert all(wood >= 0 for wood in state.wood)
        if state.phase is Phase.BUY:
            assert all(sum(hand) == 3 for hand in state.hands)
            assert all(len(column) for column in state.columns)
        turns = max(turns, state.turn)
    assert turns <= 50


@pytest.mark.slow
@SETUPS
def test_nor_where_a_viewer_imagines_what_is_hidden(setup: Setup) -> None:
    for played in random_game(setup, seed=6):
        for viewer in (None, *range(setup.seats)):
            imagined = GAME.determinise(GAME.observe(played.after, viewer), Seeded(viewer or 0))
            assert_nothing_lost_or_made(imagined)


def test_what_is_hidden_is_imagined_in_more_than_one_way() -> None:
    *_, played = islice(random_game(Setup(GAME, 3, {}), seed=1), 60)
    seen = GAME.observe(played.after, 0)
    imagined = [GAME.determinise(seen, Seeded(seed)) for seed in range(20)]
    assert len({state.hands for state in imagined}) > 10
    assert len({state.deck for state in imagined}) == 20


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
