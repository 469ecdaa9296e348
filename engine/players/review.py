"""Reviewing a finished game: the leads, turn by turn, and the moves that cost their players most points.

1. All moves of people are judged quickly, by the observations of these people.
2. The moves that seem to have cost most are judged again, thoroughly and with other chance, against the move
   that seemed better at first: among many random judgements, the worst are mostly the unluckiest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, Final

from msgspec.structs import replace

from engine.game import CHANCE, AnyGame, Seat, Struct
from engine.players.judging import JUDGES, Judged
from engine.players.lookahead import STEPS, Stream, best_at_once, quick_moves
from engine.players.reasons import Case, Verdict, verdict
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth
from engine.record import Step
from engine.standings import over_the_best


class Moment(Struct, frozen=True):
    """The leads of all seats when a turn began, or at the end of the game.

    Attributes:
        turn: The number of the turn that began; at the end of the game, that of the last turn.
        leads: About how many points each seat was ahead of its best opponent; negative if behind.
    """

    turn: int
    leads: tuple[float, ...]


def course(game: AnyGame, states: Iterable[object]) -> tuple[Moment, ...]:
    """The leads of all seats when each turn began, and at the end: at least two moments, or none.

    `states`: the state after each move of the game, in order, to the end.  The leads are computed from whole
    states, so they reveal hidden things until the game has ended.
    """
    moments: list[Moment] = []
    for state in states:
        turn, asked = game.turn(state), game.to_move(state)
        if not asked:
            return (*moments, _moment(turn, game.totals(state))) if moments else ()
        is_new = not moments or turn > moments[-1].turn
        # Chance moves at the beginning of a turn, such as draws, belong to that turn.
        if turn and is_new and asked != (CHANCE,):
            moments.append(_moment(turn, game.totals(state)))
    return ()


def _moment(turn: int, totals: Sequence[float]) -> Moment:
    return Moment(turn, tuple(over_the_best(totals, seat) for seat in range(len(totals))))


QUICKLY: Final = Budget(worlds=6, plans=5, looks=250, secret=Depth(rounds=60, ahead=1, trust=0.5, playouts=0))
"""The budget for the first judgement of each move; `budgets` gives those for judging again."""
OPENLY: Final = replace(QUICKLY, worlds=3)
"""The budget for the first judgement in games without secrets: worlds differ less, and moves are many."""
SECRETLY: Final = (replace(JUDGES, secret=Depth(rounds=200, ahead=1, trust=0.5, playouts=0)),) * 4
"""The budgets of four further judgements of a secret choice; a fifth and last one has the budget `JUDGES`."""
JUDGED_AGAIN: Final = 8
"""The most moves that are judged again."""
LEAST: Final = 1.0
"""A move is reported only if it has clearly cost at least this many points."""
FAIR: Final = 0.05
"""A secret choice to which the best mix gives at least this share is no mistake."""
MOST: Final = 3
"""The most moves that a review reports."""


class Decision(Struct, frozen=True):
    """A move of a seat that had several moves to choose from.

    Attributes:
        place: The index of the move in the record.
        seat: The seat that made the move.
        before: The state in which the move was made.
    """

    place: int
    seat: Seat
    turn: int
    before: Any
    move: Any


Found = Sequence[tuple[Decision, Case]]
"""Decisions, each with the comparison of its move to a better move."""


def decisions(game: AnyGame, start: Any, steps: Iterable[Step]) -> list[Decision]:
    """The moves that seats made in a game, except those that were a seat's only promising move."""
    found, before = list[Decision](), start
    for place, step in enumerate(steps):
        seat = step.ply.seat
        if seat != CHANCE:
            move = game.read_move(step.ply.text)
            if tuple(game.promising_moves(before, seat)) != (move,):
                found.append(Decision(place, seat, max(game.turn(before), 1), before, move))
        before = step.state
    return found


