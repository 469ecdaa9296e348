"""Advice: hints for a person's own turn, and the reasons for a computer player's move (a *Why?*).

Advice is computed from the observation of the person who asks: for a hint the present one, for a *Why?* the
one before the move. So advice never tells a computer player's secrets. An entry in the journal tells
everybody that a player was given a hint.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from math import inf
from statistics import fmean
from typing import Any, Final, NamedTuple

import structlog
from msgspec.structs import replace

from engine.game import AnyGame, Event, Seat
from engine.players.judging import Judged, worlds_with
from engine.players.lookahead import Stream
from engine.players.reasons import LEAST, Case, Verdict, case_of, verdict
from engine.players.review import fairly_compared
from tables.computers.thinking import SEED, NoMove, Thinking
from tables.model.errors import Refused, frames
from tables.model.fold import add
from tables.model.table import Facts, Kind, Phase, Position, Table, is_by_computer
from tables.model.values import Advice, Explainable
from tables.session import Session
from tables.timing.clock import cancelled
from tables.verbs import By
from tables.verbs.lobby import check_readable, seat_of
from tables.verbs.play import is_current, open_question

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST: Final = 10
"""How many of the latest moves a player can ask about."""
REMEMBERED: Final = 16
"""How many of a table's latest pieces of advice are cached."""
WORLDS: Final = 12
"""How many states that fit an observation are sampled, to find which events everybody could foresee."""
MOST_S: Final = 20.0
"""The longest wait for advice, in seconds; a judgement takes about a second, longer while others think."""


class Matter(NamedTuple):
    """A question for advice; equal matters have equal advice.

    Attributes:
        game: The game, by the table's version of its rules.
        seen: The observation (`Game.recall`) of the person who asks; for a *Why?*, that before the move.
        made: The text of the move asked about; None: the best move is wanted.
    """

    game: AnyGame
    seen: Any
    seat: Seat
    made: str | None


# The right to ask


def is_offered(facts: Facts, seat: Seat | None) -> bool:
    """Whether the player on `seat` may ask for advice: all others are computers, or hints are allowed.

    Nobody may ask in a rated game, or if the table's result is compared with those of other tables.
    """
    if seat is None or facts.phase is not Phase.RUNNING or not facts.seats[seat].is_persons:
        return False
    if facts.rated or facts.is_compared:
        return False
    return facts.hints or not any(info.is_persons for info in facts.seats if info.seat != seat)


def may_have_hint(table: Table, seat: Seat | None) -> bool:
    """Whether a player has an open question for which they may be given a hint."""
    question = open_question(table, seat)
    return is_offered(table.facts, seat) and question is not None and not question.answered


def hinted(table: Table, by: By, asked: int) -> Table:
    """The table with an entry that tells everybody that `by.person` got a hint on question `asked`.

    The table is unchanged if it has that entry, or if `asked` isn't the number of the person's question now.

    Raises:
        Refused: `no_advice`; `not_your_turn`; what `lobby.seat_of` raises.
    """
    seat = _advised_seat(table, by.person.id)
    hints = (step.entry for step in table.steps if step.entry.kind is Kind.HINT)
    was_hinted = any((entry.seat, entry.text) == (seat, str(asked)) for entry in hints)
    if not is_current(table, seat, asked) or not may_have_hint(table, seat) or was_hinted:
        return table
    return add(table, by.entry(table.facts, Kind.HINT, seat, str(asked)))


def _advised_seat(table: Table, person_id: int) -> Seat:
    check_readable(table)
    seat = seat_of(table.facts, person_id)
    if not is_offered(table.facts, seat):
        raise Refused("no_advice")
    return seat


# The matters


def about_own_turn(table: Table, person_id: int, asked: int) -> Matter | None:
    """The `Matter` of a hint for question `asked`, or None if the question is over.

    Raises:
        Refused: What `hinted` raises.
    """
    seat = _advised_seat(table, person_id)
    if not is_current(table, seat, asked) or not may_have_hint(table, seat) or table.position is None:
        return None
    return Matter(table.game, table.game.recall(table.position.state, seat), seat, None)


