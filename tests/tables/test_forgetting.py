"""A forgotten person is in no byte of any file, and no running work stores them again."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import accumulate
from pathlib import Path

import pytest

from tables import Person, PersonNotes, Tables, What
from tables.model.errors import Refused, StorageFailed
from tables.store import people
from tables.store.messages import Note
from tables.store.scrubbing import AGAIN_S, ALL_DUE, APART_S, due
from tables.timing.preferences import OnlyMove, Preferences, preferences, with_preferences
from tables.verbs.seat_changes import offered
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import ANN, BOB, CAT, Clicks, opened, opening, put, running, say

pytestmark = pytest.mark.both_stores

FORGOTTEN = Person(812_345_678_901_234_567, "Wilhelmina of Rano Raraku")
OTHER = Person(812_345_678_901_234_568, "Bartholomew")
DM = 912_345_678_901_234_567


@pytest.fixture(autouse=True)
def _in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.changes.OPENED_PER_HOUR", 1000)  # Many tables make many pages.


def traces(folder: Path) -> list[str]:
    """Return the places in a folder's files that still contain the forgotten person's data."""
    wanted = {
        "name": FORGOTTEN.name.encode(),
        "part of the name": b"Rano Raraku",
        "id": FORGOTTEN.id.to_bytes(8, "big"),
        "id as text": str(FORGOTTEN.id).encode(),
        "channel": DM.to_bytes(8, "big"),
    }
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
    return [
        f"{what} in {name}"
        for name, content in files.items()
        for what, one in wanted.items()
        if one in content
    ]


async def played(tables: Tables, number: int) -> str:
    """Play a game of two people to its end; return the table's id."""
    table = await played_by(tables, number, FORGOTTEN, OTHER)
    await tables.messages.put(table, "panel:0", DM, 501 + number, 9)
    return table


async def played_by(tables: Tables, number: int, one: Person, other: Person) -> str:
    table, click = await running(tables, (one, other), name=f"p{number}", target="3"), Clicks()
    await say(tables, table, one, "add 1;end", f"{number}-{click()}")
    await say(tables, table, other, "add 2", f"{number}-{click()}")
    return table


async def lived(tables: Tables) -> list[str]:
    """Make many tables, so that rows move between pages; return some of their ids."""
    await put(tables, FORGOTTEN.id, locale="de", dm_channel_id=DM, settings={"zone": "Pacific/Easter"})
    found = []
    for number in range(60):
        found.append(await played(tables, number))
        for place in range(3):
            person = Person(
                900_000_000_000_000_000 + number * 7 + place, f"Somebody {number}" + "x" * place * 9
            )
            await put(tables, person.id, settings={"zone": "UTC" * place})
        await put(tables, FORGOTTEN.id, settings={"zone": "UTC" * (number % 9)})
    return found


