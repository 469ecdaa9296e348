"""Games among sensible players: they build chains, and games are about as the rules page says.  Rules: 11."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.game import CHANCE
from engine.players.quick import sensible_player
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import Phase, State
from tests.engine.rapa_nui_board.movers import chained_game, sensible_game
from tests.engine.rapa_nui_board.situations import GREEN, placing
from tests.engine.seeded import Seeded, Setup

pytestmark = pytest.mark.slow

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


@pytest.mark.parametrize("villagers", [2, 3])
def test_a_moai_that_takes_several_sculptors_is_begun_when_the_small_ones_are_out(villagers: int) -> None:
    """The first sculptor alone brings nothing: players who saw no further stood still till the game ended."""
    state = placing(
        2,
        on="G@E3 G@F3 B@C3 B@C4",
        green={"villagers": villagers, "sorcerer": 1},
        blue={"villagers": 0, "sorcerer": 2},
        moai=(0, 4, 2),
    )
    while state.phase is Phase.PLACE:
        move = sensible_player(GAME, GAME.observe(state, GREEN), GREEN, Seeded(1))
        state, _ = GAME.apply(state, GREEN, move)
    assert sum(state.players[GREEN].moai) == 1


def test_hardly_any_game_of_two_sensible_players_stands_still() -> None:
    """It was 38 of 100, now it is 8: one moai before the end, with a leader who is content."""
    reasons = Counter[str]()
    for seed in range(1, 13):
        result = GAME.result(sensible_game(2, seed)[-1].after)
        assert result is not None
        reasons[result.reason] += 1
    assert reasons["island_full"] >= 11
