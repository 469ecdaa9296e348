"""The *Apps* menus of people and messages, through the real discord.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.people.access import KEPT_S
from localdiscord import ShownMessage
from tables import Phase
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening
from tests.play.pairing import each_pairing
from tests.play.test_invited import invites

INVITE, AGAIN, REPLAY, HAPPENED, FOLLOW = (
    "Invite to a table",
    "Play them again",
    "Replay",
    "What happened?",
    "Follow",
)


async def use(evening: Evening, name: str, menu: str, on: Any, channel: str = "games") -> ShownMessage:
    """Use a command of a menu; return the ephemeral message in reply."""
    who = evening.person(name)
    await evening._finished(await who.use(menu, on, None if isinstance(on, ShownMessage) else channel))
    await evening.settled()
    shown = [one for one in evening.person(name).ephemeral() if one.ephemeral]
    return shown[-1]


@each_pairing
async def test_a_person_is_invited_to_the_only_lobby_and_called(evening: Evening) -> None:
    table = await evening.lobby("Ana")
    await evening.settled()
    ben, board = evening.person("Ben"), evening.board()
    told = await use(evening, "Ana", INVITE, ben)
    assert f"You've invited <@{ben.id}>" in told.text
    assert board.message.id in told.text
    [call] = invites(evening)
    assert f"<@{ben.id}>" in call
    assert f"reserved for <@{ben.id}>" in board.text
    assert "invite anyone to the same table twice" in (await use(evening, "Ana", INVITE, ben)).text
    assert invites(evening) == [call]
    await evening.press("Ben", "Join", board)
    assert (await evening.tables.table(table)).seat_of(ben.id) == 1
    assert "already" in (await use(evening, "Ana", INVITE, ben)).text
    assert evening.in_vain() == set()


async def test_who_has_several_lobbies_is_asked_which(evening: Evening) -> None:
    first, second = [await evening.lobby("Ana") for _ in range(2)]
    await evening.settled()
    ben = evening.person("Ben")
    asked = await use(evening, "Ana", INVITE, ben)
    assert f"Which table do you want to invite <@{ben.id}> to?" in asked.text
    button = next(one for one in asked.buttons if f":{second}:" in str(one.custom_id))
    await evening._finished(await evening.person("Ana").click(asked, custom_id=button.custom_id))
    assert "You've invited" in asked.text
    held = [(await evening.tables.table(one)).reserved() for one in (first, second)]
    assert [[one.offered_to for one in seats] for seats in held] == [[], [ben.id]]
    assert (await evening.tables.table(second)).reserved()[0].name == "Ben"


@each_pairing
async def test_who_has_no_lobby_opens_a_table_with_the_seat_reserved_once(evening: Evening) -> None:
    cleo = evening.person("Cleo")
    asked = await use(evening, "Ana", INVITE, cleo)
    assert "None of your tables here is waiting" in asked.text
    assert len(asked.buttons) == 3
    custom_id = asked.buttons[0].custom_id
    await evening._finished(await evening.person("Ana").click(asked, custom_id=custom_id))
    await evening.settled()
    assert "You've invited" in asked.text
    await evening.forge("Ana", asked, str(custom_id))
    await evening.settled()
    [facts] = await evening.tables.tables_in(int(evening.discord.channel("games").id))
    assert [one.offered_to for one in facts.reserved()] == [cleo.id]
    assert len(invites(evening)) == 1
    public = [one for one in evening.person("Dao").messages("games") if "reserved for" in one.text]
    assert len(public) == 1
    assert evening.in_vain() == set()


@pytest.mark.parametrize("menu", [INVITE, AGAIN])
async def test_bots_oneself_those_who_left_and_those_in_a_timeout_get_a_sentence(
    tmp_path: Path, menu: str
) -> None:
    async with an_evening(tmp_path, people=ENGLISH) as evening:
        await evening.lobby("Ana")
        await evening.settled()
        discord, before = evening.discord, len(invites(evening))
        assert "Bots can't play" in (await use(evening, "Ana", menu, discord.bot)).text
        assert "That's you." in (await use(evening, "Ana", menu, evening.person("Ana"))).text
        discord.set_person("Ben", timeout_until="2099-01-01T00:00:00+00:00")
        assert "is timed out" in (await use(evening, "Ana", menu, evening.person("Ben"))).text
        evening.person("Cleo").leave_server()
        assert "isn't on this server" in (await use(evening, "Ana", menu, evening.person("Cleo"))).text
        discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
        discord.clock.advance(KEPT_S)  # Without the gateway, channels are cached.
        assert "can't see this channel" in (await use(evening, "Ana", menu, evening.person("Dao"))).text
        assert len(invites(evening)) == before
        told = await use(evening, "Ana", menu, discord.bot, "@bot")
        assert told.text


@each_pairing
async def test_a_rematch_with_a_person_is_a_click_away(evening: Evening) -> None:
    ben = evening.person("Ben")
    told = await use(evening, "Ana", AGAIN, ben)
    assert f"You and <@{ben.id}> haven't finished a game" in told.text
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    assert "haven't finished a game" in (await use(evening, "Ana", AGAIN, ben)).text
    await evening.run_to_the_end(table, "Ana", "Ben")
    told = await use(evening, "Ana", AGAIN, ben)
    assert "is open in" in told.text
    [again] = await evening.tables.tables_in(int(evening.discord.channel("games").id))
    assert (again.phase, again.owner_id) == (Phase.LOBBY, evening.person("Ana").id)
    assert again.id != table
    told = await use(evening, "Ben", AGAIN, evening.person("Ana"), "lounge")
    assert (await evening.tables.table(again.id)).seat_of(ben.id) == 1
    assert "haven't finished" in (await use(evening, "Dao", AGAIN, ben)).text


@each_pairing
async def test_a_message_tells_its_table(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.dealt("Ana")
    await evening.settled()
    name = await evening.name_of(table)
    messages = [evening.board(), evening.thread()[-1]]
    for shown in messages:
        for menu in (REPLAY, HAPPENED, FOLLOW):
            told = await use(evening, "Dao", menu, shown)
            assert name in told.text, (menu, told.text)
    panel = evening.panel("Ana")
    assert panel is not None
    assert name in (await use(evening, "Ana", REPLAY, panel)).text
    assert "You" in (await use(evening, "Ana", FOLLOW, panel)).text  # Players needn't follow.
    used = await (await evening.person("Dao").command("replay", table=table)).answered()
    assert name in (await use(evening, "Dao", HAPPENED, used.messages[-1])).text


async def test_messages_of_others_and_about_no_table_get_a_sentence(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    board = evening.board()
    said = evening.person("Ben").say("Look at this", "games")
    assert "That message isn't mine" in (await use(evening, "Dao", REPLAY, said)).text
    rules = await (await evening.person("Dao").command("rules", game="ru-ra-re")).answered()
    for menu in (REPLAY, HAPPENED, FOLLOW):
        told = (await use(evening, "Dao", menu, rules.messages[-1])).text
        assert "isn't about one particular table" in told
    # What another author writes proves nothing, whatever ids are in it.
    forged = board.message.payload() | {"author": evening.person("Ben").user.payload()}
    command = next(one for one in evening.discord.commands if one["name"] == REPLAY)
    data = {
        "id": command["id"],
        "name": REPLAY,
        "type": 3,
        "target_id": forged["id"],
        "resolved": {"messages": {forged["id"]: forged}},
    }
    used = await (await evening.person("Dao").raw(2, data, "games")).answered()
    assert "That message isn't mine" in used.messages[-1].text
    assert evening.discord.lacks == []
    lessons = await (await evening.person("Dao").command("learn", game="ru-ra-re")).answered()
    assert (
        "isn't about one particular table" in (await use(evening, "Dao", FOLLOW, lessons.messages[-1])).text
    )
    assert (await evening.tables.table(table)).phase is Phase.RUNNING


async def test_a_lobby_has_nothing_to_watch_yet(evening: Evening) -> None:
    await evening.lobby("Ana")
    await evening.settled()
    for menu in (REPLAY, HAPPENED, FOLLOW):
        told = (await use(evening, "Dao", menu, evening.board())).text
        assert {REPLAY: "hasn't started", HAPPENED: "Nothing has happened", FOLLOW: "following"}[menu] in told
