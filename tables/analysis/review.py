"""A finished game looked at again: who was ahead when, and the moves of people that cost them most.

Pure: what is to be judged, and what came of it.  `reviews.py` has it judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engine import record as records
from engine.game import CHANCE, AnyGame, Event, Seat
from engine.players.reasons import Case, Reason, reasons
from engine.players.review import Decision, Found, Moment, cost, course, dearest, decisions
from engine.record import Ply, Step
from tables.model.errors import Refused
from tables.model.seating import sat
from tables.model.table import Facts, Phase, Table, final_result, is_by_computer
from tables.views.looks import check_readable


class Told(msgspec.Struct, frozen=True):
    """A move that cost much.

    Attributes:
        place: How many moves the game had before it, as `Frame.moves` counts.
        turn: In which turn it was made.
        seat: Who made it.
        points: About how many points it cost.
        played: What happened by it.
        better: What would have happened by the better move.
        reasons: Why it would have been better.
        former: The seats on which people sat then who had left them by the end: nobody knows who they were.
    """

    place: int
    turn: int
    seat: Seat
    points: float
    played: tuple[Event, ...]
    better: tuple[Event, ...]
    reasons: tuple[Reason, ...] = ()
    former: tuple[Seat, ...] = ()


class Review(msgspec.Struct, frozen=True):
    """What is known of a finished game so far.

    Attributes:
        course: Who was ahead, turn by turn.
        decisions: How many moves of people are to be judged.
        judged: How many of them have been, to the end.
        is_ready: No more will be, unless it is asked for again.
        told: The moves that cost most, the dearest first; none before it is ready.
    """

    course: tuple[Moment, ...]
    decisions: int
    judged: int = 0
    is_ready: bool = False
    told: tuple[Told, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether all moves were judged."""
        return self.is_ready and self.judged == self.decisions


class MadePly(Ply, frozen=True):
    """A move, and who made it.

    Attributes:
        by_computer: A computer player, for itself or for a person.
        former: As `Told.former`.
    """

    by_computer: bool = False
    former: tuple[Seat, ...] = ()


class Played(msgspec.Struct, frozen=True):
    """A finished game, taken apart.

    Attributes:
        game: The game.
        plies: Its moves, each with who made it.
        steps: The same, each with what it led to.
        course: Who was ahead, turn by turn.
        decisions: The moves of people that are to be judged.
    """

    game: AnyGame
    plies: tuple[MadePly, ...]
    steps: tuple[Step, ...]
    course: tuple[Moment, ...]
    decisions: tuple[Decision, ...]


def check_reviewable(table: Table) -> None:
    """Refuse a game that was not played to its end.

    Raises:
        Refused: As `check_readable`; `not_over`; `nothing_to_review`: it has no result.
    """
    check_readable(table)
    if table.facts.phase in (Phase.LOBBY, Phase.RUNNING):
        raise Refused("not_over")
    if table.fault is not None or final_result(table) is None:
        raise Refused("nothing_to_review")


def taken_apart(table: Table) -> Played:
    """The game of a table that may be reviewed.

    It takes a while: call it in a thread.
    """
    game, plies = table.game, _plies(table)
    start = next(step.position.state for step in table.mainline if step.position is not None)
    steps = tuple(records.steps(game, start, plies))
    return Played(
        game=game,
        plies=plies,
        steps=steps,
        course=course(game, (step.state for step in steps), len(table.facts.seats)),
        decisions=tuple(one for one in decisions(game, start, steps) if not plies[one.place].by_computer),
    )


def _plies(table: Table) -> tuple[MadePly, ...]:
    """The moves that stand; of a choice that was changed, only the last: that is secret for ever."""
    there = {entry.number: seats for entry, seats in sat(step.entry for step in table.steps)}
    *_, now = there.values()
    made: list[tuple[Any, MadePly]] = []
    for before, step in pairwise(table.mainline):
        entry = step.entry
        if before.position is not None and entry.seat is not None:
            then = there[entry.number]
            by_computer = is_by_computer(entry) or (entry.seat != CHANCE and then[entry.seat] is None)
            ply = MadePly(entry.seat, entry.text, by_computer, _former(table.facts, then, now))
            made.append((before.position.state, ply))
    return records.final(table.game, made)


def _former(facts: Facts, then: Sequence[int | None], now: Sequence[int | None]) -> tuple[Seat, ...]:
    """The seats on which people sat who have left them since."""
    left = zip(facts.seats, then, now, strict=True)
    # Who was forgotten at a table that couldn't be read has left it without an entry.
    return tuple(
        info.seat
        for info, one, other in left
        if one is not None and (one != other or info.computer is not None)
    )


def told(played: Played, losses: Found) -> tuple[Told, ...]:
    """The moves that cost most, of those that were judged again."""
    return tuple(_told(played, decision, lost) for decision, lost in dearest(losses))


def _told(played: Played, decision: Decision, lost: Case) -> Told:
    assert lost.other is not None
    _, instead = played.game.apply(decision.before, decision.seat, lost.other.move)
    return Told(
        place=decision.place,
        turn=decision.turn,
        seat=decision.seat,
        points=cost(lost),
        played=played.steps[decision.place].events,
        better=instead,
        reasons=reasons(lost),
        former=played.plies[decision.place].former,
    )
