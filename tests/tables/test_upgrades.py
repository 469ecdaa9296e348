"""Updates during a game: it is finished by the rules with which it began, or closed with an explanation."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from engine.catalogue import find
from engine.game import AnyGame, Seat, Told
from tables import Kind, Phase, Refused, StorageFailed, Tables, WhenLate
from tables.model.limits import DAY_S, TABLES_PER_CHANNEL, TABLES_PER_PERSON
from tables.model.table import Ending
from tables.rematch import again
from tables.verbs.lobby import cancelled, joined
from tables.verbs.play import started
from tables.verbs.seat_changes import left
from tables.views.looks import log_of, record_of
from tables.views.replay import file_of, of_table
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    DAN,
    GAMES,
    PebbleGame,
    Pebbles,
    Word,
    opened,
    opening,
    refusal,
    running,
    say,
    until,
)

NAME: Final = "tables.sqlite3"


class HeavyPebbles(PebbleGame):
    """Pebbles with a second version of the rules, in which each added pebble counts twice."""

    rules_version: ClassVar[int] = 2
    former: ClassVar[tuple[AnyGame, ...]] = (PebbleGame(),)
    weight = 2

    def make(self, state: Pebbles, seat: Seat, move: Word, told: Told = None) -> Pebbles:
        after = super().make(state, seat, move, told)
        if move.verb == "add":
            after = replace(after, heap=state.heap + self.weight * move.number)
        return after


class OnlyHeavyPebbles(HeavyPebbles):
    """`HeavyPebbles` without the first version of the rules."""

    former: ClassVar[tuple[AnyGame, ...]] = ()


OLD: Final = GAMES
NEW: Final[Mapping[str, AnyGame]] = {**GAMES, "pebbles": HeavyPebbles()}
NEW_ONLY: Final[Mapping[str, AnyGame]] = {**GAMES, "pebbles": OnlyHeavyPebbles()}
GONE: Final[Mapping[str, AnyGame]] = {name: game for name, game in GAMES.items() if name != "pebbles"}


async def heap(tables: Tables, table: str) -> int:
    return int((await tables.look(table, None)).observation.heap)


def test_a_game_is_found_by_its_id_and_version() -> None:
    assert find(NEW, "pebbles", 2) is NEW["pebbles"]
    assert find(NEW, "pebbles", 1) is HeavyPebbles.former[0]
    assert find(NEW, "pebbles", 3) is None
    assert find(NEW, "chess", 1) is None


async def test_a_running_game_finishes_by_the_rules_it_began_with_and_new_ones_take_the_newest(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path, games=OLD) as tables:
        table = await running(tables, name="old", target="12")
        lobby = (await tables.new(opening(wanted_seats=2), ANN, "l")).look.table.id
        await say(tables, table, ANN, "add 2;end", "1")
    for number in range(2):  # Restarts between the moves change nothing.
        async with opened(tmp_path, games=NEW) as tables:
            await say(tables, table, BOB if number % 2 == 0 else ANN, "add 2;end", f"new-{number}")
            assert await heap(tables, table) == 2 * (number + 2)
            assert (await tables.table(table)).rules_version == 1
    async with opened(tmp_path, games=NEW) as tables:
        await tables.do(lobby, BOB, "j", joined)
        await tables.do(lobby, ANN, "s", started)
        assert (await tables.table(lobby)).rules_version == 2
        await say(tables, lobby, ANN, "add 2;end", "2")
        assert await heap(tables, lobby) == 4
        for number, person in enumerate((BOB, ANN, BOB)):
            await say(tables, table, person, "add 2" + (";end" if number < 2 else ""), f"end-{number}")
        assert (await tables.table(table)).phase is Phase.OVER
        record = await tables.read(table, record_of)
        assert record.rules_version == 1
        content = await tables.read(table, file_of)
        replay = tables.open_file(content, is_open=True)
        assert replay.frames[-1].observation.heap == 12
        assert (await tables.read(table, of_table, is_open=True)).frames[-1].observation.heap == 12
        anew = await again(tables, table, ANN)
        assert anew.look.game.rules_version == 2
    async with opened(tmp_path, games=NEW_ONLY) as tables:
        with pytest.raises(Refused) as refused:
            tables.open_file(content, is_open=True)
        assert refused.value.code == "old_rules_file"
        assert [view.id for view in await tables.ended_in(CHANNEL)] == []


async def test_a_game_of_newer_rules_waits_for_the_newer_bot_to_come_back(tmp_path: Path) -> None:
    async with opened(tmp_path, games=NEW) as tables:
        table = await running(tables)
        await say(tables, table, ANN, "add 2;end", "1")
    async with opened(tmp_path, games=OLD) as tables:
        await tables.caught_up()
        assert (await refusal(tables.look(table, BOB.id)))[0] == "old_rules"
        other = await running(tables, name="other")
        await say(tables, other, ANN, "add 2;end", "2")
        assert await heap(tables, other) == 2
    async with opened(tmp_path, games=NEW) as tables:
        await tables.caught_up()
        await say(tables, table, BOB, "add 2;end", "3")
        assert await heap(tables, table) == 8


# What really can't be read


def damage(folder: Path, sql: str, table: str) -> None:
    stores.run(folder, sql, table)


TAKEN_OUT: Final = "a game taken out"
GIVEN_UP: Final = "rules given up"
SPOILED: Final = {
    "a move that can't be read": (
        "UPDATE journal SET text = '!!' WHERE table_id = ?1 AND number = 4",
        "UPDATE journal SET text = 'add 1' WHERE table_id = ?1 AND number = 4",
    ),
    "an opening that can't be read": (
        "UPDATE journal SET text = text || '!' WHERE table_id = ?1 AND number = 1",
        "UPDATE journal SET text = rtrim(text, '!') WHERE table_id = ?1 AND number = 1",
    ),
    "an odd seat": (
        "UPDATE seats SET seat = 7 WHERE table_id = ?1 AND seat = 1",
        "UPDATE seats SET seat = 1 WHERE table_id = ?1 AND seat = 7",
    ),
}
FAULTS: Final = (*SPOILED, TAKEN_OUT, GIVEN_UP)


class Story:
    """A table that can't be read from the second opening on, until it is repaired."""

    def __init__(self, folder: Path, fault: str) -> None:
        self.folder = folder
        self.fault = fault
        self.clock = Clock()
        self.table = ""

    async def begin(self, **how: Any) -> None:
        async with opened(self.folder, clock=self.clock) as tables:
            self.table = await running(tables, (ANN, BOB), target="600", **how)
            await say(tables, self.table, ANN, "add 1;end", "1")
        if self.fault in SPOILED:
            damage(self.folder, SPOILED[self.fault][0], self.table)

    def mend(self) -> None:
        if self.fault in SPOILED:
            damage(self.folder, SPOILED[self.fault][1], self.table)

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return {TAKEN_OUT: GONE, GIVEN_UP: NEW_ONLY}.get(self.fault, OLD)

    def opened(self) -> Any:
        return opened(self.folder, clock=self.clock, games=self.games)


