"""Looking ahead: through several moves of one seat, and by playouts with repeatable chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from engine.game import CHANCE, AnyGame, Chance, Seat
from engine.players.simultaneous import ABOUT_EQUAL, drawn, softened

Stop = Callable[[], bool]
"""A callback that returns True once the time is up."""


def never() -> bool:
    """Return False: the `Stop` of computer players without a time limit."""
    return False


T = TypeVar("T")

SEEDS: Final = 1 << 32
STEP: Final = 0x9E3779B97F4A7C15
MASK: Final = (1 << 64) - 1


class Stream:
    """A repeatable source of chance: the same seed gives the same numbers (splitmix64, by Vigna).

    Attributes:
        was_asked: Whether any number was drawn so far.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK
        self.was_asked = False

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, each about equally likely."""
        self._state = (self._state + STEP) & MASK
        self.was_asked = True
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return (mixed ^ (mixed >> 31)) % bound

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The items in a random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


WINNING: Final = 6.0
"""The points that winning alone counts; not winning counts as many negative points."""


def value(game: AnyGame, state: Any, seat: Seat) -> float:
    """About how many points `seat` is ahead; at the end, plus `WINNING` for a win, else minus `WINNING`."""
    return game.worth(state, seat) + _won(game, state, seat)


def values(game: AnyGame, states: Sequence[Any], seat: Seat) -> list[float]:
    """The estimate `value` for `seat`, for each of `states`."""
    worths = game.worths(states, seat)
    return [worth + _won(game, state, seat) for worth, state in zip(worths, states, strict=True)]


def _won(game: AnyGame, state: Any, seat: Seat) -> float:
    """`WINNING` points if `seat` alone has won a finished game, minus as many if not; 0 while it goes on.

    A win shared by two seats counts 0, one shared by more less than 0: else players would learn to tie.
    """
    result = None if game.to_move(state) else game.result(state)
    if result is None:
        return 0.0
    winners = [place for place, one in enumerate(result.seats) if one.rank == 1]
    return WINNING * (2 / len(winners) - 1) if seat in winners else -WINNING


STEPS: Final = 250
"""The most moves of a playout, to make sure that it ends."""
LOOKED_AT: Final = 8
"""The most moves that a playout compares at a decision; of more moves, this many are drawn at random."""


class Ended(NamedTuple):
    """The end of a playout: its last state (`state`), and how many moves it has compared in all (`looks`)."""

    state: Any
    looks: int


def quick_moves(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> tuple[Any, ...]:
    """The promising moves of `seat` that a playout compares: all, or `LOOKED_AT` of them drawn at random."""
    moves = game.promising_moves(state, seat)
    return moves if len(moves) <= LOOKED_AT else chance.shuffled(moves)[:LOOKED_AT]


def best_at_once(game: AnyGame, state: Any, seat: Seat, moves: tuple[Any, ...]) -> Any:
    """Of the states after each of `moves`, the one that is worth most to `seat`."""
    if len(moves) == 1:
        return game.make(state, seat, moves[0])
    after = [game.make(state, seat, move) for move in moves]
    worths = game.worths(after, seat)
    return after[worths.index(max(worths))]


def played_out(game: AnyGame, state: Any, seat: Seat, chance: Chance, turns: int) -> Ended:
    """Play on, by `best_at_once` for all seats, until `seat` has had `turns` more turns and the round ends.

    `seat` has just moved, and first ends its present turn.  If the game counts turns of a seat, answers in
    other seats' turns don't count.  If it counts rounds, a turn is a run of moves of `seat` without another
    player's move between, and the playout goes on to the round's end, since in the middle of a round much is
    begun and nothing finished.  The playout ends early at the end of the game, or when several seats choose
    at once: `best_at_once` can't foretell such choices.
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
    """The state when turn `until` begins or the game ends, if all seats play on by `at_a_glance`."""
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
    """A promising move of `seat`, drawn at random; a better quick estimate makes a move likelier."""
    moves = game.promising_moves(state, seat)
    return drawn(moves, softened(game.at_a_glance(state, seat), ABOUT_EQUAL), chance)


DEPTH: Final = 3
"""The most successive moves of one seat in a plan."""
THOUGHTS: Final = 200
"""About how many sequences of moves from one state are tried."""

Way = tuple[Any, ...]
"""A sequence of moves that one seat makes in a row."""


class Plan(NamedTuple):
    """A seat's sequence of moves (`way`), and the `worth` to that seat of the state after them, in points."""

    way: Way
    worth: float


def ways(
    game: AnyGame, state: Any, seat: Seat, move: Any, depth: int, thoughts: int
) -> Iterator[tuple[Way, Any]]:
    """About `thoughts` sequences of up to `depth` moves of `seat`, `move` first, each with its last state."""
    state = game.make(state, seat, move)
    if depth == 1 or game.to_move(state) != (seat,):
        yield (move,), state
        return
    further = game.promising_moves(state, seat)
    if len(further) > thoughts:
        yield (move,), state
        return
    share = thoughts // len(further)
    for one in further:
        for way, after in ways(game, state, seat, one, depth - 1, share):
            yield (move, *way), after


def worth_after(game: AnyGame, state: Any, seat: Seat, move: Any, depth: int, thoughts: int) -> float:
    """The worth to `seat` of the best state after any of the `ways` that begin with `move`."""
    return max(game.worths([after for _, after in ways(game, state, seat, move, depth, thoughts)], seat))


def best_plans(
    game: AnyGame, worlds: Sequence[Any], seat: Seat, moves: Sequence[Any], most: int, each: int
) -> list[Plan]:
    """The best plans on average over `worlds`, in order: at most `most` in all, and `each` per first move."""
    share = max(1, THOUGHTS // len(moves))
    found: dict[Way, list[float]] = {}
    for world in worlds:
        begun = [one for move in moves for one in ways(game, world, seat, move, DEPTH, share)]
        worths = game.worths([after for _, after in begun], seat)
        for (way, _), worth in zip(begun, worths, strict=True):
            found.setdefault(way, []).append(worth)
    plans = [Plan(way, sum(worths) / len(worths)) for way, worths in found.items()]
    plans.sort(key=lambda plan: plan.worth, reverse=True)
    counts = dict.fromkeys(moves, 0)
    chosen: list[Plan] = []
    for plan in plans:
        if len(chosen) < most and counts[plan.way[0]] < each:
            counts[plan.way[0]] += 1
            chosen.append(plan)
    return chosen