def is_due(folder: Path) -> bool:
    return bool(stores.run(folder, "SELECT name FROM chores"))


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Have another program read the file within this context, as a slow copy does."""
    with closing(sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM people").fetchall()
        yield


@pytest.mark.sqlite
async def test_no_byte_of_who_was_forgotten_stays_in_any_file_nor_in_a_copy(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        await lived(tables)
        assert traces(tmp_path)
        await tables.forget_person(FORGOTTEN.id)
        await tables.caught_up()
        assert traces(tmp_path) == []
        assert OTHER.name.encode() in (tmp_path / "tables.sqlite3").read_bytes()
        copies = tmp_path / "copies"
        copies.mkdir()
        with (
            closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as one,
            closing(sqlite3.connect(copies / "copy.sqlite3")) as other,
        ):
            one.backup(other)
        assert traces(copies) == []


@pytest.mark.sqlite
async def test_copies_that_rows_left_behind_when_they_were_moved_go_too(tmp_path: Path) -> None:
    chance, names = random.Random(1), {10**17 + n: f"Person {n:03d} of {n:03d}" for n in range(120)}
    async with opened(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        for serial in range(2, 1500):
            crowd(
                connection, f"{chance.randrange(10**9):09d}", serial, chance.sample(sorted(names), 3), names
            )
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        for person_id in names:
            await tables.forget_person(person_id)
        clock.time += APART_S
        await tables.caught_up()
    content = (tmp_path / "tables.sqlite3").read_bytes()
    assert [name for name in names.values() if name.encode() in content] == []
    assert [one for one in names if one.to_bytes(8, "big") in content] == []


def crowd(
    connection: sqlite3.Connection, table: str, serial: int, people: list[int], names: dict[int, str]
) -> None:
    """Store a table of the past, with rows of seats written twice, as happens when people join."""
    connection.execute("BEGIN")
    connection.execute(
        "INSERT INTO tables (id, serial, game, rules_version, options, channel_id, pace_s, locale, phase, "
        "version, created_at, changed_at) VALUES (?, ?, 'pebbles', 1, '{}', 1, 0, 'en', 'over', 9, 0, 0)",
        (table, serial),
    )
    for _ in range(2):
        connection.execute("DELETE FROM seats WHERE table_id = ?", (table,))
        connection.executemany(
            "INSERT INTO seats (table_id, seat, person_id, name) VALUES (?, ?, ?, ?)",
            [(table, seat, one, names[one] + " " * (serial % 30)) for seat, one in enumerate(people)],
        )
    connection.execute("COMMIT")


@pytest.mark.sqlite
async def test_while_somebody_reads_the_file_it_is_put_off_and_tried_again(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        await lived(tables)
        with reading(tmp_path):
            await tables.forget_person(FORGOTTEN.id)
            # Nobody waits for it: the table goes on.
            await played_by(tables, 99, ANN, BOB)
            await tables.caught_up()
            assert traces(tmp_path)
        assert is_due(tmp_path)
        clock.time += AGAIN_S[0]
        await tables.caught_up()
        assert traces(tmp_path) == []
        assert not is_due(tmp_path)


@pytest.mark.sqlite
async def test_while_somebody_reads_the_log_does_not_grow_and_it_is_tried_less_and_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    tried: list[float] = []
    async with opened(tmp_path, clock=clock) as tables:
        await lived(tables)
        scrub = tables._database.scrub

        async def counted() -> bool:
            tried.append(clock.now())
            return await scrub()

        monkeypatch.setattr(tables._database, "scrub", counted)
        began, log = clock.now(), tmp_path / "tables.sqlite3-wal"
        with reading(tmp_path):
            await tables.forget_person(FORGOTTEN.id)
            before = log.stat().st_size
            await tables.caught_up()
            for pause in (*AGAIN_S, AGAIN_S[-1]):
                clock.time += pause - 1
                await tables.caught_up()
                clock.time += 1
                await tables.caught_up()
            assert log.stat().st_size == before
        expected = list(accumulate((*AGAIN_S, AGAIN_S[-1]), initial=began))
        assert tried == expected
        clock.time += AGAIN_S[-1]
        await tables.caught_up()
        assert not is_due(tmp_path)
        assert AGAIN_S[-1] >= 3600.0


@pytest.mark.sqlite
async def test_a_restart_does_not_forget_to_do_it(tmp_path: Path) -> None:
    with reading_later(tmp_path) as begin:
        async with opened(tmp_path) as tables:
            await lived(tables)
            begin()
            await tables.forget_person(FORGOTTEN.id)
            await tables.caught_up()
        assert traces(tmp_path)
        assert is_due(tmp_path)
    async with opened(tmp_path):  # Before anybody clicks.
        assert traces(tmp_path) == []
        assert not is_due(tmp_path)


@contextmanager
def reading_later(folder: Path) -> Iterator[Callable[[], object]]:
    """Do the same as `reading`, beginning when the yielded function is called."""
    connections: list[sqlite3.Connection] = []

    def begin() -> None:
        connection = sqlite3.connect(folder / "tables.sqlite3", isolation_level=None)
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM people").fetchall()
        connections.append(connection)

    yield begin
    for connection in connections:
        connection.close()


@pytest.mark.sqlite
async def test_it_is_done_at_most_every_few_minutes_and_every_time(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        await played(tables, 1)
        await put(tables, FORGOTTEN.id, dm_channel_id=DM)
        await tables.forget_person(OTHER.id)
        await tables.caught_up()
        assert OTHER.name.encode() not in (tmp_path / "tables.sqlite3").read_bytes()
        await tables.forget_person(FORGOTTEN.id)
        await tables.caught_up()
        assert is_due(tmp_path)
        clock.time += APART_S
        await tables.caught_up()
        assert traces(tmp_path) == []
        assert not is_due(tmp_path)


# What is under way


async def test_a_message_sent_meanwhile_is_not_noted(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await played(tables, 1)
        await put(tables, FORGOTTEN.id, dm_channel_id=DM)
        assert await tables.messages.put_all(table, [Note("panel:0", DM, 600, 9, of=FORGOTTEN.id)])
        await tables.messages.put(table, "posted:7", 7, 603, 9)
        await tables.forget_person(FORGOTTEN.id)
        assert not await tables.messages.put_all(table, [Note("panel:0", DM, 601, 9, of=FORGOTTEN.id)])
        await tables.messages.finish(table, 2**60)
        assert await tables.messages.get(table) == {}
        assert await tables.messages.put_all(table, [Note("panel:1", DM + 1, 602, 9, of=OTHER.id)])


async def test_what_the_bot_finds_out_meanwhile_is_not_noted(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        await played(tables, 1)
        await tables.people.revise(FORGOTTEN.id, lambda _: {"dm_channel_id": DM}, only_of_known=True)
        assert tables.people.get(FORGOTTEN.id).dm_channel_id == DM
        await tables.forget_person(FORGOTTEN.id)
        await tables.people.revise(FORGOTTEN.id, lambda _: {"dm_channel_id": DM}, only_of_known=True)
        assert tables.people.get(FORGOTTEN.id).dm_channel_id is None
        assert (await tables.export_person(FORGOTTEN.id))["notes"] is None


async def test_a_seat_offered_at_that_moment_keeps_nothing_of_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB))
        await asyncio.gather(
            tables.do(table, ANN, "o", offered, FORGOTTEN), tables.forget_person(FORGOTTEN.id)
        )
        await tables.forget_person(FORGOTTEN.id)
        await say(tables, table, ANN, "add 1", "a")
        with suppress(Refused):  # Where they were forgotten after the offer, nothing is offered any more.
            await tables.do(table, ANN, "n", offered, None)
        assert (await tables.export_person(FORGOTTEN.id))["seats_offered"] == []


# The memory of people


async def test_nothing_is_lost_of_what_is_noted_at_once_and_memory_is_as_the_disk(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:

        async def noted(name: str) -> None:
            await tables.people.revise(1, lambda notes: {"settings": {**notes.settings, name: "x"}})

        names = [f"n{number}" for number in range(30)]
        others = [put(tables, 1, dm_channel_id=number) for number in range(30)]
        await asyncio.gather(*map(noted, names), *others)
        known = tables.people.get(1)
        assert set(known.settings) == set(names)
    async with opened(tmp_path) as tables:
        assert tables.people.get(1) == known


async def test_who_no_longer_waits_for_a_change_leaves_memory_as_the_disk(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        await put(tables, 1, locale="de")
        changing = asyncio.create_task(put(tables, 1, locale="fr"))
        await asyncio.sleep(0)
        changing.cancel()
        await asyncio.gather(changing, return_exceptions=True)
        await put(tables, 1, dm_channel_id=5)
        known = tables.people.get(1)
    async with opened(tmp_path) as tables:
        assert tables.people.get(1) == known


async def test_a_change_that_is_refused_changes_nothing(tmp_path: Path) -> None:
    def refused(_: object) -> dict[str, str]:
        raise Refused("not_now")

    async with opened(tmp_path) as tables:
        await put(tables, 1, locale="de")
        with pytest.raises(Refused):
            await tables.people.revise(1, refused)
        assert tables.people.get(1).locale == "de"
        answer = await tables.new(opening(), ANN, "n")
        assert answer.status == "done"


async def test_what_somebody_decided_is_known_at_once_until_they_are_forgotten(
    tmp_path: Path,
) -> None:
    decided = Preferences(zone="Pacific/Easter", only_move=OnlyMove.ALWAYS)
    async with opened(tmp_path) as tables:
        assert tables.people.preferences(1) == Preferences()
        await put(tables, 1, settings=with_preferences({}, zone="Pacific/Easter", only_move=OnlyMove.ALWAYS))
        assert tables.people.preferences(1) == decided
    async with opened(tmp_path) as tables:
        assert tables.people.preferences(1) == decided
        await tables.forget_person(1)
        assert (tables.people.get(1), tables.people.preferences(1)) == (PersonNotes(1), Preferences())
    async with opened(tmp_path) as tables:
        assert (tables.people.get(1), tables.people.preferences(1)) == (PersonNotes(1), Preferences())


async def test_what_the_disk_does_not_take_is_not_in_memory_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> None:
        raise StorageFailed("disk_full")

    async with opened(tmp_path) as tables:
        await put(tables, ANN.id, locale="de")
        table = await running(tables, (OTHER, BOB))
        await tables.followers.follow(table, ANN.id, What.END, 5)
        known = tables.people.get(ANN.id)
        with monkeypatch.context() as patched:
            patched.setattr(tables._database, "write", full)
            with pytest.raises(StorageFailed):
                await put(tables, ANN.id, settings=with_preferences({}, only_move=OnlyMove.ALWAYS))
            with pytest.raises(StorageFailed):
                await tables.forget_person(ANN.id)
        assert (tables.people.get(ANN.id), tables.people.preferences(ANN.id)) == (known, Preferences())
        assert await tables.followers.get(table, ANN.id) is not None


async def test_preferences_that_can_not_be_read_stop_no_start_and_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(notes: PersonNotes) -> Preferences:
        if notes.person_id == ANN.id:
            raise RuntimeError(notes)
        return preferences(notes)

    settings = with_preferences({}, only_move=OnlyMove.ALWAYS)
    async with opened(tmp_path) as tables:
        for person in (ANN, BOB):
            await put(tables, person.id, settings=settings)
    with monkeypatch.context() as patched:
        patched.setattr(people, "preferences", read)
        async with opened(tmp_path) as tables:
            assert tables.people.get(ANN.id) == PersonNotes(ANN.id, settings=settings)
            assert tables.people.preferences(ANN.id) == Preferences()
            assert tables.people.preferences(BOB.id) == Preferences(only_move=OnlyMove.ALWAYS)
            with pytest.raises(RuntimeError):
                await put(tables, ANN.id, locale="de")
            assert tables.people.get(ANN.id).locale is None
    async with opened(tmp_path) as tables:
        assert tables.people.get(ANN.id) == PersonNotes(ANN.id, settings=settings)


async def test_all_that_remembers_somebody_forgets_them_though_nobody_waits_for_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables, (ANN, BOB))
        await tables.followers.follow(table, CAT.id, What.TURNS, 5)
        await tables.messages.put(table, "follow", DM, 600, 1)
        assert list(await tables.messages.get(table)) == ["follow"]
        changing = asyncio.create_task(put(tables, CAT.id, locale="de", dm_channel_id=DM))
        forgetting = asyncio.create_task(tables.forget_person(CAT.id))
        await asyncio.sleep(0)
        forgetting.cancel()
        await changing
        with pytest.raises(asyncio.CancelledError):
            await forgetting
        async with tables._locks.hold(people.lock_name(CAT.id)):
            assert tables.people.get(CAT.id) == PersonNotes(CAT.id)
        assert await tables.followers.of_person(CAT.id) == []
        assert await tables.messages.get(table) == {}
        exported = await tables.export_person(CAT.id)
        assert not any(found for name, found in exported.items() if name != "person_id")


async def test_a_scrub_leaves_due_what_was_deleted_while_it_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as tables:
        database, scrubber = tables._database, tables._scrubber
        await database.write([due()], "t")

        async def scrub() -> bool:
            await database.write([due()], "t")  # As another process does.
            return True

        monkeypatch.setattr(database, "scrub", scrub)
        assert await scrubber._scrubbed()
        assert len(await database.read(ALL_DUE)) == 1
