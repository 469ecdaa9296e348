"""The quick estimate of rows: the estimated points of each card alone, and the effect of clashes."""

from __future__ import annotations

import pytest

from engine.game import CHANCE
from engine.players.lookahead import Stream
from engine.ru_ra_re.game import GAME
from tests.engine.ru_ra_re.situations import NOTHING, situation
from tests.engine.seeded import Setup, random_game

DUEL = {"deck": "", "last_turn": True, "turn": 10, "first_scoring": (NOTHING, NOTHING)}


@pytest.mark.parametrize(
    ("own", "other", "rows", "points"),
    [
        ("3xK", "", ("K", "4 4"), (5, 8)),
        ("2xS F", "", ("S S", "W"), (6, 7)),
        ("F W", "", ("B", "W"), (7, 0)),
        ("2xN", "3xN", ("N", "C"), (4, 10)),
        ("2xC", "4xC", ("C", "2"), (0, 2)),
    ],
)
def test_in_the_last_turn_it_is_what_each_card_scores(
    own: str, other: str, rows: tuple[str, str], points: tuple[int, int]
) -> None:
    """Of two rows and two who choose, one is alone at a row as often as not."""
    state = situation(2, collections=(own, other), only_rows=dict(enumerate(rows, 1)), **DUEL)
    assert GAME.at_a_glance(state, 0) == tuple(one / 2 for one in points)


def test_what_stays_counts_twice_before_the_first_scoring() -> None:
    rows = {1: "K", 2: "4"}
    parts = {**DUEL, "first_scoring": None}
    state = situation(2, collections=("3xK", ""), only_rows=rows, **parts)
    assert GAME.at_a_glance(state, 0) == (5, 2)


@pytest.mark.parametrize("seats", GAME.seats)
def test_each_promising_move_is_glanced_at_and_nothing_hidden(seats: int) -> None:
    for played in random_game(Setup(GAME, seats, {}), 5):
        if played.seat != CHANCE:
            glanced = GAME.at_a_glance(played.before, played.seat)
            assert len(glanced) == len(GAME.promising_moves(played.before, played.seat))
            seen = GAME.observe(played.before, played.seat)
            other = GAME.determinise(seen, Stream(1))
            assert GAME.at_a_glance(other, played.seat) == glanced
