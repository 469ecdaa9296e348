"""A player's lead is computed against the best opponent, whatever values computer players use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from engine.game import CHANCE, Seat
from engine.players.review import Moment, course
from engine.rapa_nui_board import evaluation as board
from engine.rapa_nui_cards import evaluation as cards
from engine.ru_ra_re import evaluation as rows
from tests.engine.players.small_games import as_game
from tests.engine.seeded import Setup, all_setups, random_game

TOTALS: Final[dict[str, Callable[[Any], Sequence[float]]]] = {
    "rapa-nui-board": board.totals,
    "rapa-nui-cards": cards.totals,
    "ru-ra-re": rows.totals,
}
USUAL: Final = [
    next(one for one in all_setups() if (one.game, one.seats) == (game, seats))
    for game in dict.fromkeys(setup.game for setup in all_setups())
    for seats in game.seats
]


class Totals:
    """A game whose states are the scores of all players, by turn; nobody is to move in the last state."""

    def __init__(self, *turns: Sequence[float]) -> None:
        self.turns = turns

    def turn(self, state: Sequence[float]) -> int:
        return self.turns.index(state) + 1

    def to_move(self, state: Sequence[float]) -> tuple[Seat, ...]:
        return (0,) if state is not self.turns[-1] else ()

    def result(self, state: Sequence[float]) -> None:
        return None

    def totals(self, state: Sequence[float]) -> Sequence[float]:
        return state


def first_of(*totals: float) -> Moment:
    """Return the moment in which the players have these scores."""
    game = Totals(totals, (0.0,) * len(totals))
    return course(as_game(game), game.turns)[0]


@pytest.mark.parametrize(
    ("totals", "leads"),
    [
        ((31.0, 28.0), (3.0, -3.0)),
        ((31.0, 30.0, 5.0), (1.0, -1.0, -26.0)),
        ((10.0, 30.0, 22.0, 5.0), (-20.0, 8.0, -8.0, -25.0)),
    ],
)
def test_who_is_ahead_is_so_of_the_best_of_the_others(
    totals: tuple[float, ...], leads: tuple[float, ...]
) -> None:
    assert first_of(*totals).leads == pytest.approx(leads)


@pytest.mark.parametrize("totals", [(30.0, 30.0), (30.0, 30.0, 5.0), (10.0, 30.0, 30.0, 10.0)])
def test_who_have_as_many_points_are_level_however_far_behind_the_others_are(
    totals: tuple[float, ...],
) -> None:
    assert max(first_of(*totals).leads) == pytest.approx(0.0)


@pytest.mark.parametrize("setup", USUAL, ids=str)
def test_who_is_ahead_is_told_of_the_beginning_of_each_turn(setup: Setup) -> None:
    game, totals = setup.game, TOTALS[setup.game.id]
    played = [*random_game(setup, seed=7)]
    states = [one.after for one in played]
    moments = {moment.turn: moment for moment in course(game, states)[:-1]}
    turns = dict[int, Any]()
    for state in states:
        if game.turn(state) and game.to_move(state) not in ((), (CHANCE,)):
            turns.setdefault(game.turn(state), state)
    assert moments.keys() == turns.keys()
    for turn, state in turns.items():
        assert moments[turn].leads == pytest.approx(leads_of(totals(state)))


@pytest.mark.parametrize("setup", USUAL, ids=str)
def test_at_the_end_the_estimate_is_the_result(setup: Setup) -> None:
    """So the curve doesn't jump there because it is reckoned otherwise."""
    *_, last = random_game(setup, seed=8)
    result = setup.game.result(last.after)
    assert result is not None
    points = [one.points for one in result.seats]
    assert list(setup.game.totals(last.after)) == pytest.approx(points)
    moment = course(setup.game, [one.after for one in random_game(setup, seed=8)])[-1]
    assert moment.leads == pytest.approx(leads_of(points))


def leads_of(totals: Sequence[float]) -> list[float]:
    """Return each player's lead over the best opponent, computed in another way."""
    others = [sorted([*totals[:seat], *totals[seat + 1 :]]) for seat in range(len(totals))]
    return [own - best[-1] for own, best in zip(totals, others, strict=True)]


def test_all_games_are_reckoned() -> None:
    assert {setup.game.id for setup in USUAL} == TOTALS.keys()
