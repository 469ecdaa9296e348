"""Weaker players: they don't always make the best move, but never a very bad one."""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from engine.game import Chance, Seat
from engine.players.lookahead import Stream
from engine.players.quick import NEAR, near_best, softened_player
from tests.engine.players.small_games import Chain, Pair, Pennies, as_game


def test_the_better_a_move_the_likelier_it_is() -> None:
    best, near, far = near_best([5.0, 3.0, 5.0 - NEAR * 2.0 - 0.1], softness=2.0)
    assert best > near > far == 0


@pytest.mark.parametrize(("softness", "made"), [(1.0, {"left"}), (4.0, {"left", "right"})])
def test_the_softer_the_more_moves_are_near_enough(softness: float, made: set[str]) -> None:
    """To begin with "left" is worth 7, with "right" 0.3."""
    game = as_game(Chain())
    counts = Counter(softened_player(game, (), 0, Stream(seed), softness=softness) for seed in range(200))
    assert set(counts) == made
    assert counts["left"] > 140


class Boxes(Pennies):
    """A game in which two players choose a box at once; its content counts, even if both take it."""

    inside: Final = {"gold": 9.0, "silver": 7.0, "dust": 0.0}

    def legal_moves(self, state: object, seat: Seat) -> tuple[str, ...]:
        return tuple(self.inside)

    promising_moves = legal_moves

    def worth(self, state: tuple[Pair, ...], seat: Seat) -> float:
        return self.inside[state[0][seat] or ""]

    def determinise(self, seen: object, chance: Chance) -> tuple[Pair, ...]:
        return self.start()


@pytest.mark.parametrize(("softness", "made"), [(1.0, {"gold", "silver"}), (4.0, {"gold", "silver", "dust"})])
def test_nor_does_a_choice_in_secret_fall_on_one_that_is_far_from_the_best(
    softness: float, made: set[str]
) -> None:
    game = as_game(Boxes())
    chosen = (softened_player(game, (), 0, Stream(seed), softness=softness) for seed in range(300))
    assert set(chosen) == made
