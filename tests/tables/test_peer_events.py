"""Messages from other processes are handled completely, even if a part of them is faulty."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tables import StorageFailed, Tables, What
from tables.model.limits import HOUR_S
from tables.store.database import EVERYTHING, OPENED
from tables.store.followers import OF_TABLE
from tables.store.people import PUT, lock_name
from tests.clock import Clock
from tests.tables.toys import CAT, DAN, opened, running, timers


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param("shown:t1:0", id="unknown kind"),
        pytest.param("follower:", id="parts less"),
        pytest.param("person:x", id="no number"),
    ],
)
async def test_what_another_version_tells_keeps_nothing_else_from_being_heard(
    tmp_path: Path, odd: str
) -> None:
    async with opened(tmp_path) as tables:
        heard: list[str] = []
        tables.peer_events.listen(heard.append, lambda: None)
        tables.peer_events.heard([odd, "t2"])
        assert heard == ["t2"]


async def test_who_fails_at_what_is_heard_keeps_nobody_else_from_hearing_it(tmp_path: Path) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError

    async with opened(tmp_path) as tables:
        tables.peer_events.listen(failing, failing)
        moved: list[str] = []
        tables.peer_events.listen(lambda *_: None, lambda: moved.append("moved"))
        tables.peer_events.heard(["t1"])
        tables.peer_events.leases_moved()
        assert moved == ["moved"]


async def test_a_table_that_the_store_would_not_give_at_once_is_shown_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        read, failures = tables._reader.read, iter([StorageFailed("locked")])

        async def failing(table_id: str) -> Any:
            for failure in failures:
                raise failure
            return await read(table_id)

        told = asyncio.Event()
        tables.subscribe(lambda table_id: told.set() if table_id == table else None)
        monkeypatch.setattr(tables._reader, "read", failing)
        tables.peer_events.heard([table])
        async with asyncio.timeout(5):
            await told.wait()
        assert timers(tables).keys() == {table}


async def test_who_gives_up_waiting_for_a_turn_takes_none_from_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = asyncio.Lock()

    @asynccontextmanager
    async def hold(_names: Sequence[str], *, long: bool) -> AsyncIterator[None]:
        async with lock:
            yield

    async with opened(tmp_path) as tables:
        monkeypatch.setattr(tables._database.cluster, "hold", hold)
        await lock.acquire()
        waiting = asyncio.create_task(tables.peer_events.wait_for_slot("identify", 3600.0))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        lock.release()
        async with asyncio.timeout(5):
            await tables.peer_events.wait_for_slot("identify", 3600.0)


async def people(tables: Tables, table: str) -> set[int]:
    return {one.person_id for one in await tables.followers.of_table(table)}


async def follows(tables: Tables, table: str) -> None:
    await tables.followers.follow(table, CAT.id, What.END, 5)


async def unfollows(tables: Tables, table: str) -> None:
    await tables.followers.unfollow(table, DAN.id)


async def is_forgotten(tables: Tables, _table: str) -> None:
    await tables.forget_person(DAN.id)


@pytest.mark.parametrize("change", [follows, unfollows, is_forgotten])
async def test_what_changes_while_rows_are_read_is_not_undone_in_memory(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Tables, str], Awaitable[None]],
) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
        await tables.followers.follow(table, DAN.id, What.TURNS, 4)
        read, changes = tables._database.read, iter([change])

        async def crossed(sql: str, *parameters: Any) -> list[Any]:
            rows = await read(sql, *parameters)
            if sql == OF_TABLE:
                for one in changes:
                    await one(tables, table)
            return rows

        monkeypatch.setattr(tables._database, "read", crossed)
        tables.sessions.outdate_rows()
        found = await people(tables, table)
    async with opened(tmp_path) as tables:
        assert found == await people(tables, table)


async def test_who_opened_a_table_elsewhere_is_forgotten_after_an_hour(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        tables.peer_events.heard([f"{OPENED}:{person}" for person in range(100)])
        clock.time += 2 * HOUR_S
        tables.peer_events.heard([f"{OPENED}:{CAT.id}"])
        assert tables._changes._opened.keys() == {CAT.id}


async def test_who_may_have_missed_something_looks_at_all_that_is_known_whoever_looks_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        theirs, ours = await running(tables, name="a"), await running(tables, name="b")
        monkeypatch.setattr(tables._database.cluster, "is_ours", lambda table_id: table_id == ours)
        told: list[str] = []
        tables.subscribe(told.append)
        tables.peer_events.heard([EVERYTHING])
        assert sorted(told) == sorted([theirs, ours])
        await asyncio.sleep(0)  # Else what was begun would be ended unbegun.


async def test_what_is_told_of_a_table_while_nobody_owns_it_is_heard_by_its_next_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        table, ours = await running(tables), set[str]()
        monkeypatch.setattr(tables.cluster, "is_ours", ours.__contains__)
        heard: list[str] = []
        tables.peer_events.listen(heard.append, lambda: None)
        tables.peer_events.heard([table])
        tables.peer_events.leases_moved()
        assert heard == []
        ours.add(table)
        tables.peer_events.leases_moved()
        assert heard == [table]
        await asyncio.sleep(0)  # Else what was begun would be ended unbegun.


async def test_the_next_owner_of_a_table_reads_anew_what_was_written_of_its_players(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        assert tables.people.get(DAN.id).locale is None
        row = (DAN.id, "de", None, "", "{}")  # Written by the former owner, and not heard of yet.
        await tables._database.write([(PUT, [row])], lock_name(DAN.id))
        tables.peer_events.leases_moved()
        assert tables.people.get(DAN.id).locale == "de"
