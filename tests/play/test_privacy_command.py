"""`/privacy` through the real discord.py: data in plain words, as a file, and deleted on request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localdiscord import ShownMessage
from tables import Phase
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening


def shown(evening: Evening, name: str = "Ben") -> ShownMessage:
    return evening.person(name).ephemeral("games")[-1]


async def test_of_who_never_played_nothing_is_stored_and_there_is_nothing_to_delete(evening: Evening) -> None:
    assert "I haven't stored anything about you." in await evening.say("Dao", "privacy")
    assert shown(evening, "Dao").buttons == []


async def test_all_that_is_stored_is_said_in_plain_words(evening: Evening) -> None:
    await evening.started("Ana", "Ben", first_player="2")
    await evening.dealt("Ben")
    await evening.settled()
    await evening.lobby("Cleo", "Ben")
    await evening.started("Ana", "Cleo")
    await evening.press("Ben", "Follow")
    await evening.press("Ben", "At the end", shown(evening))
    await evening.say("Ben", "settings", time_zone="Europe/Berlin")
    told = await evening.say("Ben", "privacy")
    for line in (
        "- Your Discord language: English",
        f"- Your choices in {evening.mention('settings')}",
        "- Our direct message channel",
        "- Your seats and names at 2 open tables",
        "- 1 table you follow",
        "- The direct message with your cards, for 1 table",
    ):
        assert line in told.split("\n")
    assert "{" not in told


async def test_that_tables_were_given_names_is_said(evening: Evening) -> None:
    one, two = (
        "- The custom name of one of these tables",
        "- The custom names of 2 of these tables",
    )
    for name, line in (("Friday", one), ("Monday", two)):
        await evening.lobby("Ben")
        await evening.fill("Ben", await evening.set_up("Ben"), "Players and rules…", name=name)
        told = await evening.say("Ben", "privacy")
        assert line in told.split("\n")
        assert name not in told
    await evening.lobby("Dao")
    assert "these tables" not in await evening.say("Dao", "privacy")


async def test_the_file_holds_all_of_it(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()  # Ben's panel tells his direct channel, which is stored too.
    await evening.say("Ben", "privacy")
    await evening.press("Ben", "Download everything", shown(evening))
    [file] = shown(evening).attachments
    assert file["filename"] == "my-data.json"
    content = await evening.bot.http.get_from_cdn(file["url"])
    stored = json.loads(content)
    assert [row["table"] for row in stored["tables"]] == [table]
    assert stored == json.loads(json.dumps(await evening.tables.export_person(evening.person("Ben").id)))


async def test_deleting_asks_once_more_and_can_be_thought_better_of(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.lobby("Ben")
    await evening.say("Ben", "privacy")
    await evening.press("Ben", "Delete everything", shown(evening))
    asked = shown(evening).text
    assert "A computer will take your seat for good in 1 game in progress." in asked
    assert "You'll leave 1 table that hasn't started." in asked
    assert "our direct messages" in asked
    await evening.press("Ben", "No, keep everything", shown(evening))
    assert "Your data" in shown(evening).text
    assert (await evening.tables.table(table)).seats[1].name == "Ben"


@pytest.mark.slow
async def test_who_is_deleted_is_nowhere_any_more_and_the_others_play_on(evening: Evening) -> None:
    ben = evening.person("Ben")
    ended = await evening.started("Ana", "Ben")
    await evening.run_to_the_end(ended, "Ana", "Ben")
    running = await evening.started("Ana", "Ben", first_player="2", pace="instant")
    lobby = await evening.lobby("Cleo", "Ben")
    await evening.settled()
    old_board = await board_of(evening, ended)
    assert "Ben" in old_board.text
    boards = len(evening.person("Ana").messages("games"))
    evening.discord.clock.advance(2 * 3600)
    await evening.say("Ben", "privacy")
    await evening.press("Ben", "Delete everything", shown(evening))
    await evening.press("Ben", "Yes, delete everything", shown(evening))
    assert "deleted everything" in shown(evening).text
    assert "stay on Discord" in shown(evening).text
    await evening.settled()
    stored = await evening.tables.export_person(ben.id)
    assert not any(value for key, value in stored.items() if key != "person_id")
    assert [info.name for info in (await evening.tables.table(lobby)).seats] == ["Cleo"]
    seat = (await evening.tables.table(running)).seats[1]
    assert (seat.person_id, seat.computer is not None) == (None, True)
    assert (await evening.tables.table(running)).phase is Phase.RUNNING
    # The board of the ended game was edited where it stands, though it is old.
    await evening.discord.until(lambda: "Ben" not in old_board.text, timeout_s=PATIENCE_S)
    assert "someone" in old_board.text
    ended_boards = [
        one
        for one in evening.person("Ana").messages("games")[boards:]
        if f"table {ended}" in one.text and not one.ephemeral
    ]
    assert ended_boards == []
    await evening.end()
    dump = str(evening.everything())
    assert str(ben.id) not in dump
    assert "'Ben'" not in dump
    await evening.begin(seed=5)


async def board_of(evening: Evening, table: str) -> ShownMessage:
    """Return the message that is a table's board."""
    screen = (await evening.tables.messages.get(table))["board"]
    found = evening.person("Ana").messages("games")
    return next(one for one in found if one.id == str(screen.message_id))


