"""The lessons of people: each is a row, which holds its journal, and is replayed when it is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any, Final
from zlib import crc32

import structlog

from engine.game import AnyGame
from tables.lessons import tutoring
from tables.lessons.tutoring import LessonLook
from tables.model.errors import Refused, frames
from tables.model.ids import digits
from tables.model.table import Table
from tables.model.values import Person
from tables.store.database import Database
from tables.store.people import Locks
from tables.store.people import lock_name as person_lock

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

READ: Final = "SELECT run, journal FROM lessons WHERE person_id = ? AND game = ?"
PUT: Final = """
INSERT INTO lessons (person_id, game, run, journal) VALUES (?, ?, ?, ?)
ON CONFLICT (person_id, game) DO UPDATE SET run = excluded.run, journal = excluded.journal"""
PREFIX: Final = "learn"
WIDTH: Final = 4
"""Digits for the game, and as many for how often the lesson was begun."""
RUNS: Final = 36**WIDTH

Change = Callable[[Table], Table]


class Lessons:
    """The rows `lessons`: of each person and game one at most, the latest."""

    def __init__(
        self,
        database: Database,
        locks: Locks,
        games: Mapping[str, AnyGame],
        whole: Callable[[Coroutine[Any, Any, LessonLook]], Coroutine[Any, Any, LessonLook]],
    ) -> None:
        self._database = database
        self._locks = locks
        self._games = {game_id: game for game_id, game in games.items() if game.lesson is not None}
        self._codes = {_code(game_id): game_id for game_id in self._games}
        self._whole = whole

    async def open(self, person: Person, game_id: str) -> LessonLook:
        """Take up a person's lesson where they left it; begin it if there is none that can be taken up.

        Raises:
            Refused: `unknown_game`.
            StorageFailed: The disk would not give or take it.
        """
        if game_id not in self._games:
            raise Refused("unknown_game", game=game_id)
        return await self._whole(self._open(person, game_id))

    async def _open(self, person: Person, game_id: str) -> LessonLook:
        async with self._locks.hold(person_lock(person.id)):
            run, table = await self._read(person, game_id)
            if table is not None:
                return await asyncio.to_thread(tutoring.look, table, person)
            return await self._begin(person, game_id, run + 1, is_anew=run > 0)

    async def begin_anew(self, person: Person, lesson_id: str) -> LessonLook:
        """Begin a lesson again, if it is still the latest run of it.

        Raises:
            Refused: `no_lesson`.
            StorageFailed: The disk would not give or take it.
        """
        return await self._whole(self._begin_anew(person, lesson_id))

    async def _begin_anew(self, person: Person, lesson_id: str) -> LessonLook:
        game_id = self.game_of(lesson_id)
        async with self._locks.hold(person_lock(person.id)):
            run, table = await self._read(person, game_id)
            if not run:
                raise Refused("no_lesson")
            if table is not None and table.facts.id != lesson_id:
                return await asyncio.to_thread(tutoring.look, table, person, is_stale=True)
            return await self._begin(person, game_id, run + 1)

    async def look(self, person: Person, lesson_id: str) -> LessonLook:
        """A person's lesson of the game that an id names, as it is now.

        Raises:
            Refused: `no_lesson`.
            StorageFailed: The disk would not give it.
        """
        return await self._change(person, lesson_id, None)

    async def play(self, person: Person, lesson_id: str, click: str, asked: int, moves: str) -> LessonLook:
        """Answer a question of a lesson, as `tutoring.played`.

        Raises:
            Refused: `no_lesson`, or the code of an illegal move.
            StorageFailed: The disk would not give or take it.
        """
        change = partial(tutoring.played, click=click, asked=asked, moves=moves)
        return await self._whole(self._change(person, lesson_id, change))

    async def take_back(self, person: Person, lesson_id: str, click: str, number: int) -> LessonLook:
        """Undo the learner's latest click, as `tutoring.taken_back`.

        Raises:
            Refused: `no_lesson`, or as `tutoring.taken_back`.
            StorageFailed: The disk would not give or take it.
        """
        change = partial(tutoring.taken_back, click=click, number=number)
        return await self._whole(self._change(person, lesson_id, change))

    async def _change(self, person: Person, lesson_id: str, change: Change | None) -> LessonLook:
        game_id = self.game_of(lesson_id)
        async with self._locks.hold(person_lock(person.id)):
            run, table = await self._read(person, game_id)
            if not run:
                raise Refused("no_lesson")
            if table is None:
                return await self._begin(person, game_id, run + 1, is_anew=True)
            if table.facts.id != lesson_id:
                return await asyncio.to_thread(tutoring.look, table, person, is_stale=True)
            if change is None:
                return await asyncio.to_thread(tutoring.look, table, person)
            after = await asyncio.to_thread(change, table)
            if after is not table:
                await self._put(person, game_id, run, after)
            return await asyncio.to_thread(tutoring.look, after, person, is_stale=after is table)

    async def _begin(self, person: Person, game_id: str, run: int, *, is_anew: bool = False) -> LessonLook:
        begin = partial(tutoring.begun, self._games[game_id], lesson_id(game_id, run), person)
        table = await asyncio.to_thread(begin)
        await self._put(person, game_id, run, table)
        return await asyncio.to_thread(tutoring.look, table, person, is_anew=is_anew)

    async def _read(self, person: Person, game_id: str) -> tuple[int, Table | None]:
        """How often a lesson was begun, and its table; None: it can't be read by this bot."""
        for stored, journal in await self._database.read(READ, person.id, game_id):
            run = max(1, stored % RUNS)  # An odd row must not keep anybody from playing.
            game, named = self._games[game_id], lesson_id(game_id, run)
            try:
                return run, await asyncio.to_thread(tutoring.read, game, named, person, journal)
            except Exception as fault:  # Of another version of the game, or odd: it begins again.
                log.warning("lesson_unread", game=game_id, fault=frames(fault))
                return run, None
        return 0, None

    async def _put(self, person: Person, game_id: str, run: int, table: Table) -> None:
        row = (person.id, game_id, run, tutoring.written(table))
        await self._database.write([(PUT, [row])], f"lesson:{person.id}:{game_id}")

    def game_of(self, lesson_id: str) -> str:
        """The game of a lesson's id.

        Raises:
            Refused: `no_lesson`.
        """
        game_id = self._codes.get(lesson_id[len(PREFIX) : len(PREFIX) + WIDTH])
        if game_id is None or not is_lesson(lesson_id):
            raise Refused("no_lesson")
        return game_id


def lesson_id(game_id: str, run: int) -> str:
    """The id of a lesson, by which its buttons know it; whose lesson it is, who clicks decides.

    It is longer than that of any table.
    """
    return PREFIX + _code(game_id) + digits(run % RUNS).rjust(WIDTH, "0")


def is_lesson(table_id: str) -> bool:
    """Whether an id is that of a lesson, not of a table."""
    return table_id.startswith(PREFIX) and len(table_id) == len(PREFIX) + 2 * WIDTH


def _code(game_id: str) -> str:
    return digits(crc32(game_id.encode()) % RUNS).rjust(WIDTH, "0")
