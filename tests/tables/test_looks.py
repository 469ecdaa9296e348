"""A look shows at once whatever changes: the table, or something that depends on the time."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from tables import Look, Tables
from tables.model.limits import DAY_S
from tables.model.table import Matter
from tables.timing.preferences import with_away
from tables.verbs import votes
from tables.verbs.auto_answers import with_auto_answer
from tables.views import looks as found
from tests.clock import Clock
from tests.tables.test_agreements import ANSWERING
from tests.tables.toys import ANN, BOB, CAT, Clicks, frozen, opened, put, running, say

HOUR_S = 3600.0
VIEWERS = (ANN.id, BOB.id, CAT.id, None)


async def looks(tables: Tables, table: str) -> list[Look]:
    """Return all viewers' looks at a table; check that each equals one made without cached clocks."""
    seen = [await tables.look(table, viewer) for viewer in VIEWERS]
    # A copy, of which nothing has been found out.
    whole, now = replace(await tables._reader.read(table)), tables.clock.now()
    fresh = [found.look(whole, viewer, tables._wanted, now) for viewer in VIEWERS]
    assert list(map(frozen, seen)) == list(map(frozen, fresh))
    return seen


async def test_whatever_happens_everybody_sees_the_table_as_it_is(tmp_path: Path) -> None:
    clock, click = Clock(), Clicks()
    async with opened(tmp_path, clock=clock) as tables:
        table = await running(tables, turn_s=2 * HOUR_S)
        before = await looks(tables, table)

        async def are_others() -> None:
            nonlocal before
            now = await looks(tables, table)
            assert list(map(frozen, now)) != list(map(frozen, before))
            before = now

        await say(tables, table, ANN, "add 1", click())
        await are_others()
        await tables.do(table, ANN, click(), found.taken_back, None)
        await are_others()
        await say(tables, table, ANN, "add 1;end", click())
        await are_others()
        await tables.do(table, ANN, click(), votes.proposed, Matter.BACK)
        await are_others()
        await put(tables, BOB.id, settings=with_away({}, clock.now(), clock.now() + DAY_S))
        await are_others()
        clock.time += DAY_S
        await tables.caught_up()
        await are_others()
        clock.time += 2 * HOUR_S
        await tables.caught_up()
        await are_others()


async def test_what_a_player_decides_for_themselves_is_seen_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path, games=ANSWERING) as tables:
        table = await running(tables, game="answering-pebbles")
        for values in (("9", "2"), ("2",), ()):
            await tables.amend(table, BOB, with_auto_answer, "adding", values)
            assert ("adding" in (await looks(tables, table))[1].auto_answers) == bool(values)
