"""An older copy of the database is restored: messages in Discord from the lost time do no harm."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from localdiscord import ShownMessage
from tables import Person as Player
from tables import Phase
from tables.model.errors import StorageFailed
from tables.store.sqlite.database import SQLiteDatabase
from tables.verbs.seat_changes import offered
from tables.views.looks import log_of
from tests.local import local_discord
from tests.play.comings_and_goings import LOOKS_AGAIN_S
from tests.play.conftest import ENGLISH
from tests.play.evening import (
    PATIENCE_S,
    Evening,
    choose,
    ids_of,
    moves_of,
    press_in_lobby,
    refusal,
    steps_of,
)
from tests.play.killed_bot import HURRIED, KilledBot
from tests.play.test_killed import somebody_can_act
from tests.tables import stores

pytestmark = [
    pytest.mark.slow,
    pytest.mark.only_with("sqlite", "a file is copied and put back"),
]

BACK = "go back to an earlier copy"
"""Stands in what somebody is told who presses a button of the lost time."""


async def move(evening: Evening, *names: str) -> str:
    """Have one of these people, whose turn it is, make the first move of their panel; return their name."""
    who = await evening.turn(*names)
    panel = await evening.dealt(who)
    custom_id = (moves_of(panel) or ids_of(panel))[0]
    await (await choose(evening.person(who), panel, custom_id)).answered()
    await evening.settled()
    return who


def copied(path: Path) -> dict[str, bytes]:
    """Return the files of a database, by name."""
    return {file.name: file.read_bytes() for file in path.parent.glob(f"{path.name}*")}


def put_back(path: Path, files: dict[str, bytes]) -> None:
    """Restore a copy as `docs/hosting.md` says."""
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    for name, content in files.items():
        (path.parent / name).write_bytes(content)


def elsewhere(path: Path, files: dict[str, bytes]) -> None:
    """Restore a copy on a machine without any files of the bot."""
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    put_back(path, files)


def on_top(path: Path, files: dict[str, bytes]) -> None:
    """Restore a copy by writing over the existing file, as `cp` does."""
    put_back(path, {})
    path.touch()
    path.write_bytes(files[path.name])


async def begun(evening: Evening) -> tuple[str, dict[str, bytes]]:
    """Start a table at which Ana is to move; return its id, and a copy made while the bot does not run."""
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    await evening.end()
    files = copied(evening.path)
    await evening.begin()
    return table, files


async def back(
    evening: Evening, files: dict[str, bytes], way: Callable[[Path, dict[str, bytes]], None] = put_back
) -> None:
    await evening.end()
    way(evening.path, files)
    await evening.begin()
    await evening.settled()


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(put_back, id="in place of the files that are there"),
        pytest.param(elsewhere, id="on another machine"),
        pytest.param(on_top, id="over the file that is there"),
    ],
)
async def test_all_is_shown_anew_and_who_is_to_move_is_called(
    evening: Evening, way: Callable[[Path, dict[str, bytes]], None]
) -> None:
    table, files = await begun(evening)
    board = evening.board().text
    for _ in range(4):
        await move(evening, "Ana", "Ben")
    assert evening.board().text != board
    lost, pings = evening.panel("Ana"), evening.pings("Ana")
    await back(evening, files, way)
    await evening.discord.until(lambda: evening.board().text == board, timeout_s=PATIENCE_S)
    await evening.discord.until(lambda: evening.pings("Ana") > pings, timeout_s=PATIENCE_S)
    await evening.settled()
    look, panel = await evening.look(table, "Ana"), evening.panel("Ana")
    assert panel is not None
    assert lost is not None
    assert panel.id != lost.id
    assert {one.split(":")[2] for one in moves_of(panel)} == {str(look.asked)}
    assert evening.pings("Ana") == pings + 1
    assert f"<@{evening.person('Ana').id}>, it's your turn" in evening.thread()[-1].text
    await move(evening, "Ana")
    assert (await evening.tables.table(table)).version > look.table.version


async def test_a_killed_bot_s_database_is_put_back_from_a_copy_of_its_running_file(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    board, files = evening.board().text, copied(evening.path)  # Its newest rows are in the `-wal`.
    await move(evening, "Ana", "Ben")
    with patch.object(SQLiteDatabase, "write", side_effect=StorageFailed("closed")):
        await evening.end()  # Nothing is noted at the end, as where it is killed.
    put_back(evening.path, files)
    await evening.begin()
    await evening.discord.until(lambda: evening.board().text == board, timeout_s=PATIENCE_S)
    assert await evening.turn("Ana") == "Ana"
    assert (await evening.look(table, "Ana")).asked is not None


async def test_nothing_is_done_again_where_a_copy_lacks_nothing(evening: Evening) -> None:
    await begun(evening)
    await evening.end()
    files = copied(evening.path)
    put_back(evening.path, files)
    before = len(list(evening.discord.requests))
    pings = evening.pings("Ana")
    await evening.begin()
    await evening.settled()
    assert [one.path for one in list(evening.discord.requests)[before:] if "/messages" in one.path] == []
    assert evening.pings("Ana") == pings


async def lost_and_new(evening: Evening) -> tuple[str, ShownMessage, list[str]]:
    """Restore a table; return its id, Ana's panel from the lost time, and the ids of the panel's moves.

    Since then, as many moves were made as in the lost time.
    """
    table, files = await begun(evening)
    for _ in range(4):
        await move(evening, "Ana", "Ben")
    panel = await evening.dealt(await evening.turn("Ana", "Ben"))
    ids, version = moves_of(panel), (await evening.tables.table(table)).version
    await back(evening, files)
    while (await evening.tables.table(table)).version < version:
        await move(evening, "Ana", "Ben")
    return table, panel, ids


async def test_no_move_of_the_lost_time_is_made(evening: Evening) -> None:
    table, _, ids = await lost_and_new(evening)
    before = await evening.tables.read(table, log_of, None)
    for name in ("Ana", "Ben"):
        for custom_id in ids:
            await evening.forge(name, await evening.dealt(name), custom_id)
    assert await evening.tables.read(table, log_of, None) == before


async def test_a_panel_of_the_lost_time_is_let_go_with_a_sentence(evening: Evening) -> None:
    table, files = await begun(evening)
    for _ in range(6):
        await move(evening, "Ana", "Ben")
    who = await evening.turn("Ana", "Ben")
    panel, pressed = await evening.dealt(who), (moves_of(await evening.dealt(who)))[0]
    await back(evening, files)
    version = (await evening.tables.table(table)).version
    await (await choose(evening.person(who), panel, pressed)).answered()
    await evening.settled()
    assert BACK in refusal(panel)
    assert (await evening.tables.table(table)).version == version
    asked = (await evening.look(table, who)).asked
    assert {one.split(":")[2] for one in moves_of(panel)} <= {str(asked)}


async def test_no_answer_to_a_proposal_of_the_lost_time_is_one_to_a_new_one(evening: Evening) -> None:
    table, files = await begun(evening)
    await evening.forge("Ana", await evening.dealt("Ana"), f"t:{table}:propose:end")
    await evening.settled()
    [lost] = {one for one in ids_of(evening.board()) + ids_of(evening.thread()[-1]) if ":agree:" in one}
    await back(evening, files)
    told = await evening.forge("Ben", evening.thread()[-1], lost)
    assert "already been settled" in told[0]
    await evening.forge("Ana", await evening.dealt("Ana"), f"t:{table}:propose:end")
    await evening.settled()
    told = await evening.forge("Ben", evening.thread()[-1], lost)
    assert "already been settled" in told[0]
    assert (await evening.tables.table(table)).phase is Phase.RUNNING
    assert (await evening.look(table, "Ben")).proposal is not None


async def test_no_button_of_the_lost_time_takes_a_new_move_back(evening: Evening) -> None:
    table, files = await begun(evening)
    await move(evening, "Ana")
    lost = (await evening.look(table, "Ana")).takes_back
    assert lost is not None
    await back(evening, files)
    await move(evening, "Ana")
    look = await evening.look(table, "Ana")
    assert look.takes_back not in (None, lost)
    await evening.forge("Ana", await evening.dealt("Ana"), f"t:{table}:back:{lost}")
    assert (await evening.look(table, "Ana")).takes_back == look.takes_back


async def test_no_table_of_the_lost_time_is_another_one_now(evening: Evening) -> None:
    _, files = await begun(evening)
    lost = await evening.lobby("Ana", "Ben")
    board = evening.board()
    await back(evening, files)
    assert (await evening.press("Dao", "Join", board))[0].startswith("I can't find that table")
    new = await evening.lobby("Ana", "Ben")
    assert new != lost
    assert "can't find that table" in (await evening.press("Dao", "Join", board))[0]


async def test_what_was_in_the_lobby_is_there_again(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    await evening.settled()
    await evening.end()
    files = copied(evening.path)
    await evening.begin()
    await evening.press("Ana", "Start")
    await evening.settled()
    name = await evening.turn("Ana", "Ben")
    lost = await evening.dealt(name)
    await back(evening, files)
    await evening.discord.until(lambda: "Start" in evening.board().text, timeout_s=PATIENCE_S)
    pressed = await choose(evening.person(name), lost, moves_of(lost)[0])
    await pressed.answered()
    assert (await evening.tables.table(table)).phase is Phase.LOBBY
    await evening.press("Ana", "Start")
    await evening.settled()
    assert (await evening.tables.table(table)).phase is Phase.RUNNING
    assert await evening.turn("Ana", "Ben")
    assert "your turn" in evening.thread()[-1].text


async def test_a_seat_offered_in_the_lost_time_is_offered_no_more(evening: Evening) -> None:
    table, files = await begun(evening)
    await evening.tables.do(table, player(evening, "Ana"), "offers", offered, player(evening, "Dao"))
    await evening.settled()
    taking = [one for one in ids_of(evening.board()) if ":take:" in one]
    assert taking
    board = evening.board()
    await back(evening, files)
    [told] = await evening.forge("Dao", board, taking[0])
    assert "can't take that seat" in told
    assert [one for one in ids_of(evening.board()) if ":take:" in one] == []


async def test_who_followed_in_the_lost_time_alone_is_told_nothing_more(evening: Evening) -> None:
    table, files = await begun(evening)
    await evening.forge("Dao", evening.board(), f"t:{table}:follow:turns")
    await evening.settled()
    notice = await evening.dealt("Dao")
    await move(evening, "Ana")
    await back(evening, files)
    assert evening.rows("SELECT person_id FROM followers") == []
    assert "can't find that table" in (await evening.forge("Dao", notice, f"t:{table}:follow:stop"))[0]
    await evening.forge("Dao", evening.board(), f"t:{table}:follow:turns")
    assert len(evening.rows("SELECT person_id FROM followers")) == 1


async def test_a_copy_of_a_whole_folder_is_noticed_by_the_first_click_of_the_lost_time(
    evening: Evening, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    await evening.end()
    board, kept = evening.board().text, tmp_path_factory.mktemp("kept") / "all"
    shutil.copytree(evening.path.parent, kept)
    await evening.begin()
    for _ in range(6):
        await move(evening, "Ana", "Ben")
    name = await evening.turn("Ana", "Ben")
    lost = await evening.dealt(name)
    await evening.end()
    shutil.rmtree(evening.path.parent)
    shutil.copytree(kept, evening.path.parent)
    await evening.begin()
    pings = evening.pings("Ana")
    await (await choose(evening.person(name), lost, moves_of(lost)[0])).answered()
    assert BACK in refusal(lost)
    await evening.discord.until(lambda: evening.board().text == board, timeout_s=PATIENCE_S)
    await evening.discord.until(lambda: evening.pings("Ana") == pings + 1, timeout_s=PATIENCE_S)
    assert (await evening.tables.table(table)).phase is Phase.RUNNING


def player(evening: Evening, name: str) -> Player:
    return Player(evening.person(name).id, name)


async def noted(path: Path, message_id: int) -> None:
    """Wait until the bot has noted a message that it sent, since people see the message earlier."""
    async with asyncio.timeout(PATIENCE_S):
        while not stores.run(path.parent, "SELECT 1 FROM messages WHERE message_id = ?", message_id):  # noqa: ASYNC110
            await asyncio.sleep(LOOKS_AGAIN_S)


def choices(panel: ShownMessage) -> list[str]:
    """Return the ids of a panel's moves, or else of its steps of choosing one."""
    return list(moves_of(panel) or steps_of(panel))


