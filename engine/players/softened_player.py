"""The player that looks at its own turn alone, and takes a move that is about as good as the best."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players.plans import DEPTH, THOUGHTS, worth_after
from engine.players.simultaneous import drawn, good_answer, is_asked_with_others, softened

NEAR: Final = 2.0
"""A move that is worse than the best by more than so many times the softness is never made."""

IN_SECRET: Final = 1.5
"""So much softer are choices in secret, where also the best players vary what they choose."""


def choose(game: AnyGame, observation: Any, seat: Seat, chance: Chance, *, softness: float) -> Any:
    """A legal move of `seat`, the likelier the better: by `softness` points worse it is e times rarer."""
    world = game.determinise(observation, chance)
    moves = game.promising_moves(world, seat)
    if len(moves) == 1:
        return moves[0]
    if is_asked_with_others(game, world, seat):
        likely = partial(near_best, softness=IN_SECRET + softness)
        return good_answer(game, observation, seat, chance, likely)
    share = THOUGHTS // len(moves)
    worths = [worth_after(game, world, seat, move, DEPTH, share) for move in moves]
    return drawn(moves, near_best(worths, softness), chance)


def near_best(worths: Sequence[float], softness: float) -> list[float]:
    """How likely moves are of these worths, in points; 0 for those that are far from the best."""
    least = max(worths) - NEAR * softness
    likely = softened(worths, softness)
    return [share if worth >= least else 0.0 for share, worth in zip(likely, worths, strict=True)]
