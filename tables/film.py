"""A game as a film: one frame for each move of a seat, with what the film's viewer may know of it.

A public film shows what a spectator may know at each moment; an open one, of finished games only, everything.
A move in which its viewer sees nothing happen has no frame: it shows in the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from engine import record as records
from engine.game import CHANCE, AnyGame, Event, Result, Seat
from engine.record import Ply, Record
from tables.endings import final_result
from tables.errors import Refused
from tables.looks import check_readable, final_moves
from tables.table import Phase, SeatInfo, Table


class Scene(msgspec.Struct, frozen=True):
    """A move whole: who made it, the state after it, and what happened."""

    seat: Seat
    state: Any
    events: tuple[Event, ...]


class Frame(msgspec.Struct, frozen=True):
    """A position of a film and how it came about.

    Attributes:
        number: Its place in the film, from 0.
        seat: Who moved; `CHANCE` in frame 0, which is the game as it was dealt.
        turn: The turn that is going on in this position; a turn's last move has the next one's number.
        observation: The game after the move, and after the moves of chance that followed.
        before: The observation of the frame before; its own in frame 0.
        events: What happened, as far as the film's viewer may know.
    """

    number: int
    seat: Seat
    turn: int
    observation: Any
    before: Any
    events: tuple[Event, ...]


class Film(msgspec.Struct, frozen=True):
    """A game from the deal to its latest move, without what was taken back.

    Attributes:
        game: What is played.
        game_id: Its id.
        options: The table's options, all of them.
        seats: Who plays; a film from a file knows nobody's `person_id`.
        is_open: It hides nothing.
        is_over: The game has ended by its rules.
        frames: At least one.
        result: The final score; None where the game is not over.
    """

    game: AnyGame
    game_id: str
    options: Mapping[str, str]
    seats: tuple[SeatInfo, ...]
    is_open: bool
    is_over: bool
    frames: tuple[Frame, ...]
    result: Result | None


def of_table(table: Table, is_open: bool) -> Film:
    """The film of a table, as far as its game has gone.

    Raises:
        Refused: `table_damaged`, `old_rules`, `not_started`; `not_over`: only a finished game can be open.
    """
    check_readable(table)
    if table.fault is not None:  # A cancelled table may be shown in spite of it, but its game can't be.
        raise Refused(table.fault.code, table=table.facts.id, number=table.fault.number)
    scenes = _scenes_of(table)
    if not scenes:
        raise Refused("not_started")
    if is_open and table.facts.phase is not Phase.OVER:
        raise Refused("not_over")
    facts, result = table.facts, final_result(table)
    return Film(
        game=table.game,
        game_id=facts.game_id,
        options=facts.options,
        seats=facts.seats,
        is_open=is_open,
        is_over=result is not None,
        frames=_frames(table.game, scenes, is_open),
        result=result,
    )


def of_record(game: AnyGame, record: Record, seats: tuple[SeatInfo, ...], is_open: bool) -> Film:
    """The film of a finished game from its record, which has to fit the game's seats and options.

    Raises:
        Refused: `damaged_record_file`: the move `number`, counted from 1, cannot be replayed;
            `unfinished_record_file`.
    """
    scenes = _of_file(game, record)
    result = game.result(scenes[-1].state)
    if result is None:
        raise Refused("unfinished_record_file")
    return Film(
        game=game,
        game_id=record.game,
        options=record.options,
        seats=seats,
        is_open=is_open,
        is_over=True,
        frames=_frames(game, scenes, is_open),
        result=result,
    )


def _scenes_of(table: Table) -> list[Scene]:
    """The start of a table's game and its moves that stand, without choices that were changed."""
    scenes = [
        Scene(CHANCE if step.entry.seat is None else step.entry.seat, step.position.state, step.events)
        for step in table.mainline
        if step.position is not None
    ]
    if not any(step.is_change for step in table.mainline):
        return scenes
    return _played(table.game, scenes[0].state, final_moves(table))


def _of_file(game: AnyGame, record: Record) -> list[Scene]:
    """The same of a record; one that an older version made has choices that were changed.

    Raises:
        Refused: `damaged_record_file`.
    """
    start = game.start(record.seats, record.options)
    made, scenes = [], [Scene(CHANCE, start, ())]
    try:
        for step in records.steps(game, start, record.moves):
            made.append((scenes[-1].state, step.ply))
            scenes.append(Scene(step.ply.seat, step.state, step.events))
        moves = records.final(game, made)
        return scenes if len(moves) == len(made) else _played(game, start, moves)
    except (
        Exception
    ) as fault:  # A stranger wrote the moves: whatever a game makes of them, the move is at fault.
        raise Refused("damaged_record_file", number=len(scenes)) from fault


def _played(game: AnyGame, start: Any, moves: Iterable[Ply]) -> list[Scene]:
    steps = records.steps(game, start, moves)
    return [Scene(CHANCE, start, ()), *(Scene(step.ply.seat, step.state, step.events) for step in steps)]


def _frames(game: AnyGame, scenes: Iterable[Scene], is_open: bool) -> tuple[Frame, ...]:
    frames: list[Frame] = []
    for number, scene in enumerate(_shown(game, scenes, is_open)):
        observation = game.reveal(scene.state) if is_open else game.observe(scene.state, None)
        before = frames[-1].observation if frames else observation
        turn = game.turn(scene.state)
        frames.append(Frame(number, scene.seat, turn, observation, before, scene.events))
    return tuple(frames)


def _shown(game: AnyGame, scenes: Iterable[Scene], is_open: bool) -> list[Scene]:
    """The scenes with the moves of chance joined to the ones before, and only the events that are shown."""
    shown: list[Scene] = []
    for scene in scenes:
        events = scene.events if is_open else game.seen(scene.events, None)
        if shown and scene.seat == CHANCE:
            shown[-1] = replace(shown[-1], state=scene.state, events=(*shown[-1].events, *events))
        # That a secret choice was made, or changed, is secret too.
        elif not shown or events:
            shown.append(replace(scene, events=events))
    return shown
