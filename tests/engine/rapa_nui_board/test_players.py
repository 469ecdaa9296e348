"""Sensible players among themselves: they build chains, and games are about as the page says.  Rules: 11."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game import CHANCE
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import State
from tests.engine.rapa_nui_board.movers import chained_game, sensible_game
from tests.engine.seeded import Seeded, Setup

SEEDS = range(1, 5)


@pytest.mark.parametrize(
    ("seats", "rounds", "moai", "pukao", "winner"),
    [
        pytest.param(2, (7, 13), 10, 8, (60, 100), id="2 players"),
        pytest.param(3, (6, 12), 14, 11, (60, 105), id="3 players"),
        pytest.param(4, (4, 9), 14, 11, (50, 90), id="4 players"),
    ],
)
def test_games_are_about_as_the_page_says(
    seats: int, rounds: tuple[int, int], moai: int, pukao: int, winner: tuple[int, int]
) -> None:
    ends: list[State] = [sensible_game(seats, seed)[-1].after for seed in SEEDS]

    def mean(counts: list[int]) -> float:
        return sum(counts) / len(counts)

    assert rounds[0] <= mean([end.round for end in ends]) <= rounds[1]
    assert mean([sum(spot.moai is not None for spot in end.spots) for end in ends]) >= moai
    assert mean([20 - end.pukao for end in ends]) >= pukao
    results = [result for end in ends if (result := GAME.result(end))]
    assert winner[0] <= mean([max(seat.points for seat in result.seats) for result in results]) <= winner[1]


def test_random_players_hardly_ever_build_a_chain() -> None:
    rounds = []
    for seed in range(30):
        chance = Seeded(seed)
        state = Setup(GAME, 3, {}).start()
        while to_move := GAME.to_move(state):
            (seat,) = to_move
            if seat == CHANCE:
                move = GAME.chance_move(state, chance)
            else:
                legal = GAME.legal_moves(state, seat)
                move = legal[chance.below(len(legal))]
            state, _ = GAME.apply(state, seat, move)
        rounds.append(state.round)
    assert 3 <= sum(rounds) / len(rounds) <= 7


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_few_of_many_moves_are_thought_about(seats: int) -> None:
    most = Counter[str]()
    for played in (*chained_game(seats, seed=3), *sensible_game(seats, seed=1)):
        if played.seat != CHANCE:
            legal = GAME.legal_moves(played.before, played.seat)
            promising = GAME.promising_moves(played.before, played.seat)
            assert promising
            assert set(promising) <= set(legal)
            name = played.before.phase.value
            most[name] = max(most[name], len(promising))
    assert max(most.values()) <= 60
