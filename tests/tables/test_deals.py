"""Sealed deals, which anyone can check: secret until the game's end, and never dealt again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from engine.catalogue import games
from engine.deal import mark
from engine.players import PLAYERS
from tables import Kind, Matter, Person, Phase, Tables
from tables.computers.thinking import InThreads
from tables.model.deals import Deal
from tables.model.limits import WORD_LENGTH
from tables.verbs import lobby, play, seat_changes, votes
from tests.clock import Clock
from tests.tables import stores
from tests.tables.toys import ANN, BOB, CAT, GAMES, Clicks, opening, refusal, say

pytestmark = pytest.mark.both_stores

VERIFY = Path(__file__).parents[2] / "docs" / "deals" / "verify.py"


@asynccontextmanager
async def dealing(folder: Path) -> AsyncIterator[Tables]:
    """The tables of a folder, with sealed deals as for people."""
    found = {**GAMES, **games()}
    tables = await Tables.open(
        stores.address(folder), clock=Clock(), games=found, thinking=InThreads(PLAYERS)
    )
    try:
        yield tables
    finally:
        await tables.close()


async def lobby_of(
    tables: Tables,
    *people: Person,
    game: str = "pebbles",
    name: str = "t",
    shared: str = "",
    **options: str,
) -> str:
    first, *others = people
    table = (await tables.new(opening(game, options=options, shared=shared), first, name)).look.table.id
    for person in others:
        await tables.do(table, person, f"{name}{person.id}", lobby.joined)
    return table


async def deal(tables: Tables, table: str) -> Deal:
    found = await tables.deal(table)
    assert found is not None
    return found


async def first_deck(tables: Tables, table: str) -> str:
    """Start a game; return the text of its first move of chance."""
    await tables.do(table, ANN, f"start {table}", play.started)
    steps = (await tables._reader.read(table)).mainline
    return next(step.entry.text for step in steps if step.entry.kind is Kind.MOVE)


async def to_the_end(tables: Tables, table: str, *people: Person, choice: int = -1) -> None:
    click = Clicks()
    while (await tables.table(table)).phase is Phase.RUNNING:
        for person in people:
            look = await tables.look(table, person.id)
            if look.asked is not None and not look.answered and look.legal_moves:
                await say(tables, table, person, look.game.write_move(look.legal_moves[choice]), click())


def verified(folder: Path, record: bytes, *more: str) -> tuple[int, str]:
    """Return the exit status and the output of the program that checks deals."""
    (folder / "record.json").write_bytes(record)
    made = subprocess.run(
        [sys.executable, "-I", str(VERIFY), str(folder / "record.json"), *more],
        capture_output=True,
        text=True,
        check=False,
    )
    return made.returncode, made.stdout + made.stderr


@pytest.mark.parametrize("game", games())
async def test_a_whole_game_can_be_checked_with_its_seal_and_words(tmp_path: Path, game: str) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN, BOB, game=game)
        before = await deal(tables, table)
        await tables.do(table, BOB, "word", lobby.with_word, " Kāne ")
        await tables.do(table, ANN, "start", play.started)
        running = await deal(tables, table)
        assert (before.secret, running.secret) == (None, None)
        assert running.marks == ("", mark("Kāne"))
        await to_the_end(tables, table, ANN, BOB)
        after = await deal(tables, table)
        assert before.seal == running.seal == after.seal
        record = await tables.record_file(table)
        assert json.loads(record)["deal"]["secret"] == after.secret
        assert verified(tmp_path, record, "--seal", before.seal, "2=Kāne")[0] == 0
        assert verified(tmp_path, record, "2=Tane")[0] == 1
        assert verified(tmp_path, record, "--seal", "0" * 64)[0] == 1
        assert tables.open_file(record, is_open=True).is_over


async def test_a_word_changes_the_deal_and_is_kept_nowhere(tmp_path: Path) -> None:
    decks = set()
    async with dealing(tmp_path) as tables:
        for number in range(6):
            table = await lobby_of(tables, ANN, BOB, name=f"t{number}")
            await tables.do(table, ANN, f"w{number}", lobby.with_word, "Anakena beach")
            decks.add(await first_deck(tables, table))
    assert len(decks) == 6
    kept = repr(stores._used[0].everything(tmp_path))
    assert "Anakena" not in kept
    assert mark("Anakena beach") in kept


async def test_the_last_word_counts_and_an_empty_one_takes_it_back(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN, BOB)
        for number, word in enumerate(("one", "two", "two", "")):
            await tables.do(table, BOB, f"w{number}", lobby.with_word, word)
            assert (await deal(tables, table)).marks == ("", mark(word))


async def test_a_word_goes_with_its_player(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN, BOB, CAT)
        await tables.do(table, CAT, "w", lobby.with_word, "moss")
        await tables.do(table, BOB, "l", seat_changes.left)
        assert (await deal(tables, table)).marks == ("", mark("moss"))
        await tables.do(table, CAT, "c", seat_changes.left)
        await tables.do(table, BOB, "j", lobby.joined)
        assert (await deal(tables, table)).marks == ("", "")


async def test_words_are_added_in_the_lobby_by_its_players_and_are_short(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN, BOB)
        add = lobby.with_word
        longest = "x" * WORD_LENGTH
        await tables.do(table, ANN, "1", add, longest)
        too_long = "word_too_long", {"most": WORD_LENGTH}
        for word in (f"{longest}x", "x" * 10_000):
            assert await refusal(tables.do(table, ANN, "2", add, word)) == too_long
        assert (await refusal(tables.do(table, CAT, "3", add, "x")))[0] == "not_your_table"
        await tables.do(table, ANN, "4", play.started)
        assert (await refusal(tables.do(table, ANN, "5", add, "x")))[0] == "already_started"
        assert (await deal(tables, table)).marks == (mark(longest), "")


async def test_what_was_taken_back_is_dealt_the_same_again(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN, BOB)
        await tables.do(table, ANN, "start", play.started)
        rolled = []
        for number in range(4):
            await say(tables, table, ANN, "roll", f"roll {number}")
            steps = (await tables._reader.read(table)).mainline
            rolled.append(next(one.entry.text for one in reversed(steps) if "die" in one.entry.text))
            proposal = (
                await tables.do(table, ANN, f"ask {number}", votes.proposed, Matter.BACK)
            ).look.proposal
            assert proposal is not None
            await tables.do(table, BOB, f"yes {number}", votes.agreed, proposal.number, Matter.BACK)
        assert len(set(rolled)) == 1


async def test_the_next_move_of_chance_is_another_one(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        dice = set()
        table = await lobby_of(tables, ANN, BOB, target="600")
        await tables.do(table, ANN, "start", play.started)
        for number in range(12):
            person = (ANN, BOB)[number % 2]
            await say(tables, table, person, "roll", f"roll {number}")
        for step in (await tables._reader.read(table)).mainline:
            if step.entry.text.startswith("die"):
                dice.add(step.entry.text)
        assert len(dice) > 2


async def test_a_restart_deals_on_from_the_same_secret(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN, BOB)
        sealed = await deal(tables, table)
    async with dealing(tmp_path) as tables:
        assert await deal(tables, table) == sealed


async def test_an_ended_table_tells_its_secret_though_nobody_won(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN)
        await tables.do(table, ANN, "c", lobby.cancelled)
        assert (await deal(tables, table)).secret is not None


async def test_a_game_that_began_before_there_were_seals_has_none(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        table = await lobby_of(tables, ANN, BOB)
        await tables.do(table, ANN, "start", play.started)
    stores.run(tmp_path, "UPDATE journal SET text = '1' WHERE kind = 'start'")
    async with dealing(tmp_path) as tables:
        assert await tables.deal(table) is None
        await say(tables, table, ANN, "roll", "roll")  # Its chance goes on all the same.


async def test_two_bots_deal_differently(tmp_path: Path) -> None:
    decks: list[Any] = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        async with dealing(tmp_path / name) as tables:
            decks.append(await first_deck(tables, await lobby_of(tables, ANN, BOB)))
    assert decks[0] != decks[1]


async def test_tables_that_share_a_deal_are_dealt_alike_and_tell_its_secret_to_nobody(tmp_path: Path) -> None:
    async with dealing(tmp_path) as tables:
        decks, seals = set(), set()
        for number, people in enumerate(((ANN, BOB), (ANN, CAT))):
            table = await lobby_of(tables, *people, name=f"t{number}", shared="day:2026-11-28")
            seals.add((await deal(tables, table)).seal)
            decks.add(await first_deck(tables, table))
            await to_the_end(tables, table, *people, choice=0)
            assert (await deal(tables, table)).secret is None
            assert b"secret" not in await tables.record_file(table)
        assert (len(decks), len(seals)) == (1, 1)
