"""Several processes on one PostgreSQL: the first entry counts, others notice it; each table has an owner.

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
from tables import Look, Person, PersonNotes, Refused, StorageProblem, Tables, What
from tables.computers.thinking import InThreads
from tables.model.errors import Conflict
from tables.store.check import check
from tables.store.messages import Note
from tables.store.postgres import workers as workers_module
from tables.store.postgres.connecting import connection_options
from tables.store.postgres.database import Committer, PostgresDatabase
from tables.store.postgres.leases import BUCKETS, CHANNEL, Held, address, bucket_of, can_reach
from tables.store.postgres.prepare import LOCK, prepare
from tables.store.postgres.workers import Workers
from tables.verbs.auto_answers import with_auto_answer
from tables.verbs.play import played
from tests.tables.test_agreements import ANSWERING
from tests.tables.toys import ANN, BOB, CAT, GAMES, opening, put, running, say

pytestmark = pytest.mark.postgres


async def joined(address: str, **how: Any) -> Tables:
    """Return the tables of a further process."""
    return await Tables.open(address, **{"games": GAMES, "thinking": InThreads(PLAYERS), **how})


@asynccontextmanager
async def processes(address: str, count: int, **how: Any) -> AsyncIterator[list[Tables]]:
    """Yield the tables of `count` processes, each with its share."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(count):
            tables = await joined(address, **how)
            stack.push_async_callback(tables.close)
            found.append(tables)
        await settled(found)
        yield found


async def holds(condition: Callable[[], object]) -> None:
    """Wait until a condition holds, by polling, as no event of this process reports it."""
    async with asyncio.timeout(20):
        while not (await found if isawaitable(found := condition()) else found):  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def until(tables: Tables, table: str, condition: Callable[[Look], bool]) -> Look:
    """Return a spectator's look at a table as soon as `condition` holds, whoever owns the table."""
    async with asyncio.timeout(20):
        while not condition(look := await tables.look(table, None)):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    return look


async def settled(found: list[Tables]) -> None:
    """Wait until every bucket has an owner, and all processes own equal shares."""
    for one in (*found, *found):
        await beat(one)
    assert sorted(map(share, found)) == sorted(shares_of(len(found)))


def leases_of(tables: Tables) -> Workers:
    assert isinstance(tables._database, PostgresDatabase)
    return tables._database.cluster


async def beat(tables: Tables) -> None:
    await leases_of(tables).beat()


def share(tables: Tables) -> int:
    return len(leases_of(tables)._ours)


