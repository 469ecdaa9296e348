"""Leagues with the same deal at all tables: seats are compared once all tables of the round have ended."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from engine.players import PLAYERS
from tables import Kind, Person, Phase, Tables
from tables.computers.thinking import InThreads
from tables.leagues import Season
from tables.model.limits import DAY_S
from tables.store.leagues import LeaguePhase, Settings
from tables.views.league import Played, by_seat, standings
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import CHANNEL, GAMES, GUILD, Clicks, say

pytestmark = pytest.mark.both_stores
PEOPLE = [Person(100 + number, f"P{number}") for number in range(4)]


async def play(tables: Tables, table: str, quick: Person) -> None:
    """Play to the end; the person `quick` adds two pebbles at a time, the other one."""
    click = Clicks()
    facts = await tables.table(table)
    people = [Person(info.person_id, info.name) for info in facts.seats if info.person_id is not None]
    while (await tables.table(table)).phase is Phase.RUNNING:
        for person in people:
            look = await tables.look(table, person.id)
            if look.asked is not None and not look.answered:
                moves = [look.game.write_move(move) for move in look.legal_moves]
                add = "add 2" if person.id == quick.id and "add 2" in moves else moves[0]
                await say(tables, table, person, add, f"{table}{click()}")


async def test_the_tables_of_a_round_share_a_deal_that_nobody_else_sees(tmp_path: Path) -> None:
    clock = Clock()
    tables = await Tables.open(
        stores.address(tmp_path), clock=clock, games=GAMES, thinking=InThreads(PLAYERS)
    )
    try:
        settings = Settings(game_id="pebbles", size=2, rounds=2, days=1, computer="random", same_deal=True)
        league = await tables.leagues.open(settings, GUILD, CHANNEL, Person(1, "Mo"), "c", "Same")
        for person in PEOPLE:
            await tables.leagues.join(league.id, person)
        await tables.leagues.start(league.id)
        places: dict[int, tuple[int, int]] = {}

        async def checked() -> Season:
            season = await tables.leagues.season(league.id)
            for row in season.divisions[0]:
                best, worst = places.get(row.person_id, (1, 4))
                assert best <= row.best <= row.place <= row.worst <= worst
                places[row.person_id] = row.best, row.worst
            return season

        async def told(*ids: str) -> list[bool]:
            """Return for each table whether the secret of its deal is shown."""
            deals = [await tables.deal(one) for one in ids]
            return [deal is not None and deal.secret is not None for deal in deals]

        for _ in range(2):
            season = await checked()
            before = {row.person_id: row.points for row in season.divisions[0]}
            first, second = [group.table_id for group in season.groups]
            both = [await tables.table(one) for one in (first, second)]
            assert {(one.channel_id, one.guild_id, one.guest) for one in both} == {(0, None, True)}
            assert len({one.shared for one in both}) == 1
            decks = set()
            for one in (first, second):
                steps = (await tables._reader.read(one)).mainline
                decks.add(next(step.entry.text for step in steps if step.entry.kind is Kind.MOVE))
            assert len(decks) == 1
            await play(tables, first, PEOPLE[0])
            await tables.leagues.attend(league.id)
            season = await checked()
            assert await told(first, second) == [False, False]
            # What the first table brought shows only when the second has ended, too.
            assert {row.person_id: row.points for row in season.divisions[0]} == before
            await play(tables, second, PEOPLE[0])
            assert await told(first, second) == [True, True]
            clock.time += DAY_S / 2
            await tables.leagues.attend(league.id)
            season = await checked()
            assert sum(row.points for row in season.divisions[0]) == sum(before.values()) + 4
        assert season.league.phase is LeaguePhase.OVER
        assert all(row.best == row.place == row.worst for row in season.divisions[0])
    finally:
        await tables.close()


def test_people_are_compared_with_those_on_the_same_seat() -> None:
    tables = [
        Played((1, 2), (1, 2), (30, 10)),
        Played((3, 4), (2, 1), (20, 40)),
        Played((5, None), (1, 1), (20, 20)),
        Played((6, 7)),
    ]
    compared = by_seat(tables)
    assert compared == [
        Played((1, 3, 5), (1, 2, 2), (30, 20, 20)),
        Played((2, 4, None), (3, 1, 2), (10, 40, 20)),
    ]
    rows = {
        row.person_id: (row.points, row.share)
        for row in standings(dict.fromkeys(range(1, 6), 0), compared, 3)
    }
    assert rows[1] == (4, Fraction(30, 70))
    assert rows[2] == (0, Fraction(10, 70))
    assert rows[3] == (1, Fraction(20, 70))
    assert by_seat([Played((1, 2))]) == []
