"""Commands, as people use them; and the bot's start, as its operator sees it."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from locales import in_language
from tables.store.sqlite.prepare import prepare
from tests.local import local_discord
from tests.play.evening import PATIENCE_S, Evening
from tests.play.killed_bot import HURRIED, ROOT, KilledBot


async def test_commands_are_called_in_each_language_as_its_catalogue_says(evening: Evening) -> None:
    spoken = ("de", "es-419", "es-ES", "fr", "it", "ja")
    for command in evening.discord.commands:
        is_menu = command["type"] != 1
        for key in ("name",) if is_menu else ("name", "description"):
            assert sorted(command[f"{key}_localizations"]) == list(spoken)
        if is_menu:
            continue
        names = {locale: in_language(locale)(f"commands.name_{command['name']}") for locale in spoken}
        assert command["name_localizations"] == names


async def test_tables_are_listed_and_completed(evening: Evening) -> None:
    assert "None yet" in await evening.say("Dao", "table list")
    first = await evening.lobby("Ana", "Ben")
    second = await evening.lobby("Cleo")
    listed = await evening.say("Dao", "table list")
    assert first in listed
    assert second in listed
    assert "2 players" in listed
    offered = await evening.person("Dao").complete("table show", "table", "cleo")
    assert [value for _, value in offered] == [second]
    assert "has several tables" in await evening.say("Dao", "table show")
    assert await evening.person("Ana").complete("cards", "table", "") == [
        (f"{await evening.name_of(first)} · Rapa Nui, the card game · Ana, Ben", first)
    ]


async def test_a_table_s_name_is_known_however_it_is_typed(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.started("Ana", "Cleo")
    name = await evening.name_of(table)
    wide = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else "\u3000" for sign in name)
    for typed in (name, name.upper(), f"  {name.lower()} ", wide, table.upper()):
        assert table in [value for _, value in await evening.person("Ana").complete("cards", "table", typed)]
        assert name in await evening.say("Ana", "cards", table=typed)
        assert name in await evening.say("Ana", "replay", table=typed)


async def test_leaving_hands_the_table_over_and_the_last_one_ends_it(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    assert "You've left table" in await evening.say("Ana", "table leave")
    view = await evening.tables.table(table)
    assert [info.name for info in view.seats] == ["Ben"]
    await evening.press("Ben", "Leave")
    assert (await evening.tables.table(table)).phase == "cancelled"
    assert "no open table here" in await evening.say("Ben", "table leave")


async def test_who_sits_at_no_table_here_that_can_be_left_is_told_so(evening: Evening) -> None:
    none = "no table here that you can leave"
    lobby = await evening.lobby("Cleo")
    assert none in await evening.say("Ana", "table leave")
    first = await evening.started("Ana", "Ben")
    assert "already started" in await evening.say("Ana", "table leave")
    assert none in await evening.say("Dao", "table leave")
    await evening.started("Ana", "Ben")
    assert none in await evening.say("Ana", "table leave")
    assert "already started" in await evening.say("Ana", "table leave", table=first)
    # Of those at which one sits, only one can be left, so that is meant.
    await evening.forge("Ana", evening.board(), f"t:{lobby}:join")
    assert "You've left table" in await evening.say("Ana", "table leave")
    assert [info.name for info in (await evening.tables.table(lobby)).seats] == ["Cleo"]


async def test_of_several_tables_those_are_offered_that_one_may_end(evening: Evening) -> None:
    tables = [await evening.lobby(owner, "Cleo") for owner in ("Ana", "Ben")]
    for name in ("Cleo", "Dao"):
        assert "You aren't the host of any table here" in await evening.say(name, "table cancel")
    evening.discord.change_permissions("Dao", "games", allow=["MANAGE_MESSAGES"])
    assert "Which table?" in await evening.say("Dao", "table cancel")
    offered = evening.person("Dao").ephemeral("games")[-1]
    assert [button.label for button in offered.buttons] == ["Close table", "Close table"]
    await evening.press("Dao", "Close table", offered)
    assert f"Table “{await evening.name_of(tables[0])}” is closed." in offered.text
    # A running game is asked about in the list's place, and the way back is the list.
    running = await evening.started("Ana", "Ben")
    await evening.say("Dao", "table cancel")
    listed = evening.person("Dao").ephemeral("games")[-1]
    await evening.press("Dao", "End the game", listed)
    assert "You can't undo this" in listed.text
    assert [button.label for button in listed.buttons] == ["End the game", "‹ Back"]
    await evening.press("Dao", "‹ Back", listed)
    assert [button.label for button in listed.buttons] == ["Close table", "End the game"]
    asked = f"t:{running}:cancel:.list"
    await evening.press("Dao", "End the game", listed)
    await evening.press("Dao", "End the game", listed)
    assert (await evening.tables.table(running)).phase == "cancelled"
    assert f"{await evening.name_of(running)}” is closed." in listed.text
    assert [button.label for button in listed.buttons] == ["Close table"]
    # Who is late finds the list as it is now.
    assert await evening.forge("Dao", listed, asked) == []
    assert "This table has been closed." in listed.text
    assert [button.label for button in listed.buttons] == ["Close table"]
    # Ben may end one of the two that are left, so that one is meant; the other's host is told why not.
    await evening.started("Ana", "Ben")
    assert f"Table “{await evening.name_of(tables[1])}” is closed" in await evening.say("Ben", "table cancel")
    await evening.started("Ana", "Cleo")
    assert "week" in await evening.say("Ana", "table cancel")


async def test_only_the_owner_or_a_moderator_cancels(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben")
    [told] = await evening.press("Ben", "Set up…")
    assert "Only the table's host" in told
    [told] = await evening.forge("Ben", evening.board(), f"t:{table}:cancel")
    assert "Only the table's host" in told
    told = await evening.say("Ana", "table cancel")
    assert told.endswith(f"Table “{await evening.name_of(table)}” is closed.")
    await evening.discord.until(
        lambda: "closed before it started" in evening.board().text, timeout_s=PATIENCE_S
    )


async def test_whoever_ends_a_running_game_is_asked_once_whether_they_are_sure(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    assert "Only the table's host" in await evening.say("Ben", "table cancel")
    evening.discord.change_permissions("Dao", "games", allow=["MANAGE_MESSAGES"])
    asked = await evening.say("Dao", "table cancel")
    assert "The game will end without a result for everyone" in asked
    assert (await evening.tables.table(table)).phase == "running"
    question = evening.person("Dao").ephemeral("games")[-1]
    assert [button.label for button in question.buttons] == ["End the game"]
    # Somebody else who sends the same click is told what they may not do, and asked nothing.
    [told] = await evening.forge("Ben", evening.board(), question.custom_ids[0])
    assert "Only the table's host" in told
    assert (await evening.tables.table(table)).phase == "running"
    await evening.press("Dao", "End the game", question)
    assert "is closed." in question.text
    assert not [button for button in question.buttons if button.label == "End the game"]
    await evening.settled()
    assert "closed without a result" in evening.board().text
    [told] = await evening.forge("Dao", evening.board(), f"t:{table}:cancel:sure")
    assert "closed" in told


async def test_cards_and_games_lead_to_each_of_several_tables(evening: Evening) -> None:
    assert "You aren't in a game right now" in await evening.say("Ana", "cards")
    assert "You aren't at a table right now" in await evening.say("Ana", "games")
    first = await evening.started("Ana", "Ben")
    assert "Hand:" in await evening.say("Ana", "cards")
    second = await evening.started("Ana", "Cleo")
    for command in ("cards", "games"):
        chooser = await evening.say("Ana", command)
        for table in (first, second):
            assert await evening.name_of(table) in chooser
    message = evening.person("Ana").ephemeral("games")[-1]
    clicked = await evening.person("Ana").click(message, custom_id=message.custom_ids[0])
    await clicked.answered()
    assert "Hand:" in evening.person("Ana").ephemeral("games")[-1].text
    assert "Hand:" in await evening.say("Ana", "cards", table=first)
    assert "You aren't playing at this table" in await evening.say("Dao", "cards", table=first)


async def test_rules_are_turned_page_by_page(evening: Evening) -> None:
    assert "The idea" in await evening.say("Dao", "rules", game="rapa-nui-cards")
    dao = evening.person("Dao")
    for page in range(2, 6):
        clicked = await dao.click(dao.ephemeral("games")[-1], "Next ▶")
        await clicked.answered()
        assert f"Page {page} of 5" in dao.ephemeral("games")[-1].text
    assert dao.ephemeral("games")[-1].button("Next ▶").disabled


async def test_language_and_direct_messages_are_set_by_each_person(evening: Evening) -> None:
    await evening.say("Ben", "settings")
    ben = evening.person("Ben")
    chosen = await ben.choose(ben.ephemeral("games")[-1], "Deutsch", custom_id="o:set:language")
    await chosen.answered()
    clicked = await ben.click(ben.ephemeral("games")[-1], "Nein, ich nutze „Meine Karten“")
    await clicked.answered()
    await evening.started("Ana", "Ben")
    await evening.press("Ben", "My cards")
    assert "Opferkarten:" in ben.ephemeral("games")[-1].text
    await evening.dealt("Ana")
    await evening.discord.until(lambda: evening.thread(), timeout_s=PATIENCE_S)
    assert ben.direct_messages() == []
    assert not any("can't send you direct messages" in shown.text for shown in evening.thread())


async def test_the_log_shows_the_latest_and_where_all_of_it_is(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.discord.until(lambda: "Play-by-play:" in evening.board().text, timeout_s=PATIENCE_S)
    [told] = await evening.press("Dao", "Log")
    assert "the game starts." in told
    assert "Play-by-play:" in told


# The start


async def started(folder: Path, *arguments: str, **env: str) -> tuple[int, str]:
    """Run `python bot.py` until it ends by itself; return its exit status and its output."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        *arguments,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "LANG": "C", **env},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, _ = await asyncio.wait_for(process.communicate(), PATIENCE_S)
    return process.returncode or 0, said.decode()


