"""Judging moves by the points that each brings in the same sampled worlds, so that they can be compared.

A world is a state that fits an observation, of the seat itself or of somebody else: a computer player's move
is judged for a person by what that person can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from statistics import fmean
from typing import Any, Final

from msgspec.structs import replace

from engine.game import AnyGame, Chance, Seat, Struct, WorthParts
from engine.players.lookahead import SEEDS, Stream, best_plans, played_out, value
from engine.players.searcher import LOOKED_AT, TURNS, Budget, followed, mixed, trust_in_playouts
from engine.players.secret_choice import Depth, thought_through, value_after
from engine.players.simultaneous import drawn, is_asked_with_others, together

TRIES: Final = 40
"""The most worlds sampled for each one that is wanted, where given moves are legal only in some worlds."""
FEWEST: Final = 6
"""The least number of worlds in which moves are compared: fewer prove nothing."""
PLAYED_ON: Final = 4
"""The number of playouts after a secret choice of several seats in each world, each with other chance."""
ENDS: Final = 200
"""The number of worlds in which it is checked whether a move ends and wins the game."""
WON: Final = "won"
"""The name of the part with the points added for winning the game or not; `worth` doesn't have it."""

Parts = tuple[tuple[str, tuple[float, ...]], ...]
"""The parts of what a move brings: the name of each, and its points in each trial."""

JUDGES: Final = Budget(
    worlds=32, plans=12, looks=4000, secret=Depth(rounds=400, ahead=2, trust=0.5, playouts=60)
)
"""The budget for judging moves for a hint or a reason: about a second of thought."""


class Judged(Struct, frozen=True):
    """A move with the measurements of what it brings.

    Attributes:
        move: The move.
        values: About how many points the seat is ahead after the move, one number for each sampled world: the
            same worlds in the same order for all moves.  Where nothing is hidden, the trials differ in chance
            alone; where there is no chance either, it is a single number.
        parts: The parts of `worth` at the end of the move's best plan and, as `WON`, the points added for
            winning or not, in each trial: the same trials in the same order for all moves.
        share: How often the move is best chosen where several choose in secret, from 0 to 1; else None.
        in_duel: Whether just two choose in secret, so that the shares are a mixed strategy that nobody can
            exploit; among more, a share only tells how near the move comes to the best.
        outcomes: Whether the game is over after this very move and won (True) or not won (False), or goes on
            (None): for each of some more worlds, or each trial of a secret choice, the same for all moves.
            Empty where the game goes on after every move.
        in_secret: Whether others choose at the same time, so that no seat alone decides how the game ends.
    """

    move: Any
    values: tuple[float, ...]
    parts: Parts
    share: float | None = None
    in_duel: bool = False
    outcomes: tuple[bool | None, ...] = ()
    in_secret: bool = False

    @property
    def value(self) -> float:
        """About how many points the seat is ahead after the move: the average of `values`."""
        return sum(self.values) / len(self.values)


def judge(
    game: AnyGame, observation: Any, seat: Seat, chance: Chance, *, budget: Budget, also: Sequence[Any] = ()
) -> tuple[Judged, ...]:
    """The promising moves of `seat`, and the legal moves `also`, each judged; the best first.

    Of very many moves only those that seem best at first, and `also`, are judged.

    Args:
        game: The game.
        observation: The observation of `seat`, or of somebody else.  Worlds are sampled that fit it and in
            which the moves of `also` are legal; only moves that are legal in all of them are judged.
        seat: The seat that moves.
        chance: The source of chance; the same chance brings the same judgement.
        budget: How long to think.  `worlds` worlds are sampled, or fewer if `looks` don't suffice for all
            `plans`, but never too few to compare moves.
        also: Moves to judge in any case.

    Returns:
        The judged moves; empty if too few such worlds were found.
    """
    worlds = list(worlds_with(game, observation, seat, chance, budget.worlds, also))
    if len(worlds) < min(FEWEST, budget.worlds):
        return ()
    moves = _moves(game, worlds, seat, also)
    if is_asked_with_others(game, worlds[0], seat):
        found = _judged_in_secret(game, worlds, seat, moves, chance, budget.secret)
    else:
        in_turn = [*_judged_in_turn(game, worlds, seat, moves, chance, budget, also)]
        more = worlds_with(game, observation, seat, chance, ENDS - len(worlds), also) if game.hides else ()
        found = _with_outcomes(game, chain(worlds if game.hides else worlds[:1], more), seat, in_turn)
    return tuple(sorted(found, key=lambda one: one.value, reverse=True))


def first_world(
    game: AnyGame, observation: Any, seat: Seat, chance: Chance, also: Sequence[Any] = ()
) -> Any | None:
    """A state that fits the observation and in which the moves of `also` are legal; None if none is found."""
    return next(worlds_with(game, observation, seat, chance, 1, also), None)


