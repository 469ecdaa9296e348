"""*Invite…*: one call to the lobby, and a reserved seat that nobody else can take."""

from __future__ import annotations

from typing import Any

import pytest

from tests.play.evening import PATIENCE_S, Evening, refusal


def invites(evening: Evening) -> list[str]:
    """Return the calls to the table in the channel."""
    return [one.text for one in evening.person("Dao").messages("games") if "invites you" in one.text]


async def invite(evening: Evening, panel: Any, whom: Any) -> None:
    """As Ana, choose a person from the list of *Set up…*."""
    [menu] = [one for one in panel.selects if ":invite" in one.custom_id]
    await (await evening.person("Ana").choose(panel, whom, custom_id=menu.custom_id)).answered()
    await evening.settled()


async def test_one_message_calls_the_invited_person_and_the_seat_is_theirs(evening: Evening) -> None:
    table = await evening.lobby("Ana", seats=2)
    await evening.settled()
    board, panel, ben = evening.board(), await evening.set_up("Ana"), evening.person("Ben")
    before = {name: evening.pings(name) for name in ("Ana", "Ben", "Dao")}
    await invite(evening, panel, ben)
    [call] = invites(evening)
    assert f"<@{ben.id}>" in call
    assert board.message.id in call
    assert {name: evening.pings(name) - before[name] for name in before} == {"Ana": 0, "Ben": 1, "Dao": 0}
    for shown in (board, panel):
        assert f"*reserved for <@{ben.id}>*" in shown.text
    assert "Seat 2: reserved for Ben." in board.alt_texts[0]
    [told] = await evening.press("Dao", "Join", board)
    assert "The open seats are reserved" in told
    await evening.press("Ana", "Free Ben's seat", panel)
    await evening.settled()
    assert "reserved for" not in board.text
    await invite(evening, panel, ben)
    assert "reserved for" in board.text
    assert invites(evening) == [call]
    await evening.press("Ben", "Join", board)
    facts = await evening.tables.table(table)
    assert [info.person_id for info in facts.seats] == [evening.person("Ana").id, ben.id]
    assert not [one for one in panel.selects if ":invite" in one.custom_id]
    assert evening.in_vain() == set()


async def test_who_starts_without_the_invited_is_asked_once_and_the_call_says_that_the_game_runs(
    evening: Evening,
) -> None:
    table = await evening.lobby("Ana", "Ben")
    await evening.settled()
    board, panel, dao = evening.board(), await evening.set_up("Ana"), evening.person("Dao")
    await invite(evening, panel, dao)
    [call] = [one for one in dao.messages("games") if "invites you" in one.text]
    before = evening.pings("Dao")
    assert "Only the table's host" in (await evening.press("Ben", "Start", board))[0]
    assert f"<@{dao.id}> hasn't joined yet." in (await evening.press("Ana", "Start", board))[0]
    assert (await evening.tables.table(table)).phase == "lobby"
    await evening.press("Ana", "Start", panel)
    assert [button.label for button in panel.buttons] == ["Start anyway", "Set up…"]
    await evening.press("Ana", "Set up…", panel)
    await evening.press("Ana", "Start", panel)
    await evening.press("Ana", "Start anyway", panel)
    assert "Hand:" in panel.text
    await evening.settled()
    assert call.text == f"The game at table “{await evening.name_of(table)}” is under way."
    assert evening.pings("Dao") == before
    assert not [name for name in await evening.tables.messages.get(table) if name.startswith("call:")]


async def test_the_call_to_a_closed_table_says_so(evening: Evening) -> None:
    table = await evening.lobby("Ana", seats=2)
    await evening.settled()
    board = evening.board()
    assert "Play a computer" in [button.label for button in board.buttons]
    await invite(evening, await evening.set_up("Ana"), evening.person("Ben"))
    assert "Play a computer" not in [button.label for button in board.buttons]  # In Ben's place.
    [call] = [one for one in evening.person("Ben").messages("games") if "invites you" in one.text]
    await evening.say("Ana", "table cancel", table=table)
    await evening.settled()
    assert call.text == f"Table “{await evening.name_of(table)}” is closed."


async def test_what_a_host_may_do_in_another_channel_calls_nobody_to_the_table_s(evening: Evening) -> None:
    await evening.lobby("Ana")
    await evening.settled()
    panel, ana = await evening.set_up("Ana"), evening.person("Ana")
    [menu] = [one for one in panel.selects if ":invite" in one.custom_id]
    evening.discord.change_permissions("Ana", "lounge", allow=["MENTION_EVERYONE"])
    role = evening.discord.world.roles()[1]
    data = {"component_type": menu.type, "custom_id": menu.custom_id, "id": 1, "values": [role["id"]]}
    used = await ana.raw(3, data | {"resolved": {"roles": {role["id"]: role}}}, "lounge", panel)
    await used.answered()
    await evening.settled()
    evening.discord.change_permissions("Ana", "games", deny=["SEND_MESSAGES"])
    await invite(evening, panel, evening.person("Ben"))
    assert "You can't write in that channel" in refusal(panel)
    assert invites(evening) == []
    evening.discord.change_permissions("Ana", "games", allow=["MENTION_EVERYONE"])
    await invite(evening, panel, role["id"])
    assert len(invites(evening)) == 1


async def test_a_role_is_called_only_by_who_may_mention_it_and_no_bot_is(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("Ana")
    await evening.settled()
    panel, world = await evening.set_up("Ana"), evening.discord.world
    role = world.roles()[1]
    await invite(evening, panel, role["id"])
    assert "You can't mention this role" in refusal(panel)
    await invite(evening, panel, world.bot.id)
    assert "Bots can't play" in refusal(panel)
    assert invites(evening) == []
    monkeypatch.setattr(type(world), "roles", lambda _: [role | {"mentionable": True}])
    await invite(evening, panel, role["id"])
    await evening.discord.until(lambda: invites(evening), timeout_s=PATIENCE_S)
    assert f"<@&{role['id']}>" in invites(evening)[0]
    assert "reserved" not in panel.text
    await invite(evening, panel, role["id"])
    assert "invite anyone to the same table twice" in refusal(panel)
    assert len(invites(evening)) == 1
