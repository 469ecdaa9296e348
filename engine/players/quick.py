"""Computer players that look ahead no further than the end of their own turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players.lookahead import DEPTH, THOUGHTS, worth_after
from engine.players.simultaneous import ABOUT_EQUAL, drawn, good_answer, is_asked_with_others, softened


def random_player(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    """A legal move of `seat`, each equally likely."""
    moves = game.legal_moves(game.determinise(observation, chance), seat)
    return moves[chance.below(len(moves))]


WORLDS: Final = 3
"""The number of sampled states over which the sensible player averages."""


def sensible_player(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    """The legal move of `seat` after which the seat's turn ends best, on average over sampled states.

    If other seats choose at the same time, the move does well on average over their choices.
    """
    worlds = [game.determinise(observation, chance) for _ in range(WORLDS)]
    if len(set(worlds)) == 1:
        worlds = worlds[:1]  # In games without secrets, one world is enough.
    moves = game.promising_moves(worlds[0], seat)
    if len(moves) == 1:
        return moves[0]
    if is_asked_with_others(game, worlds[0], seat):
        return good_answer(game, observation, seat, chance, partial(softened, softness=ABOUT_EQUAL))
    order = chance.shuffled(moves)  # Among equally good moves, one is drawn at random.
    share = THOUGHTS // len(moves)

    def worth(move: Any) -> float:
        return sum(worth_after(game, world, seat, move, DEPTH, share) for world in worlds)

    return max(order, key=worth)


NEAR: Final = 2.0
"""`near_best` gives no weight to a move worse than the best by more than this many times `softness`."""

IN_SECRET: Final = 1.5
"""The softness added in secret choices, where the best players vary their moves, too."""


def softened_player(game: AnyGame, observation: Any, seat: Seat, chance: Chance, *, softness: float) -> Any:
    """A legal move of `seat`, drawn at random: a move worth `softness` points less is e times rarer."""
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
    """The weights that `softened` gives moves for a random draw; 0 for moves far below the best (`NEAR`)."""
    least = max(worths) - NEAR * softness
    likely = softened(worths, softness)
    return [share if worth >= least else 0.0 for share, worth in zip(likely, worths, strict=True)]
