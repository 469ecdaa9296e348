"""Replays of games: one frame for each move of a seat, with what the replay's viewer may know.

A public replay shows what a spectator may know at each moment; an open one, for finished games only, shows
everything.  A move of which the viewer sees nothing has no frame of its own: it shows in the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine import record as records
from engine.game import CHANCE, AnyGame, Event, Result, Seat
from engine.record import Ply, Record
from tables.model.errors import Refused
from tables.model.limits import ENDED_TABLES
from tables.model.table import Facts, Phase, SeatInfo, Table, final_result
from tables.store import journal
from tables.store.database import Database
from tables.views import record_file
from tables.views.looks import check_readable, final_moves
from tables.views.looks import record as record_of

ENDED_IN: Final = f"""id IN (
SELECT id FROM tables WHERE channel_id = ? AND phase = 'over'
ORDER BY changed_at DESC, serial DESC LIMIT {ENDED_TABLES})"""


class WholeMove(msgspec.Struct, frozen=True):
    """A move with nothing hidden: who made it, the game's state after it, and what happened."""

    seat: Seat
    state: Any
    events: tuple[Event, ...]


class Frame(msgspec.Struct, frozen=True):
    """One position of a replay, and the move that led to it.

    Attributes:
        number: Its number in the replay, from 0.
        seat: The seat that moved; `CHANCE` in frame 0, which is the game as it was dealt.
        turn: The number of the turn in this position; a turn's last move thus has the next turn's number.
        observation: The game after the move, and after the moves of chance that followed.
        before: The observation of the frame before; in frame 0, its own.
        events: What happened, as far as the replay's viewer may know.
        moves: How many moves the game then had, with those of chance and those that the viewer does not see.
    """

    number: int
    seat: Seat
    turn: int
    observation: Any
    before: Any
    events: tuple[Event, ...]
    moves: int


class Replay(msgspec.Struct, frozen=True):
    """A game from the deal to its latest move, without moves that were taken back.

    Attributes:
        game: The game.
        game_id: The game's id.
        options: The values of all the game's options.
        seats: Who plays; in a replay from a file, without any `person_id`.
        is_open: Nothing is hidden.
        is_over: The game has ended by its rules.
        frames: The frames, at least one.
        result: The final score; None if the game is not over.
    """

    game: AnyGame
    game_id: str
    options: Mapping[str, str]
    seats: tuple[SeatInfo, ...]
    is_open: bool
    is_over: bool
    frames: tuple[Frame, ...]
    result: Result | None

    def number_at(self, moves: int) -> int:
        """The number of the frame that shows the game when it had so many moves."""
        return max(frame.number for frame in self.frames if frame.number == 0 or frame.moves <= moves)


def of_table(table: Table, is_open: bool) -> Replay:
    """The replay of a table's game so far.

    Raises:
        Refused: `table_damaged`, `old_rules`, `game_gone`, `not_started`; `not_over`: `is_open` was asked for
            before the end.
    """
    check_readable(table)
    if table.fault is not None:  # `check_readable` lets cancelled tables pass; their games can't be shown.
        raise Refused(table.fault.code, table=table.facts.id, number=table.fault.number)
    moves = _moves_of(table)
    if not moves:
        raise Refused("not_started")
    if is_open and table.facts.phase is not Phase.OVER:
        raise Refused("not_over")
    facts, result = table.facts, final_result(table)
    return Replay(
        game=table.game,
        game_id=facts.game_id,
        options=facts.options,
        seats=facts.seats,
        is_open=is_open,
        is_over=result is not None,
        frames=_frames(table.game, moves, is_open),
        result=result,
    )


def of_record(game: AnyGame, record: Record, seats: tuple[SeatInfo, ...], is_open: bool) -> Replay:
    """The replay of a finished game from its record, whose seats and options have to fit the game.

    Raises:
        Refused: `damaged_record_file`: move `number`, counted from 1, cannot be replayed;
            `unfinished_record_file`: its moves don't lead to the end.
    """
    moves = _of_file(game, record)
    result = game.result(moves[-1].state)
    if result is None:
        raise Refused("unfinished_record_file")
    return Replay(
        game=game,
        game_id=record.game,
        options=record.options,
        seats=seats,
        is_open=is_open,
        is_over=True,
        frames=_frames(game, moves, is_open),
        result=result,
    )


