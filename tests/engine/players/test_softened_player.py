"""Players that don't always make the best move: never one that is far from it."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.players import softened_player
from engine.players.softened_player import NEAR, near_best
from engine.players.stream import Stream
from tests.engine.players.small_games import Chain, as_game


def test_the_better_a_move_the_likelier_it_is() -> None:
    best, near, far = near_best([5.0, 3.0, 5.0 - NEAR * 2.0 - 0.1], softness=2.0)
    assert best > near > far == 0


@pytest.mark.parametrize(("softness", "made"), [(1.0, {"left"}), (4.0, {"left", "right"})])
def test_the_softer_the_more_moves_are_near_enough(softness: float, made: set[str]) -> None:
    """To begin with "left" is worth 7, with "right" 0.3."""
    game = as_game(Chain())
    counts = Counter(
        softened_player.choose(game, (), 0, Stream(seed), softness=softness) for seed in range(200)
    )
    assert set(counts) == made
    assert counts["left"] > 140
