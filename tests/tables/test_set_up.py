"""A table's owner can change its settings and name while it waits for players."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from tables import Opening, Person, Phase, Tables, WhenLate
from tables.model.limits import TABLE_NAME_LENGTH
from tables.model.texts import id_of, serial_of
from tables.rematch import again
from tables.verbs.lobby import cancelled, check_may_set_up, joined, named, set_up, with_computer
from tables.verbs.play import started
from tables.verbs.seat_changes import conceded, left, yielded
from tests.tables import stores
from tests.tables.toys import ANN, BOB, CAT, DAN, opened, opening, refusal

NAME = "Friday round of Rano Raraku"


def to(**changes: Any) -> Callable[[Opening], Opening]:
    """Return a function that changes these settings."""
    return partial(_changed, changes)


def _changed(changes: dict[str, Any], agreed: Opening) -> Opening:
    return replace(agreed, **changes)


async def lobby(tables: Tables, *others: Person, click: str = "new", **changes: Any) -> str:
    table = (await tables.new(opening(**changes), ANN, click)).look.table.id
    for person in others:
        await tables.do(table, person, f"{click}-{person.id}", joined)
    return table


CHANGES = {
    "options": {"target": "3"},
    "wanted_seats": 3,
    "pace_s": 4.0,
    "locale": "de",
    "turn_s": 7200.0,
    "when_late": WhenLate.WAIT,
}


async def test_its_owner_changes_what_is_agreed_and_it_stays_so_and_is_played_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB)
        for name, value in CHANGES.items():
            done = await tables.do(table, ANN, f"set-{name}", set_up, to(**{name: value}))
            assert (done.status, getattr(done.look.table, name)) == ("done", value)
        again = await tables.do(table, ANN, "again", set_up, to(pace_s=4.0))
        twice = await tables.do(table, ANN, "set-pace_s", set_up, to(pace_s=1.0))
        assert (again.status, twice.status, twice.look.table.pace_s) == ("stale", "repeated", 4.0)
        facts = await tables.table(table)
    async with opened(tmp_path) as tables:
        assert await tables.facts(table) == facts  # The row.
        assert await tables.table(table) == facts  # The journal.
        await tables.do(table, CAT, "j", joined)
        look = (await tables.do(table, ANN, "s", started)).look
        assert look.observation.target == 3
        assert await refusal(tables.do(table, ANN, "late", set_up, to(pace_s=0.0))) == ("already_started", {})
    async with opened(tmp_path) as tables:
        assert (await tables.look(table, ANN.id)).observation.target == 3


@pytest.mark.parametrize("person", [BOB, CAT])
async def test_nobody_else_changes_anything(tmp_path: Path, person: Person) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB)
        before = await tables.table(table)
        for work in (
            tables.do(table, person, "1", set_up, to(pace_s=9.0)),
            tables.do(table, person, "2", named, "Mine"),
            tables.check(table, person, check_may_set_up),
        ):
            assert await refusal(work) == ("not_owner", {})
        assert await tables.table(table) == before


async def test_what_can_t_be_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path, games=games()) as tables:
        table = await lobby(tables, BOB, CAT, game_id="rapa-nui-cards")
        before = await tables.table(table)
        for changes, code in (
            ({"options": {"target": "3"}}, "illegal_option"),
            ({"options": {"open_hands": "maybe"}}, "illegal_option"),
            ({"wanted_seats": 5}, "illegal_option"),
            ({"wanted_seats": 2}, "more_sit_here"),
            ({"wanted_seats": 3, "options": {"first_player": "4"}}, "illegal_option"),
            ({"turn_s": 1.0}, "illegal_option"),
        ):
            assert (await refusal(tables.do(table, ANN, f"{changes}", set_up, to(**changes))))[0] == code
        assert await tables.table(table) == before
        await tables.do(table, ANN, "end", cancelled)
        code, _ = await refusal(tables.do(table, ANN, "late", set_up, to(pace_s=0.0)))
        assert code == "table_cancelled"


async def test_who_inherits_a_lobby_sets_it_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB)
        await tables.do(table, ANN, "l", left)
        assert (await tables.do(table, BOB, "s", set_up, to(pace_s=4.0))).status == "done"


async def test_a_rematch_is_as_it_was_set_up_name_and_all(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB)
        await tables.do(table, ANN, "1", set_up, to(pace_s=4.0, locale="fr"))
        await tables.do(table, ANN, "2", named, NAME)
        await tables.do(table, ANN, "3", started)
        await tables.do(table, BOB, "4", conceded)
        new = (await again(tables, table, ANN)).look.table
        assert (new.pace_s, new.locale, new.name) == (4.0, "fr", NAME)


# Names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (NAME, NAME),
        ("  two\n lines  ", "two lines"),
        ("x" * 500, "x" * TABLE_NAME_LENGTH),
        ("a\u202eb\ud800", "ab"),
        ("\u200b \u2800", ""),
        ("", ""),
    ],
)
async def test_a_table_is_called_as_its_owner_says_on_one_line(tmp_path: Path, typed: str, kept: str) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables)
        assert (await tables.do(table, ANN, "1", named, "former")).look.table.name == "former"
        assert (await tables.do(table, ANN, "2", named, typed)).look.table.name == kept
        assert (await tables.do(table, ANN, "3", named, typed)).status == "stale"
    async with opened(tmp_path) as tables:
        assert (await tables.facts(table)).name == kept
        assert (await tables.table(table)).name == kept


async def test_a_name_is_in_no_journal_and_outlives_the_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB)
        await tables.do(table, ANN, "1", named, NAME)
        await tables.do(table, ANN, "2", set_up, to(pace_s=4.0))
        await tables.do(table, ANN, "3", started)
        await tables.do(table, BOB, "4", conceded)
        assert (await tables.table(table)).phase is Phase.OVER
    texts = [text for (text,) in stores.run(tmp_path, "SELECT text FROM journal")]
    assert not [text for text in texts if NAME in text]
    async with opened(tmp_path) as tables:
        assert (await tables.table(table)).name == NAME
        assert [row["called"] for row in (await tables.export_person(ANN.id))["tables"]] == [NAME]


async def test_a_name_goes_with_its_owner(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        waits, runs = await lobby(tables, BOB), await lobby(tables, BOB, DAN, click="other")
        for table in (waits, runs):
            await tables.do(table, ANN, f"n-{table}", named, NAME)
        await tables.do(runs, ANN, "s", started)
        await tables.do(runs, BOB, "y", yielded, None)
        assert (await tables.table(runs)).name == NAME  # Somebody else left.
        await tables.do(runs, ANN, "z", yielded, None)
        await tables.do(waits, ANN, "l", left)
        names = [(await tables.table(table)).name for table in (waits, runs)]
        assert names == [(await tables.facts(table)).name for table in (waits, runs)] == ["", ""]
    async with opened(tmp_path) as tables:
        assert [(await tables.table(table)).name for table in (waits, runs)] == ["", ""]


async def test_whoever_is_forgotten_leaves_no_name_of_a_table_behind(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        over, runs = await lobby(tables, BOB), await lobby(tables, BOB, CAT, click="other")
        for table in (over, runs):
            await tables.do(table, ANN, f"n-{table}", named, NAME)
            await tables.do(table, ANN, f"s-{table}", started)
        await tables.do(over, BOB, "c", conceded)
        await tables.forget_person(ANN.id, is_leaving=True)
        await tables.caught_up()
        assert [(await tables.table(table)).name for table in (over, runs)] == ["", ""]
        assert stores.run(tmp_path, "SELECT * FROM tables WHERE name = ?", NAME) == []


async def test_a_lobby_full_of_computers_can_be_set_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables)
        for click in "123":
            await tables.do(table, ANN, click, with_computer, "random")
        assert (await refusal(tables.do(table, ANN, "4", set_up, to(wanted_seats=3))))[0] == "more_sit_here"
        assert (await tables.do(table, ANN, "5", set_up, to(wanted_seats=4))).status == "done"


@pytest.mark.parametrize("serial", [1, 2, 77, 36**5 - 1, 36**5, 36**5 + 1, 2**40])
def test_an_id_tells_the_number_of_its_table(serial: int) -> None:
    assert serial_of(id_of(serial)) == serial


def test_a_text_that_is_no_id_has_some_number_too() -> None:
    assert all(serial_of(text) >= 0 for text in ("", "{", "\x00", "[1]", "ünknown", "\ufffd"))
