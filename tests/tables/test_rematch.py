"""Playing again: there is one new table, however many people ask for it and however often."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

from tables import Facts, Look, Person, Phase, Tables, WhenLate
from tables.model.table import Opening
from tables.rematch import again
from tables.verbs.lobby import cancelled, joined, missing_seats, named, with_computer
from tables.verbs.play import started
from tests.tables import stores
from tests.tables.toys import ANN, BOB, CAT, CHANNEL, opened, opening, refusal, say, until


async def finished(tables: Tables, *people: Person, computers: int = 0) -> str:
    """Play a short game to its end; return the table's id."""
    wanted = opening(guild_id=7, locale="de", options={"target": "3"}, turn_s=3600.0, when_late=WhenLate.WAIT)
    answer = await tables.new(wanted, people[0], "open")
    table = answer.look.table.id
    for person in people[1:]:
        await tables.do(table, person, f"join {person.id}", joined)
    await tables.do(table, people[0], "name", named, "Club")
    for number in range(computers):
        await tables.do(table, people[0], f"computer {number}", with_computer, "random")
    await tables.do(table, people[0], "start", started)
    seats = {person.id: person for person in people}
    for step in count():
        look = await until(tables, table, lambda look: look.table.phase is Phase.OVER or asks_person(look))
        if look.table.phase is Phase.OVER:
            return table
        person = seats[look.table.seats[look.to_move[0]].person_id or 0]
        legal = (await tables.look(table, person.id)).legal_moves
        await say(tables, table, person, look.game.write_move(legal[min(1, len(legal) - 1)]), f"s{step}")
    raise AssertionError


def asks_person(look: Look) -> bool:
    """Whether a person is to move, and not a computer player."""
    return bool(look.to_move) and look.table.seats[look.to_move[0]].computer is None


def agreed(table: Facts) -> list[Any]:
    """Return all settings of a table, and its name."""
    return [getattr(table, name) for name in (*Opening.__struct_fields__, "name")]


async def test_whoever_asks_first_opens_a_table_like_it_and_the_others_sit_down(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        old = await finished(tables, ANN, BOB)
        first = await again(tables, old, BOB)
        new = first.look.table
        assert agreed(new) == agreed(await tables.table(old))
        assert (first.status, new.owner_id, new.phase) == ("done", BOB.id, Phase.LOBBY)
        assert (new.game_id, new.options["target"], new.locale, new.name) == ("pebbles", "3", "de", "Club")
        assert (new.guild_id, new.channel_id) == (7, CHANNEL)
        answer = await again(tables, old, BOB)
        assert (answer.status, answer.look.table.id) == ("repeated", new.id)
        second = await again(tables, old, ANN)
        assert second.look.table.id == new.id
        assert [info.person_id for info in second.look.table.seats] == [BOB.id, ANN.id]
        assert missing_seats(second.look.game, second.look.table) == 0


async def test_two_who_ask_at_once_meet_at_one_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        old = await finished(tables, ANN, BOB)
        answers = await asyncio.gather(again(tables, old, ANN), again(tables, old, BOB))
        assert len({answer.look.table.id for answer in answers}) == 1
        assert len((await tables.table(answers[0].look.table.id)).seats) == 2
        assert len(await tables.tables_in(CHANNEL)) == 1


async def test_computer_players_come_along(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        old = await finished(tables, ANN, computers=2)
        look = (await again(tables, old, ANN)).look
        assert [info.computer for info in look.table.seats] == [None, "random", "random"]
        assert missing_seats(look.game, look.table) == 0


async def test_a_table_that_was_ended_or_played_gives_way_to_the_next(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        old = await finished(tables, ANN, BOB)
        second = (await again(tables, old, ANN)).look.table.id
        await tables.do(second, ANN, "cancel", cancelled)
        third = (await again(tables, old, BOB)).look.table
        assert third.id not in (old, second)
        assert third.owner_id == BOB.id


async def test_only_who_played_a_finished_game_can_ask(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        old = await finished(tables, ANN, BOB)
        assert (await refusal(again(tables, old, CAT)))[0] == "not_your_table"
        lobby = (await again(tables, old, ANN)).look.table.id
        assert (await refusal(again(tables, lobby, ANN)))[0] == "not_over"
        await again(tables, old, BOB)
        await tables.do(lobby, ANN, "begin", started)
        running = await again(tables, old, ANN)
        assert running.look.table.id == lobby
        assert len(await tables.tables_in(CHANNEL)) == 1


async def test_a_bot_that_dies_at_any_moment_leaves_no_rematch_without_its_computer_players(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as tables:
        old = await finished(tables, ANN, computers=2)
        seen: list[int] = []
        # Whoever hears of a commit sees what would be there after a crash right behind it.
        tables.subscribe(lambda table: seen.append(seats_on_disk(tmp_path, table)))
        new = (await again(tables, old, ANN)).look.table
        assert seen
        assert set(seen) == {3}
    async with opened(tmp_path) as tables:
        third = (await again(tables, old, ANN)).look.table
        assert third.id == new.id
        assert [info.computer for info in third.seats] == [None, "random", "random"]


def seats_on_disk(folder: Path, table: str) -> int:
    """Return the number of people at a table, by its rows alone."""
    ((seats,),) = stores.run(folder, "SELECT count(*) FROM seats WHERE table_id = ?", table)
    return int(seats)


async def test_a_computer_player_that_there_is_no_more_stays_away(tmp_path: Path) -> None:
    async with opened(tmp_path) as tables:
        old = await finished(tables, ANN, computers=2)
    async with opened(tmp_path, players={}) as tables:
        new = (await again(tables, old, ANN)).look.table
        assert [info.person_id for info in new.seats] == [ANN.id]