async def test_without_a_token_it_says_what_to_do(tmp_path: Path) -> None:
    status, said = await started(tmp_path, DISCORD_TOKEN="")
    assert status == 1
    assert "make play" in said
    assert len(said.strip().splitlines()) == 1


@pytest.mark.slow
@pytest.mark.only_with("sqlite", "it is about files")
async def test_a_wrong_token_and_a_bad_database_are_told(tmp_path: Path) -> None:
    async with local_discord() as discord:
        status, said = await started(tmp_path, DISCORD_TOKEN="wrong", DISCORD_API_BASE=discord.api_base)
    assert status == 1
    assert "rejected this token" in said
    (tmp_path / "bad.sqlite3").write_text("no database")
    status, said = await started(tmp_path, DISCORD_TOKEN="x", DATABASE_PATH="bad.sqlite3")
    assert status == 1
    assert "isn't one of this bot's databases" in said
    assert (tmp_path / "bad.sqlite3").read_text() == "no database"
    before = os.listdir(tmp_path)
    for arguments in ((), ("--check",)):
        status, said = await started(
            tmp_path, *arguments, DISCORD_TOKEN="x", DATABASE_URL="tables:swordfish@127.0.0.1:5432/tables"
        )
        assert status == 1
        assert said.strip().startswith("DATABASE_URL must look like postgresql://")
        assert "swordfish" not in said
    assert os.listdir(tmp_path) == before


