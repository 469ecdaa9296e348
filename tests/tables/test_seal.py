"""Sealed texts: the same for the same input, and random to everybody without the secret."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tables.store.database import Statement
from tables.store.keyed_hash import read_seal
from tables.store.stores import open_database
from tests.tables import stores
from tests.tables.toys import opened

pytestmark = pytest.mark.both_stores

SCHEMA_0001 = Path(__file__).with_name("schema_0001.sql")


async def sealed(folder: Path, *parts: str | int) -> str:
    """Return the text that a database makes of these parts."""
    async with opened(folder) as tables:
        return tables.seal(*parts)


def folder(within: Path, name: str) -> Path:
    path = within / name
    path.mkdir()
    return path


async def test_a_database_seals_the_same_alike_after_a_restart(tmp_path: Path) -> None:
    before = await sealed(tmp_path, "table", 7)
    assert before == await sealed(tmp_path, "table", 7)
    assert before != await sealed(tmp_path, "table", 8)
    assert len(before) <= 25


async def test_no_two_databases_seal_alike(tmp_path: Path) -> None:
    one, other = folder(tmp_path, "one"), folder(tmp_path, "other")
    assert await sealed(one, "table", 7) != await sealed(other, "table", 7)


@pytest.mark.sqlite
async def test_a_database_of_an_older_bot_gets_a_secret_of_its_own(tmp_path: Path) -> None:
    secrets = set()
    for name in ("one", "other"):
        path = folder(tmp_path, name)
        with closing(sqlite3.connect(path / "tables.sqlite3")) as connection:
            connection.executescript(SCHEMA_0001.read_text(encoding="utf-8"))
        await sealed(path, "table", 7)
        with closing(sqlite3.connect(path / "tables.sqlite3")) as connection:
            ((secret,),) = connection.execute("SELECT value FROM secrets WHERE name = 'seal'").fetchall()
        assert len(secret) == 32
        secrets.add(secret)
    assert len(secrets) == 2


async def test_a_spoiled_secret_is_drawn_anew_and_kept(tmp_path: Path) -> None:
    before = await sealed(tmp_path, "table", 7)
    stores.run(tmp_path, "UPDATE secrets SET value = ? WHERE name = 'seal'", b"\0")
    drawn = await sealed(tmp_path, "table", 7)
    assert drawn != before
    assert drawn == await sealed(tmp_path, "table", 7)


class AtOnce:
    """A process's database, whose first reads all happen at the same time."""

    def __init__(self, database: Any, all_have: asyncio.Barrier) -> None:
        self._database = database
        self._all_have: asyncio.Barrier | None = all_have

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        rows: list[Any] = await self._database.read(sql, *parameters)
        if self._all_have is not None:
            all_have, self._all_have = self._all_have, None
            await all_have.wait()
        return rows

    async def write(self, statements: Sequence[Statement]) -> None:
        await self._database.write(statements)


async def test_processes_that_start_at_once_on_a_new_database_seal_alike(tmp_path: Path) -> None:
    database = await open_database(stores.address(tmp_path))
    try:
        await database.write([("DELETE FROM secrets", [()])])
        all_have = asyncio.Barrier(3)
        seals = await asyncio.gather(*(read_seal(AtOnce(database, all_have)) for _ in range(3)))  # type: ignore[arg-type]
        assert len({seal("table", 7) for seal in seals}) == 1
        assert (await read_seal(database))("table", 7) == seals[0]("table", 7)
    finally:
        await database.close()
