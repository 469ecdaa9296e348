"""The player that looks to the end of its own turn and takes what is worth most."""

from __future__ import annotations

from typing import Any, Final

from engine.game import AnyGame, Chance, Seat
from engine.players.simultaneous import good_answer, is_asked_with_others

WORLDS: Final = 3
"""How many states that fit what it sees are thought through."""
DEPTH: Final = 3
"""How many own moves in a row it looks ahead."""
THOUGHTS: Final = 200
"""About how many ways to go on it thinks through in each of those states."""


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
        return good_answer(game, observation, seat, chance)
    order = chance.shuffled(moves)  # Equals are chosen among at random.
    share = THOUGHTS // len(moves)
    return max(order, key=lambda move: sum(_after(game, world, seat, move, DEPTH, share) for world in worlds))


def _after(game: AnyGame, state: Any, seat: Seat, move: Any, depth: int, thoughts: int) -> float:
    """What `state` is worth to `seat` after `move` and its best own moves from there."""
    state = game.make(state, seat, move)
    if depth == 1 or game.to_move(state) != (seat,):
        return game.worth(state, seat)
    further = game.promising_moves(state, seat)
    if len(further) > thoughts:
        return game.worth(state, seat)
    share = thoughts // len(further)
    return max(_after(game, state, seat, move, depth - 1, share) for move in further)