def _moves_of(table: Table) -> list[WholeMove]:
    """The start of a table's game and its moves that stand; of a choice that was changed, only the last."""
    moves = [
        WholeMove(CHANCE if step.entry.seat is None else step.entry.seat, step.position.state, step.events)
        for step in table.mainline
        if step.position is not None
    ]
    if not any(step.is_change for step in table.mainline):
        return moves
    return _played(table.game, moves[0].state, final_moves(table))


def _of_file(game: AnyGame, record: Record) -> list[WholeMove]:
    """The start and the moves of a record; records of older versions still have choices that were changed.

    Raises:
        Refused: `damaged_record_file`.
    """
    start = game.start(record.seats, record.options)
    made, moves = [], [WholeMove(CHANCE, start, ())]
    try:
        for step in records.steps(game, start, record.moves):
            made.append((moves[-1].state, step.ply))
            moves.append(WholeMove(step.ply.seat, step.state, step.events))
        final = records.final(game, made)
        return moves if len(final) == len(made) else _played(game, start, final)
    except (
        Exception
    ) as fault:  # A stranger may have written the moves: whatever a game raises, the move is at fault.
        raise Refused("damaged_record_file", number=len(moves)) from fault


def _played(game: AnyGame, start: Any, plies: Iterable[Ply]) -> list[WholeMove]:
    steps = records.steps(game, start, plies)
    return [
        WholeMove(CHANCE, start, ()),
        *(WholeMove(step.ply.seat, step.state, step.events) for step in steps),
    ]


def _frames(game: AnyGame, moves: Iterable[WholeMove], is_open: bool) -> tuple[Frame, ...]:
    frames: list[Frame] = []
    for number, (made, count) in enumerate(_shown(game, moves, is_open)):
        observation = game.reveal(made.state) if is_open else game.observe(made.state, None)
        before = frames[-1].observation if frames else observation
        turn = game.turn(made.state)
        frames.append(Frame(number, made.seat, turn, observation, before, made.events, count))
    return tuple(frames)


def _shown(game: AnyGame, moves: Iterable[WholeMove], is_open: bool) -> list[tuple[WholeMove, int]]:
    """The moves with moves of chance joined to the one before, and only the events that the viewer sees.

    With each stands how many moves of the game there were by then.
    """
    shown: list[tuple[WholeMove, int]] = []
    for count, made in enumerate(moves):
        events = made.events if is_open else game.seen(made.events, None)
        if shown and made.seat == CHANCE:
            before, _ = shown[-1]
            shown[-1] = replace(before, state=made.state, events=(*before.events, *events)), count
        # Without visible events there is no frame: that a secret choice was made or changed is secret too.
        elif not shown or events:
            shown.append((replace(made, events=events), count))
    return shown


def of_file(
    content: bytes, games: Mapping[str, AnyGame], computers: Collection[str], is_open: bool
) -> Replay:
    """The replay of a finished game from its file.

    Raises:
        Refused: As `record_file.read` and `replay.of_record`.
    """
    return of_record(*record_file.read(content, games, computers), is_open)


def file_of(table: Table) -> bytes:
    """The file of a table's finished game.

    Raises:
        Refused: As `looks.record`.
    """
    return record_file.write(record_of(table), table.facts.seats)


async def ended_in(database: Database, channel_id: int) -> list[Facts]:
    """The facts of the finished tables of a channel, the latest end first, at most 25."""
    found = await journal.read_facts(database, ENDED_IN, channel_id)
    found.reverse()  # So that of tables that ended at the same moment, the one opened last comes first.
    return sorted(found, key=attrgetter("changed_at"), reverse=True)
