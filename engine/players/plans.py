"""Ways through one's own turn: one's next moves, one after the other, as far as nobody else is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from engine.game import AnyGame, Seat

DEPTH: Final = 3
"""How many own moves in a row are thought ahead."""
THOUGHTS: Final = 200
"""About how many ways to go on are thought through in a state."""

Way = tuple[Any, ...]
"""Moves of one seat, in order."""


class Plan(NamedTuple):
    """A way, and what it is worth at its end, in points."""

    way: Way
    worth: float


def ways(
    game: AnyGame, state: Any, seat: Seat, move: Any, depth: int, thoughts: int
) -> Iterator[tuple[Way, float]]:
    """The ways of `seat` that begin with `move`, each with what it is worth to it at its end."""
    state = game.make(state, seat, move)
    if depth == 1 or game.to_move(state) != (seat,):
        yield (move,), game.worth(state, seat)
        return
    further = game.promising_moves(state, seat)
    if len(further) > thoughts:
        yield (move,), game.worth(state, seat)
        return
    share = thoughts // len(further)
    for one in further:
        for way, worth in ways(game, state, seat, one, depth - 1, share):
            yield (move, *way), worth


def worth_after(game: AnyGame, state: Any, seat: Seat, move: Any, depth: int, thoughts: int) -> float:
    """What `state` is worth to `seat` after `move` and its best own moves from there."""
    return max(worth for _, worth in ways(game, state, seat, move, depth, thoughts))


def best_plans(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, moves: Sequence[Any], most: int, each: int
) -> list[Plan]:
    """The ways that are worth most on average over `worlds`, the best first: at most `each` by first move."""
    share = max(1, THOUGHTS // len(moves))
    found: dict[Way, list[float]] = {}
    for world in worlds:
        for move in moves:
            for way, worth in ways(game, world, seat, move, DEPTH, share):
                found.setdefault(way, []).append(worth)
    plans = [Plan(way, sum(worths) / len(worths)) for way, worths in found.items()]
    plans.sort(key=lambda plan: plan.worth, reverse=True)
    begun = dict.fromkeys(moves, 0)
    chosen: list[Plan] = []
    for plan in plans:
        if len(chosen) < most and begun[plan.way[0]] < each:
            begun[plan.way[0]] += 1
            chosen.append(plan)
    return chosen
