"""Followed tables: followers get direct messages with public facts, at each turn or at the end."""

from __future__ import annotations

import asyncio
import re
from ast import literal_eval
from collections.abc import Callable
from pathlib import Path

import pytest

from cogs.messages.followers import SPACING_S
from cogs.people import access
from localdiscord import ShownMessage
from tables import Follower, Person, StorageFailed, What
from tables.verbs.lobby import cancelled
from tables.verbs.seat_changes import offered, taken
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, moves_of, refusal
from tests.play.pairing import each_pairing

pytestmark = pytest.mark.slow


def notice(evening: Evening, name: str = "Dao") -> ShownMessage:
    """Return a person's newest direct message."""
    return evening.person(name).direct_messages()[-1]


def choice(evening: Evening, name: str = "Dao") -> ShownMessage:
    return evening.person(name).ephemeral("games")[-1]


async def follows(evening: Evening, label: str, name: str = "Dao") -> None:
    """Press *Follow* on the board, then a choice."""
    await evening.press(name, "Follow")
    await evening.press(name, label, choice(evening, name))


async def become(evening: Evening, table: str, are_so: Callable[[list[Follower]], bool]) -> None:
    """Wait until a table's followers are as given."""
    async with asyncio.timeout(PATIENCE_S):
        while not are_so(await evening.tables.followers.of_table(table)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def moves(evening: Evening, *names: str) -> str:
    """Have a player who can act make a first move; return their name."""
    who = await evening.turn(*names)
    panel = await evening.dealt(who)
    clicked = await evening.person(who).click(panel, custom_id=moves_of(panel)[-1])
    await clicked.answered()
    await evening.settled()
    return who


async def turn_passes(evening: Evening, table: str, *names: str) -> None:
    """Make moves until it is another player's turn."""
    before = (await evening.look(table)).to_move
    while (await evening.look(table)).to_move == before:
        await moves(evening, *names)


def received(evening: Evening, name: str = "Dao") -> list[str]:
    """Return the ids of the direct messages that were posted to a person."""
    direct = evening.discord.world.direct_channel(evening.person(name).user).id
    seen = evening.discord.seen_by(name)
    return [one.id for one in seen if one.event == "MESSAGE_CREATE" and one.channel_id == direct]


@each_pairing
async def test_who_follows_gets_the_board_at_once_and_again_when_it_is_another_s_turn(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    [asked] = await evening.press("Dao", "Follow")
    assert "When should I message you about this table?" in asked
    assert "You aren't following this table." in asked
    await evening.press("Dao", "Every turn", choice(evening))
    assert "I'll message you every turn" in choice(evening).text
    first = notice(evening)
    assert "You're now following this table." in first.text
    assert evening.board().text.split("\n")[1] in first.text  # Whose turn it is.
    assert first.attachments  # The board.
    await evening.settled()
    assert received(evening) == [first.id]
    posts = [one for one in evening.discord.requests if one.path == f"/channels/{first.channel.id}/messages"]
    assert len(posts) == 1  # By who has answered the click, and knows their language.
    evening.discord.clock.advance(SPACING_S + 1)
    await turn_passes(evening, table, "Ana", "Ben")
    second = await evening.discord.until(
        lambda: notice(evening) if notice(evening).id != first.id else None, timeout_s=PATIENCE_S
    )
    assert second is not None
    assert "Since the last message:" in second.text
    assert "You're now following this table." not in second.text
    assert {button.label for button in second.buttons} == {"Board", "Stop following"}
    assert second.button("Board").url is not None
    assert received(evening) == [first.id, second.id]
    assert second.mentions == []


async def test_a_game_that_moves_fast_sends_one_message_a_minute_with_the_newest_state(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    first = notice(evening).id
    for _ in range(4):
        await turn_passes(evening, table, "Ana", "Ben")
    assert received(evening) == [first]
    board = evening.board().text
    evening.discord.clock.advance(SPACING_S)
    await evening.discord.until(lambda: len(received(evening)) == 2, timeout_s=PATIENCE_S)
    await evening.settled()
    assert [shown.id for shown in evening.person("Dao").direct_messages()] == received(evening)[1:]
    assert board.split("\n")[0] in notice(evening).text
    assert board.split("\n")[1] in notice(evening).text  # Whose turn it is.
    # Nothing new: no other message, however long it takes.
    evening.discord.clock.advance(3 * SPACING_S)
    evening.bot.parts.refresher.mark(table)
    await evening.settled()
    assert len(received(evening)) == 2


async def test_moves_of_computer_players_are_told_with_the_turn_of_a_person(evening: Evening) -> None:
    table = await evening.lobby("Ana", pace="relaxed")
    await evening.set_up("Ana", "Steady", "Steady")
    await evening.press("Ana", "Start")
    await person_owes(evening, table)
    await follows(evening, "Every turn")
    for posted in (1, 2, 3):
        assert len(received(evening)) == posted
        evening.discord.clock.advance(SPACING_S + 1)
        while (await evening.look(table)).to_move == (0,):
            await moves(evening, "Ana")
        assert len(received(evening)) == posted  # The computer players think.
        await person_owes(evening, table)
        await evening.settled()
        assert "Makemake" in notice(evening).text
    assert len(received(evening)) == 4


async def person_owes(evening: Evening, table: str) -> None:
    """Move the clock until the computer players have made their moves."""
    while (await evening.look(table)).to_move != (0,):
        evening.discord.clock.advance(4)
        await evening.settled()
        await asyncio.sleep(0)


async def test_who_wants_to_hear_of_the_end_hears_nothing_before_and_then_the_result(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "At the end")
    first = notice(evening).id
    evening.discord.clock.advance(SPACING_S + 1)
    await turn_passes(evening, table, "Ana", "Ben")
    evening.discord.clock.advance(SPACING_S + 1)
    await evening.settled()
    assert received(evening) == [first]
    await evening.run_to_the_end(table, "Ana", "Ben")
    assert len(received(evening)) == 2
    told = notice(evening)
    assert "wins!" in told.text or "share the victory" in told.text
    assert [button.label for button in told.buttons] == ["Board"]
    assert await evening.tables.followers.of_table(table) == []
    evening.bot.parts.refresher.mark(table)
    await evening.settled()
    assert len(received(evening)) == 2


async def test_a_table_that_is_ended_is_told_too(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    await evening.tables.do(table, person_of(evening, "Ana"), "c", cancelled, moderator=True)
    await evening.settled()
    await evening.discord.until(lambda: "closed" in notice(evening).text, timeout_s=PATIENCE_S)
    await evening.settled()
    assert await evening.tables.followers.of_table(table) == []
    assert "Stop following" not in notice(evening).text


async def test_an_end_is_told_that_came_before_the_click_to_follow_failed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()

    async def failed(_: object) -> None:
        await evening.tables.do(table, person_of(evening, "Ana"), "c", cancelled, moderator=True)
        await evening.keeper(table).bot.parts.refresher.painted(table)
        raise StorageFailed("disk_full")

    for one in evening.workers:
        monkeypatch.setattr(one.bot.parts.people, "note_locale", failed)
    await follows(evening, "Every turn")
    await evening.discord.until(lambda: "closed" in notice(evening).text, timeout_s=PATIENCE_S)
    await evening.settled()
    assert await evening.tables.followers.of_table(table) == []


def person_of(evening: Evening, name: str) -> Person:
    return Person(evening.person(name).id, name)


async def test_who_stops_in_the_direct_message_sees_it_there_and_hears_nothing_more(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    told = notice(evening)
    await evening.press("Dao", "Stop following", told)
    assert "You're no longer following this table." in notice(evening).text
    assert notice(evening).id == told.id
    evening.discord.clock.advance(SPACING_S + 1)
    await turn_passes(evening, table, "Ana", "Ben")
    await evening.settled()
    assert received(evening) == [told.id]
    assert await evening.tables.followers.of_table(table) == []


async def test_who_stops_at_the_board_and_begins_again_gets_one_new_message(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await follows(evening, "At the end")
    first = notice(evening).id
    await evening.press("Dao", "Stop following", choice(evening))
    assert "You aren't following this table." in choice(evening).text
    assert evening.person("Dao").direct_messages() == []
    await evening.press("Dao", "Every turn", choice(evening))
    await evening.settled()
    assert notice(evening).id != first
    assert len(received(evening)) == 2


async def test_who_stops_before_the_first_message_was_whole_keeps_no_sentence_of_it(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.settled()
    dao = evening.person("Dao")
    place = evening.discord.world.direct_channel(dao.user).id
    whole = evening.discord.faults.fail("PATCH", f"/channels/{place}/messages/*", status=503, times=1000)
    await follows(evening, "Every turn")
    assert whole.hits
    [sentence] = dao.direct_messages()
    assert not sentence.payload["components"]
    await evening.press("Dao", "Stop following", choice(evening))
    assert dao.direct_messages() == []


async def test_to_hear_of_more_or_less_sends_nothing(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "At the end")
    for label, what in (("Every turn", What.TURNS), ("At the end", What.END)):
        await evening.press("Dao", label, choice(evening))
        follower = await evening.tables.followers.get(table, evening.person("Dao").id)
        assert follower is not None
        assert follower.what is what
    await evening.settled()
    assert len(received(evening)) == 1


async def test_clicking_twice_at_once_sends_one_message(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    await evening.press("Dao", "Follow")
    clicks = [await evening.person("Dao").click(choice(evening), "Every turn") for _ in range(3)]
    await asyncio.gather(*(click.answered() for click in clicks))
    await evening.settled()
    assert len(evening.person("Dao").direct_messages()) == 1


async def test_who_sits_at_the_table_is_told_that_they_hear_anyway(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    [told] = await evening.press("Ana", "Follow")
    assert "You're playing at this table" in told
    [told] = await evening.forge("Ben", evening.board(), f"t:{table}:follow:turns")
    assert "You're playing at this table" in told
    assert await evening.tables.followers.of_table(table) == []


async def test_a_table_is_followed_by_those_who_see_its_channel_alone(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    evening.discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
    await evening.say("Dao", "rules", channel="lounge", game="rapa-nui-cards")
    elsewhere = evening.person("Dao").ephemeral("lounge")[-1]
    for detail in ("", ":turns", ":end"):
        [told] = await evening.forge("Dao", elsewhere, f"t:{table}:follow{detail}")
        assert "can't find that table" in told
    evening.discord.change_permissions("Dao", "games")
    [told] = await evening.forge("Dao", evening.board(), f"t:{table}:follow:everything")
    assert "This button no longer works" in told
    assert await evening.tables.followers.of_table(table) == []


async def loses_sight(evening: Evening, how: str) -> None:
    """Take Dao's sight of the channel away, in one of several ways."""
    match how:
        case "denied":
            evening.discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
        case "left":
            evening.person("Dao").leave_server()


@pytest.mark.parametrize("how", ["denied", "left"])
@pytest.mark.parametrize("label", ["Every turn", "At the end"])
async def test_who_can_t_see_the_channel_any_more_hears_nothing_of_it(
    evening: Evening, how: str, label: str
) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, label)
    await evening.settled()
    before = len(received(evening))
    evening.discord.clock.advance(SPACING_S + 1)
    await loses_sight(evening, how)
    await turn_passes(evening, table, "Ana", "Ben")
    if label == "At the end":
        await evening.tables.do(
            table, Person(evening.person("Ana").id, "Ana"), "c", cancelled, moderator=True
        )
    await evening.settled()
    assert len(received(evening)) == before
    assert await evening.tables.followers.of_table(table) == []
    assert evening.person("Dao").direct_messages() == []


async def test_while_discord_does_not_say_who_is_there_a_notice_waits(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "PATIENCE_S", 0.3)
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    await turn_passes(evening, table, "Ana", "Ben")
    await evening.end()
    evening.discord.clock.advance(SPACING_S + 1)
    evening.discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
    before = len(received(evening))
    evening.discord.faults.fail("GET", "*/members/*", status=500, times=100)
    await evening.begin(seed=2)
    await evening.settled()
    assert len(await evening.tables.followers.of_table(table)) == 1
    evening.discord.faults.orders.clear()
    evening.discord.clock.advance(SPACING_S + 1)
    await become(evening, table, lambda followers: not followers)
    assert len(received(evening)) == before


async def test_with_closed_direct_messages_nothing_is_stored_and_the_answer_is_kind(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    dao = evening.person("Dao")
    dao.close_direct_messages()
    await evening.press("Dao", "Follow")
    assert await evening.press("Dao", "At the end", choice(evening)) == []
    assert "can't send you direct messages" in refusal(choice(evening))
    assert await evening.tables.followers.of_table(table) == []
    stored = await evening.tables.export_person(dao.id)
    assert not any(value for key, value in stored.items() if key != "person_id")
    dao.open_direct_messages()
    await follows(evening, "At the end")
    assert "You're now following this table." in notice(evening).text


async def test_who_closes_their_direct_messages_later_is_dropped_and_nobody_else(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn", "Cleo")
    await follows(evening, "Every turn")
    evening.person("Dao").close_direct_messages()
    evening.discord.clock.advance(SPACING_S + 1)
    await turn_passes(evening, table, "Ana", "Ben")
    await evening.settled()
    assert [one.person_id for one in await evening.tables.followers.of_table(table)] == [
        evening.person("Cleo").id
    ]
    assert len(received(evening, "Cleo")) == 2
    assert len(received(evening)) == 1


async def test_who_sits_down_later_gets_a_player_s_notices_instead(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    dao, ben = person_of(evening, "Dao"), person_of(evening, "Ben")
    await evening.tables.do(table, ben, "o", offered, dao)
    await evening.tables.do(table, dao, "t", taken, 1)
    await evening.settled()
    await evening.discord.until(
        lambda: "Hand:" in (panel.text if (panel := evening.panel("Dao")) else ""), timeout_s=PATIENCE_S
    )
    await evening.settled()
    assert await evening.tables.followers.of_table(table) == []
    assert len(evening.person("Dao").direct_messages()) == 1


# Crashes and trouble


async def test_a_restart_goes_on_where_it_was_and_says_nothing_twice(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    await turn_passes(evening, table, "Ana", "Ben")
    assert len(received(evening)) == 1
    await evening.end()
    evening.discord.clock.advance(SPACING_S + 1)
    await evening.begin(seed=2)
    await evening.discord.until(lambda: len(received(evening)) == 2, timeout_s=PATIENCE_S)
    await evening.settled()
    await evening.end()
    await evening.begin(seed=3)
    await evening.settled()
    assert len(received(evening)) == 2
    assert len(evening.person("Dao").direct_messages()) == 1


async def test_an_answer_of_discord_that_got_lost_sends_nothing_twice(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    evening.discord.clock.advance(SPACING_S + 1)
    [told] = [one.told for one in await evening.tables.followers.of_table(table)]
    direct = evening.discord.world.direct_channel(evening.person("Dao").user).id
    evening.discord.faults.fail("POST", f"*/channels/{direct}/messages", status=400, after=True)
    await turn_passes(evening, table, "Ana", "Ben")
    await become(evening, table, lambda followers: all(one.told > told for one in followers))
    await evening.settled()
    assert len(received(evening)) == 2
    assert len(evening.person("Dao").direct_messages()) == 1


async def test_a_first_message_that_fails_comes_a_little_later(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    direct = evening.discord.world.direct_channel(evening.person("Dao").user).id
    evening.discord.faults.fail("POST", f"*/channels/{direct}/messages", status=403, code=40001, times=1)
    await follows(evening, "At the end")
    assert "I'll message you when the game ends." in choice(evening).text
    await evening.discord.until(lambda: len(received(evening)) == 1, timeout_s=PATIENCE_S)
    await evening.settled()
    assert "You're now following this table." in notice(evening).text
    [follower] = await evening.tables.followers.of_table(table)
    assert follower.is_confirmed


async def test_a_notice_that_somebody_deleted_is_followed_by_the_next_one(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await follows(evening, "Every turn")
    evening.discord.delete_message(notice(evening).message)
    evening.discord.clock.advance(SPACING_S + 1)
    await turn_passes(evening, table, "Ana", "Ben")
    await evening.discord.until(lambda: len(received(evening)) == 2, timeout_s=PATIENCE_S)


# What they see


async def test_a_follower_is_written_to_in_their_own_language(tmp_path: Path) -> None:
    people = {**ENGLISH, "Dao": "de"}
    async with an_evening(tmp_path, people=people) as evening:
        table = await evening.started("Ana", "Ben")
        await evening.press("Dao", "Follow")
        assert "Du folgst diesem Tisch nicht." in choice(evening).text
        await evening.press("Dao", "Bei jedem Zug", choice(evening))
        assert "Du folgst jetzt diesem Tisch." in notice(evening).text
        evening.discord.clock.advance(SPACING_S + 1)
        await turn_passes(evening, table, "Ana", "Ben")
        await evening.discord.until(lambda: "Seit der letzten" in notice(evening).text, timeout_s=PATIENCE_S)
        await evening.settled()
        assert {button.label for button in notice(evening).buttons} == {"Spielplan", "Nicht mehr folgen"}


async def test_a_follower_sees_what_stands_on_the_board_and_in_the_thread_and_nothing_else(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben", "Cleo")
    await follows(evening, "Every turn")
    for _ in range(6):
        evening.discord.clock.advance(SPACING_S + 1)
        await turn_passes(evening, table, "Ana", "Ben", "Cleo")
        await evening.settled()
        board, thread = evening.board(), "\n".join(shown.text for shown in evening.thread())
        public = set(f"{board.text}\n{thread}".split("\n"))
        own = {"-# Since the last message:", "Stop following", "Board"}
        mine = notice(evening).text.split("\n")
        told = [line for line in mine if not line.endswith("aren't shown.")]  # That more happened.
        assert [line for line in told if line not in public and line not in own] == []
        assert {one["filename"] for one in notice(evening).attachments} <= {
            one["filename"] for one in board.attachments
        }
    assert len(received(evening)) == 7


ID = re.compile(r"\d{16,20}")


async def chosen(evening: Evening, name: str, row: int) -> None:
    shown = await evening.dealt(name)
    custom_id = next(
        one.custom_id for one in shown.buttons if (one.custom_id or "").endswith(f":choose {row}")
    )
    await (await evening.person(name).click(shown, custom_id=custom_id)).answered()
    await evening.settled()


async def what_dao_got(folder: Path, first: int, then: int | None) -> list[str]:
    """Have Ana choose in secret, perhaps twice, while Dao follows; return all that Dao received."""
    async with an_evening(folder, people=ENGLISH) as evening:
        await evening.started("Ana", "Ben", "Cleo", game="ru-ra-re")
        for name in ("Ana", "Ben", "Cleo"):
            await evening.dealt(name)
        await evening.settled()
        await follows(evening, "Every turn")
        await chosen(evening, "Ana", first)
        if then is not None:
            await chosen(evening, "Ana", then)
        evening.discord.clock.advance(SPACING_S + 1)
        await evening.settled()
        await chosen(evening, "Cleo", 2)
        evening.discord.clock.advance(SPACING_S + 1)
        await evening.settled()
        return [
            ID.sub("#", repr((seen.event, seen.texts, seen.custom_ids, seen.file_names)))
            for seen in evening.discord.seen_by("Dao")
            if seen.channel_id == evening.discord.world.direct_channel(evening.person("Dao").user).id
        ]


@pytest.mark.parametrize(("first", "then"), [(6, None), (3, 6)])
async def test_a_follower_learns_nothing_of_a_secret_choice_nor_that_it_was_changed(
    tmp_path_factory: pytest.TempPathFactory, first: int, then: int | None
) -> None:
    one = await what_dao_got(tmp_path_factory.mktemp("one"), 3, None)
    # Those who have chosen owe less: it is nobody's turn anew.  The first message comes in its two forms.
    assert [event for event, *_ in map(literal_eval, one)] == ["MESSAGE_CREATE", "MESSAGE_UPDATE"]
    assert one == await what_dao_got(tmp_path_factory.mktemp("other"), first, then)