@pytest.mark.slow
async def test_who_follows_hears_nothing_after_deleting(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.press("Dao", "Follow")
    await evening.press("Dao", "Every turn", shown(evening, "Dao"))
    await evening.say("Dao", "privacy")
    await evening.press("Dao", "Delete everything", shown(evening, "Dao"))
    await evening.press("Dao", "Yes, delete everything", shown(evening, "Dao"))
    before = len(evening.person("Dao").direct_messages())
    evening.discord.clock.advance(120)
    await evening.run_to_the_end(table, "Ana", "Ben")
    assert len(evening.person("Dao").direct_messages()) == before
    assert await evening.tables.followers.of_table(table) == []


@pytest.mark.parametrize("custom_id", ["o:forget:now", "o:data:everything", "o:games:x", "o:data"])
async def test_other_ids_are_answered_and_delete_nothing(evening: Evening, custom_id: str) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.forge("Ben", evening.board(), custom_id)
    assert (await evening.tables.table(table)).seats[1].name == "Ben"
    assert evening.board().text.count("Rules") == 1


async def test_it_speaks_german(tmp_path: Path) -> None:
    async with an_evening(tmp_path, people={**ENGLISH, "Ben": "de"}) as evening:
        await evening.started("Ana", "Ben")
        told = await evening.say("Ben", "privacy")
        assert "Dein Platz und dein Name an 1 offenen Tisch" in told
        await evening.press("Ben", "Alles löschen", shown(evening))
        assert "übernimmt ein Computer deinen Platz" in shown(evening).text


async def test_who_is_deleted_while_their_panel_is_on_its_way_is_not_written_down_again(
    evening: Evening,
) -> None:
    ben = evening.person("Ben")
    held = evening.discord.faults.hold("POST", "/users/@me/channels", after=True)
    table = await evening.started("Ana", "Ben", first_player="2")
    await held.struck.wait()
    await evening.say("Ben", "privacy")
    await evening.press("Ben", "Delete everything", shown(evening))
    await evening.press("Ben", "Yes, delete everything", shown(evening))
    held.release()
    await evening.settled()
    assert (await evening.tables.table(table)).seats[1].person_id is None
    assert ben.direct_messages() == []
    await evening.caught_up()
    await evening.end()
    dump = str(evening.everything())
    assert str(ben.id) not in dump
    assert "'Ben'" not in dump
    place = evening.discord.world.direct_channel(ben.user)
    assert str(place.id) not in dump
    await evening.begin(seed=5)
