"""The cost of a move is reported only where it is certain, against the move that seemed better at first."""

from __future__ import annotations

from collections import Counter
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players.judging import Judged
from engine.players.reasons import Case
from engine.players.review import (
    JUDGED_AGAIN,
    Decision,
    as_good,
    cost,
    course,
    dearest,
    decisions,
    fairly_compared,
    loss,
    stays_legal,
    suspected,
)
from engine.rapa_nui_board.moves import FreeAction
from engine.rapa_nui_board.state import Phase
from engine.record import Ply, steps
from tests.engine.rapa_nui_board.movers import chained_game
from tests.engine.seeded import Setup, random_game

FREE = get_args(FreeAction)
EACH_GAME = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


def judged(move: str, *values: float, share: float | None = None) -> Judged:
    return Judged(move, values, (), share)


def decision(place: int, seat: int = 0, turn: int | None = None) -> Decision:
    return Decision(place, seat, place if turn is None else turn, None, "bad")


def lost(*values: float) -> Case:
    """Return a move with its cost in points in each world."""
    found = loss([judged("good", *values), judged("bad", *(0.0 for _ in values))], "bad")
    assert found is not None
    return found


def test_a_move_cost_what_the_best_brings_more_in_the_same_worlds() -> None:
    found = loss([judged("good", 9.0, 1.0), judged("fair", 8.0, 0.0), judged("bad", 6.0, -2.0)], "bad")
    assert found is not None
    assert found.other is not None
    assert (cost(found), found.other.move) == (3.0, "good")


def test_nothing_was_lost_by_the_best_move_nor_is_it_told_of_one_that_was_not_judged() -> None:
    both = [judged("good", 9.0), judged("bad", 6.0)]
    assert loss(both, "good") is None
    assert loss(both, "other") is None
    assert loss(both, "bad", better="other") is None
    assert loss([], "bad") is None


def test_each_move_as_good_as_the_better_one_has_a_verdict_of_its_own() -> None:
    moves = [("good", 9.0, 9.1), ("equal", 8.9, 9.0), ("fair", 7.0, 7.0), ("bad", 6.0, 6.0)]
    found = as_good([judged(*one) for one in moves], "bad", "good")
    assert [(move, one.name, round(one.points, 2)) for move, one in found.items()] == [
        ("good", "worse", 3.05),
        ("equal", "worse", 2.95),
    ]


def test_once_more_a_move_is_compared_with_the_one_that_seemed_better_at_first() -> None:
    found = loss([judged("lucky", 9.0), judged("better", 5.0), judged("bad", 4.0)], "bad", better="better")
    assert found is not None
    assert cost(found) == 1.0
    assert loss([judged("bad", 4.0), judged("better", 2.0)], "bad", better="bad") is None
    worse = loss([judged("bad", 4.0), judged("better", 2.0)], "bad", better="better")
    assert worse is not None
    assert cost(worse) == -2.0
    assert dearest([(decision(1), worse)]) == []


def test_who_chooses_in_secret_has_lost_nothing_by_what_had_best_be_chosen_now_and_then() -> None:
    shares = {"a": 0.8, "b": 0.2, "c": 0.0}
    often, seldom, never = (judged(name, 3.0, 3.0, share=share) for name, share in shares.items())
    assert loss([often, seldom, never], "b") is None
    unfair = loss([judged("a", 9.0, 9.0, share=1.0), never], "c")
    assert unfair is not None
    assert cost(unfair) == 6.0


def test_what_may_be_chance_or_is_little_is_not_told() -> None:
    assert dearest([(decision(1), lost(9.0, -8.0, 9.0, -8.0))]) == []
    assert dearest([(decision(1), lost(0.9, 0.9))]) == []
    assert len(dearest([(decision(1), lost(1.1, 0.9, 1.0, 1.1))])) == 1


