"""The move of a player who chooses at the same time as others: what joint choices lead to, and a mix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from engine.game import AnyGame, Chance, Seat, Struct
from engine.players.crowd import beliefs_and_answer
from engine.players.foresight import TURNS
from engine.players.joint import Joint
from engine.players.matrix import Choice, Mix, Payoffs, blended, mixed_strategies, usual_mix
from engine.players.playout import played_on
from engine.players.simultaneous import choosers, drawn, together
from engine.players.stop import Stop, never
from engine.players.value import value

FEW: Final = 64
"""With so many joint choices of two, or fewer, the choice that follows is thought through too."""
WORLDS: Final = 3
"""In so many worlds it is thought through, at most."""
ROUNDS_AHEAD: Final = 30
"""How many times regret is matched in a choice that follows."""
SAFELY: Final = 4
"""One choice in so many is made without guessing how the others choose, so that nobody can foretell it."""


class Depth(Struct, frozen=True):
    """How deeply a secret choice is thought through.

    Attributes:
        rounds: How many times regret is matched in a duel.
        ahead: How many choices in a row of a duel are thought through: 1 or 2.
        trust: How much of the other's choices in a duel is expected to be as people choose, from 0 to 1.
        playouts: Among several, how many times a move is played on, on average; 0: none is.
    """

    rounds: int
    ahead: int
    trust: float
    playouts: int


def secret_choice(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, chance: Chance, depth: Depth, stop: Stop = never
) -> Any:
    """A move of `seat`, drawn: in a duel from a mix that does well whatever the other chooses.

    Among several, from those that do about best if the others choose about as people do.  Once `stop` says
    so, it looks no further ahead.
    """
    found = thought_through(game, worlds, seat, chance, depth, stop)
    return drawn(found.moves[-1], found.mixes[-1], chance)


class Thought(NamedTuple):
    """A secret choice thought through; who thinks stands last in each.

    Attributes:
        seats: Who chooses.
        moves: By chooser, its moves.
        mixes: By chooser, how often it had best choose each.
        seen: By chooser, how often it is taken to choose each.
        in_turn: In which turn they choose, if they are several; None: it is a duel.
    """

    seats: tuple[Seat, ...]
    moves: list[tuple[Any, ...]]
    mixes: list[Mix]
    seen: list[Mix]
    in_turn: int | None


def thought_through(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, chance: Chance, depth: Depth, stop: Stop = never
) -> Thought:
    """How often `seat` had best choose each of its moves, and the others theirs."""
    # Last, so that what is thought of replaces what others are taken to have chosen before.
    seats = (*(one for one in choosers(game, worlds[0]) if one != seat), seat)
    moves = [game.promising_moves(worlds[0], one) for one in seats]
    joint = Joint(game, worlds[0], seats, moves)
    if not joint.is_duel():
        believed = beliefs_and_answer(game, worlds, joint, depth.playouts, chance, stop)
        return Thought(seats, moves, believed, believed, game.turn(worlds[0]))
    # What is hidden matters only to the choices that follow.
    further = worlds[: WORLDS if depth.ahead > 1 else 1]
    payoffs = payoffs_of(game, further, seats, moves, depth.ahead, chance, stop)
    trust = depth.trust if chance.below(SAFELY) else 0.0
    expected: list[Mix | None] | None = [usual_mix(payoffs, 0, chance), None] if trust else None
    mixes = mixed_strategies(payoffs, chance, depth.rounds, expected, trust)
    return Thought(seats, moves, mixes, blended(mixes, expected, trust), None)


def value_after(game: AnyGame, state: Any, thought: Thought, depth: Depth, chance: Chance) -> float:
    """What a state after that choice is worth to who thinks, if it is thought through so deeply."""
    if thought.in_turn is None:
        return values_of(game, state, thought.seats, depth.ahead - 1, chance)[-1]
    if depth.playouts:
        state = played_on(game, state, thought.in_turn + 1 + TURNS, chance)
    return value(game, state, thought.seats[-1])


def payoffs_of(
    game: AnyGame,
    worlds: Sequence[Any],
    seats: Sequence[Seat],
    moves: Sequence[Sequence[Any]],
    ahead: int,
    chance: Chance,
    stop: Stop = never,
) -> Payoffs:
    """What joint choices of `seats` among their `moves` are worth to them, on average over `worlds`."""

    def worth(choice: Choice) -> Sequence[float]:
        made = {seat: listed[place] for seat, listed, place in zip(seats, moves, choice, strict=True)}
        after = [together(game, world, made) for world in worlds]
        found = [values_of(game, state, seats, ahead - 1, chance, stop) for state in after]
        return [sum(values) / len(found) for values in zip(*found, strict=True)]

    return Payoffs([len(listed) for listed in moves], worth)


def values_of(
    game: AnyGame, state: Any, seats: Sequence[Seat], ahead: int, chance: Chance, stop: Stop = never
) -> Sequence[float]:
    """What a state is worth to `seats`; if two of them choose together again, what comes of choosing well."""
    if ahead and len(seats) == 2 and set(choosers(game, state)) == set(seats) and not stop():
        moves = [game.promising_moves(state, seat) for seat in seats]
        payoffs = payoffs_of(game, (state,), seats, moves, ahead, chance)
        if payoffs.size <= FEW:
            return payoffs.values(mixed_strategies(payoffs, chance, ROUNDS_AHEAD))
    return [value(game, state, seat) for seat in seats]
