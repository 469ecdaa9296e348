"""The outsiders of the ladder play whole games by legal moves, using only their seat's observation."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.outsiders import OUTSIDERS
from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from tests.engine.seeded import Seeded, Turns

TWICE = 9
"""Of so many decisions one is made twice."""
SEATS = 3
"""The number of players, with whom a seat has neighbours on both sides."""


def is_alike(game: AnyGame, state: Any, seat: int, move: Any, seed: int) -> bool:
    """Whether the outsider makes this move in another state, too, that looks the same to its seat."""
    other = game.determinise(game.recall(state, seat), Seeded(seed + 1))
    seen = game.recall(other, seat)
    assert seen == game.recall(state, seat)
    return bool(OUTSIDERS[game.id](game, seen, seat, Seeded(seed)) == move)


@pytest.mark.slow
@pytest.mark.parametrize("name", OUTSIDERS)
def test_an_outsider_plays_legally_and_sees_only_what_its_seat_sees(name: str) -> None:
    game, chance = games()[name], Seeded(SEATS)
    state, turns, decisions = game.start(SEATS, {}), Turns(game), 0
    while (seat := turns.next_seat(state)) is not None:
        if seat == CHANCE:
            move = game.chance_move(state, chance)
        else:
            decisions += 1
            move = OUTSIDERS[name](game, game.recall(state, seat), seat, Seeded(decisions))
            assert move in game.legal_moves(state, seat)
            assert decisions % TWICE or is_alike(game, state, seat, move, decisions)
        state, _ = game.apply(state, seat, move)
    assert game.result(state) is not None
