"""Search: moves after the own turn count, time limits are kept, and the same seed gives the same move."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from engine.players.lookahead import Plan, Stream, played_out
from engine.players.quick import sensible_player
from engine.players.searcher import Budget, choose, followed, halved, mixed, trust_in_playouts
from engine.players.secret_choice import Depth, payoffs_of, secret_choice
from engine.players.simultaneous import Payoffs
from tests.engine.players.small_games import (
    Answered,
    Chain,
    HiddenTrap,
    LongRound,
    Pennies,
    PenniesInTurns,
    Trap,
    as_game,
)
from tests.tables.toys import FingerGame, StayingFingerGame

TRAPS = pytest.mark.parametrize("game", [as_game(Trap()), as_game(HiddenTrap())], ids=["open", "hidden"])
BUDGET = Budget(worlds=2, plans=4, looks=10, secret=Depth(rounds=50, ahead=2, trust=0.5, playouts=2))


@TRAPS
def test_it_sees_the_trap_that_the_sensible_player_falls_into(game: object) -> None:
    assert sensible_player(as_game(game), (), 0, Stream(1)) == "grab"
    assert choose(as_game(game), (), 0, Stream(1), budget=BUDGET) == "hold"


@TRAPS
def test_when_the_time_is_up_it_takes_what_looked_best(game: object) -> None:
    assert choose(as_game(game), (), 0, Stream(1), budget=BUDGET, stop=lambda: True) == "grab"


@TRAPS
def test_what_was_played_out_before_the_time_was_up_counts(game: object) -> None:
    asked = count()
    assert choose(as_game(game), (), 0, Stream(1), budget=BUDGET, stop=lambda: next(asked) > 0) == "hold"


def test_it_asks_whether_the_time_is_up_before_each_playout_of_all_plans() -> None:
    asked = count()
    game, plans = as_game(HiddenTrap()), [Plan(("grab",), 2.0), Plan(("hold",), 1.0)]
    halved(game, [(), ()], 0, plans, Stream(1), BUDGET, lambda: next(asked) < 0)
    assert next(asked) == 2  # Each time 7 looks: the playouts themselves, two answers to one, and the rest.


def test_what_a_heat_takes_beyond_its_share_the_next_one_does_without() -> None:
    asked = count()
    game, budget = as_game(HiddenTrap()), replace(BUDGET, looks=16)
    plans = [Plan((move,), 0.0) for move in ("grab", "hold", "rest")]
    halved(game, [(), ()], 0, plans, Stream(1), budget, lambda: next(asked) < 0)
    assert next(asked) == 2  # First 10 looks, not 8; the second heat could begin twice with 8 of its own.


def test_in_one_world_where_nothing_is_left_to_chance_one_playout_is_enough() -> None:
    asked = count()
    game, plans = as_game(Trap()), [Plan(("grab",), 2.0), Plan(("hold",), 1.0)]
    halved(game, [()], 0, plans, Stream(1), BUDGET, lambda: next(asked) < 0)
    assert next(asked) == 1


def test_a_plan_is_followed_as_far_as_it_can_be() -> None:
    game = as_game(Trap())
    assert followed(game, (), 0, Plan(("hold", "strike"), 0.0)) == ("hold",)
    assert followed(as_game(Chain()), (), 0, Plan(("left", "up", "right"), 0.0)) == ("left",)


@pytest.mark.parametrize(("turns", "made"), [(1, 3), (2, 4)])
def test_a_playout_ends_with_an_own_turn_or_with_the_game(turns: int, made: int) -> None:
    game = as_game(Trap())
    ended = played_out(game, ("grab",), 0, Stream(1), turns)
    assert ended.state == ("grab", "strike", "rest", "rest")[:made]


def test_a_playout_goes_on_to_the_end_of_the_round() -> None:
    game = as_game(LongRound())
    assert played_out(game, ("hold",), 0, Stream(1), 1).state == ("hold", "rest", "rest", "rest")


def test_an_answer_in_another_s_turn_is_no_turn_of_one_s_own() -> None:
    game = as_game(Answered())
    assert len(played_out(game, ("hold",), 0, Stream(1), 1).state) == 5


def test_a_playout_counts_less_where_it_goes_on_for_a_round() -> None:
    to_own_turn, to_end_of_round = (
        mixed(1.0, 3.0, trust_in_playouts(as_game(game), ("hold",))) for game in (Answered(), LongRound())
    )
    assert 2.0 == to_end_of_round < to_own_turn < 3.0


def test_a_playout_counts_the_moves_that_it_looked_at() -> None:
    game = as_game(Trap())
    assert played_out(game, ("grab",), 0, Stream(1), 1).looks == 3


def test_a_playout_ends_where_several_choose_in_secret() -> None:
    game = FingerGame()
    state = game.start(3, {})
    assert played_out(game, state, 0, Stream(1), 2) == (state, 0)


def of_both(payoffs: Payoffs) -> list[float]:
    """Return both seats' payoffs if the first makes its first choice, and the second its second."""
    return [payoffs.of([(0, 1)], one)[0] for one in (0, 1)]


def test_of_two_the_next_choice_in_the_turn_is_thought_through_too() -> None:
    game = Pennies()
    moves = [("heads", "tails")] * 2
    seems, comes = (
        of_both(payoffs_of(as_game(game), game.start(), (0, 1), moves, ahead, Stream(1))) for ahead in (1, 2)
    )
    assert seems == [5.0, -5.0]
    assert comes == pytest.approx([0.0, 0.0], abs=0.2)


def test_of_two_the_choice_of_the_next_turn_is_not_thought_through() -> None:
    game, moves = PenniesInTurns(), [("heads", "tails")] * 2
    payoffs = payoffs_of(as_game(game), game.start(), (0, 1), moves, 2, Stream(1))
    assert of_both(payoffs) == [5.0, -5.0]


def test_of_two_the_next_choice_is_left_out_once_the_time_is_up() -> None:
    game, moves = Pennies(), [("heads", "tails")] * 2
    payoffs = payoffs_of(as_game(game), game.start(), (0, 1), moves, 2, Stream(1), lambda: True)
    assert of_both(payoffs) == [5.0, -5.0]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("trust", [0.0, 0.5])
def test_a_secret_choice_is_legal_and_drawn_anew_each_time(seats: int, trust: float) -> None:
    game = StayingFingerGame()
    state = game.start(seats, {})
    depth = Depth(rounds=60, ahead=2, trust=trust, playouts=0)
    made = {secret_choice(game, [state], 1, Stream(seed), depth) for seed in range(40)}
    assert made <= set(game.legal_moves(state, 1))
    assert len(made) > 1