@pytest.mark.slow
@pytest.mark.only_with("sqlite", "it is about files")
async def test_a_bot_whose_file_turns_out_to_be_damaged_stops(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"
    prepare(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_schema WHERE name = 'journal_opened_by'")
    async with local_discord() as discord:
        status, said = await started(
            tmp_path,
            DISCORD_TOKEN=discord.token,
            DISCORD_API_BASE=discord.api_base,
            DATABASE_PATH=str(path),
        )
    assert status == 1
    assert f"The database {path} is damaged, so the bot has stopped." in said


@pytest.mark.slow
@pytest.mark.only_with("sqlite", "it is about files")
async def test_a_second_bot_on_the_same_database_is_refused(tmp_path: Path) -> None:
    async with local_discord() as discord:
        bot = KilledBot(discord, tmp_path / "tables.sqlite3", program=HURRIED)
        await bot.begin()
        status, said = await started(
            tmp_path, DISCORD_TOKEN="x", DATABASE_PATH=str(tmp_path / "tables.sqlite3")
        )
        assert status == 1
        assert "Another bot process is using" in said
        assert await bot.end() == 0


@pytest.mark.slow
@pytest.mark.only_with("sqlite", "it is about files")
async def test_before_an_update_the_tables_are_checked_beside_the_bot_that_plays_them(
    evening: Evening, tmp_path: Path
) -> None:
    table = await evening.started("Ana", "Ben")
    status, said = await started(tmp_path, "--check", DATABASE_PATH=str(evening.path))
    assert (status, said.strip().splitlines()[1:]) == (0, [])
    assert "this version can read it" in said
    with closing(sqlite3.connect(evening.path)) as connection, connection:
        connection.execute("UPDATE journal SET text = '?' WHERE kind = 'move' AND table_id = ?", (table,))
    status, said = await started(tmp_path, "--check", DATABASE_PATH=str(evening.path))
    assert status == 1
    assert f"{table} (rapa-nui-cards): its saved game is damaged at step" in said
    status, said = await started(tmp_path, "--check", DATABASE_PATH="missing.sqlite3")
    assert (status, "There's no database" in said) == (1, True)
    assert await evening.play_to_the_end("Ana", "Ben") > 0


async def test_cards_asked_for_in_direct_messages_leave_the_panel_there_alone(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    ana = evening.person("Ana")
    panel = await evening.dealt("Ana")
    await evening.settled()
    for command in ("games", "cards"):
        used = await ana.command(command, channel=panel.channel)
        await used.answered()
    asked = [shown for shown in ana.direct_messages() if shown.ephemeral]
    clicked = await ana.click(asked[0], custom_id=asked[0].custom_ids[0])
    await clicked.answered()
    for shown in [one for one in ana.direct_messages() if one.ephemeral and "Hand:" in one.text]:
        for custom_id in shown.custom_ids[:1]:
            await (await ana.click(shown, custom_id=custom_id)).answered()
    await evening.settled()
    kept = [shown for shown in ana.direct_messages() if not shown.ephemeral]
    assert len(kept) == 1
    assert "Hand:" in kept[0].text


async def test_a_game_is_told_though_somebody_left_its_lobby(evening: Evening) -> None:
    await evening.lobby("Ana", "Ben", "Cleo")
    await evening.press("Ben", "Leave")
    await evening.press("Cleo", "Leave")
    await evening.press("Dao", "Join")
    await evening.press("Ana", "Start")
    await evening.settled()
    [told] = await evening.press("Dao", "Log")
    assert "the game starts." in told
