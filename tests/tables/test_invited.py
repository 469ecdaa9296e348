"""Invitations to a lobby: a seat is reserved for a person until the start; nobody is called twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables import Person, Phase, Tables
from tables.model.limits import INVITED_PER_TABLE
from tables.verbs.lobby import cancelled, invited, joined, set_up, uninvited, with_computer
from tables.verbs.play import started, started_with_computers
from tests.tables import stores
from tests.tables.test_set_up import lobby, to
from tests.tables.toys import ANN, BOB, CAT, DAN, opened, refusal

pytestmark = pytest.mark.both_stores

RESERVED: tuple[str, dict[str, object]] = ("seats_reserved", {})


async def held(tables: Tables, table: str) -> list[int | None]:
    """Return the people for whom seats are reserved; check that the rows agree with the journal."""
    facts = await tables.table(table)
    assert await tables.facts(table) == facts
    return [one.offered_to for one in facts.reserved()]


async def test_a_reserved_seat_is_kept_for_the_invited_person_alone(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB, wanted_seats=3)
        await tables.do(table, ANN, "i", invited, DAN)
        assert await refusal(tables.do(table, CAT, "c", joined)) == RESERVED
        assert await refusal(tables.do(table, ANN, "m", with_computer, "random")) == RESERVED
        assert await refusal(tables.do(table, ANN, "j", invited, CAT)) == RESERVED
        assert await refusal(tables.do(table, ANN, "2", set_up, to(wanted_seats=2))) == (
            "more_sit_here",
            {"seats": 3},
        )
    async with opened(tmp_path) as tables:
        assert await held(tables, table) == [DAN.id]
        assert await refusal(tables.do(table, CAT, "c", joined)) == RESERVED
        done = await tables.do(table, DAN, "d", joined)
        assert [info.person_id for info in done.look.table.seats] == [ANN.id, BOB.id, DAN.id]
        assert await held(tables, table) == []
    async with opened(tmp_path) as tables:
        assert await held(tables, table) == []
        assert (await tables.do(table, ANN, "s", started)).look.table.phase is Phase.RUNNING


async def test_a_reservation_ends_by_its_owner_and_with_the_lobby(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        first = await lobby(tables, BOB, wanted_seats=3)
        await tables.do(first, ANN, "i", invited, DAN)
        await tables.do(first, ANN, "u", uninvited, DAN.id)
        assert (await tables.do(first, ANN, "v", uninvited, DAN.id)).status == "stale"
        assert await held(tables, first) == []
        await tables.do(first, ANN, "again", invited, DAN)
        assert [one.offered_to for _, one in (await tables.table(first)).invited] == [DAN.id]
        await tables.do(first, ANN, "end", cancelled)
        alone = await lobby(tables, click="alone", wanted_seats=2)
        await tables.do(alone, ANN, "k", invited, DAN)
        await tables.do(alone, ANN, "s", started_with_computers, "random")
        assert (await tables.table(alone)).phase is Phase.RUNNING
    async with opened(tmp_path) as tables:
        for table in (first, alone):
            assert (await tables.table(table)).invited == (await tables.facts(table)).invited == ()
    assert stores.run(tmp_path, "SELECT * FROM seats WHERE seat < 0") == []


async def test_nobody_is_called_twice_nor_are_many(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB)
        role = Person(77, "")
        await tables.do(table, ANN, "r", invited, role, is_role=True)
        assert await held(tables, table) == []
        assert await refusal(tables.do(table, ANN, "r2", invited, role, is_role=True)) == (
            "called_already",
            {},
        )
        await tables.do(table, ANN, "i", invited, DAN)
        assert await refusal(tables.do(table, ANN, "i2", invited, DAN)) == ("called_already", {})
        assert await refusal(tables.do(table, ANN, "b", invited, BOB)) == ("sits_there_already", {})
        assert await refusal(tables.do(table, BOB, "c", invited, CAT)) == ("not_owner", {})
        assert await refusal(tables.do(table, BOB, "u", uninvited, DAN.id)) == ("not_owner", {})
        for other in range(10_000, 9_998 + INVITED_PER_TABLE):
            await tables.do(table, ANN, f"x{other}", invited, Person(other, "X"))
            await tables.do(table, ANN, f"y{other}", uninvited, other)
        assert await refusal(tables.do(table, ANN, "much", invited, CAT)) == (
            "invited_enough",
            {"most": INVITED_PER_TABLE},
        )
        await tables.do(table, ANN, "u", uninvited, DAN.id)
        assert (await tables.do(table, ANN, "i3", invited, DAN)).status == "done"


async def test_who_is_invited_can_be_forgotten(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        table = await lobby(tables, BOB)
        await tables.do(table, ANN, "i", invited, DAN)
        assert (await tables.export_person(DAN.id))["seats_offered"] == [{"table": table, "seat": None}]
        await tables.forget_person(DAN.id, is_leaving=True)
        await tables.caught_up()
        assert await held(tables, table) == []
        assert (await tables.do(table, CAT, "c", joined)).status == "done"
    assert (
        stores.run(tmp_path, "SELECT * FROM seats WHERE offered_to = ? OR name = ?", DAN.id, DAN.name) == []
    )
