"""Judges the moves of a seat by the points that each brings, all in the same sampled worlds.

A *world* is a state that fits an observation, of the seat itself or of somebody else: a computer player's
move is judged for a person by that person's observation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, Final

from msgspec.structs import replace

from engine.game import AnyGame, Chance, Seat, Struct
from engine.players.learned import ends_foretold, learned
from engine.players.lookahead import SEEDS, Stream, best_plans, played_on, played_out, value
from engine.players.searcher import LOOKED_AT, TURNS, Budget, followed, mixed, trust_in_playouts
from engine.players.secret_choice import Depth, thought_through
from engine.players.simultaneous import drawn, is_asked_with_others, together
from engine.players.weights import foretold

TRIES: Final = 40
"""The most worlds sampled for each one wanted, if only worlds are wanted in which certain moves are legal."""
FEWEST: Final = 6
"""The least number of worlds in which moves are compared: fewer would prove nothing."""
PLAYED_ON: Final = 4
"""The number of playouts in each world, with different chance, after a choice by several seats at once."""

Parts = tuple[tuple[str, tuple[float, ...]], ...]
"""The parts of a move's value: each part's name (see `foretold`), and its points in each trial."""

JUDGES: Final = Budget(
    worlds=96, plans=12, looks=12_000, secret=Depth(rounds=400, ahead=2, trust=0.5, playouts=60)
)
"""The budget for judging moves for a hint or a reason: about a second of thought."""


class Judged(Struct, frozen=True):
    """A move with the measurements of its value.

    Attributes:
        values: The seat's expected lead in points, the worth of winning included, in each trial; all moves
            have the same trials.  A trial is a sampled world or, in a game without secrets, a new run of
            chance.  A game with neither secrets nor chance has a single trial.
        parts: The parts that add up to each of `values`; empty if no net of parts was taught.
        share: How often the move is best chosen, from 0 to 1; None if the choice isn't secret.
        in_duel: Whether just two seats choose in secret, so that the shares are a mixed strategy that nobody
            can exploit; with more seats, a share only tells how near the move is to the best.
    """

    move: Any
    values: tuple[float, ...]
    parts: Parts = ()
    share: float | None = None
    in_duel: bool = False

    @property
    def value(self) -> float:
        """The average of `values`."""
        return sum(self.values) / len(self.values)


def judge(
    game: AnyGame, observation: Any, seat: Seat, chance: Chance, *, budget: Budget, also: Sequence[Any] = ()
) -> tuple[Judged, ...]:
    """Judge the promising moves of `seat` and the legal moves `also`; the best comes first.

    Of very many moves, only `also` and those that seem best at first sight are judged; none at all if fewer
    than `FEWEST` fitting worlds were found.

    Args:
        game: The game.
        observation: The observation of `seat`, or of somebody else.  Each sampled world fits the
            observation and has the moves of `also` legal; only moves legal in all worlds are judged.
        seat: The seat that moves.
        chance: The source of chance; the same chance brings the same judgement.
        budget: How long to think.  `worlds` worlds are sampled.  Once `looks` moves have been compared, moves
            are judged in no further worlds, but always in the first `FEWEST`.
        also: Moves to judge even if they don't seem good.
    """
    worlds = list(worlds_with(game, observation, seat, chance, budget.worlds, also))
    if len(worlds) < min(FEWEST, budget.worlds):
        return ()
    moves = _moves(learned(game), worlds, seat, also)
    if is_asked_with_others(game, worlds[0], seat):
        found = _judged_in_secret(game, worlds, seat, moves, chance, budget.secret)
    else:
        found = _judged_in_turn(game, worlds, seat, moves, chance, budget, also)
    return tuple(sorted(found, key=lambda one: one.value, reverse=True))


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
    """The moves of `also`, then the other promising moves; all are legal in each of the worlds."""
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
    taught = learned(game)
    plans = best_plans(taught, worlds[:LOOKED_AT] if game.hides else worlds[:1], seat, moves, len(moves), 1)
    plans = [plan for number, plan in enumerate(plans) if number < budget.plans or plan.way[0] in also]
    found: list[list[Trial]] = [[] for _ in plans]
    looks, trust = 0, trust_in_playouts(game, worlds[0])
    for number, world in enumerate(worlds):
        if number >= FEWEST and looks >= budget.looks:
            break
        seed, may_differ = chance.below(SEEDS), game.hides
        for place, plan in enumerate(plans):
            begun, stream = followed(game, world, seat, plan), Stream(seed)
            ended = played_out(taught, begun, seat, stream, TURNS)
            may_differ |= stream.was_asked
            looks += 1 + ended.looks
            both = zip(_trial(game, begun, seat), _trial(game, ended.state, seat), strict=True)
            found[place].append(tuple(mixed(first, later, trust) for first, later in both))
        if not may_differ:
            break  # Without secrets and chance, another trial would repeat this one.
    for plan, trials in zip(plans, found, strict=True):
        yield _judged(game, plan.way[0], trials)


def _judged_in_secret(
    game: AnyGame, worlds: list[Any], seat: Seat, moves: Sequence[Any], chance: Chance, depth: Depth
) -> Iterator[Judged]:
    """Judge each of `moves`, which are secret choices, against the likely choices of the other seats."""
    thought = thought_through(learned(game), worlds, seat, chance, depth)
    *others, _ = thought.seats
    shares = dict(zip(thought.moves[-1], thought.mixes[-1], strict=True))
    samples = []
    for world in worlds * PLAYED_ON:
        expected = zip(others, thought.moves, thought.seen, strict=False)
        samples.append((world, {one: drawn(listed, mix, chance) for one, listed, mix in expected}))
    seeds = [chance.below(SEEDS) for _ in samples]
    for move in moves:
        trials = []
        for (world, choices), seed in zip(samples, seeds, strict=True):
            # Seats that clash may choose again, so the turn is played to its end.
            made = together(game, world, {**choices, seat: move})
            ended = played_on(game, made, game.turn(world) + 1, Stream(seed))
            trials.append(_trial(game, ended, seat))
        each = (zip(*trials[at :: len(worlds)], strict=True) for at in range(len(worlds)))
        judged = _judged(game, move, [tuple(map(fmean, points)) for points in each])
        yield replace(judged, share=shares.get(move, 0.0), in_duel=thought.in_duel)


Trial = tuple[float, ...]
"""The points of a state in one trial, part by part; without a net of parts, the value as the only item."""


def _trial(game: AnyGame, state: Any, seat: Seat) -> Trial:
    parts = ends_foretold(game, (state,), seat)
    return (value(learned(game), state, seat),) if parts is None else tuple(parts[0])


def _judged(game: AnyGame, move: Any, trials: Sequence[Trial]) -> Judged:
    points = tuple(zip(*trials, strict=True))
    parts = tuple(zip(foretold(game), points, strict=True)) if len(points) > 1 else ()
    return Judged(move, tuple(map(sum, trials)), parts)