async def test_a_process_that_is_killed_twice_finds_an_older_copy_of_its_files(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    async with local_discord(people=ENGLISH) as discord:
        bot = KilledBot(discord, path, program=HURRIED)
        await bot.begin()
        people = [discord.person(name) for name in ("Ana", "Ben")]
        await (await people[0].command("table new", game="rapa-nui-cards", seats=2)).answered()
        for who, label in ((people[1], "Join"), (people[0], "Start")):
            await press_in_lobby(discord, who, label)
        asked = await somebody_can_act(discord, people)
        # Its text may still change, as pictures follow it: the choices on it are those of the turn.
        before = choices(asked.direct_messages()[-1])
        await noted(path, int(asked.direct_messages()[-1].id))
        await bot.kill()
        files = copied(path)
        await bot.begin()
        for _ in range(6):
            who = await somebody_can_act(discord, people)
            panel = who.direct_messages()[-1]
            await (await choose(who, panel, choices(panel)[0])).answered()
        assert choices(asked.direct_messages()[-1]) != before
        await bot.kill()
        put_back(path, files)
        await bot.begin()

        def is_back() -> bool:
            """Return whether the person's panel shows the turn to which they were called before."""
            return choices(asked.direct_messages()[-1]) == before

        await discord.until(is_back, timeout_s=PATIENCE_S)
        assert await bot.end() == 0
        assert discord.violations == []
