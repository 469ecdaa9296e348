"""The outsider for the board game, `benchmarks/outsiders/rapa_nui_board.py`."""

from __future__ import annotations

import pytest

from benchmarks.outsiders.rapa_nui_board import outsider
from engine.game import CHANCE
from engine.players import PLAYERS
from engine.players.lookahead import Stream
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import Move
from engine.rapa_nui_board.state import State


def played(seats: int, deal: int, most: int | None = None) -> tuple[State, list[Move]]:
    """Play a game of an outsider against quick players, to its end or for `most` moves."""
    state, chance = GAME.start(seats, {}), Stream(deal)
    moves: list[Move] = []
    while (asked := GAME.to_move(state)) and (most is None or len(moves) < most):
        (seat,) = asked
        if seat == CHANCE:
            state = GAME.make(state, seat, GAME.chance_move(state, chance))
            continue
        player = outsider if seat == 0 else PLAYERS["casual"]
        move = player(GAME, GAME.recall(state, seat), seat, chance)
        moves.append(move)
        state, _ = GAME.apply(state, seat, move)
    return state, moves


def test_it_wins_points_in_a_whole_game() -> None:
    state, _ = played(2, deal=2)
    result = GAME.result(state)
    assert result is not None
    assert result.seats[0].points > 40


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_same_observation_and_chance_give_the_same_move(seats: int) -> None:
    assert played(seats, deal=1, most=30) == played(seats, deal=1, most=30)
