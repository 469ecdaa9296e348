"""Playing on by a cheap policy, for a short while, to see what a move leads to."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.game import CHANCE, AnyGame, Chance, Seat
from engine.players.simultaneous import ABOUT_EQUAL, drawn, softened

STEPS: Final = 250
"""A playout is cut off after so many moves, so that none goes on for ever."""
LOOKED_AT: Final = 8
"""The cheap policy looks at so many of the promising moves, drawn at random where there are more."""


class Ended(NamedTuple):
    """How a playout ended: the state, and how many moves were looked at on the way."""

    state: Any
    looks: int


def quick_moves(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> tuple[Any, ...]:
    """The moves of `seat` that the cheap policy looks at."""
    moves = game.promising_moves(state, seat)
    return moves if len(moves) <= LOOKED_AT else chance.shuffled(moves)[:LOOKED_AT]


def best_at_once(game: AnyGame, state: Any, seat: Seat, moves: tuple[Any, ...]) -> Any:
    """The state after that of `moves` after which `seat` stands best, without looking any further."""
    if len(moves) == 1:
        return game.make(state, seat, moves[0])
    return max((game.make(state, seat, move) for move in moves), key=lambda after: game.worth(after, seat))


def played_out(game: AnyGame, state: Any, seat: Seat, chance: Chance, turns: int) -> Ended:
    """The state after `turns` more turns of `seat`, and after this round, if everybody plays by the policy.

    `state` is one in which `seat` has just moved, and the turn that it is in is ended first.  Where the game
    counts turns of a seat, answers in those of others are none.  Where it counts rounds of many turns, a turn
    is a run of its moves with none of another player's between them, and the playout goes on to the end of
    the round, as before it much is begun and nothing done.  It is the state before that if the game ends, or
    if several are asked at once, who can't be foretold by looking at one of them.
    """
    is_own, looks, began = True, 0, game.turn(state)
    for _ in range(STEPS):
        asked = game.to_move(state)
        if len(asked) != 1:
            break
        mover = asked[0]
        if mover == CHANCE:
            state = game.make(state, CHANCE, game.chance_move(state, chance))
            continue
        in_turn = game.whose_turn(state)
        acting = mover if in_turn is None else in_turn
        if is_own and acting != seat:
            turns -= 1
        if turns < 0 and game.turn(state) > began:
            break
        is_own = acting == seat
        moves = quick_moves(game, state, mover, chance)
        looks += len(moves)
        state = best_at_once(game, state, mover, moves)
    return Ended(state, looks)


def played_on(game: AnyGame, state: Any, until: int, chance: Chance) -> Any:
    """The state when turn `until` begins, or the game ends, if everybody moves by what they see at a glance.

    Unlike `played_out` it goes on where several are asked at once.
    """
    for _ in range(STEPS):
        asked = game.to_move(state)
        if not asked or game.turn(state) >= until:
            break
        if asked == (CHANCE,):
            state = game.make(state, CHANCE, game.chance_move(state, chance))
            continue
        chosen = [(seat, at_a_glance(game, state, seat, chance)) for seat in asked]
        for seat, move in chosen:
            state = game.make(state, seat, move)
    return state


def at_a_glance(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> Any:
    """A move of `seat`, drawn: the better it looks at a glance, the likelier."""
    moves = game.promising_moves(state, seat)
    return drawn(moves, softened(game.at_a_glance(state, seat), ABOUT_EQUAL), chance)