@pytest.fixture(params=FAULTS)
async def story(request: pytest.FixtureRequest, tmp_path: Path) -> Story:
    found = Story(tmp_path, request.param)
    await found.begin(turn_s=DAY_S, when_late=WhenLate.SEAT)
    return found


async def test_what_cannot_be_read_tells_so_and_closes_after_three_days(story: Story) -> None:
    async with story.opened() as tables:
        if story.fault in SPOILED:  # A row that was damaged behind the bot's back shows when it is read.
            await tables.look(story.table, None)
        await tables.caught_up()
        look = await tables.look(story.table, None)
        assert look.fault is not None
        assert look.closes_at == story.clock.now() + 3 * DAY_S
        assert (await refusal(tables.look(story.table, ANN.id)))[0] == look.fault.code
        (told,) = [one for one in await tables.read(story.table, log_of, None) if one.kind is Kind.WARN]
        assert told.text == "unreadable"
        story.clock.time += 2.9 * DAY_S
        await tables.caught_up()
    async with story.opened() as tables:  # A restart begins the three days no second time.
        await tables.caught_up()
        assert (await tables.table(story.table)).phase is Phase.RUNNING
        story.clock.time += 0.2 * DAY_S
        await tables.caught_up()
        view = await tables.table(story.table)
        assert (view.phase, view.ending) == (Phase.CANCELLED, Ending.UNREADABLE)
        assert await tables.tables_of(ANN.id) == []
    async with story.opened() as tables:
        assert (await tables.look(story.table, None)).table.ending is Ending.UNREADABLE
        assert (await tables.read(story.table, log_of, None))[-1].text == "unreadable"