def about_move(table: Table, person_id: int, number: int) -> Matter | None:
    """The `Matter` of a *Why?* about the move with the public number `number`.

    None: the move was taken back, or is not a computer player's.

    Raises:
        Refused: `no_advice`; what `lobby.seat_of` raises.
    """
    viewer = _advised_seat(table, person_id)
    place = next(
        (one for one in _explainable(table, viewer) if table.mainline[one].public_number == number), None
    )
    if place is None:
        return None
    before, step = table.mainline[place - 1].position, table.mainline[place]
    assert before is not None
    assert step.entry.seat is not None
    return Matter(table.game, table.game.recall(before.state, viewer), step.entry.seat, step.entry.text)


def explainable(table: Table, viewer: Seat, since: int | None) -> tuple[Explainable, ...]:
    """The computer players' moves about which the player on seat `viewer` may ask *Why?*, the latest last.

    `since`: the mainline index of the player's latest click: only moves that everybody has come to know
    since then are returned; None: all moves.
    """
    if not is_offered(table.facts, viewer):
        return ()
    steps = [table.mainline[place] for place in reversed(_explainable(table, viewer, since))]
    # Everybody knows these moves by now, so the player may see the events that each move's maker saw.
    return tuple(
        Explainable(step.public_number, step.entry.seat, table.game.seen(step.events, step.entry.seat))
        for step in steps
        if step.entry.seat is not None
    )


def _explainable(table: Table, viewer: Seat, since: int | None = None) -> list[int]:
    """The indices, in the mainline, of the moves that `explainable` returns, the latest first."""
    then = None if since is None else table.mainline[since - 1].position
    found: list[int] = []
    for place in range(len(table.mainline) - 1, 0, -1):
        entry = table.mainline[place].entry
        if entry.seat == viewer or not is_by_computer(entry):
            continue
        was_told = since is not None and place < since and _is_told(table, place, then)
        if was_told or len(found) == MOST:
            break
        before = table.mainline[place - 1].position
        if before is None or entry.seat is None or not _is_told(table, place, table.position):
            continue
        if table.game.obvious_move(before.state, entry.seat) is None:
            found.append(place)
    return found


def _is_told(table: Table, place: int, by: Position | None) -> bool:
    """Whether everybody knew all about the mainline's move at index `place` by the time of position `by`."""
    entry, before = table.mainline[place].entry, table.mainline[place - 1].position
    if before is None or by is None or entry.seat is None:
        return False
    return table.game.is_told(before.state, entry.seat, table.game.read_move(entry.text), by.state)


# The advice


def gains(matter: Matter) -> dict[Any, float]:
    """For a hint: the points that each legal move brings at once, on average over sampled states."""
    game, found = matter.game, dict[Any, list[float]]()
    for world in worlds_with(game, matter.seen, matter.seat, Stream(SEED), WORLDS if game.hides else 1, ()):
        for move in game.legal_moves(world, matter.seat):
            found.setdefault(move, []).append(game.at_once(world, matter.seat, move))
    return {move: fmean(points) for move, points in found.items()}


def tempting(gained: Mapping[Any, float]) -> Any:
    """The move with the highest points at once, given the result of `gains`; None: there are no moves."""
    return max(gained, key=lambda move: gained[move], default=None)


def advice(matter: Matter, judged: Sequence[Judged], gained: Mapping[Any, float] = {}) -> Advice:
    """Make advice from `judged` moves: on the move that `matter` asks about; for a hint, on the best move.

    If another move brings more points at once, by `gained`, a hint compares the best move with that one,
    since people consider it.
    """
    game, made = matter.game, None if matter.made is None else matter.game.read_move(matter.made)
    if made is None and judged:
        judged = _advisable(judged)
        made = judged[0].move
    elif judged:
        for world in worlds_with(game, matter.seen, matter.seat, Stream(SEED), 1, [made]):
            judged = fairly_compared(game, world, matter.seat, made, judged)
    text, events = None if made is None else game.write_move(made), _foreseen(matter)
    case = case_of(judged, made)
    if case is None:
        return Advice(matter.seat, Verdict("alone"), text, events=events, seen=matter.seen)
    found, lured = verdict(case), _lured(case, judged, gained)
    mix, is_even = tuple(map(game.write_move, found.mix)), found.is_even
    if lured is not None and lured.other is not None and lured.other.move not in found.mix:
        case, found = lured, verdict(lured)
    other = None if case.other is None else game.write_move(case.other.move)
    found = replace(found, mix=mix, is_even=is_even)
    return Advice(matter.seat, found, text, other, events, matter.seen, tempts=case is lured)


