"""Plans: sequences of moves through the own turn."""

from __future__ import annotations

from engine.players.lookahead import best_plans, worth_after
from tests.engine.players.small_games import Chain, Trap, as_game

CHAIN, TRAP = as_game(Chain()), as_game(Trap())


def test_the_best_way_is_found_though_its_beginning_looks_worse() -> None:
    best, *others = best_plans(CHAIN, [()], 0, ("left", "right"), most=10, each=10)
    assert (best.way, best.worth) == (("left", "right", "right"), 7.0)
    assert len(others) == 7
    assert others == sorted(others, key=lambda plan: plan.worth, reverse=True)


def test_of_those_that_begin_alike_only_some_go_on() -> None:
    plans = best_plans(CHAIN, [()], 0, ("left", "right"), most=3, each=2)
    assert [plan.way[0] for plan in plans] == ["left", "right", "right"]


def test_a_way_ends_where_another_is_asked() -> None:
    assert {plan.way for plan in best_plans(TRAP, [()], 0, ("grab", "hold"), 9, 9)} == {("grab",), ("hold",)}


def test_a_move_is_worth_what_the_best_way_after_it_brings() -> None:
    assert worth_after(CHAIN, (), 0, "left", 3, 100) == 7.0
    assert worth_after(CHAIN, (), 0, "left", 2, 100) == 0.1
    assert worth_after(CHAIN, (), 0, "left", 3, 1) == 0.0  # No time to look at both ways to go on.
