"""`/games` through the real discord.py: all tables of a person on all servers, and followed tables."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from cogs.people.access import KEPT_S
from cogs.text.names import table_name
from localdiscord import ShownMessage
from tables import Person, Phase, Tables
from tables.timing.clock import local
from tables.verbs.lobby import joined
from tables.verbs.play import started
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, choose, moves_of
from tests.tables.toys import opening

HOUR = 3600.0


def listed(evening: Evening, name: str = "Ana") -> ShownMessage:
    return evening.person(name).ephemeral("games")[-1]


def lines_of(shown: ShownMessage, name: str) -> list[str]:
    """Return the lines on a table, up to its button."""
    lines = shown.text.split("\n")
    first = next(place for place, line in enumerate(lines) if f" · {name}" in line)
    return lines[first : first + 4]


async def test_who_has_no_table_is_told_what_to_do(evening: Evening) -> None:
    told = await evening.say("Ana", "games")
    assert f"{evening.mention('table new')} opens one" in told
    assert "*Follow*" in told


async def test_tables_that_wait_for_me_come_first_and_say_since_when(evening: Evening) -> None:
    first = await evening.started("Ana", "Ben", first_player="2")
    second = await evening.started("Cleo", "Ana", first_player="2")
    lobby = await evening.lobby("Dao", "Ana")
    await evening.settled()
    shown = await evening.say("Ana", "games")
    names = [await evening.name_of(table) for table in (first, second, lobby)]
    assert shown.index(names[1]) < shown.index(names[0]) < shown.index(names[2])
    assert not [table for table in (first, second, lobby) if f"`{table}`" in shown]
    since = int((await evening.look(second)).clocks[1].since)
    assert f"Waiting for **you** · turn started <t:{since}:R>" in lines_of(listed(evening), names[1])[2]
    assert "Waiting for Ben · turn started" in lines_of(listed(evening), names[0])[2]
    assert "ready to start" in lines_of(listed(evening), names[2])[2]
    assert "Rapa Nui" in lines_of(listed(evening), names[2])[1]  # The server.
    board = (await evening.tables.messages.get(second))["board"]
    assert f"/{board.channel_id}/{board.message_id})" in lines_of(listed(evening), names[1])[0]
    labels = [button.label for button in listed(evening).buttons]
    assert labels == ["My cards", "My cards", "Board"]
    await evening.press("Ana", "My cards", listed(evening))
    assert await evening.name_of(second) in listed(evening).text


def labels(shown: ShownMessage) -> list[str]:
    return [button.label or "" for button in shown.buttons]


async def passed(evening: Evening, name: str, panel: ShownMessage) -> None:
    """Have a person press the first choice in a panel until it asks nothing more."""
    while moves := moves_of(panel):
        await (await choose(evening.person(name), panel, moves[0])).answered()


async def test_after_a_move_the_next_table_that_waits_is_one_press_away(evening: Evening) -> None:
    mine = evening.person("Ana")
    first, second = [await evening.started("Ana", "Ben", first_player="1") for _ in range(2)]
    names = [await evening.name_of(table) for table in (first, second)]
    await evening.say("Ana", "cards", table=first)
    panel = mine.ephemeral("games")[-1]
    assert not [label for label in labels(panel) if "Next table" in label]
    await passed(evening, "Ana", panel)
    assert labels(panel)[0] == "Next table ▶ (1)"
    await evening.settled()
    direct = next(one for one in mine.direct_messages() if names[0] in one.text)
    await evening.press("Ana", "Refresh", direct)
    assert labels(direct)[0] == "Next table ▶ (1)"
    await evening.press("Ana", "Next table ▶ (1)", direct)
    opened = mine.ephemeral(direct.channel)[-1]
    assert names[1] in opened.text
    assert names[0] in direct.text
    # An ephemeral panel becomes that of the next table, and is not painted as the former any more.
    if len(evening.workers) == 1:
        await evening.press("Ana", "Next table ▶ (1)", panel)
        assert names[1] in panel.text
        await evening.say("Ben", "cards", table=first)
        await passed(evening, "Ben", evening.person("Ben").ephemeral("games")[-1])
        await evening.settled()
        assert names[1] in panel.text


async def test_a_lobby_that_only_waits_for_its_host_says_so_and_can_be_started_there(
    evening: Evening,
) -> None:
    lobby = await evening.lobby("Ana", "Ben")
    name = await evening.name_of(lobby)
    await evening.say("Ben", "games")
    assert "ready to start" in lines_of(listed(evening, "Ben"), name)[2]
    await evening.say("Ana", "games")
    assert "Ready: press Start." in lines_of(listed(evening), name)[2].replace("*", "")
    await evening.press("Ana", "Start", listed(evening))
    assert (await evening.tables.table(lobby)).phase is Phase.RUNNING


async def test_a_table_of_another_server_stands_there_too_without_its_name(evening: Evening) -> None:
    ana, ben = (Person(evening.person(name).id, name) for name in ("Ana", "Ben"))
    far = await opened_far(evening.tables, ana, ben)
    shown = await evening.say("Ana", "games")
    assert await evening.name_of(far) in shown
    assert "<#4321>" in shown


async def opened_far(tables: Tables, ana: Person, ben: Person) -> str:
    answer = await tables.new(
        opening("rapa-nui-cards", guild_id=987, channel_id=4321, wanted_seats=2, turn_s=48 * HOUR), ana, "n"
    )
    far = answer.look.table.id
    await tables.do(far, ben, "j", joined)
    await tables.do(far, ana, "s", started)
    return far


async def test_when_time_runs_out_and_who_is_away_stands_there(evening: Evening) -> None:
    ana, ben = (Person(evening.person(name).id, name) for name in ("Ana", "Ben"))
    far = await opened_far(evening.tables, ana, ben)
    look = await evening.look(far)
    [seat] = look.to_move
    mover, other = ("Ana", "Ben") if seat == 0 else ("Ben", "Ana")
    runs_out = look.clocks[seat].runs_out
    assert runs_out is not None
    assert f"time runs out <t:{int(runs_out)}:R>" in await evening.say(mover, "games")
    day = local(evening.tables.clock.now(), "UTC").date() + timedelta(days=3)
    await evening.say(mover, "settings", away=day.isoformat())
    until = (await evening.look(far)).clocks[seat].away_until
    assert until is not None
    told = await evening.say(other, "games")
    assert f"Waiting for {mover} (away until <t:{int(until) - 1}:D>)" in told
    assert "time runs out" not in told
    assert "**you** (away until" in await evening.say(mover, "games")


async def test_many_tables_are_turned_page_by_page(evening: Evening) -> None:
    ana, ben = (Person(evening.person(name).id, name) for name in ("Ana", "Ben"))
    for number in range(18):
        answer = await evening.tables.new(
            opening("rapa-nui-cards", guild_id=987, channel_id=5000 + number, wanted_seats=2),
            ana,
            f"n{number}",
        )
        await evening.tables.do(answer.look.table.id, ben, f"j{number}", joined)
        await evening.tables.do(answer.look.table.id, ana, f"s{number}", started)
    shown = await evening.say("Ana", "games")
    assert "Page 1 of 3" in shown
    pages = [shown]
    for number in (2, 3):
        await evening.press("Ana", "Next ▶", listed(evening))
        assert f"Page {number} of 3" in listed(evening).text
        pages.append(listed(evening).text)
    found = [table_name(facts) for facts in await evening.tables.tables_of(ana.id)]
    assert all(sum(f" · {name}" in page for page in pages) == 1 for name in found)
    assert listed(evening).button("Next ▶").disabled
    await evening.press("Ana", "◀ Previous", listed(evening))
    assert "Page 2 of 3" in listed(evening).text
    await evening.forge("Ana", listed(evening), "o:games:77")
    assert "Page 3 of 3" in listed(evening).text


async def test_tables_that_i_follow_stand_below_and_can_be_changed(evening: Evening) -> None:
    mine = await evening.started("Dao", "Ben")
    table = await evening.started("Ana", "Cleo")
    await evening.press("Dao", "Follow")
    await evening.press("Dao", "At the end", listed(evening, "Dao"))
    shown = await evening.say("Dao", "games")
    names = [await evening.name_of(one) for one in (mine, table)]
    assert shown.index(names[0]) < shown.index("Tables you follow") < shown.index(names[1])
    assert "I'll message you when the game ends." in shown
    lounge = await evening.say("Dao", "games", channel="lounge")
    assert "I'll message you when the game ends." in lounge
    place = evening.person("Dao").ephemeral("lounge")
    await evening.press("Dao", "Change", place[-1])
    asked = evening.person("Dao").ephemeral("lounge")[-1]
    await evening.press("Dao", "Every turn", asked)
    assert "I'll message you every turn." in await evening.say("Dao", "games")
    await evening.press("Dao", "Stop following", evening.person("Dao").ephemeral("lounge")[-1])
    assert "You're no longer following this table." in evening.person("Dao").ephemeral("lounge")[-1].text
    assert "Tables you follow" not in await evening.say("Dao", "games")


async def test_the_list_works_in_direct_messages_and_in_german(tmp_path: Path) -> None:
    async with an_evening(tmp_path, people={**ENGLISH, "Ana": "de"}) as evening:
        await evening.started("Ben", "Ana", first_player="2")
        panel = await evening.dealt("Ana")
        used = await evening.person("Ana").command("games", channel=panel.channel)
        await used.answered()
        shown = evening.person("Ana").ephemeral()[-1]
        assert "Am Zug: **du** · der Zug begann <t:" in shown.text
        await evening.press("Ana", "Meine Karten", shown)
        await evening.discord.until(
            lambda: moves_of(evening.person("Ana").ephemeral()[-1]), timeout_s=PATIENCE_S
        )


@pytest.mark.only_with("gateway", "else permissions count within a minute")
async def test_a_table_that_i_follow_and_can_t_see_any_more_is_not_told_of(evening: Evening) -> None:
    table = await evening.started("Ana", "Cleo")
    await evening.press("Dao", "Follow")
    await evening.press("Dao", "At the end", listed(evening, "Dao"))
    direct = str(evening.discord.world.direct_channel(evening.person("Dao").user).id)
    assert await evening.name_of(table) in await evening.say("Dao", "games", channel=direct)
    evening.discord.clock.advance(KEPT_S)
    evening.discord.faults.fail("GET", "/guilds/*/members/*", status=403, code=50001, times=9)
    unsure = await evening.say("Dao", "games", channel=direct)
    assert await evening.name_of(table) in unsure
    assert "Waiting for" not in unsure
    evening.discord.faults.clear()
    evening.discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
    if len(evening.workers) > 1:
        evening.discord.clock.advance(KEPT_S)  # Who answers direct messages is not told.
    for channel in (direct, "lounge"):
        assert await evening.name_of(table) not in await evening.say("Dao", "games", channel=channel)
