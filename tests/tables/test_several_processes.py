"""Several processes on one PostgreSQL: the first is right, the others notice, one looks after each table.

Each `Tables` here is one process's: they share nothing but the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from inspect import isawaitable
from typing import Any

import psycopg
import pytest

from engine.players import PLAYERS
from tables import Conflict, Look, Person, PersonNotes, Refused, StorageProblem, Tables, What
from tables.computers.thinking import InThreads
from tables.model.table import Table
from tables.store.check import check
from tables.store.messages import Note
from tables.store.postgres import news as news_module
from tables.store.postgres.committing import Committer
from tables.store.postgres.connecting import connection_options
from tables.store.postgres.database import PostgresDatabase
from tables.store.postgres.leases import BUCKETS, address, bucket_of, can_reach
from tables.store.postgres.news import News
from tables.store.postgres.prepare import LOCK, prepare
from tables.verbs.auto_answers import with_auto_answer
from tables.verbs.play import played
from tables.views.looks import taken_back
from tests.tables.test_agreements import ANSWERING
from tests.tables.toys import ANN, BOB, CAT, GAMES, frozen, opening, put, running, say, until

pytestmark = pytest.mark.postgres


async def joined(address: str, **how: Any) -> Tables:
    """A process's tables."""
    return await Tables.open(address, **{"games": GAMES, "thinking": InThreads(PLAYERS), **how})


@asynccontextmanager
async def processes(address: str, count: int, **how: Any) -> AsyncIterator[list[Tables]]:
    """So many of them, each with its share."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(count):
            tables = await joined(address, **how)
            stack.push_async_callback(tables.close)
            found.append(tables)
        await settled(found)
        yield found


async def holds(condition: Callable[[], object]) -> None:
    """Wait until something is so, of what comes from elsewhere without an event."""
    async with asyncio.timeout(20):
        while not (await found if isawaitable(found := condition()) else found):  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def settled(found: list[Tables]) -> None:
    """Wait until every bucket is somebody's, in equal shares."""
    for one in (*found, *found):
        await beat(one)
    assert sorted(map(share, found)) == sorted(shares_of(len(found)))


async def beat(tables: Tables) -> None:
    assert isinstance(tables._database, PostgresDatabase)
    await tables._database._workers._leases.beat()


def share(tables: Tables) -> int:
    assert isinstance(tables._database, PostgresDatabase)
    return len(tables._database._workers._leases._ours)