def shares_of(count: int) -> list[int]:
    most = -(-BUCKETS // count)
    return [min(most, BUCKETS - most * place) for place in range(count)]


def heap_is(count: int) -> Callable[[Look], bool]:
    """Return a condition: the heap has `count` pebbles."""
    return lambda look: look.observation is not None and look.observation.heap == count


def with_setting(number: int, notes: PersonNotes) -> dict[str, Any]:
    return {"settings": {**notes.settings, f"s{number}": "x"}}


def later(turn: int, look: Look) -> bool:
    """Whether the game is over, or a later turn has begun."""
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
    """Whether a process knows a table's board."""
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
    async with processes(database_address, 2) as found:
        owner, other, table = await owned(found)
        changed: list[str] = []
        monkeypatch.setattr(owner.peer_events, "_table_changed", changed.append)
        assert await other.probe.is_writable()
        await say(other, table, ANN, "add 1", "1")
        await holds(lambda: table in changed)
        assert set(changed) == {table}


async def test_each_table_is_looked_after_by_one(database_address: str) -> None:
    async with processes(database_address, 4) as found:
        ids = [f"t{n}" for n in range(200)]
        for table_id in ids:
            assert sum(each.cluster.is_ours(table_id) for each in found) == 1, table_id
        moved: list[str] = []
        found[0].peer_events.listen(lambda *_: None, lambda: moved.append("moved"))
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
        ours = {table_id for table_id in ids if one.cluster.is_ours(table_id)}
        assert 0 < len(ours) < len(ids)
        assert set(await one.unshown()) == ours
        await two.close()


async def test_each_knows_where_another_s_tables_are_looked_after(database_address: str) -> None:
    async with processes(database_address, 3) as found:
        for port, each in enumerate(found[:2], 8001):
            each.cluster.reached_at("127.0.0.1", port)
        for each in (*found, *found):
            await beat(each)
        for table_id in (f"t{n}" for n in range(200)):
            owner = next(place for place, one in enumerate(found) if one.cluster.is_ours(table_id))
            address = (f"127.0.0.1:{8001 + owner}", None)[owner == 2]  # The third takes no clicks.
            expected = [None if place in (owner, 2) else address for place in range(3)]
            assert [one.cluster.address_of(table_id) for one in found] == expected
        await found[1].close()
        await beat(found[0])
        assert not any(found[0].cluster.address_of(f"t{n}") for n in range(200))


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
        workers = leases_of(two)
        workers._renewing.cancel()  # type: ignore[union-attr]
        workers._is_over = True  # Else a late notice would have it come back.
        with psycopg.connect(database_address, autocommit=True) as connection:
            connection.execute(f"UPDATE workers SET seen = {at} WHERE id = %s", [workers.id])
            connection.execute(f"UPDATE leases SET until = {at} WHERE owner = %s", [workers.id])
        await beat(one)
        assert share(one) == BUCKETS
        monkeypatch.setattr(time, "monotonic", lambda: workers._until + 1)
        assert not any(two.cluster.is_ours(f"t{n}") for n in range(200))


async def test_a_computer_player_thinks_where_its_table_is_looked_after(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as found:
        for number in range(8):
            table = await running(found[number % 2], (ANN,), computers=["random"], name=f"t{number}")
            other = next(each for each in found if not each.cluster.is_ours(table))
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


async def owned(found: list[Tables]) -> tuple[Tables, Tables, str]:
    """Return the owner of a new table, another process, and the table's id."""
    table = await running(found[0], target="600")
    owner = next(one for one in found if one.cluster.is_ours(table))
    return owner, next(one for one in found if one is not owner), table


def shown_heap(tables: Tables, table: str) -> int | None:
    """Return the size of the heap in a process's memory; None: the table isn't in memory."""
    known = tables.sessions.of(table).table
    return None if known is None or known.position is None else known.position.state.heap


async def test_what_another_process_changes_is_told_to_the_owner_and_a_lost_notice_costs_a_second(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as found:
        owner, other, table = await owned(found)
        with monkeypatch.context() as patched:
            patched.setattr(workers_module, "NOTIFY", "SELECT ?")
            await say(other, table, ANN, "add 1", "1")
            await holds(lambda: shown_heap(owner, table) == 1)
        monkeypatch.setattr(workers_module, "POLL_S", 600.0)
        for count in (2, 3):
            await say(other, table, ANN, "add 1", f"{count}")
            await holds(lambda: shown_heap(owner, table) == count)  # noqa: B023


async def test_a_process_keeps_nothing_of_tables_that_another_owns(database_address: str) -> None:
    async with processes(database_address, 2) as found:
        owner, other, table = await owned(found)
        await owner.messages.put(table, "board", 1, 2, 3)
        for count in range(1, 4):  # Nothing has to be heard for that.
            await say(owner, table, ANN, "add 1", f"{count}")
            assert (await other.look(table, None)).observation.heap == count
            await owner.messages.put(table, "board", 1, 2, 3 + count)
            assert (await other.messages.get(table))["board"].version == 3 + count
            assert shown_heap(other, table) is None
        assert shown_heap(owner, table) == 3
        bucket = bucket_of(table)
        leases_of(owner).lost(Held(bucket, leases_of(owner)._ours[bucket]))
        assert shown_heap(owner, table) is None


async def test_the_owner_of_a_table_sends_no_notice_of_its_changes(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(database_address, 2) as found:
        owner, other, table = await owned(found)
        async with await psycopg.AsyncConnection.connect(database_address, autocommit=True) as listener:
            await listener.execute(f"LISTEN {CHANNEL}")
            await say(owner, table, ANN, "add 1", "1")
            await say(other, table, ANN, "add 1", "2")
            assert (await anext(listener.notifies())).payload == leases_of(other).id


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
        assert (found.facts.id, found.fault.code) == (table, "game_gone")
        assert (await say(one, table, ANN, "add 1", "1")).status == "done"


def test_buckets_are_even() -> None:
    counts = [0] * BUCKETS
    for n in range(BUCKETS * 100):
        counts[bucket_of(f"t{n:x}")] += 1
    assert min(counts) > 50


async def test_who_is_at_work_on_a_table_gives_it_away_only_after_that(database_address: str) -> None:
    name = next(f"t{number}" for number in range(10_000) if bucket_of(f"t{number}") == BUCKETS - 1)
    async with processes(database_address, 1) as (one,):
        with one.cluster.looking_after(name):
            two = await joined(database_address)
            try:
                for each in (one, two, one, two):
                    await beat(each)
                assert not one.cluster.is_ours(name), "it begins nothing more there"
                assert not two.cluster.is_ours(name)
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
            patched.setattr("tables.store.postgres.database.PATIENCE_S", -1.0)
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
        one = next(each for each in found if each.cluster.is_ours(table))
        two = next(each for each in found if each is not one)
        assert await two.messages.get(table) == {}
        two.peer_events.heard = lambda told: None  # type: ignore[method-assign]
        await one.messages.put(table, "board", 1, 2, 3)
        await leases_of(one).close()
        await beat(two)
        assert two.cluster.is_ours(table)
        assert list(await two.messages.get(table)) == ["board"]


async def test_who_hands_over_takes_nothing_back(database_address: str) -> None:
    async with processes(database_address, 2) as (one, two):
        await leases_of(one).close()
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