def loss(judged: Sequence[Judged], move: Any, better: Any = None) -> Case | None:
    """`move` compared with `better`, by default the best move; None if `move` is no mistake or not judged."""
    by_move = {one.move: one for one in judged}
    made, instead = by_move.get(move), judged[0] if judged and better is None else by_move.get(better)
    if made is None or instead is None or made is instead or (made.share or 0.0) >= FAIR:
        return None
    return Case(made, instead, tuple(one for one in judged if one.share is not None))


def stays_legal(game: AnyGame, state: Any, seat: Seat, made: Any, better: Any) -> bool:
    """Whether the move `better` can still be made after `made`, so that `made` was no slip.

    Either `seat` may make `better` right after `made`; or `better` is a free action: `made` would have been
    legal after `better`, and `better` is legal when `seat` is asked for the next time in the same turn.
    """
    if made == better or game.to_move(state) != (seat,):
        return False
    turn, after, chance = game.turn(state), game.make(state, seat, made), Stream(0)
    if game.to_move(after) == (seat,):
        return game.turn(after) == turn and game.is_legal(after, seat, better)
    first = game.make(state, seat, better)
    if game.to_move(first) != (seat,) or not game.is_legal(first, seat, made):
        return False
    for _ in range(STEPS):
        asked = game.to_move(after)
        if len(asked) != 1 or game.turn(after) != turn or asked == (seat,):
            break
        (mover,) = asked
        if mover == CHANCE:
            after = game.make(after, CHANCE, game.chance_move(after, chance))
        else:
            after = best_at_once(game, after, mover, quick_moves(game, after, mover, chance))
    return game.to_move(after) == (seat,) and game.turn(after) == turn and game.is_legal(after, seat, better)


def fairly_compared(
    game: AnyGame, state: Any, seat: Seat, made: Any, judged: Sequence[Judged]
) -> list[Judged]:
    """The judged moves, except moves better than `made` that `seat` can still make after `made`."""
    least = max((one.value for one in judged if one.move == made), default=0.0)
    return [one for one in judged if one.value <= least or not stays_legal(game, state, seat, made, one.move)]


def as_good(judged: Sequence[Judged], move: Any, better: Any) -> dict[Any, Verdict]:
    """`better` and all judged moves not clearly worse, each with the verdict on `move` compared with it."""
    found = {}
    for one in judged:
        lost, made = loss(judged, one.move, better), loss(judged, move, one.move)
        if made is not None and (lost is None or lost.gain >= 0):
            found[one.move] = verdict(made)
    return found


def cost(lost: Case) -> float:
    """About how many points the move in `lost` cost, on average over the trials."""
    return -fmean(lost.gains)


def suspected(found: Found) -> Found:
    """The decisions in `found` that seem costly enough to be judged again, the costliest first."""
    return _one_a_turn([one for one in found if cost(one[1]) >= LEAST])[:JUDGED_AGAIN]


def first_budget(game: AnyGame) -> Budget:
    """The budget for the first judgement of each move of a game."""
    return QUICKLY if game.hides else OPENLY


def budgets(first: Case) -> tuple[Budget, ...]:
    """The budgets for judging a move again after the judgement `first`; the lowest cost found counts."""
    return (*SECRETLY, JUDGES) if first.mix else (JUDGES,)


def dearest(found: Found) -> Found:
    """The decisions that have clearly cost most points, the costliest first; at most `MOST`."""
    return _one_a_turn([one for one in found if -one[1].gain >= LEAST])[:MOST]


def _one_a_turn(found: Found) -> list[tuple[Decision, Case]]:
    """The costliest decision of each seat in each turn, the costliest first; others are left out."""
    chosen: dict[tuple[Seat, int], tuple[Decision, Case]] = {}
    for decision, lost in sorted(found, key=lambda one: (-cost(one[1]), one[0].place)):
        chosen.setdefault((decision.seat, decision.turn), (decision, lost))
    return list(chosen.values())
