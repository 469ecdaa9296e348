"""Messages that call people: first a sentence that a locked phone can show, then the whole message."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from cogs.messages.refresher import AT_ONCE
from localdiscord import Seen, ShownMessage
from localdiscord.rest.faults import Fault
from tables import Person, Tables
from tables.model.limits import DAY_S, WARNED_S
from tables.timing.preferences import with_preferences
from tables.verbs import seat_changes
from tests.play.evening import PATIENCE_S, V2, Evening, moves_of, notices
from tests.play.test_agreements import opened_menu, play_one
from tests.play.test_turns_and_time import HOUR_S, pass_time

pytestmark = pytest.mark.slow


def heard(evening: Evening, name: str) -> list[Seen]:
    """Return the notifications of a person, as they were then."""
    told = {ping.message.id for ping in evening.discord.pings if ping.user is evening.person(name).user}
    return [one for one in notices(evening.discord) if one.id in told]


def said(evening: Evening, name: str) -> str:
    """Return the text that a person's phone showed last."""
    return str(heard(evening, name)[-1].payload["content"])


def is_whole(evening: Evening) -> bool:
    """Whether all messages with notifications that still exist show their full form."""
    return all(ping.message.is_v2 or ping.message.deleted for ping in evening.discord.pings)


async def set_up(evening: Evening, name: str, **settings: str) -> None:
    """Change a person's setting."""
    await evening.bot.parts.tables.people.revise(evening.person(name).id, lambda _: {"settings": settings})


