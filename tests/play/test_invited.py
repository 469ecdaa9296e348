"""*Invite…*: one call to the lobby, and a seat that nobody else can take."""

from __future__ import annotations

from typing import Any

import pytest

from tests.play.evening import PATIENCE_S, Evening, refusal


def invites(evening: Evening) -> list[str]:
    """The calls to the table in the channel."""
    return [one.text for one in evening.person("Dao").messages("games") if "invites you" in one.text]


async def invite(evening: Evening, panel: Any, whom: Any) -> None:
    """As Ana: choose somebody from the list of *Set up…*."""
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