def test_the_three_dearest_are_told_the_dearest_first_and_one_of_a_turn() -> None:
    found = [(decision(place), lost(points, points)) for place, points in enumerate((2.0, 5.0, 3.0, 9.0))]
    assert [one.place for one, _ in dearest(found)] == [3, 1, 2]
    same = [(decision(1, turn=4), lost(3.0)), (decision(2, turn=4), lost(4.0))]
    assert [one.place for one, _ in dearest(same)] == [2]
    both = [(decision(1, 0, 4), lost(3.0)), (decision(2, 1, 4), lost(4.0))]
    assert [one.seat for one, _ in dearest(both)] == [1, 0]


def test_few_are_judged_once_more() -> None:
    found = [(decision(place), lost(1.0 + place)) for place in range(50)]
    assert [one.place for one, _ in suspected(found)] == list(range(49, 49 - JUDGED_AGAIN, -1))
    assert suspected([(decision(1), lost(0.5))]) == []


def played(game: AnyGame, seed: int = 4) -> tuple[Any, list[Any]]:
    """Return the first state of a random game, and its moves."""
    setup = Setup(game, 3, {})
    plies = [Ply(one.seat, game.write_move(one.move)) for one in random_game(setup, seed)]
    return setup.start(), list(steps(game, setup.start(), plies))


@EACH_GAME
def test_the_decisions_of_a_game_are_the_moves_of_seats_that_had_a_choice(game: AnyGame) -> None:
    start, made = played(game)
    found = {one.place: one for one in decisions(game, start, made)}
    before = start
    for place, step in enumerate(made):
        if place in found:
            one = found[place]
            assert (one.seat, one.before) == (step.ply.seat, before)
            assert game.write_move(one.move) == step.ply.text
        elif step.ply.seat != CHANCE:
            assert len(game.promising_moves(before, step.ply.seat)) == 1
        before = step.state


@EACH_GAME
def test_the_course_of_a_game_has_each_turn_once_and_ends_with_its_points(game: AnyGame) -> None:
    _, made = played(game)
    moments = course(game, [step.state for step in made])
    assert [moment.turn for moment in moments[:-1]] == sorted({moment.turn for moment in moments[:-1]})
    result = game.result(made[-1].state)
    assert result is not None
    points = [one.points for one in result.seats]
    for seat, lead in enumerate(moments[-1].leads):
        assert lead == points[seat] - max(points[:seat] + points[seat + 1 :])
    assert course(game, [step.state for step in made[:-1]]) == ()


def test_a_free_action_that_stays_legal_makes_no_slip_of_another_move() -> None:
    """It may be made after the move, too; of what is lost by the move, that can't be said."""
    game, found = games()["rapa-nui-board"], Counter[tuple[str, bool]]()
    for played in chained_game(2, 7):
        before, seat = played.before, played.seat
        if before.phase is not Phase.PLACE or seat == CHANCE or isinstance(played.move, FREE):
            continue
        after = game.make(before, seat, played.move)
        for move in game.promising_moves(before, seat):
            is_open = stays_legal(game, before, seat, played.move, move)
            if isinstance(move, FREE):
                found["free", is_open] += 1
            elif game.to_move(after) != (seat,):
                assert not is_open
            else:
                assert is_open == (move != played.move and game.is_legal(after, seat, move))
            both = [judged("", 3.0), judged("", 1.0)]
            both = [replace(one, move=made) for one, made in zip(both, (move, played.move), strict=True)]
            told = fairly_compared(game, before, seat, played.move, both)
            assert [one.move for one in told] == [move, played.move][is_open:]
            assert fairly_compared(game, before, seat, move, both) == both  # The better move is no slip.
    assert found["free", True]


@pytest.mark.parametrize("seats", [2, 3])
def test_of_rows_chosen_in_secret_none_stays_legal(seats: int) -> None:
    game = games()["ru-ra-re"]
    for one in random_game(Setup(game, seats, {}), 3):
        if one.seat != CHANCE:
            moves = game.legal_moves(one.before, one.seat)
            assert not any(stays_legal(game, one.before, one.seat, one.move, move) for move in moves)