def _lured(case: Case, judged: Sequence[Judged], gained: Mapping[Any, float]) -> Case | None:
    """The advised move compared with the tempting move, which brings most points at once.

    None: the advised move brings as many points at once, or is worse than the tempting move.
    """
    lure = tempting(gained)
    other = next((one for one in judged if one.move == lure), None)
    if other is None or gained[lure] <= gained.get(case.one.move, inf) + LEAST:
        return None
    lured = Case(case.one, other)
    return lured if lured.gain >= 0 else None


def _advisable(judged: Sequence[Judged]) -> Sequence[Judged]:
    """The moves `judged` in order of their shares (`Judged.share`), the highest first.

    If the first of these isn't the best move, `judged` in its own order, without shares.
    """
    often = sorted(judged, key=lambda one: one.share or 0.0, reverse=True)
    case = case_of(judged, often[0].move) if often else None
    if case is None or case.gain >= 0:
        return often
    return [replace(one, share=None) for one in judged]


def _foreseen(matter: Matter) -> tuple[Event, ...] | None:
    """The first events of the move `matter.made`, those equal in all sampled states; None for a hint."""
    if matter.made is None:
        return None
    game, move, found = matter.game, matter.game.read_move(matter.made), []
    for world in worlds_with(game, matter.seen, matter.seat, Stream(SEED), WORLDS, [move]):
        told: list[Event] = []
        game.make(world, matter.seat, move, told)
        found.append(game.seen(told, matter.seat))
    alike = takewhile(lambda events: events.count(events[0]) == len(events), zip(*found, strict=False))
    return tuple(events[0] for events in alike) if found else None


class Advisor:
    """Computes advice, by judgements in the computer players' processes, and caches it in the session."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking
        self._tasks: set[asyncio.Task[Advice]] = set()

    async def on(self, session: Session, matter: Matter) -> Advice:
        """The advice on a matter of the table of `session`, from the cache or else computed.

        Raises:
            Refused: `advice_too_long`; `advice_failed`: the judgement failed, or its process died.
        """
        task = session.advice.get(matter)
        if task is None:
            task = session.advice[matter] = asyncio.create_task(self._found(matter), name="advice")
            self._tasks.add(task)
            task.add_done_callback(partial(self._ended, session, matter))
            if len(session.advice) > REMEMBERED:
                del session.advice[next(iter(session.advice))]
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Cancel all judgements under way."""
        await cancelled(*self._tasks)

    def _ended(self, session: Session, matter: Matter, task: asyncio.Task[Advice]) -> None:
        """Drop a failed judgement from the cache, so that it is tried again."""
        self._tasks.discard(task)
        if (task.cancelled() or task.exception() is not None) and session.advice.get(matter) is task:
            del session.advice[matter]

    async def _found(self, matter: Matter) -> Advice:
        gained = {} if matter.made is not None else await asyncio.to_thread(gains, matter)
        also = [matter.game.write_move(tempting(gained))] if matter.made is None else [matter.made]
        try:
            async with asyncio.timeout(MOST_S), self._thinking.judging, self._thinking.room:
                judged = await self._thinking.judge(matter.game, matter.seen, matter.seat, also)
            return advice(matter, judged, gained)
        except TimeoutError as fault:
            raise Refused("advice_too_long") from fault
        except Exception as fault:
            said = fault.reason if isinstance(fault, NoMove) else frames(fault)
            log.error("advice_failed", game=matter.game.id, fault=said)
            raise Refused("advice_failed") from fault
