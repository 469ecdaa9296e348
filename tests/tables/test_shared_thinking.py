"""Turns of computer players for which one process has no room are thought about by another that has some."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any, Final

import psycopg
import pytest

from engine.game import AnyGame, Chance, Seat
from tables import Look, Tables
from tables.computers.scheduling import ELSEWHERE_S, Computers
from tables.computers.thinking import AT_ONCE, InThreads
from tables.session import Session, Sessions, Thought, Turn
from tables.store.postgres.database import PostgresDatabase
from tables.verbs.lobby import cancelled
from tests.clock import Clock
from tests.tables.test_several_processes import holds, settled
from tests.tables.toys import ANN, BOB, GAMES, Word, running, say, turns, until

pytestmark = pytest.mark.postgres


def adds(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    """A player that adds one and ends."""
    return Word("end") if observation.stage == "more" else Word("add", 1)


LEVELS: Final = {"adds": adds}


class Gated(InThreads):
    """Has players think only while it is open.

    Attributes:
        is_open: Whether it is.
        begun: How many have begun.
    """

    def __init__(self) -> None:
        super().__init__(LEVELS)
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.begun = 0

    async def think(self, game: AnyGame, player_id: str, seen: Any, seat: Seat, seed: int) -> str:
        """As `Thinking.think`."""
        self.begun += 1
        await self.is_open.wait()
        return await super().think(game, player_id, seen, seat, seed)


class Process:
    """A process's tables, its clock, and where its computer players think."""

    tables: Tables

    def __init__(self) -> None:
        self.thinking = Gated()
        self.clock = Clock()

    @asynccontextmanager
    async def running(self, address: str) -> AsyncIterator[None]:
        """From its start to its end."""
        self.tables = await Tables.open(
            address, games=GAMES, players=LEVELS, thinking=self.thinking, clock=self.clock
        )
        try:
            yield
        finally:
            await self.tables.close()

    async def fill(self) -> None:
        """Leave no room to think."""
        for _ in range(AT_ONCE):
            await self.thinking.room.acquire()

    def empty(self) -> None:
        """Make room again."""
        for _ in range(AT_ONCE):
            self.thinking.room.release()


Two = tuple[Process, Process, str]


@asynccontextmanager
async def two(address: str) -> AsyncIterator[Two]:
    """Who looks after a table of Ann, Bob and a computer and has no room, one who has some, and the table."""
    async with AsyncExitStack() as stack:
        found = [Process(), Process()]
        for one in found:
            await stack.enter_async_context(one.running(address))
        await settled([one.tables for one in found])
        table = await running(found[0].tables, (ANN, BOB), computers=["adds"], target="600")
        found.sort(key=lambda one: not one.tables.hearing.is_ours(table))
        owner, other = found
        await owner.fill()
        await say(owner.tables, table, ANN, "add 1;end", "a")
        yield owner, other, table


async def goes_to_the_computer(tables: Tables, table: str) -> None:
    """Have Bob end his turn."""
    await until(tables, table, lambda look: look.to_move == (1,))
    await say(tables, table, BOB, "add 1;end", "b")


def is_with_ann(look: Look) -> bool:
    """Whether the computer has had its turn."""
    return look.to_move == (0,)


async def waiting(tables: Tables) -> list[Any]:
    return await tables._database.read("SELECT worker, until > clock_timestamp() FROM waiting")


def shared(process: Process) -> set[Any]:
    """The turns that a process knows to be offered."""
    assert isinstance(process.tables._database, PostgresDatabase)
    return process.tables._database._workers._turns._shared


