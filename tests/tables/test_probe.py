"""Test writes tell at small cost whether moves can be stored; watchers are called for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from engine.players import PLAYERS
from tables import StorageFailed, Tables, probe
from tables.computers.thinking import InThreads
from tables.probe import Probe
from tables.store import database
from tests.postgres import Cluster
from tests.tables.test_several_processes import processes
from tests.tables.test_upgrades import NAME
from tests.tables.toys import GAMES, opened, running


class Disk:
    """A database whose disk takes writes when the test allows it, or refuses them."""

    cluster = database.Cluster()

    def __init__(self) -> None:
        self.takes = asyncio.Event()
        self.takes.set()
        self.is_full = False
        self.is_silent = False
        self.writes = 0

    async def write(self, *_: object) -> None:
        self.writes += 1
        await self.takes.wait()
        if self.is_full:
            raise StorageFailed("disk_full")

    async def read(self, *_: object) -> list[object]:
        if self.is_silent:
            await asyncio.Event().wait()
        await self.takes.wait()
        if self.is_full:
            raise StorageFailed("disk_full")
        return []


@pytest.mark.sqlite
async def test_a_probe_goes_the_whole_way_to_the_disk_and_leaves_nothing_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        log = tmp_path / f"{NAME}-wal"
        before = log.stat().st_size if log.exists() else 0
        assert await tables.probe.is_writable()
        assert log.stat().st_size > before
        assert await tables._database.read("SELECT name FROM chores WHERE name = 'probe'") == []
    assert not await Probe(tables._database).is_writable()  # It is closed.


async def test_who_asks_often_makes_the_disk_no_busier(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk()
    asked = Probe(disk)  # type: ignore[arg-type]
    assert await asyncio.gather(*(asked.is_writable() for _ in range(5))) == [True] * 5
    assert await asked.is_writable()
    assert disk.writes == 1
    monkeypatch.setattr(probe, "FRESH_S", 0.0)
    disk.is_full = True
    assert not await asked.is_writable()
    assert disk.writes == 2


async def test_a_disk_that_hangs_is_found_out_in_time_and_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "PATIENCE_S", 0.01)
    monkeypatch.setattr(probe, "FRESH_S", 0.0)
    disk = Disk()
    asked = Probe(disk)  # type: ignore[arg-type]
    disk.takes.clear()
    assert [await asked.is_writable() for _ in range(3)] == [False] * 3
    assert disk.writes == 1
    disk.takes.set()
    assert await asked.is_writable()


async def test_what_can_be_written_but_not_read_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each goes by connections of its own, which come back apart."""
    monkeypatch.setattr(probe, "PATIENCE_S", 0.01)
    monkeypatch.setattr(probe, "COUNTED_WITHIN_S", 0.01)
    disk = Disk()
    asked = Probe(disk)  # type: ignore[arg-type]
    disk.is_silent = True
    assert not await asked.is_writable()
    assert disk.writes == 1
    assert await asked.counted() == []


class Counting(database.Watcher):
    """Counts transactions and the changes in them."""

    def __init__(self) -> None:
        self.groups: list[int] = []

    def committed(self, pieces: int, seconds: float) -> None:
        assert seconds > 0.0
        self.groups.append(pieces)


async def test_who_watches_is_told_of_each_transaction(tmp_path: Path) -> None:
    counting = Counting()
    async with opened(tmp_path) as tables:
        tables.watch(counting)
        writes = (tables._database.write([("DELETE FROM chores", [()])], f"key {n}") for n in range(3))
        await asyncio.gather(*writes)
        assert sum(counting.groups) == 3
        assert len(counting.groups) < 3
        await running(tables)
        assert sum(counting.groups) > 3
        found = await tables.probe.counted()
        assert [(game, phase.value, count) for game, phase, count in found] == [("pebbles", "running", 1)]


@pytest.mark.postgres
async def test_a_postgresql_is_probed_the_same_way(cluster: Cluster) -> None:
    with cluster.database() as address:
        counting = Counting()
        tables = await Tables.open(address, games=GAMES, thinking=InThreads(PLAYERS))
        try:
            tables.watch(counting)
            assert await tables.probe.is_writable()
            assert counting.groups == [1]
            assert await tables.probe.counted() == []
        finally:
            await tables.close()


@pytest.mark.postgres
async def test_of_several_processes_each_counts_the_tables_that_it_looks_after(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "AT_ONCE", 2)
    async with processes(database_address, 2) as found:
        ids = [await running(found[0], name=f"t{n}") for n in range(8)]
        counted = [sum(count for _, _, count in await one.probe.counted()) for one in found]
        assert counted == [sum(map(one.cluster.is_ours, ids)) for one in found]
        assert sum(counted) == len(ids)
