"""What a process tells the others of what it has written: soon, and in nobody's way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tables import Tables
from tables.store.postgres import news as news_module
from tables.store.postgres.connecting import Connection
from tables.store.postgres.database import PostgresDatabase
from tables.store.postgres.news import LARGEST, Item, News
from tests.tables.test_several_processes import holds, processes
from tests.tables.toys import ANN, running, say


def news_of(tables: Tables) -> News:
    assert isinstance(tables._database, PostgresDatabase)
    return tables._database._workers._news


async def heard_by(hearer: Tables, teller: Tables) -> list[str]:
    """What one process hears from now on, of which it does nothing; it has heard all of before."""
    heard = list[str]()
    news_of(hearer)._heard = heard.extend
    await teller._database.others.tell("before")
    await holds(lambda: any("before" in key for key in heard))
    heard.clear()
    return heard


@pytest.fixture
def nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are heard by notices alone."""
    monkeypatch.setattr(news_module, "POLL_S", 600.0)


@contextmanager
def untold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No process's notices are sent while this lasts."""
    with monkeypatch.context() as patched:
        patched.setattr(News, "_tell_all", lambda news, connection: asyncio.sleep(0))
        yield


@pytest.mark.postgres
@pytest.mark.usefixtures("nobody_reads")
async def test_a_move_does_not_wait_for_its_notice(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        heard = await heard_by(two, one)
        with untold(monkeypatch):
            assert (await say(one, table, ANN, "add 1", "1")).status == "done"
            assert news_of(one)._to_tell
            assert heard == []
        news_of(one)._has_come.set()
        await holds(lambda: heard == [table])
        assert not news_of(one)._to_tell


@pytest.mark.postgres
@pytest.mark.usefixtures("nobody_reads")
async def test_who_ends_has_told_all(database_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        heard = await heard_by(two, one)
        monkeypatch.setattr(news_module, "TELL_S", 0.2)
        await say(one, table, ANN, "add 1", "1")
        await one.close()
        await holds(lambda: heard[:1] == [table])


@pytest.mark.postgres
@pytest.mark.usefixtures("nobody_reads")
async def test_who_ends_does_not_wait_for_long_where_nothing_can_be_told(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(news_module, "CLOSE_S", 0.05)
    async with processes(database_address, 2) as (one, _):
        table = await running(one, target="600")
        with untold(monkeypatch):
            await say(one, table, ANN, "add 1", "1")
            began = time.monotonic()
            await one.close()
            assert time.monotonic() - began < 5


@pytest.mark.postgres
async def test_what_could_not_be_told_is_read(database_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tell_all, lost = News._tell_all, list[News]()

    async def lose(news: News, connection: Connection) -> None:
        if news._to_tell and not lost:
            lost.append(news)
            await connection.close()
        await tell_all(news, connection)

    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        heard = await heard_by(two, one)
        monkeypatch.setattr(News, "_tell_all", lose)
        await say(one, table, ANN, "add 1", "1")
        await holds(lambda: heard)
        await one._database.others.tell("after")
        await holds(lambda: "after" in heard[-1])
        assert lost == [news_of(one)]
        assert heard[:-1] == [table], "once, though the connection has come back"


def test_a_notice_of_somebody_else_has_all_read() -> None:
    news = News({}, "worker", lambda keys: None, lambda: None)
    assert not news._take_in(["another\nprogram"])
    assert news._take_in(["", "other\n7\nt1"])


def test_a_notice_has_room_for_its_keys_or_says_none() -> None:
    short = Item(7, "worker", ["t1", "person:2"])
    assert short.notice() == "worker\n7\nt1\nperson:2"
    assert Item(7, "worker", ["ä" * (LARGEST // 2)]).notice() == "worker\n7"


def test_no_two_items_have_one_number() -> None:
    assert len({Item.of("worker", []).number for _ in range(1_000)}) == 1_000