async def test_a_game_that_can_be_read_again_goes_on_with_its_clocks_begun_anew(story: Story) -> None:
    async with story.opened() as tables:
        await tables.caught_up()
        story.clock.time += 2 * DAY_S
        await tables.caught_up()
    story.mend()
    async with opened(story.folder, clock=story.clock) as tables:
        await tables.caught_up()
        look = await tables.look(story.table, BOB.id)
        assert (look.fault, look.closes_at, look.observation.heap) == (None, None, 1)
        assert [clock.runs_out for clock in look.clocks.values()] == [story.clock.now() + DAY_S]
        story.clock.time += 0.5 * DAY_S
        await tables.caught_up()
        assert (await say(tables, story.table, BOB, "add 2;end", "2")).status == "done"
    if story.fault in SPOILED:
        damage(story.folder, SPOILED[story.fault][0], story.table)
    story.clock.time += 9 * DAY_S
    async with story.opened() as tables:  # Unreadable once more: three days from now.
        await tables.caught_up()
        assert (await tables.look(story.table, None)).closes_at == story.clock.now() + 3 * DAY_S


async def test_players_can_leave_what_cannot_be_read_and_a_mended_game_goes_on_without_them(
    story: Story,
) -> None:
    async with story.opened() as tables:
        await tables.caught_up()
        assert (await refusal(tables.do(story.table, CAT, "x", left)))[0] == "not_your_table"
        if story.fault != "an odd seat":
            answer = await tables.do(story.table, BOB, "leave", left)
            assert answer.look.table.seat_of(BOB.id) is None
            assert await tables.tables_of(BOB.id) == []
            story.clock.time += DAY_S  # The others wait no longer for that.
            await tables.caught_up()
            assert (await tables.look(story.table, None)).closes_at == story.clock.now() + 2 * DAY_S
            assert (await tables.do(story.table, BOB, "leave", left)).status == "repeated"
    story.mend()
    async with opened(story.folder, clock=story.clock) as tables:
        await tables.caught_up()
        look = await tables.look(story.table, ANN.id)
        assert look.table.phase is Phase.RUNNING
        if story.fault != "an odd seat":
            assert look.table.seats[1].computer == "sensible"


async def test_the_owner_ends_at_once_what_cannot_be_read(story: Story) -> None:
    async with story.opened() as tables:
        await tables.caught_up()
        assert (await refusal(tables.do(story.table, CAT, "x", cancelled)))[0] == "not_owner"
        assert (await tables.do(story.table, ANN, "c", cancelled)).look.table.phase is Phase.CANCELLED
        assert await tables.tables_in(CHANNEL) == []


async def test_who_sits_at_what_cannot_be_read_can_have_their_data_deleted(story: Story) -> None:
    async with story.opened() as tables:
        await tables.caught_up()
        await tables.forget_person(BOB.id, is_leaving=True)
        exported = await tables.export_person(BOB.id)
        assert not any(found for name, found in exported.items() if name != "person_id")
    seats = stores.run(story.folder, "SELECT person_id, name, computer FROM seats")
    assert sorted(seats, key=str) == [(ANN.id, "Ann", None), (None, "", "sensible")]
    story.mend()
    async with opened(story.folder, clock=story.clock) as tables:
        await tables.caught_up()
        look = await tables.look(story.table, ANN.id)
        assert [info.computer for info in look.table.seats] == [None, "sensible"]


