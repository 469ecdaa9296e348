"""The deal of a table as people see it: the seal before the game, their words, the secret at the end."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.interactions.reading import VERIFY
from tests.play.comings_and_goings import quiet
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening
from tests.play.pairing import Pairing
from tests.play.test_replay import downloaded


@pytest.fixture
async def evening(tmp_path: Path, pairing: Pairing) -> AsyncIterator[Evening]:
    """The bot online, with sealed deals as for people."""
    async with an_evening(tmp_path, seed=None, people=ENGLISH, pairing=pairing) as began:
        yield began


async def secret_of(evening: Evening, table: str) -> tuple[str, str]:
    """Return the seal and the secret of a table."""
    deals = evening.keeper(table).tables._house.deals
    found = deals.of(await evening.keeper(table).tables._reader.read(table), is_dealt_on=False)
    assert found is not None
    return found.seal, deals._of(await evening.tables.table(table)).hex()


async def test_a_deal_is_sealed_before_the_game_and_checked_after_it(
    evening: Evening, tmp_path: Path
) -> None:
    table = await evening.lobby("Ana", "Ben", game="ru-ra-re")
    seal, secret = await secret_of(evening, table)
    await evening.press("Ana", "Fair deal")
    shown = evening.person("Ana").ephemeral("games")[-1]
    assert seal in shown.text
    assert "No player has added a word." in shown.text
    assert await evening.fill("Ana", shown, "Add a word", word="Moai") == []
    shown = evening.person("Ana").ephemeral("games")[-1]
    assert "has added a word." in shown.text
    assert "Change your word" in [button.label for button in shown.buttons]
    await evening.press("Dao", "Fair deal")
    spectators = evening.person("Dao").ephemeral("games")[-1]
    assert [button.label for button in spectators.buttons] == []
    await evening.press("Ana", "Start")
    await quiet(evening)
    first = next(one for one in evening.thread() if one.text)
    assert f"The deal is sealed: `{seal}`." in first.text
    await evening.run_to_the_end(table, "Ana", "Ben")
    told = [repr(seen.payload) for name in ENGLISH for seen in evening.discord.seen_by(name)]
    assert told
    assert not any(secret in one for one in told)
    assert not next(one for one in evening.thread() if one.text).edited
    await evening.press("Ana", "Log")
    log = evening.person("Ana").ephemeral("games")[-1]
    await evening.press("Ana", "Fair deal", log)
    shown = evening.person("Ana").ephemeral("games")[-1]
    assert secret in shown.text
    files = {one["filename"]: await downloaded(one["url"]) for one in shown.attachments}
    assert files["verify.py"] == VERIFY.read_bytes()
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    run = shown.text.split("```")[1].split()
    assert run[-1] == "1=WORD"
    checking = [sys.executable, *run[1:-1], "1=Moai"]
    done = await asyncio.to_thread(subprocess.run, checking, cwd=tmp_path, check=True, capture_output=True)
    assert b"are right." in done.stdout


async def test_a_word_is_short_and_the_players_alone(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben", game="ru-ra-re")
    board = evening.board()
    for name, said in (("Dao", "You aren't playing at this table,"), ("Ana", "")):
        told = await evening.forge(name, board, f"t:{table}:deal:word")
        assert "".join(told).startswith(said), (name, told)