def shares_of(count: int) -> list[int]:
    most = -(-BUCKETS // count)
    return [min(most, BUCKETS - most * place) for place in range(count)]


def heap_is(count: int) -> Callable[[Look], bool]:
    """Whether so many lie on the heap."""
    return lambda look: look.observation is not None and look.observation.heap == count


def with_setting(number: int, notes: PersonNotes) -> dict[str, Any]:
    return {"settings": {**notes.settings, f"s{number}": "x"}}


def later(turn: int, look: Look) -> bool:
    """Whether the game is over, or at a later turn."""
    return look.result is not None or look.observation.turn > turn


async def test_what_one_does_all_know(database_address: str) -> None:
    async with processes(database_address, 3) as (one, two, three):
        table = await running(one, target="600")
        for place, (mine, person) in enumerate([(one, ANN), (two, ANN), (three, ANN), (one, ANN)]):
            assert (await say(mine, table, person, "add 1", f"c{place}")).status == "done"
            for other in (one, two, three):
                assert await until(other, table, heap_is(place + 1))


async def test_an_auto_answer_that_two_are_given_at_once_stands_once(database_address: str) -> None:
    async with processes(database_address, 2, games=ANSWERING) as (one, two):
        table = await running(one, game="answering-pebbles", target="600")
        for count in "129" * 4:
            answers = [mine.amend(table, BOB, with_auto_answer, "adding", (count,)) for mine in (one, two)]
            await asyncio.gather(*answers)
        written = await one._database.read(
            "SELECT seat, name, text FROM auto_answers WHERE table_id = ?", table
        )
        assert [tuple(row) for row in written] == [(1, "adding", "9")]


async def test_what_others_added_is_put_on_top_of_what_is_known(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        await two.look(table, ANN.id)
        replays: list[str] = []
        replayed = two._reader._replayed

        async def counted(table_id: str) -> Table:
            replays.append(table_id)
            return await replayed(table_id)

        monkeypatch.setattr(two._reader, "_replayed", counted)
        for count in range(1, 6):
            await say(one, table, ANN, "add 1", f"c{count}")
            await until(two, table, heap_is(count))
        taken = await one.look(table, ANN.id)
        await one.do(table, ANN, "back", taken_back, taken.takes_back)
        await until(two, table, heap_is(4))
        assert replays == []
        two.sessions.drop(table)
        for person in (ANN, BOB):
            assert frozen(await two.look(table, person.id)) == frozen(await one.look(table, person.id))
        assert replays == [table]


async def test_of_two_who_answer_at_once_one_is_first_and_the_other_is_told_what_is(
    database_address: str,
) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        for turn in range(12):
            asked = (await one.look(table, ANN.id)).asked or 0
            await until(two, table, heap_is(turn))
            outcomes = await asyncio.gather(
                one.do(table, ANN, f"one{turn}", played, asked, "add 1"),
                two.do(table, ANN, f"two{turn}", played, asked, "add 1"),
            )
            assert sorted(outcome.status for outcome in outcomes) == ["done", "stale"]
            assert {outcome.look.observation.heap for outcome in outcomes} == {turn + 1}


async def test_the_halves_of_a_doubled_click_have_one_effect(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        asked = (await one.look(table, ANN.id)).asked or 0
        outcomes = await asyncio.gather(
            *(each.do(table, ANN, "same", played, asked, "add 1") for each in (one, two))
        )
        assert sorted(outcome.status for outcome in outcomes) == ["done", "repeated"]
        assert {outcome.look.observation.heap for outcome in outcomes} == {1}


async def test_who_has_not_heard_yet_reads_anew_before_refusing(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        await two.look(table, None)
        two.hearing.heard = lambda keys: None  # type: ignore[method-assign]
        await say(one, table, ANN, "add 1", "1")
        asked = (await one.look(table, ANN.id)).asked or 0
        assert (await two.look(table, None)).observation.heap == 0, "it has heard"
        done = await two.do(table, ANN, "2", played, asked, "add 1")
        assert (done.status, done.look.observation.heap) == ("done", 2)


async def test_numbers_of_new_tables_meet_and_go_on(database_address: str) -> None:
    async with processes(database_address, 3) as found:
        opened = await asyncio.gather(
            *(
                each.new(opening(), person, f"n{person.id}")
                for each, person in zip(found, (ANN, BOB, CAT), strict=True)
            )
        )
        assert len({outcome.look.table.id for outcome in opened}) == 3
        again = await asyncio.gather(*(each.new(opening(), ANN, f"n{ANN.id}") for each in found))
        assert {outcome.look.table.id for outcome in again} == {opened[0].look.table.id}


async def test_of_many_tables_opened_at_once_all_are_opened(database_address: str) -> None:
    async with processes(database_address, 3) as found:
        opened = await asyncio.gather(
            *(
                each.new(opening(channel_id=100 * place + n), Person(100 * place + n, "x"), f"{place}.{n}")
                for place, each in enumerate(found)
                for n in range(6)
            )
        )
        assert len({outcome.look.table.id for outcome in opened}) == 18


async def test_limits_hold_for_all_together(database_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.changes.TABLES_PER_PERSON", 2)
    async with processes(database_address, 2) as found:
        outcomes = await asyncio.gather(
            *(found[n % 2].new(opening(channel_id=n), ANN, f"n{n}") for n in range(4)), return_exceptions=True
        )
        refused = [one for one in outcomes if isinstance(one, Refused)]
        assert [one.code for one in refused] == ["too_many_tables"] * 2


async def test_notes_of_people_are_revised_one_after_the_other(database_address: str) -> None:
    async with processes(database_address, 2) as found:
        await asyncio.gather(
            *(found[n % 2].people.revise(ANN.id, partial(with_setting, n)) for n in range(8))
        )
        await holds(lambda: all(len(each.people.get(ANN.id).settings) == 8 for each in found))


async def shows_board(tables: Tables, table: str) -> bool:
    """Whether a process knows of a board."""
    return "board" in await tables.messages.get(table)


async def follows_not(tables: Tables, table: str) -> bool:
    """Whether a process knows that Cat does not follow a table."""
    return await tables.followers.get(table, CAT.id) is None


async def test_all_hear_of_messages_followers_and_who_was_forgotten(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one)
        assert await two.messages.get(table) == {}
        await one.messages.put(table, "board", 1, 2, 3)
        await one.followers.follow(table, CAT.id, What.END, 5)
        await put(one, CAT.id, locale="de")
        await holds(lambda: shows_board(two, table))
        await holds(lambda: two.followers.get(table, CAT.id))
        await holds(lambda: two.people.get(CAT.id).locale == "de")
        await one.forget_person(CAT.id)
        await holds(lambda: follows_not(two, table))
        await holds(lambda: two.people.get(CAT.id).locale is None)


async def test_a_note_of_a_message_is_left_out_that_another_process_replaces_at_that_moment(
    database_address: str,
) -> None:
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
    async with processes(database_address, 1) as (one,):
        table = await running(one)
        await one.messages.put(table, "board", 1, 2, 3)
        async with await psycopg.AsyncConnection.connect(database_address) as other:
            await other.execute("UPDATE messages SET message_id = 5")
            noting = asyncio.create_task(one.messages.put_all(table, [Note("board", 1, 2, 4, still=2)]))
            async with asyncio.timeout(20):
                while await (await other.execute(waiting)).fetchone() == (0,):  # noqa: ASYNC110
                    await asyncio.sleep(0.005)
        assert await noting == set()
        one.sessions.of(table).messages.outdate()
        assert (await one.messages.get(table))["board"].message_id == 5


async def test_who_clicks_twice_at_two_processes_follows_by_the_first_click(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one)
        await one.followers.follow(table, CAT.id, What.END, 5)
        await holds(lambda: two.followers.get(table, CAT.id))
        two.sessions.of(table).followers._known = {}  # As if it had not been heard of yet.
        followed = await two.followers.follow(table, CAT.id, What.TURNS, 6)
        assert (followed.what, followed.message_id) == (What.TURNS, -5)
        assert await two.followers.get(table, CAT.id) == followed


async def test_what_is_no_table_is_not_looked_for_among_the_tables(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as (one, two):
        changed: list[str] = []
        monkeypatch.setattr(two.hearing, "_table_changed", changed.append)
        assert await one.probe.is_writable()
        table = await running(one)
        await holds(lambda: table in changed)
        assert set(changed) == {table}


async def test_each_table_is_looked_after_by_one(database_address: str) -> None:
    async with processes(database_address, 4) as found:
        ids = [f"t{n}" for n in range(200)]
        for table_id in ids:
            assert sum(each.hearing.is_ours(table_id) for each in found) == 1, table_id
        moved: list[str] = []
        found[0].hearing.listen(lambda *_: None, lambda: moved.append("moved"))
        await found[3].close()
        await holds(lambda: moved)
        for each in (*found[:3], *found[:3]):
            await beat(each)
        assert sorted(map(share, found[:3])) == sorted(shares_of(3))


async def test_a_process_forgets_what_is_unshown_of_tables_that_others_look_after(
    database_address: str,
) -> None:
    async with processes(database_address, 1) as (one,):
        ids = [f"t{n}" for n in range(200)]
        sessions = [one.sessions.get(table) for table in ids]
        for session in sessions:
            session.is_unshown = True
        two = await joined(database_address)
        await settled([one, two])
        ours = {table_id for table_id in ids if one.hearing.is_ours(table_id)}
        assert 0 < len(ours) < len(ids)
        assert set(await one.unshown()) == ours
        await two.close()


async def test_each_knows_where_another_s_tables_are_looked_after(database_address: str) -> None:
    async with processes(database_address, 3) as found:
        for port, each in enumerate(found[:2], 8001):
            each.hearing.reached_at("127.0.0.1", port)
        for each in (*found, *found):
            await beat(each)
        for table_id in (f"t{n}" for n in range(200)):
            owner = next(place for place, one in enumerate(found) if one.hearing.is_ours(table_id))
            address = (f"127.0.0.1:{8001 + owner}", None)[owner == 2]  # The third takes no clicks.
            expected = [None if place in (owner, 2) else address for place in range(3)]
            assert [one.hearing.address_of(table_id) for one in found] == expected
        await found[1].close()
        await beat(found[0])
        assert not any(found[0].hearing.address_of(f"t{n}") for n in range(200))


@pytest.mark.parametrize(
    ("host", "seen_from", "reached"),
    [
        pytest.param("10.0.0.7", "10.0.0.9", "10.0.0.7:80", id="an address of its own"),
        pytest.param("0.0.0.0", "10.0.0.9", "10.0.0.9:80", id="every address"),
        pytest.param("::", "fd00::9", "[fd00::9]:80", id="every address, version 6"),
        pytest.param("0.0.0.0", "127.0.0.1", "127.0.0.1:80", id="on the server's machine"),
        pytest.param("127.0.0.1", "127.0.0.1", "127.0.0.1:80", id="loopback there"),
        pytest.param("127.0.0.1", "10.0.0.9", None, id="loopback elsewhere"),
    ],
)
def test_where_a_process_is_reached(host: str, seen_from: str, reached: str | None) -> None:
    assert address(host, 80, seen_from) == reached


@pytest.mark.parametrize(
    ("seen_from", "of_another", "is_reached"),
    [
        pytest.param("127.0.0.1", "127.0.0.1:80", True, id="the same machine"),
        pytest.param("127.0.0.1", "10.0.0.9:80", True, id="from the server's machine"),
        pytest.param("10.0.0.9", "10.0.0.7:80", True, id="two machines"),
        pytest.param("10.0.0.9", "127.0.0.1:80", False, id="loopback of another machine"),
        pytest.param("10.0.0.9", "[::1]:80", False, id="the same, version 6"),
    ],
)
def test_who_reaches_whom(seen_from: str, of_another: str, is_reached: bool) -> None:
    assert can_reach(seen_from, of_another) == is_reached


@pytest.mark.parametrize("at", ["'-infinity'", "clock_timestamp() + interval '5 minutes'"])
async def test_a_process_that_is_gone_without_a_word_loses_its_share(
    database_address: str, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """Also where it was gone with a server whose clock was minutes before that of the present one."""
    async with processes(database_address, 2) as (one, two):
        workers = two._database._workers  # type: ignore[attr-defined]
        workers._leases._task.cancel()
        workers._leases._is_over = True  # Else a late notice would have it come back.
        with psycopg.connect(database_address, autocommit=True) as connection:
            connection.execute(f"UPDATE workers SET seen = {at} WHERE id = %s", [workers.id])
            connection.execute(f"UPDATE leases SET until = {at} WHERE owner = %s", [workers.id])
        await beat(one)
        assert share(one) == BUCKETS
        monkeypatch.setattr(time, "monotonic", lambda: workers._leases._until + 1)
        assert not any(two.hearing.is_ours(f"t{n}") for n in range(200))


async def test_a_computer_player_thinks_where_its_table_is_looked_after(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as found:
        for number in range(8):
            table = await running(found[number % 2], (ANN,), computers=["random"], name=f"t{number}")
            other = next(each for each in found if not each.hearing.is_ours(table))
            with monkeypatch.context() as watched:
                noticed: list[Any] = []
                watched.setattr(other._computers, "notice", lambda *one, noticed=noticed: noticed.append(one))
                await say(other, table, ANN, "add 1", f"a{number}")
                turn = (await say(other, table, ANN, "end", f"e{number}")).look.observation.turn
                await until(other, table, partial(later, turn))
                assert noticed == []


async def test_clocks_of_machines_may_differ(database_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 30)
    async with processes(database_address, 1) as (one,):
        assert abs(one.clock.now() - real()) < 5


async def test_a_lost_notice_costs_a_second(database_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        await two.look(table, None)
        monkeypatch.setattr(News, "tell", lambda news, item: None)
        await say(one, table, ANN, "add 1", "1")
        await until(two, table, heap_is(1))


async def test_a_notice_says_what_has_changed_so_that_nobody_asks(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as (one, two):
        monkeypatch.setattr("tables.store.postgres.news.POLL_S", 600.0)
        monkeypatch.setattr(two.hearing, "is_ours", lambda table: False)
        table = await running(one, target="600")
        assert isinstance(two._database, PostgresDatabase)
        news, heard = two._database._workers._news, list[str]()
        await until(two, table, heap_is(0))
        monkeypatch.setattr(news, "_heard", heard.extend)
        monkeypatch.setattr(news, "_read", None)  # It would fail.
        await say(one, table, ANN, "add 1", "1")
        await holds(lambda: table in heard)  # Its opening may be heard of only now, too.


@pytest.mark.parametrize("said", [[], ["7"]], ids=["by an older version", "since they would not fit"])
async def test_what_a_notice_does_not_say_is_read(
    said: list[str], database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [f"person:{number}" for number in range(2_000)]
    async with processes(database_address, 2) as (one, two):
        monkeypatch.setattr("tables.store.postgres.news.POLL_S", 600.0)
        assert isinstance(two._database, PostgresDatabase)
        news, heard = two._database._workers._news, list[str]()
        assert not news._take_in(["\n".join(["another", *said])])
        monkeypatch.setattr(news, "_heard", heard.extend)
        await one._database.write([], "t", keys)
        await holds(lambda: len(heard) == len(keys))


async def test_what_was_heard_is_not_heard_again_when_all_is_read(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        assert isinstance(two._database, PostgresDatabase)
        news, heard = two._database._workers._news, list[str]()
        news._heard = heard.extend
        for number in range(3):
            await one._database.others.tell(f"t{number}")
            await holds(lambda: len(heard) == number + 1)  # noqa: B023
        news._read_at = before = news._read_at - news_module.POLL_S  # All is read at the next chance.
        await one._database.others.tell("last")
        await holds(lambda: news._read_at != before and len(heard) == 4)


async def test_a_key_is_written_once_whoever_writes_it(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        table = await running(one, target="600")
        row = (
            "INSERT INTO journal (table_id, number, kind, seat, text, click, at)"
            " VALUES (?, 9, 'move', 0, 'x', ?, 0)"
        )
        outcomes = await asyncio.gather(
            *(each._database.write([(row, [(table, f"k{n}")])], table) for n, each in enumerate((one, two))),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes if outcome is not None] == [Conflict]


async def test_what_an_update_would_make_unreadable_is_found_beside_those_who_play(
    database_address: str,
) -> None:
    with pytest.raises(StorageProblem, match="no_database"):
        await check(database_address)
    async with processes(database_address, 1) as (one,):
        table = await running(one)
        assert (await check(database_address, GAMES)).unreadable == ()
        [found] = (await check(database_address, {})).unreadable
        assert (found.table, found.code) == (table, "game_gone")
        assert (await say(one, table, ANN, "add 1", "1")).status == "done"


def test_buckets_are_even() -> None:
    counts = [0] * BUCKETS
    for n in range(BUCKETS * 100):
        counts[bucket_of(f"t{n:x}")] += 1
    assert min(counts) > 50


async def test_who_is_at_work_on_a_table_gives_it_away_only_after_that(database_address: str) -> None:
    name = next(f"t{number}" for number in range(10_000) if bucket_of(f"t{number}") == BUCKETS - 1)
    async with processes(database_address, 1) as (one,):
        with one.hearing.looking_after(name):
            two = await joined(database_address)
            try:
                for each in (one, two, one, two):
                    await beat(each)
                assert not one.hearing.is_ours(name), "it begins nothing more there"
                assert not two.hearing.is_ours(name)
                assert share(two) == BUCKETS // 2 - 1
            finally:
                await two.close()


async def test_who_lost_the_store_while_writing_says_that_they_do_not_know(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 1) as (one,):
        table = await running(one, target="600")
        committed = Committer._committed

        async def lost(committer: Committer, cursor: Any, pieces: Any) -> Any:
            await committed(committer, cursor, pieces)
            await cursor.connection.close()
            raise psycopg.OperationalError("the answer never came")

        with monkeypatch.context() as patched:
            patched.setattr(Committer, "_committed", lost)
            patched.setattr("tables.store.postgres.committing.PATIENCE_S", -1.0)
            with pytest.raises(Refused) as refused:
                await say(one, table, ANN, "add 1", "lost")
        assert refused.value.code == "storage_in_doubt"
        assert (await say(one, table, ANN, "add 1", "lost")).status == "repeated"


async def test_tables_that_somebody_opens_at_others_count_for_their_limit(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.changes.OPENED_PER_HOUR", 2)
    async with processes(database_address, 2) as (one, two):
        await one.new(opening(channel_id=1), ANN, "1")
        await two.new(opening(channel_id=2), ANN, "2")
        await holds(lambda: len(one._changes._opened[ANN.id]) == 2)
        with pytest.raises(Refused, match="opens_too_many"):
            await one.new(opening(channel_id=3), ANN, "3")


async def test_who_takes_a_table_over_knows_its_messages_before_hearing_of_them(
    database_address: str,
) -> None:
    async with processes(database_address, 2) as found:
        table = await running(found[0], target="600")
        one = next(each for each in found if each.hearing.is_ours(table))
        two = next(each for each in found if each is not one)
        assert await two.messages.get(table) == {}
        two.hearing.heard = lambda keys: None  # type: ignore[method-assign]
        await one.messages.put(table, "board", 1, 2, 3)
        assert await two.messages.get(table) == {}, "it has heard"
        assert isinstance(one._database, PostgresDatabase)
        await one._database._workers._leases.close()
        await beat(two)
        assert two.hearing.is_ours(table)
        assert list(await two.messages.get(table)) == ["board"]


async def test_who_hands_over_takes_nothing_back(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        assert isinstance(one._database, PostgresDatabase)
        await one._database._workers._leases.close()
        await beat(one)  # As its own notice has it do.
        await beat(two)
        assert (share(one), share(two)) == (0, BUCKETS)


async def test_who_starts_waits_while_another_brings_the_schema_up_to_date(
    database_address: str,
) -> None:
    options = {**connection_options(database_address), "options": "-cstatement_timeout=20ms"}
    with psycopg.connect(database_address, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        preparing = asyncio.create_task(prepare(database_address, options))
        await holds(
            lambda: other.execute(
                "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            ).fetchall()
        )
        assert not (await asyncio.wait([preparing], timeout=0.1))[0]
    await preparing
