"""The player that looks to the end of its own turn and takes what is worth most."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players.plans import DEPTH, THOUGHTS, worth_after
from engine.players.simultaneous import ABOUT_EQUAL, good_answer, is_asked_with_others, softened

WORLDS: Final = 3
"""How many states that fit what it sees are thought through."""


def choose(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    """The legal move of `seat` that leads to the best end of its turn, on average over what it can't see.

    Where others choose at the same time: a move that does well whatever they choose.
    """
    worlds = [game.determinise(observation, chance) for _ in range(WORLDS)]
    if len(set(worlds)) == 1:
        worlds = worlds[:1]  # Where nothing is hidden, one is enough.
    moves = game.promising_moves(worlds[0], seat)
    if len(moves) == 1:
        return moves[0]
    if is_asked_with_others(game, worlds[0], seat):
        return good_answer(game, observation, seat, chance, partial(softened, softness=ABOUT_EQUAL))
    order = chance.shuffled(moves)  # Equals are chosen among at random.
    share = THOUGHTS // len(moves)

    def worth(move: Any) -> float:
        return sum(worth_after(game, world, seat, move, DEPTH, share) for world in worlds)

    return max(order, key=worth)
