"""Playing on by a cheap policy, for a short while, to see what a move leads to."""

from __future__ import annotations

from typing import Any, Final

from engine.game import CHANCE, AnyGame, Chance, Seat

STEPS: Final = 150
"""A playout is cut off after so many moves, so that none goes on for ever."""
LOOKED_AT: Final = 8
"""The cheap policy looks at so many of the promising moves, drawn at random where there are more."""


def quick_move(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> Any:
    """The promising move of `seat` after which it stands best, without looking any further."""
    moves = game.promising_moves(state, seat)
    if len(moves) == 1:
        return moves[0]
    if len(moves) > LOOKED_AT:
        moves = chance.shuffled(moves)[:LOOKED_AT]
    return max(moves, key=lambda move: game.worth(game.make(state, seat, move), seat))


def played_out(game: AnyGame, state: Any, seat: Seat, chance: Chance, turns: int) -> Any:
    """The state after `turns` more turns of `seat`, if everybody goes on by `quick_move`.

    A turn of `seat` is a run of its moves with none of another player's between them; `state` is one in which
    it has just moved, and that run is ended first.  It is the state before that if the game ends, or if
    several are asked at once, who can't be foretold by looking at one of them.
    """
    is_own = True
    for _ in range(STEPS):
        asked = game.to_move(state)
        if len(asked) != 1:
            break
        mover = asked[0]
        if mover == CHANCE:
            state = game.make(state, CHANCE, game.chance_move(state, chance))
            continue
        if is_own and mover != seat:
            turns -= 1
            if turns < 0:
                break
        is_own = mover == seat
        state = game.make(state, mover, quick_move(game, state, mover, chance))
    return state
