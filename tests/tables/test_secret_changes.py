"""Two worlds that differ only in how often a secret choice was changed look the same to everybody else.

The tests compare all data that may leave the process; numbers of journal entries leave it only as public
numbers.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.players import PLAYERS
from tables import Matter, Phase, Tables
from tables.model.fold import Unreadable, add
from tables.model.limits import TABLE_ASLEEP_S, WARNED_S
from tables.model.table import Ending, Kind, next_entry
from tables.model.values import LogEntry, Look
from tables.verbs.votes import agreed, proposed
from tables.views.looks import log_of, log_since_asked, public_number
from tables.views.replay import Replay, file_of, of_file, of_table
from tests.clock import Clock
from tests.engine.seeded import Setup
from tests.tables.test_replay import SecretFingerGame, table_of, written
from tests.tables.toys import ANN, BOB, CAT, frozen, opened, put, refusal, running, say

GAME = SecretFingerGame()
GAMES = {GAME.id: GAME}
STEADY, FICKLE = ["show 1"], ["show 2", "show 3", "show 1"]
INNER = {"version", "changed_at", "owed_since", "entry"}
"""What is known to `cogs/` alone, and is sent nowhere."""


def public(value: Any) -> Any:
    """Return those parts of a look that are sent somewhere."""
    if isinstance(value, dict):
        return {name: public(part) for name, part in value.items() if name not in INNER}
    return [public(part) for part in value] if isinstance(value, list) else value


def told(look: Look) -> Any:
    return public(json.loads(frozen(look)))


def deeds(logged: list[LogEntry]) -> list[LogEntry]:
    return [msgspec.structs.replace(one, number=0) for one in logged]


Life = Callable[[Tables, str, Clock], Awaitable[Any]]


async def in_both_worlds(folder: Path, life: Life) -> list[Any]:
    """Return the data after a choice, and after the same choice that was another one at first."""
    found = []
    for number, choices in enumerate((STEADY, FICKLE)):
        clock = Clock()
        async with opened(folder / str(number), games=GAMES, clock=clock) as tables:
            table = await running(tables, (ANN, BOB, CAT), GAME.id, rounds="2")
            for place, text in enumerate(choices):
                await say(tables, table, ANN, text, f"a{place}")
            found.append(await life(tables, table, clock))
    return found


async def reveal(tables: Tables, table: str) -> None:
    await say(tables, table, BOB, "show 2", "b")
    await say(tables, table, CAT, "show 3", "c")


async def test_what_a_player_sees_is_the_same_before_and_after_all_is_revealed(tmp_path: Path) -> None:
    async def life(tables: Tables, table: str, clock: Clock) -> Any:
        before = told(await tables.look(table, BOB.id))
        await reveal(tables, table)
        watched = [told(await tables.look(table, person)) for person in (ANN.id, BOB.id, None)]
        return before, watched, deeds(await tables.read(table, log_of, BOB.id))

    one, other = await in_both_worlds(tmp_path, life)
    assert one == other


async def test_an_old_panel_tells_the_same_of_what_has_happened_since(tmp_path: Path) -> None:
    async def life(tables: Tables, table: str, clock: Clock) -> Any:
        await reveal(tables, table)
        asked = (await tables.look(table, CAT.id)).asked
        assert asked is not None
        await say(tables, table, ANN, "show 1", "d")
        await reveal_again(tables, table)
        return deeds(await tables.read(table, log_since_asked, CAT.id, asked))

    one, other = await in_both_worlds(tmp_path, life)
    assert one == other
    assert len(one) == 1


async def reveal_again(tables: Tables, table: str) -> None:
    await say(tables, table, BOB, "show 2", "e")
    await say(tables, table, CAT, "show 2", "f")


async def test_a_proposal_has_the_same_number(tmp_path: Path) -> None:
    async def life(tables: Tables, table: str, clock: Clock) -> Any:
        look = (await tables.do(table, BOB, "p", proposed, Matter.END)).look
        assert look.proposal is not None
        after = await tables.do(table, ANN, "q", agreed, look.proposal.number, Matter.END)
        return told(look), told(after.look)

    one, other = await in_both_worlds(tmp_path, life)
    assert one == other


async def test_a_button_agrees_to_nothing_but_what_it_says(tmp_path: Path) -> None:
    async with opened(tmp_path, games=GAMES) as tables:
        table = await running(tables, (ANN, BOB), GAME.id)
        for place, text in enumerate(FICKLE):
            await say(tables, table, ANN, text, f"a{place}")
        proposal = (await tables.do(table, ANN, "p", proposed, Matter.END)).look.proposal
        assert proposal is not None
        # One of before the numbers were counted anew may have been about something else.
        for matter in (None, Matter.BACK):
            work = tables.do(table, BOB, f"q{matter}", agreed, proposal.number, matter)
            assert await refusal(work) == ("proposal_gone", {})
        assert (await tables.table(table)).phase is Phase.RUNNING
        await tables.do(table, BOB, "q", agreed, proposal.number, Matter.END)
        assert (await tables.table(table)).ending is Ending.AGREED


async def test_what_all_agree_to_take_back_is_the_same(tmp_path: Path) -> None:
    async def life(tables: Tables, table: str, clock: Clock) -> Any:
        await reveal(tables, table)
        proposal = (await tables.do(table, ANN, "p", proposed, Matter.BACK)).look.proposal
        assert proposal is not None
        for place, person in enumerate((BOB, CAT)):
            await tables.do(table, person, f"q{place}", agreed, proposal.number)
        looks = [await tables.look(table, person) for person in (ANN.id, CAT.id, None)]
        assert looks[1].to_move == (0, 1, 2)
        return [told(look) for look in looks], deeds(await tables.read(table, log_of, CAT.id))

    one, other = await in_both_worlds(tmp_path, life)
    assert one == other


async def test_a_change_ends_no_proposal(tmp_path: Path) -> None:
    seen = []
    for number, changes in enumerate(([], ["show 2", "show 1"])):
        async with opened(tmp_path / str(number), games=GAMES) as tables:
            table = await running(tables, (ANN, BOB, CAT), GAME.id)
            await say(tables, table, ANN, "show 1", "a")
            await say(tables, table, BOB, "show 1", "b")
            await tables.do(table, BOB, "p", proposed, Matter.BACK)
            for place, text in enumerate(changes):
                await say(tables, table, ANN, text, f"c{place}")
            seen.append(told(await tables.look(table, CAT.id)))
    assert seen[0]["proposal"]
    assert seen[0] == seen[1]


def test_a_journal_of_an_older_version_where_it_did_is_read_as_before() -> None:
    table = table_of(Setup(GAME, 2, {"rounds": "2"}), seed=1, moves=0)
    for kind, seat, text in (
        (Kind.MOVE, 0, "show 1"),
        (Kind.PROPOSE, 0, "back 3"),
        (Kind.MOVE, 0, "show 2"),
        (Kind.PROPOSE, 1, "end"),
    ):
        table = add(table, next_entry(table.facts, kind, seat, text, f"{table.facts.version}", 0))
    assert table.proposal is not None
    assert (table.proposal.matter, table.proposal.entry) == (Matter.END, table.facts.version)
    with pytest.raises(Unreadable):
        add(table, next_entry(table.facts, Kind.PROPOSE, 0, "end", "x", 0))


async def test_an_export_tells_nothing_of_it(tmp_path: Path) -> None:
    async def life(tables: Tables, table: str, clock: Clock) -> Any:
        await put(tables, BOB.id, dm_channel_id=9001)
        version = (await tables.table(table)).version
        clock.time += version  # A panel is painted at every change, also at those that nobody hears of.
        await tables.messages.put(table, "panel:1", 9001, 501, version)
        clock.time += 100 - version
        await reveal(tables, table)
        return await tables.export_person(BOB.id)

    one, other = await in_both_worlds(tmp_path, life)
    assert one["moves"]
    assert one["messages"]
    assert one == other


async def test_a_table_asleep_does_not_wake_up_of_it(tmp_path: Path) -> None:
    seen = []
    for number, changes in enumerate(([], ["show 2", "show 1"])):
        clock = Clock()
        async with opened(tmp_path / str(number), games=GAMES, clock=clock) as tables:
            table = await running(tables, (ANN, BOB, CAT), GAME.id)
            await say(tables, table, ANN, "show 1", "a")
            clock.time += TABLE_ASLEEP_S
            await tables.caught_up()
            clock.time += 60.0
            for place, text in enumerate(changes):
                await say(tables, table, ANN, text, f"c{place}")
            look = await tables.look(table, BOB.id)
            assert look.closes_at == clock.now() - 60.0 + WARNED_S
            seen.append((told(look), look.table.changed_at))
    assert seen[0] == seen[1]


async def test_records_and_films_hold_each_choice_once(tmp_path: Path) -> None:
    async def life(tables: Tables, table: str, clock: Clock) -> Any:
        await reveal(tables, table)
        running_film = written(await tables.read(table, of_table, is_open=False))
        await say(tables, table, ANN, "show 1", "d")
        await say(tables, table, ANN, "show 2", "d2")
        await reveal_again(tables, table)
        replays = [written(await tables.read(table, of_table, is_open)) for is_open in (False, True)]
        content = await tables.read(table, file_of)
        of_content = [written(film_of(content, is_open)) for is_open in (False, True)]
        assert replays == of_content
        return running_film, replays, content

    one, other = await in_both_worlds(tmp_path, life)
    assert one == other
    assert len(json.loads(one[2])["moves"]) == 6


def film_of(content: bytes, is_open: bool) -> Replay:
    return of_file(content, GAMES, PLAYERS, is_open)


async def test_a_file_of_an_older_version_opens_and_hides_it_as_well(tmp_path: Path) -> None:
    async with opened(tmp_path, games=GAMES) as tables:
        table = await running(tables, game=GAME.id, rounds="1")
        await say(tables, table, ANN, "show 1", "a")
        await say(tables, table, BOB, "show 3", "b")
        new = await tables.read(table, file_of)
    plain = json.loads(new)
    plain["moves"] = [[0, "show 3"], [0, "show 1"], [1, "show 3"]]
    old = json.dumps(plain).encode()
    for is_open in (False, True):
        assert written(film_of(old, is_open)) == written(film_of(new, is_open))


@pytest.mark.parametrize("choices", [STEADY, FICKLE])
async def test_public_numbers_grow_with_all_that_is_seen(tmp_path: Path, choices: list[str]) -> None:
    async with opened(tmp_path, games=GAMES) as tables:
        table = await running(tables, (ANN, BOB, CAT), GAME.id)
        for place, text in enumerate(choices):
            await say(tables, table, ANN, text, f"a{place}")
        await reveal(tables, table)
        told_to_all = await tables.read(table, log_of, None)
        numbers = [await tables.read(table, public_number, one.number) for one in told_to_all]
        assert len(set(numbers)) == len(numbers)
        assert await tables.read(table, public_number, 0) == 0
        version = (await tables.table(table)).version
        assert version - numbers[-1] == len(choices) - 1