async def test_what_cannot_be_read_counts_against_no_limit(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        for number in range(TABLES_PER_CHANNEL):
            await running(tables, (ANN, BOB), name=f"t{number}")
        assert TABLES_PER_PERSON >= TABLES_PER_CHANNEL
        work = tables.new(opening("fingers", wanted_seats=2), ANN, "full")
        assert (await refusal(work))[0] == "too_many_tables"
    async with opened(tmp_path, games=GONE) as tables:
        await tables.caught_up()
        for number in range(TABLES_PER_CHANNEL):
            answer = await tables.new(opening("fingers", wanted_seats=2), ANN, f"new-{number}")
            await tables.do(answer.look.table.id, DAN, f"join-{number}", joined)
            await tables.do(answer.look.table.id, ANN, f"start-{number}", started)


async def test_a_lobby_whose_game_was_taken_out_closes_too_and_can_be_left(tmp_path: Path) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        ids = [(await tables.new(opening(wanted_seats=2), ANN, f"l{n}")).look.table.id for n in range(2)]
    async with opened(tmp_path, clock=clock, games=GONE) as tables:
        await tables.caught_up()
        assert (await tables.do(ids[0], ANN, "leave", left)).look.table.phase is Phase.CANCELLED
        clock.time += 3 * DAY_S
        await tables.caught_up()
        assert (await tables.table(ids[1])).ending is Ending.UNREADABLE


async def test_forgetting_waits_for_the_disk_where_that_fails(
    story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with story.opened() as tables:
        await tables.caught_up()

        async def fails(*_: object) -> None:
            raise StorageFailed("disk_full")

        with monkeypatch.context() as patched:
            patched.setattr(tables._database, "write", fails)
            work = tables.forget_person(BOB.id, is_leaving=True)
            assert (await refusal(work))[0] == "storage_failed"
        await tables.forget_person(BOB.id, is_leaving=True)


@pytest.mark.parametrize(
    ("spoils", "level"), [("changed_at = changed_at - 1", "info"), ("version = version - 1", "error")]
)
async def test_a_row_whose_time_was_counted_otherwise_is_mended_without_alarm(
    tmp_path: Path, spoils: str, level: str
) -> None:
    async with opened(tmp_path) as tables:
        table = await running(tables)
    stores.run(tmp_path, f"UPDATE tables SET {spoils}")
    with capture_logs() as logs:
        async with opened(tmp_path) as tables:
            await tables.look(table, None)
    assert [line["log_level"] for line in logs if line["event"] == "table_row_mended"] == [level]


@pytest.mark.sqlite
@pytest.mark.usefixtures("nobody_is_here")
async def test_a_database_without_the_moments_of_its_tables_goes_on_and_has_them_filled(
    tmp_path: Path,
) -> None:
    clock = Clock()
    async with opened(tmp_path, clock=clock) as tables:
        late = await running(tables, name="late", turn_s=DAY_S, when_late=WhenLate.SEAT)
        calm = await running(tables, name="calm", turn_s=3 * DAY_S)
        lobby = (await tables.new(opening(wanted_seats=2), ANN, "l")).look.table.id
        ended = await running(tables, name="ended")
        await tables.do(ended, ANN, "c", cancelled, moderator=True)
    read = "SELECT id, due_at, due_by FROM tables ORDER BY id"
    with closing(sqlite3.connect(tmp_path / NAME)) as connection, connection:
        due = {name: (at, by) for name, at, by in connection.execute(read)}
        for name in ("lessons", "leagues", "league_people", "league_seats"):
            connection.execute(f"DROP TABLE {name}")
        connection.execute("DROP INDEX tables_by_due")
        connection.execute("ALTER TABLE tables DROP COLUMN due_at")
        connection.execute("ALTER TABLE tables DROP COLUMN due_by")
        connection.execute("ALTER TABLE tables DROP COLUMN name")
        connection.execute("ALTER TABLE tables DROP COLUMN hints")
        connection.execute("ALTER TABLE tables DROP COLUMN guest")
        connection.execute("DROP INDEX tables_by_shared")
        connection.execute("ALTER TABLE tables DROP COLUMN shared")
        connection.execute("ALTER TABLE tables DROP COLUMN rated")
        for now, then in (("messages", "screens"), ("auto_answers", "wishes")):
            connection.execute(f"ALTER TABLE {now} RENAME TO {then}")
        for index in ("message", "channel"):
            connection.execute(f"DROP INDEX messages_by_{index}")
            connection.execute(f"CREATE INDEX screens_by_{index} ON screens ({index}_id)")
        connection.execute("PRAGMA user_version = 3")
    clock.time += 1.5 * DAY_S
    stores.lived(tmp_path, clock.now())
    async with opened(tmp_path, clock=clock) as tables:
        await tables.caught_up()
        kinds = {
            table: [entry.kind for entry in await tables.read(table, log_of, None)] for table in (late, calm)
        }
        assert {table: found.count(Kind.LATE) for table, found in kinds.items()} == {late: 1, calm: 0}
        await until(tables, late, lambda seen: seen.to_move == (1,))  # The computer has moved for them.
        for table in await tables.unshown():
            await tables.has_shown(table)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection, connection:
        after = {name: (at, by) for name, at, by in connection.execute(read)}
    assert (after[calm], after[lobby]) == (due[calm], due[lobby])
    assert after[late][0] >= clock.now()
    assert after[ended] == (None, None)
