"""A game looked at again: who was ahead, turn by turn, and what moves have cost those who made them.

1. All moves of people are judged quickly, by what their makers could see.
2. Those that seem to have cost most are judged again, thoroughly and with other chance, against the move that
   seemed better at first: of many judgements by chance, the worst are mostly the unluckiest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any, Final

from msgspec.structs import replace

from engine.game import CHANCE, AnyGame, Seat, Struct
from engine.players.judging import JUDGES, Judged
from engine.players.reasons import Case
from engine.players.searcher import Budget
from engine.players.secret_choice import Depth
from engine.record import Step
from engine.standings import over_the_best, own_total


class Moment(Struct, frozen=True):
    """How all stood when a turn began, or at the end.

    Attributes:
        turn: The number of the turn that began then; at the end, of the last one.
        leads: About how many points each seat was ahead of its best opponent; below 0: behind.
    """

    turn: int
    leads: tuple[float, ...]


def course(game: AnyGame, states: Iterable[object], seats: int) -> tuple[Moment, ...]:
    """How all stood when each turn began, and at the end: at least two moments, or none.

    It takes whole states, so it tells of what is hidden: it is for games that are over.

    Args:
        game: The game.
        states: Its state after each move, in order, to its end.
        seats: How many play.
    """
    moments: list[Moment] = []
    for state in states:
        turn, asked = game.turn(state), game.to_move(state)
        if not asked:
            result = game.result(state)
            points = None if result is None else [float(one.points) for one in result.seats]
            return (*moments, _moment(turn, points or prospects(game, state, seats))) if moments else ()
        is_new = not moments or turn > moments[-1].turn
        # What chance deals at the beginning of a turn belongs to it.
        if turn and is_new and asked != (CHANCE,):
            moments.append(_moment(turn, prospects(game, state, seats)))
    return ()


def prospects(game: AnyGame, state: object, seats: int) -> list[float]:
    """About how many points each seat will have at the end.

    `worth` won't do for that: with three players or more it is no lead over one of them.
    """
    return [own_total(game.worth_parts(state, seat)) for seat in range(seats)]


def _moment(turn: int, totals: Sequence[float]) -> Moment:
    return Moment(turn, tuple(over_the_best(totals, seat) for seat in range(len(totals))))


QUICKLY: Final = Budget(worlds=6, plans=5, looks=250, secret=Depth(rounds=60, ahead=1, trust=0.5, playouts=0))
"""How long is thought about each move; `budgets` says it of those that seem to have cost most."""
OPENLY: Final = replace(QUICKLY, worlds=3)
"""How long is thought about each move of an open game: worlds differ less there, and moves are many."""
SECRETLY: Final = (replace(JUDGES, secret=Depth(rounds=200, ahead=1, trust=0.5, playouts=0)),) * 4
"""A secret choice is judged so before, since each time the others are guessed anew to choose otherwise."""
JUDGED_AGAIN: Final = 8
"""How many moves are judged again."""
LEAST: Final = 1.0
"""A move that cost fewer points than so many isn't worth telling; nor is one that may have cost none."""
FAIR: Final = 0.05
"""Of several who choose in secret, whoever makes a choice that had best be made so often has lost nothing."""
MOST: Final = 3
"""How many moves are told."""


class Decision(Struct, frozen=True):
    """A move of a seat that had a choice.

    Attributes:
        place: The place of the move in the record, from 0; so many moves were made before.
        seat: Who made it.
        turn: In which turn.
        before: The state in which it was made.
        move: The move.
    """

    place: int
    seat: Seat
    turn: int
    before: Any
    move: Any


Found = Sequence[tuple[Decision, Case]]
"""Moves, each beside a better one."""


def decisions(game: AnyGame, start: Any, steps: Iterable[Step]) -> list[Decision]:
    """The moves of a game by which a seat chose one of several that were worth a thought."""
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
    """`move` beside `better`, or beside the best move; None: `move` is as good or fair, or wasn't judged."""
    by_move = {one.move: one for one in judged}
    made, instead = by_move.get(move), judged[0] if judged and better is None else by_move.get(better)
    if made is None or instead is None or made is instead or (made.share or 0.0) >= FAIR:
        return None
    return Case(made, instead, tuple(one for one in judged if one.share is not None))


def cost(lost: Case) -> float:
    """About how many points a move has cost: on average over the worlds looked at."""
    return -fmean(lost.gains)


def suspected(found: Found) -> Found:
    """The moves that are worth judging again."""
    return _one_a_turn([one for one in found if cost(one[1]) >= LEAST])[:JUDGED_AGAIN]


def first_budget(game: AnyGame) -> Budget:
    """How long is thought about each move of a game at first."""
    return QUICKLY if game.hides else OPENLY


def budgets(first: Case) -> tuple[Budget, ...]:
    """How long is thought each time that a move is judged again; what counts is the least that it cost."""
    return (*SECRETLY, JUDGES) if first.mix else (JUDGES,)


def dearest(found: Found) -> Found:
    """The moves that have clearly cost most, the dearest first."""
    return _one_a_turn([one for one in found if -one[1].gain >= LEAST])[:MOST]


def _one_a_turn(found: Found) -> list[tuple[Decision, Case]]:
    """The dearest move of each turn of each seat, the dearest first: others there came of the same idea."""
    chosen: dict[tuple[Seat, int], tuple[Decision, Case]] = {}
    for decision, lost in sorted(found, key=lambda one: (-cost(one[1]), one[0].place)):
        chosen.setdefault((decision.seat, decision.turn), (decision, lost))
    return list(chosen.values())