def lapse(address: str) -> None:
    """Have the time of whoever has taken a turn be over."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE waiting SET until = '-infinity'")


async def test_who_has_room_thinks_for_who_has_none(database_address: str) -> None:
    async with two(database_address) as (owner, other, table):
        await goes_to_the_computer(other.tables, table)
        await until(owner.tables, table, is_with_ann)
        assert (owner.thinking.begun, other.thinking.begun) == (0, 2)
        await holds(lambda: not turns(other.tables))
        assert await waiting(owner.tables) == []


async def test_who_has_room_thinks_for_itself_and_writes_nothing_about_it(database_address: str) -> None:
    async with two(database_address) as (owner, other, table):
        owner.empty()
        owner.tables._database.others.offer = None  # type: ignore[method-assign, assignment]
        await goes_to_the_computer(other.tables, table)
        await until(owner.tables, table, is_with_ann)
        assert (owner.thinking.begun, other.thinking.begun) == (2, 0)


async def test_who_has_not_heard_of_the_change_that_put_a_question_reads_it_before_thinking(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(database_address) as (owner, other, table):
        await until(other.tables, table, lambda look: look.to_move == (1,))
        hearing = other.tables.hearing
        deaf = partial(hearing._one)
        monkeypatch.setattr(hearing, "_one", lambda key: None if key == table else deaf(key))
        await goes_to_the_computer(owner.tables, table)
        await until(owner.tables, table, is_with_ann)
        assert (owner.thinking.begun, other.thinking.begun) == (0, 2)


async def test_who_becomes_free_takes_what_was_offered_before(database_address: str) -> None:
    async with two(database_address) as (owner, other, table):
        await other.fill()
        await goes_to_the_computer(owner.tables, table)
        await holds(lambda: other.tables._computers._are_offered)
        assert other.thinking.begun == 0
        other.empty()
        over = asyncio.create_task(asyncio.sleep(0))
        other.tables._computers._ended(Session("its own"), Turn("its own", 0, 1), Thought(over), over)
        await until(owner.tables, table, is_with_ann)
        assert (owner.thinking.begun, other.thinking.begun) == (0, 2)


async def test_what_comes_of_nothing_is_thought_by_another(database_address: str) -> None:
    async with two(database_address) as (owner, other, table):
        other.thinking.is_open.clear()
        await goes_to_the_computer(other.tables, table)
        await holds(lambda: other.thinking.begun)
        owner.empty()
        await owner.clock.pass_once_awaited(ELSEWHERE_S)
        assert owner.thinking.begun == 0, "it has taken what another has"
        lapse(database_address)
        await owner.clock.pass_once_awaited(ELSEWHERE_S)
        await until(owner.tables, table, is_with_ann)
        assert owner.thinking.begun == 2
        version = (await owner.tables.table(table)).version
        other.thinking.is_open.set()
        await holds(lambda: not turns(other.tables))
        assert (await owner.tables.table(table)).version == version, "a turn was made twice"


async def test_a_thought_of_another_ends_with_its_question(database_address: str) -> None:
    async with two(database_address) as (owner, other, table):
        other.thinking.is_open.clear()
        await goes_to_the_computer(other.tables, table)
        await holds(lambda: other.thinking.begun)
        await owner.tables.do(table, ANN, "cancel", cancelled, moderator=True)
        await holds(lambda: not other.tables.sessions.of(table).is_thought_about)
        await holds(lambda: not shared(other))


async def test_who_ends_gives_back_what_it_has_taken(database_address: str) -> None:
    async with two(database_address) as (owner, other, table):
        other.thinking.is_open.clear()
        await goes_to_the_computer(owner.tables, table)
        await holds(lambda: other.thinking.begun)
        assert [is_taken for _, is_taken in await waiting(owner.tables)] == [True]
        await other.tables.close()
        assert await waiting(owner.tables) == [(None, False)]
        owner.empty()
        await owner.clock.pass_once_awaited(ELSEWHERE_S)
        await until(owner.tables, table, is_with_ann)


async def test_a_turn_that_is_offered_while_another_is_taken_by_somebody_else_is_taken() -> None:
    offers: list[Turn | None] = [None, Turn("t", 0, 1)]
    taken: list[Turn | None] = []

    async def take() -> Turn | None:
        if not taken:
            computers.offered()  # The second one, while the first goes to another process.
        taken.append(offers.pop(0) if offers else None)
        return taken[-1]

    others: Any = SimpleNamespace(take=take, forget=lambda _: None)
    room: Any = SimpleNamespace(room=asyncio.Semaphore(1))
    nothing: Any = None
    computers = Computers({}, room, nothing, Clock(), Sessions(), nothing, nothing, nothing, others)
    setattr(computers, "_begin", lambda *_: asyncio.create_task(asyncio.sleep(0)))  # noqa: B010
    computers.offered()
    assert computers._helping is not None
    await computers._helping
    assert taken == [None, Turn("t", 0, 1), None]
