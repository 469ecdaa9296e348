"""Secret choices among several players: good answers to people's choices, and outcomes of clashes."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from engine.catalogue import games
from engine.players.lookahead import Stream, played_on
from engine.players.secret_choice import (
    Depth,
    Foresight,
    Joint,
    beliefs_and_answer,
    thought_through,
)
from tests.engine.players.small_games import Doors, Pennies, as_game
from tests.engine.ru_ra_re.situations import situation

ROWS = games()["ru-ra-re"]
GAME = as_game(Doors())
START = Doors().start()
ALL, TWO = START, Doors().start((None, 2.5, None))


def joint_of(game: Any, state: Any) -> Joint:
    """Return the joint choices of all seats that choose."""
    seats = game.to_move(state)
    return Joint(game, state, seats, [game.legal_moves(state, seat) for seat in seats])


def test_others_are_taken_to_go_where_it_looks_best_and_then_one_goes_elsewhere() -> None:
    one, other, own = beliefs_and_answer(GAME, [START], joint_of(GAME, START), 0, Stream(1))
    assert one == other
    assert one[0] > 0.5 > one[1] > one[2] > 0
    assert own[0] == 0


def test_who_will_be_asked_again_after_meeting_others_may_try_for_the_best() -> None:
    one, other, own = beliefs_and_answer(GAME, [START], joint_of(GAME, START), 200, Stream(1))
    assert min(one[0], other[0]) > 0.5
    assert own[0] == 1


def test_what_is_played_on_is_worth_what_comes_later() -> None:
    """Who meets the two others at the gold gets nothing at once, and later about as much as others do."""
    everybody_at_the_gold = [[1.0, 0.0, 0.0]] * 3
    worths = Foresight(GAME, [START], joint_of(GAME, START), Stream(1)).worths(2, everybody_at_the_gold, 200)
    assert 1 < worths[0] < 2.5
    assert worths[1:] == [2.5, 2.0]


def test_the_two_best_moves_are_left_and_played_on_most() -> None:
    everybody_at_the_gold = [[1.0, 0.0, 0.0]] * 3
    gold, *others = Foresight(GAME, [START], joint_of(GAME, START), Stream(1)).best(
        2, everybody_at_the_gold, 100
    )
    assert (gold, others) == (-inf, [2.5, 2.0])


def test_once_the_time_is_up_each_is_played_on_once(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []

    def noted(_: object, state: Any, *__: object) -> Any:
        played.append(state)
        return state

    monkeypatch.setattr("engine.players.secret_choice.played_on", noted)
    everybody_at_the_gold = [[1.0, 0.0, 0.0]] * 3
    ahead = Foresight(GAME, [START], joint_of(GAME, START), Stream(1), lambda: True)
    ahead.worths(2, everybody_at_the_gold, 200)
    assert len(played) == 3
    ahead.best(2, everybody_at_the_gold, 200)
    assert len(played) == 3 + 3 + 2


def test_a_state_is_played_on_until_a_turn_begins_or_the_game_is_over() -> None:
    state = situation(3)
    later = played_on(ROWS, state, 3, Stream(1))
    assert (later.turn, later.choice, later.waiting) == (3, 1, (True, True, True))
    assert played_on(ROWS, later, 3, Stream(1)) is later
    assert ROWS.result(played_on(ROWS, state, 99, Stream(1))) is not None
    assert GAME.to_move(played_on(GAME, START, 2, Stream(1))) == ()


def test_two_left_of_three_are_no_duel() -> None:
    """What one of them wins the other doesn't lose."""
    assert not joint_of(GAME, ALL).is_duel()
    assert not joint_of(GAME, TWO).is_duel()
    assert joint_of(Pennies(), Pennies().start()).is_duel()


def test_two_who_may_share_the_victory_are_a_duel() -> None:
    last = situation(2, collections=("2xK",) * 2, only_rows={1: "4", 2: "4", 3: "3"}, deck="", last_turn=True)
    joint = joint_of(ROWS, last)
    assert sum(joint.at_once.of([(0, 1)], one)[0] for one in (0, 1)) > 0  # Both get as much, and have won.
    assert joint.is_duel()


def test_only_a_duel_is_answered_by_a_mix_that_nobody_can_take_advantage_of() -> None:
    depth = Depth(rounds=50, ahead=1, trust=0.0, playouts=0)
    assert not thought_through(GAME, [TWO], 2, Stream(1), depth).in_duel
    pennies = Pennies()
    duel = thought_through(as_game(pennies), [pennies.start()], 0, Stream(1), depth)
    assert (duel.in_duel, duel.seen) == (True, duel.mixes)