async def test_a_turn_is_called_to_in_words_and_then_shows_the_panel(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1", turn="1d")
    await evening.turn("Ana")
    await evening.settled()
    name = await evening.name_of(table)
    assert said(evening, "Ana") == (
        f"Rapa Nui, the card game, table “{name}”: it's your turn to play a card. Time left: 1 day."
    )
    assert heard(evening, "Ben") == []
    assert moves_of(await evening.dealt("Ana"))
    assert (await evening.dealt("Ana")).content == ""
    assert evening.pings("Ana") == 1


async def test_the_words_are_in_the_language_and_the_zone_of_who_is_called(evening: Evening) -> None:
    evening.discord.set_person("Ana", locale="de")
    await set_up(evening, "Ana", **with_preferences({}, zone="Asia/Tokyo"))
    await evening.started("Ben", "Ana", first_player="2", turn="7d")
    await evening.turn("Ana")
    await evening.settled()
    assert "Du bist dran" in said(evening, "Ana")
    assert "Du hast Zeit bis " in said(evening, "Ana")


async def test_who_is_called_in_the_thread_is_named_there_once(evening: Evening) -> None:
    await set_up(evening, "Ana", notice="thread")
    table = await evening.started("Ana", "Ben", first_player="1", turn="1d")
    await evening.turn("Ana")
    await evening.settled()
    mention = f"<@{evening.person('Ana').id}>"
    name = await evening.name_of(table)
    called = f"{mention}, it's your turn at table “{name}”: play a card. Time left: 1 day."
    assert said(evening, "Ana") == called
    [call] = [one for one in evening.thread() if "your turn" in one.text]
    assert call.mentions == ["Ana"]  # In its full form it still stands out to her.
    assert evening.pings("Ana") == 1
    assert evening.pings("Ben") == 0


@pytest.mark.parametrize("where", ["direct", "thread"])
async def test_reminders_are_words_too(evening: Evening, where: str) -> None:
    for name in ("Ana", "Ben"):
        await set_up(evening, name, notice=where)
    table = await evening.started("Ana", "Ben", first_player="1", turn="1d")
    await evening.turn("Ana")
    await evening.settled()
    await pass_time(evening, 12 * HOUR_S)
    assert "it's still your turn" in said(evening, "Ana")
    assert await evening.name_of(table) in said(evening, "Ana")
    assert "Time left: 12 hours." in said(evening, "Ana")
    assert is_whole(evening)


async def test_a_proposal_an_offer_and_a_closing_name_those_who_are_asked(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await play_one(evening, "Ana", "Ben")
    menu = await opened_menu(evening, "Ana")
    await evening.press("Ana", "Ask to end the game", menu)
    await evening.settled()
    ben = f"<@{evening.person('Ben').id}>"
    question = "Ana asks to end the game without a result."
    assert said(evening, "Ben") == f"{ben}, table “{await evening.name_of(table)}”: {question} Do you agree?"
    menu = await opened_menu(evening, "Ana")
    chosen = await evening.person("Ana").choose(menu, evening.person("Cleo"), custom_id=f"t:{table}:offer")
    await chosen.answered()
    await evening.settled()
    cleo = f"<@{evening.person('Cleo').id}>"
    assert (
        said(evening, "Cleo")
        == f"{cleo}, Ana has offered you their seat at table “{await evening.name_of(table)}”."
    )
    await pass_time(evening, 28 * DAY_S + 1)
    assert "nobody has moved" in said(evening, "Ben")
    assert f"closes in {WARNED_S // DAY_S:.0f} days" in said(evening, "Ben")
    assert is_whole(evening)


async def test_a_follower_s_phone_says_how_it_stands(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.press("Dao", "Follow")
    await evening.press("Dao", "At the end", evening.person("Dao").ephemeral("games")[-1])
    await evening.settled()
    name = await evening.name_of(table)
    begun = f"Rapa Nui, the card game, table “{name}”: You're now following this table. Ana must play a card."
    assert said(evening, "Dao") == begun
    await evening.run_to_the_end(table, "Ana", "Ben")
    assert "wins!" in said(evening, "Dao") or "share the victory" in said(evening, "Dao")
    assert is_whole(evening)


async def test_a_notice_without_a_sound_is_one_request(evening: Evening) -> None:
    await set_up(evening, "Ana", notice="none")
    await set_up(evening, "Ben", notice="none")
    await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    assert evening.discord.pings == []
    direct = [one for one in evening.discord.seen_by("Ana") if one.event == "MESSAGE_CREATE"]
    assert all(one.payload["flags"] & V2 for one in direct)


async def begun(evening: Evening, where: str, order: Callable[[str], Fault], **options: str) -> Fault:
    """Make it Ben's turn while edits of the messages that call him fail; return the fault."""
    await set_up(evening, "Ben", notice=where)
    await evening.started("Ana", "Ben", first_player="1", **options)
    await evening.turn("Ana")
    await evening.settled()
    if where == "direct":
        place = evening.discord.world.direct_channel(evening.person("Ben").user).id
    else:
        place = evening.discord.threads[-1].id
    rooms = [one.bot.parts.refresher._room for one in evening.workers for _ in range(AT_ONCE)]
    for room in rooms:
        await room.acquire()  # Nothing is repainted before it is Ben's turn, so his call is the first edit.
    trouble = order(f"/channels/{place}/messages/*")
    while moves_of(evening.panel("Ana")):
        panel = await evening.dealt("Ana")
        await (await evening.person("Ana").click(panel, custom_id=moves_of(panel)[0])).answered()
    for room in rooms:
        room.release()
    await evening.discord.until(lambda: heard(evening, "Ben"), timeout_s=PATIENCE_S)
    await asyncio.wait_for(trouble.struck.wait(), PATIENCE_S)
    return trouble


def calls_in(evening: Evening, where: str) -> list[ShownMessage]:
    """Return the messages that call Ben, or called him."""
    told = {one.id for one in heard(evening, "Ben")}
    shown = evening.person("Ben").direct_messages() if where == "direct" else evening.thread()
    return [one for one in shown if one.id in told]


@pytest.mark.parametrize("where", ["direct", "thread"])
async def test_a_call_whose_bot_dies_half_way_becomes_whole_after_the_start_and_calls_once(
    evening: Evening, where: str
) -> None:
    held = await begun(evening, where, partial(evening.discord.faults.hold, "PATCH"))
    assert [one.content for one in calls_in(evening, where)] == [said(evening, "Ben")]
    await evening.end()
    held.release()
    await evening.begin()
    await evening.discord.until(lambda: is_whole(evening), timeout_s=PATIENCE_S)
    await evening.turn("Ben")
    await evening.settled()
    [call] = calls_in(evening, where)
    assert call.content == ""
    assert evening.pings("Ben") == 1


async def test_a_call_to_a_turn_that_is_over_when_the_bot_comes_back_does_not_stay_bare(
    evening: Evening,
) -> None:
    held = await begun(evening, "direct", partial(evening.discord.faults.hold, "PATCH"), turn="1d")
    [call] = calls_in(evening, "direct")
    await evening.end()
    held.release()
    evening.discord.clock.advance(25 * HOUR_S)
    await evening.begin()
    await evening.discord.until(lambda: call.deleted or not call.content, timeout_s=PATIENCE_S)
    await evening.settled()
    assert is_whole(evening)


async def test_a_question_that_nobody_is_asked_any_more_when_the_bot_comes_back_does_not_stay_bare(
    evening: Evening,
) -> None:
    await set_up(evening, "Cleo", notice="thread")
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    menu = await opened_menu(evening, "Ana")
    await evening.settled()
    held = evening.discord.faults.hold("PATCH", f"/channels/{evening.discord.threads[-1].id}/messages/*")
    cleo = evening.person("Cleo")
    await (await evening.person("Ana").choose(menu, cleo, custom_id=f"t:{table}:offer")).answered()
    await evening.discord.until(lambda: heard(evening, "Cleo"), timeout_s=PATIENCE_S)
    await asyncio.wait_for(held.struck.wait(), PATIENCE_S)
    [call] = [one for one in evening.thread() if "offered you" in one.content]
    await evening.end()
    held.release()
    ana = evening.person("Ana").user
    tables = await Tables.open(evening.workers[0]._address)
    await tables.do(table, Person(int(ana.id), ana.name), "1", seat_changes.offered, None)
    await tables.close()
    await evening.begin()
    await evening.settled()
    assert call.deleted
    assert is_whole(evening)


@pytest.mark.parametrize("where", ["direct", "thread"])
async def test_a_call_that_discord_does_not_let_become_whole_is_tried_again_and_calls_once(
    evening: Evening, where: str
) -> None:
    await begun(evening, where, partial(evening.discord.faults.fail, "PATCH", status=503, times=2))
    await evening.discord.until(lambda: is_whole(evening), timeout_s=PATIENCE_S)
    await evening.turn("Ben")
    await evening.settled()
    [call] = calls_in(evening, where)
    assert call.content == ""
    assert evening.pings("Ben") == 1


async def test_a_call_from_which_the_bot_is_shut_out_does_not_stay_bare(evening: Evening) -> None:
    refused = partial(evening.discord.faults.fail, "PATCH", status=403, code=50001, times=1)
    await begun(evening, "thread", refused)
    await play_one(evening, "Ben", "Ana")
    await evening.settled()
    assert is_whole(evening)


async def test_a_call_that_calls_nobody_any_more_becomes_whole_too(evening: Evening) -> None:
    trouble = await begun(
        evening, "thread", partial(evening.discord.faults.fail, "PATCH", status=503, times=1000)
    )
    await set_up(evening, "Ben", notice="direct")
    trouble.release()
    await evening.discord.until(lambda: is_whole(evening), timeout_s=PATIENCE_S)
    await evening.settled()
    [call] = calls_in(evening, "thread")
    assert call.content == ""
    assert f"<@{evening.person('Ana').id}>" in call.text


async def play_in_private(evening: Evening, name: str) -> None:
    """Have a person make moves on a panel of *My cards* until they are not asked any more."""
    while (await evening.look(await evening.table_id(), name)).asked is not None:
        await evening.press(name, "My cards")
        panel = evening.person(name).ephemeral("games")[-1]
        await (await evening.person(name).click(panel, custom_id=moves_of(panel)[0])).answered()


async def test_a_call_that_became_whole_as_calling_nobody_stays_when_the_next_one_comes(
    evening: Evening,
) -> None:
    trouble = await begun(
        evening, "thread", partial(evening.discord.faults.fail, "PATCH", status=503, times=1000)
    )
    [first] = calls_in(evening, "thread")
    await play_in_private(evening, "Ben")
    trouble.release()
    await evening.discord.until(lambda: is_whole(evening), timeout_s=PATIENCE_S)
    await evening.settled()
    await play_in_private(evening, "Ana")
    await evening.discord.until(lambda: len(calls_in(evening, "thread")) == 2, timeout_s=PATIENCE_S)
    await evening.settled()
    assert not first.deleted


async def test_a_call_to_a_turn_that_is_over_before_it_is_whole_does_not_stay_bare(evening: Evening) -> None:
    trouble = await begun(
        evening, "direct", partial(evening.discord.faults.fail, "PATCH", status=503, times=1000)
    )
    [first] = calls_in(evening, "direct")
    await play_in_private(evening, "Ben")
    trouble.release()
    await evening.settled()
    assert first.deleted or is_whole(evening)


async def test_a_call_that_is_overtaken_by_the_next_before_it_is_whole_goes_away(evening: Evening) -> None:
    held = await begun(
        evening, "direct", partial(evening.discord.faults.fail, "PATCH", status=503, times=1000)
    )
    [first] = calls_in(evening, "direct")
    for name in ("Ben", "Ana"):
        await play_in_private(evening, name)
    await evening.discord.until(lambda: len(heard(evening, "Ben")) == 2, timeout_s=PATIENCE_S)
    held.release()
    await evening.discord.until(lambda: first.deleted and is_whole(evening), timeout_s=PATIENCE_S)
    await evening.settled()
    assert len(calls_in(evening, "direct")) == 1


async def test_a_call_that_somebody_deletes_at_once_is_not_posted_again(evening: Evening) -> None:
    held = await begun(evening, "direct", partial(evening.discord.faults.hold, "PATCH"))
    [call] = calls_in(evening, "direct")
    evening.discord.delete_message(call.message)
    held.release()
    await evening.settled()
    assert calls_in(evening, "direct") == []
    assert evening.pings("Ben") == 1
