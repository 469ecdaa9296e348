"""The twins in C, which teach the nets of outsiders and players, compute the same features of a position."""

from __future__ import annotations

import ctypes
import shutil
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from benchmarks.outsiders import rapa_nui_cards, ru_ra_re
from benchmarks.outsiders.teach import MOST_INPUTS, twin
from benchmarks.twin import TWINS, library, values
from engine.catalogue import games
from engine.game import CHANCE
from engine.ru_ra_re.features_of_two import lying
from engine.ru_ra_re.play import scores
from tests.engine.seeded import Seeded, Turns

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="a C compiler builds the twins"),
]
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def positions(name: str, seats: int) -> Iterator[Any]:
    """Yield the positions of a random game."""
    game, chance = games()[name], Seeded(seats)
    state, turns = game.start(seats, {}), Turns(game)
    while (seat := turns.next_seat(state)) is not None:
        if seat == CHANCE:
            move = game.chance_move(state, chance)
        else:
            yield state
            legal = game.legal_moves(state, seat)
            move = legal[chance.below(len(legal))]
        state, _ = game.apply(state, seat, move)


def told(library: ctypes.CDLL, position: Sequence[int], seat: int, mover: int) -> list[float]:
    """Return the features that the twin computes for a position, which it gets as numbers."""
    numbers, x = (ctypes.c_int * len(position))(*map(int, position)), (ctypes.c_float * MOST_INPUTS)()
    return x[: library.features_of(numbers, seat, mover, x)]


def cards_of(state: Any) -> list[int]:
    """Return a state of the card game as numbers, as its twins read it."""
    numbers = [state.seats]
    for seat in range(state.seats):
        under = [(seat, good) for good in range(4)]
        laid = [(card.seat, int(card.good)) for card in state.face_down]
        numbers += [*state.hands[seat], *state.villages[seat], *state.held[seat]]
        numbers += [*map(laid.count, under), state.wood[seat], state.glory[seat]]
    for pile in zip(state.supply, state.stone, strict=True):
        numbers += pile
    numbers += map(state.deck.count, range(7))
    for column in state.columns:
        numbers += [len(column), *column]
    return numbers


@SEATS
def test_both_twins_see_the_same_cards(seats: int) -> None:
    code = twin("rapa_nui_cards")
    for state in positions("rapa-nui-cards", seats):
        for seat in range(seats):
            mover = (seat + state.turn) % seats
            here = rapa_nui_cards.features(state, seat, mover)
            assert told(code, cards_of(state), seat, mover) == pytest.approx(here, abs=1e-5)


@SEATS
def test_both_twins_see_the_same_rows(seats: int) -> None:
    code, game = twin("ru_ra_re"), games()["ru-ra-re"]
    for state in positions("ru-ra-re", seats):
        for seat in range(seats):
            table = ru_ra_re.Table(game.recall(state, seat)).ended()
            numbers = [seats, int(table.scored), table.left]
            for points, cards in zip(table.points, table.collections, strict=True):
                numbers += [points, *cards]
            numbers += table.box
            for row in table.rows:
                numbers += [len(row), *row]
            here = ru_ra_re.features(table, seat)
            assert told(code, numbers, seat, 0) == pytest.approx(here, abs=1e-5)


def rows_of(state: Any) -> list[int]:
    """Return a state of Ru-Ra-Re as numbers, as the twins of the game read it."""
    numbers = [state.seats, state.first_scoring is not None, len(state.deck), state.last_turn]
    numbers += [state.turn, state.choice > 1]
    for points, waiting, cards in zip(scores(state), state.waiting, state.collections, strict=True):
        numbers += [points, waiting, *cards]
    numbers += state.box
    for row, left in zip(state.rows, lying(state), strict=True):
        numbers += [len(left), len(row), *row]
    return numbers


def turn_of(state: Any) -> list[int]:
    """Return a state of the card game as numbers: the cards, the phase, who decides, and whose turn it is."""
    phases = [phase for phase in type(state.phase) if phase.value not in ("draw_first", "shuffle", "over")]
    return [*cards_of(state), phases.index(state.phase), state.decider, state.active]


@pytest.mark.parametrize(("name", "seats"), TWINS)
def test_the_twin_of_a_game_sees_what_the_game_sees(name: str, seats: int) -> None:
    code, game = library(name, seats), games()[name]
    numbers_of = rows_of if name == "ru-ra-re" else turn_of
    x = (ctypes.c_float * MOST_INPUTS)()
    for state in positions(name, seats):
        numbers = numbers_of(state)
        for seat in range(seats):
            code.numbers_of((ctypes.c_int * len(numbers))(*map(int, numbers)), seat, x)
            here = game.features(state, seat)
            assert x[: len(here)] == pytest.approx([*map(float, here)], abs=1e-5)


@pytest.mark.parametrize(("name", "seats"), TWINS)
def test_a_twin_teaches_the_same_net_with_the_same_seed(name: str, seats: int) -> None:
    one, two = (values(games()[name], seats, 3, 640) for _ in range(2))
    assert (one[0] == two[0]).all()
    assert np.isfinite(one[0]).all()
    assert one[1].errors == two[1].errors
    assert 0 < one[1].errors[-1] < one[1].errors[0]
