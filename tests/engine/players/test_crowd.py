"""Choosing in secret among several: a good answer to what people do, and what meeting them leads to."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalogue import games
from engine.players.crowd import beliefs_and_answer, going_on
from engine.players.joint import Joint
from engine.players.secret_choice import Depth, thought_through
from engine.players.stream import Stream
from tests.engine.players.small_games import Doors, Pennies, as_game
from tests.engine.ru_ra_re.situations import situation

ROWS = games()["ru-ra-re"]
GAME = as_game(Doors())
START = Doors().start()
ALL, TWO = START, Doors().start((None, 2.5, None))


def joint_of(game: Any, state: Any) -> Joint:
    """The joint choices of all who are asked, the last one last."""
    seats = game.to_move(state)
    return Joint(game, state, seats, [game.legal_moves(state, seat) for seat in seats])


def test_others_are_taken_to_go_where_it_looks_best_and_then_one_goes_elsewhere() -> None:
    one, other, own = beliefs_and_answer(GAME, START, joint_of(GAME, START), 1, Stream(1))
    assert one == other
    assert one[0] > 0.5 > one[1] > one[2] > 0
    assert own[0] == 0


def test_who_will_be_asked_again_after_meeting_others_may_try_for_the_best() -> None:
    *_, own = beliefs_and_answer(GAME, START, joint_of(GAME, START), 2, Stream(1))
    assert own[0] == 1


@pytest.mark.parametrize("state", [ALL, TWO], ids=["three", "two"])
def test_to_be_asked_again_is_worth_what_a_good_answer_brings(state: Any) -> None:
    assert going_on(GAME, state, 2, 1, 0, Stream(1)) == 0
    assert 1.5 < going_on(GAME, state, 2, 1, 1, Stream(1)) < 2.5


def test_what_comes_in_another_turn_or_is_asked_of_others_is_not_looked_at() -> None:
    assert going_on(GAME, TWO, 2, 0, 1, Stream(1)) == 0
    assert going_on(GAME, TWO, 1, 1, 1, Stream(1)) == 2.5


def test_two_left_of_three_are_no_duel() -> None:
    """What one of them wins the other doesn't lose."""
    assert not joint_of(GAME, ALL).is_duel()
    assert not joint_of(GAME, TWO).is_duel()
    assert joint_of(Pennies(), Pennies().start()).is_duel()


def test_two_who_may_share_the_victory_are_a_duel() -> None:
    last = situation(2, collections=("2xK",) * 2, only_rows={1: "4", 2: "4", 3: "3"}, deck="", last_turn=True)
    joint = joint_of(ROWS, last)
    assert sum(joint.at_once.of((0, 1))) > 0  # Both get as much, and have won.
    assert joint.is_duel()


def test_only_a_duel_is_answered_by_a_mix_that_nobody_can_take_advantage_of() -> None:
    depth = Depth(rounds=50, ahead=1, trust=0.0)
    assert thought_through(GAME, [TWO], 2, Stream(1), depth).in_turn == 1
    pennies = Pennies()
    duel = thought_through(as_game(pennies), [pennies.start()], 0, Stream(1), depth)
    assert (duel.in_turn, duel.seen) == (None, duel.mixes)