def worlds_with(
    game: AnyGame, observation: Any, seat: Seat, chance: Chance, wanted: int, also: Sequence[Any]
) -> Iterator[Any]:
    """Up to `wanted` states that fit the observation, in each of which the moves of `also` are legal."""
    if not game.hides:
        yield from [game.determinise(observation, chance)] * wanted
        return
    for _ in range(TRIES * wanted):
        world = game.determinise(observation, chance)
        if all(game.is_legal(world, seat, move) for move in also):
            yield world
            wanted -= 1
        if not wanted:
            return


def _moves(game: AnyGame, worlds: Sequence[Any], seat: Seat, also: Sequence[Any]) -> list[Any]:
    """The moves of `also`, then the promising moves that are legal in all of the worlds."""
    promising = game.promising_moves(worlds[0], seat)
    others = worlds[1:] if game.hides else ()
    found = [move for move in promising if all(game.is_legal(world, seat, move) for world in others)]
    return [*dict.fromkeys((*also, *found))]


def _judged_in_turn(
    game: AnyGame,
    worlds: Sequence[Any],
    seat: Seat,
    moves: Sequence[Any],
    chance: Chance,
    budget: Budget,
    also: Sequence[Any],
) -> Iterator[Judged]:
    plans = best_plans(game, worlds[:LOOKED_AT] if game.hides else worlds[:1], seat, moves, len(moves), 1)
    plans = [plan for number, plan in enumerate(plans) if number < budget.plans or plan.way[0] in also]
    values: list[list[float]] = [[] for _ in plans]
    parts: list[list[WorthParts]] = [[] for _ in plans]
    looks, trust = 0, trust_in_playouts(game, worlds[0])
    for number, world in enumerate(worlds):
        if number >= FEWEST and looks >= budget.looks:
            break
        seed, may_differ = chance.below(SEEDS), game.hides
        for place, plan in enumerate(plans):
            begun, stream = followed(game, world, seat, plan), Stream(seed)
            ended = played_out(game, begun, seat, stream, TURNS)
            may_differ |= stream.was_asked
            looks += 1 + ended.looks
            values[place].append(mixed(value(game, begun, seat), value(game, ended.state, seat), trust))
            parts[place].append(_parts(game, begun, seat))
        if not may_differ:
            break  # Another trial would only repeat this one.
    for plan, points, named in zip(plans, values, parts, strict=True):
        yield Judged(plan.way[0], tuple(points), _by_name(named))


def _with_outcomes(
    game: AnyGame, worlds: Iterable[Any], seat: Seat, found: Sequence[Judged]
) -> Iterator[Judged]:
    """The judged moves `found`, each with its `outcomes` in these worlds."""
    outcomes: list[tuple[bool | None, ...]] = []
    for world in worlds:
        # In worlds that fit somebody else's observation, a move may be illegal.
        if all(game.is_legal(world, seat, one.move) for one in found):
            ends = [_outcome(game, game.make(world, seat, one.move), seat) for one in found]
            if not outcomes and set(ends) == {None}:
                return iter(found)
            outcomes.append(tuple(ends))
    return (replace(one, outcomes=ends) for one, ends in zip(found, zip(*outcomes, strict=True), strict=True))


def _judged_in_secret(
    game: AnyGame, worlds: list[Any], seat: Seat, moves: Sequence[Any], chance: Chance, depth: Depth
) -> Iterator[Judged]:
    """The judgement of each of `moves`, if the other seats choose at the same time as is expected of them."""
    thought = thought_through(game, worlds, seat, chance, depth)
    *others, _ = thought.seats
    shares = dict(zip(thought.moves[-1], thought.mixes[-1], strict=True))
    times = PLAYED_ON if depth.playouts and thought.in_turn is not None else 1
    samples = []
    for world in worlds * times:
        choices = zip(others, thought.moves, thought.seen, strict=False)
        samples.append((world, {one: drawn(listed, mix, chance) for one, listed, mix in choices}))
    seeds = [chance.below(SEEDS) for _ in samples]
    for move in moves:
        ended = [together(game, world, {**choices, seat: move}) for world, choices in samples]
        found = [
            value_after(game, state, thought, depth, Stream(seed))
            for state, seed in zip(ended, seeds, strict=True)
        ]
        values = tuple(fmean(found[place :: len(worlds)]) for place in range(len(worlds)))
        yield Judged(
            move=move,
            values=values,
            parts=_by_name([_parts(game, state, seat) for state in ended]),
            share=shares.get(move, 0.0),
            in_duel=thought.in_turn is None,
            outcomes=tuple(_outcome(game, state, seat) for state in ended),
            in_secret=True,
        )


def _parts(game: AnyGame, state: Any, seat: Seat) -> WorthParts:
    return (*game.worth_parts(state, seat), (WON, value(game, state, seat) - game.worth(state, seat)))


def _outcome(game: AnyGame, state: Any, seat: Seat) -> bool | None:
    """Whether `seat` has won (True) or not won (False) a game that is over; None if it has no result yet."""
    result = None if game.to_move(state) else game.result(state)
    return None if result is None else result.seats[seat].rank == 1


def _by_name(trials: Sequence[WorthParts]) -> Parts:
    names = [name for name, _ in trials[0]]
    points = zip(*([points for _, points in one] for one in trials), strict=True)
    return tuple(zip(names, points, strict=True))
