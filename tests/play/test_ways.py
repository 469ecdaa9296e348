"""Interactions over HTTPS, with and without the gateway; `PLAY_OVER` runs this whole folder so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.discord_io import delivery
from cogs.messages.whereabouts import Whereabouts, looked_for
from cogs.ops.housekeeping import SEEK_S
from cogs.people.access import KEPT_S
from localdiscord.rest.interactions import DEFER_UPDATE, UPDATE
from tables import Phase
from tables.verbs.access import NOWHERE, Presence
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, moves_of
from tests.play.pairing import PAIRING

CALLBACK = "/interactions/*/callback"
BOTH, ALONE = "https", "https-only"


@pytest.fixture(params=[BOTH, ALONE])
async def evening(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Evening]:
    """A bot that gets its interactions over HTTPS."""
    async with an_evening(tmp_path, people=ENGLISH, pairing=PAIRING._replace(way=request.param)) as began:
        yield began


@pytest.fixture
async def alone(tmp_path: Path) -> AsyncIterator[Evening]:
    """A bot that gets its interactions over HTTPS, without the gateway."""
    async with an_evening(tmp_path, people=ENGLISH, pairing=PAIRING._replace(way=ALONE)) as began:
        yield began


def requests(evening: Evening, method: str, ending: str) -> int:
    """Return the number of the bot's requests with this method whose paths end like this."""
    return sum(one.method == method and one.path.endswith(ending) for one in evening.discord.requests)


async def act(evening: Evening) -> tuple[str, str, Any, str]:
    """Start a table of two; return its id, the player to move, their panel, a move that ends the turn."""
    table = await evening.started("Ana", "Ben")
    first = await evening.turn("Ana", "Ben")
    await evening.settled()
    panel = await evening.dealt(first)
    return table, first, panel, moves_of(panel)[-1]


async def version(evening: Evening, table: str) -> int:
    return (await evening.tables.table(table)).version


async def test_each_way_in_says_whether_it_is_open(evening: Evening) -> None:
    bot, others = evening.bot, {"gateway": True} if evening.pairing.way == BOTH else {}
    await evening.discord.until(lambda: all(is_open() for is_open in bot.ways.values()), timeout_s=PATIENCE_S)
    assert bot.ways.keys() == {*others, "https"}
    assert bot.receiver is not None
    await bot.receiver.stop_taking()
    assert {name: is_open() for name, is_open in bot.ways.items()} == {**others, "https": False}


async def test_a_game_is_played_to_its_end(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", game="ru-ra-re")
    assert await evening.play_to_the_end("Ana", "Ben")
    assert (await evening.tables.table(table)).phase is Phase.OVER
    await evening.settled()
    used = evening.discord.world.interactions.values()
    assert all(one.acknowledged for one in used)
    assert evening.discord.endpoint.forged > 1


async def test_what_has_arrived_by_its_next_click_is_not_sent_again(evening: Evening) -> None:
    evening.send_to(0)
    await evening.lobby("Ana")
    panel, ana = await evening.set_up("Ana"), evening.person("Ana")
    opened = await (await ana.click(panel, "Players and rules…")).answered()
    kinds = []
    for _ in range(2):
        evening.discord.clock.advance(1)
        sent = await (await ana.submit(opened, name="Mine")).answered()
        kinds.append(sent.response_type)
        await evening.settled()
    assert kinds == [UPDATE, DEFER_UPDATE]


async def test_an_answer_whose_connection_breaks_is_sent_again(evening: Evening) -> None:
    table, first, panel, move = await act(evening)
    text, before = panel.text, await version(evening, table)
    order = evening.discord.faults.cut("POST", CALLBACK)
    await (await evening.person(first).click(panel, custom_id=move)).answered()
    assert order.hits == 1
    assert panel.text != text
    assert await version(evening, table) > before
    await evening.settled()


async def test_a_click_that_takes_long_is_deferred(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, panel, move = await act(evening)
    text, before = panel.text, await version(evening, table)
    with monkeypatch.context() as hurried:
        hurried.setattr(delivery, "PATIENCE_S", 0)
        used = await (await evening.person(first).click(panel, custom_id=move)).answered()
        await evening.say("Ben", "games")
    assert used.response_type == 6
    await evening.discord.until(lambda: panel.text != text, timeout_s=PATIENCE_S)
    assert await version(evening, table) > before


async def test_the_two_halves_of_a_doubled_click_count_once(evening: Evening) -> None:
    table, first, panel, move = await act(evening)
    who, before = evening.person(first), await version(evening, table)
    halves = [await who.click(panel, custom_id=move) for _ in range(2)]
    await asyncio.gather(*(half.answered() for half in halves))
    assert await version(evening, table) == before + 1
    evening.discord.deliver_again(halves[0])
    await (await evening.person("Dao").click(evening.board(), "Rules")).answered()
    assert await version(evening, table) == before + 1


@pytest.mark.parametrize("is_command", [True, False])
async def test_what_comes_by_both_ways_is_answered_once(tmp_path: Path, is_command: bool) -> None:
    """Discord never does that; but the address may be entered while interactions are under way."""
    async with an_evening(tmp_path, people=ENGLISH, pairing=PAIRING._replace(way=BOTH)) as evening:
        await evening.lobby("Ana")
        ana = evening.person("Ana")
        used = await (ana.command("games") if is_command else ana.click(evening.board(), "Rules"))
        await used.answered()
        before = requests(evening, "POST", "/callback")
        evening.discord.world.events.to_bot("INTERACTION_CREATE", used.raw)
        told = evening.bot.wait_for("guild_channel_create", timeout=PATIENCE_S)
        evening.discord.create_channel("told")  # What the gateway brings next.
        await told
        await evening.settled()
        # Of several each may answer, and Discord takes one answer.
        assert requests(evening, "POST", "/callback") == before or PAIRING.workers > 1
        assert len(ana.ephemeral("games")) == 1


async def test_a_bot_that_is_stopped_answers_what_it_has_taken(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, first, panel, move = await act(evening)
    before = await version(evening, table)
    used = await evening.person(first).click(panel, custom_id=move)
    await evening.discord.until(lambda: evening.bot.parts.capacity.busy or used.acknowledged)
    await evening.bot.close()
    await used.answered()
    assert await version(evening, table) > before


async def test_of_many_workers_not_each_sends_the_commands(alone: Evening) -> None:
    def put() -> int:
        return requests(alone, "PUT", "/commands")

    assert put() == 1
    await alone.end()
    await alone.begin()
    assert put() == 1
    stored = next(iter(alone.discord.world.commands[None].values()))
    stored["description"] = "Another version said this."
    await alone.end()
    await alone.begin()
    assert put() == 2


# Without the gateway


async def test_a_deleted_channel_is_learnt_from_the_next_repaint_and_the_table_moves(alone: Evening) -> None:
    table, first, panel, move = await act(alone)
    other = "Ben" if first == "Ana" else "Ana"
    alone.discord.delete_channel("games")
    assert not (await alone.tables.table(table)).held
    await (await alone.person(first).click(panel, custom_id=move)).answered()

    def told() -> bool:
        return any("keep playing right here" in one.text for one in alone.person(other).direct_messages())

    await alone.discord.until(told, timeout_s=PATIENCE_S)
    await alone.kept_house()
    assert (await alone.tables.table(table)).held
    [(_, value)] = await alone.person("Ana").complete("table show", "table", "", channel="lounge")
    assert value == table
    assert "Here's [the board](" in await alone.say("Ana", "table show", channel="lounge", table=table)
    await alone.settled()
    assert "Column 1" in [one.text for one in alone.person("Ana").messages("lounge") if not one.ephemeral][-1]
    assert not (await alone.tables.table(table)).held


async def hidden_for_a_while(evening: Evening) -> str:
    """Return the id of a table on hold, since the bot could not see its channel for a while."""
    table, first, panel, move = await act(evening)
    evening.discord.deny("games", "VIEW_CHANNEL")
    await (await evening.person(first).click(panel, custom_id=move)).answered()
    await evening.settled()
    await evening.kept_house()
    facts = await evening.tables.table(table)
    assert facts.held
    assert await looked_for(evening.bot.parts, facts) is Whereabouts.HIDDEN
    evening.discord.deny("games")
    await evening.kept_house()
    assert (await evening.tables.table(table)).held
    return table


async def goes_on(evening: Evening, table: str) -> None:
    """Wait until a table is no longer on hold, and its thread says so."""
    async with asyncio.timeout(PATIENCE_S):  # What tells of it may be answered before it is noted.
        while (await evening.tables.table(table)).held:
            await evening.kept_house()
    await evening.settled()
    assert "The bot can reach this table again" in "".join(one.text for one in evening.thread())


async def test_a_channel_that_the_bot_does_not_see_for_a_while_goes_on_at_the_next_command(
    alone: Evening,
) -> None:
    table = await hidden_for_a_while(alone)
    await alone.say("Ana", "table list")
    await goes_on(alone, table)


async def test_it_goes_on_when_the_bot_looks_again_which_it_does_ever_more_seldom(alone: Evening) -> None:
    table = await hidden_for_a_while(alone)
    alone.discord.deny("games", "VIEW_CHANNEL")
    asked = []
    for _ in range(9):
        before = requests(alone, "GET", alone.discord.channel("games").id)
        alone.discord.clock.advance(SEEK_S)
        await alone.kept_house()
        asked.append(requests(alone, "GET", alone.discord.channel("games").id) - before)
    assert asked == [1, 1, 0, 1, 0, 0, 0, 1, 0]
    assert (await alone.tables.table(table)).held
    alone.discord.deny("games")
    alone.discord.clock.advance(SEEK_S)
    await alone.kept_house()
    assert (await alone.tables.table(table)).held
    for _ in range(6):
        alone.discord.clock.advance(SEEK_S)
        await alone.kept_house()
    await goes_on(alone, table)


async def presence(evening: Evening, name: str) -> Presence | None:
    """Return what the bot finds out about a person in #games without a click of theirs."""
    place, who = int(evening.discord.channel("games").id), evening.person(name).id
    return await evening.bot.parts.membership.presence(int(evening.discord.world.guild_id), place, who)


async def test_who_sees_a_channel_and_moderates_there_is_asked_for(alone: Evening) -> None:
    alone.discord.change_permissions("Ben", "games", allow=["MANAGE_MESSAGES"])
    alone.discord.change_permissions("Cleo", "games", deny=["VIEW_CHANNEL"])
    alone.person("Dao").leave_server()
    sees = Presence(sees=True, posts=True)
    for _ in range(3):
        found = [await presence(alone, name) for name in ("Ana", "Ben", "Cleo", "Dao")]
        assert found == [sees, replace(sees, moderates=True), NOWHERE, NOWHERE]
    channel = alone.discord.channel("games").id
    assert requests(alone, "GET", "/channels") == 1
    alone.discord.delete_channel("games")
    alone.discord.clock.advance(KEPT_S)
    gone = int(alone.discord.world.guild_id), int(channel), alone.person("Ana").id
    assert await alone.bot.parts.membership.presence(*gone) == NOWHERE
    alone.discord.remove_bot()
    alone.discord.clock.advance(KEPT_S)
    assert await alone.bot.parts.membership.presence(*gone) == NOWHERE


async def test_a_table_in_another_channel_goes_by_what_discord_says_of_it(alone: Evening) -> None:
    """The payload of a click holds permissions in its own channel alone."""
    table = await alone.started("Ana", "Ben")
    alone.discord.change_permissions("Ana", "games", deny=["VIEW_CHANNEL"])
    boards = [one.id for one in alone.person("Ben").messages("games")]
    await alone.say("Ana", "table show", channel="lounge", table=table)
    assert [one.id for one in alone.person("Ben").messages("games")] == boards  # It is not posted anew.
    assert await alone.name_of(table) in await alone.say("Ana", "games", channel="lounge")
    assert "Rapa Nui" in await alone.say("Ana", "games", channel="lounge")  # The server's name.


async def test_what_is_asked_for_tells_nothing_of_a_table(alone: Evening) -> None:
    """The server, once a minute, whether the table that is named exists or not, and hidden or not."""
    table = await alone.started("Ana", "Ben")
    await alone.settled()
    alone.discord.change_permissions("Dao", "games", deny=["VIEW_CHANNEL"])
    asked = []
    for named in (table, "nnnnn"):
        alone.discord.clock.advance(KEPT_S)
        before = requests(alone, "GET", "")
        assert "can't find that table" in await alone.say("Dao", "table show", channel="lounge", table=named)
        asked.append([one.path for one in alone.discord.requests if one.method == "GET"][before:])
    assert asked[0] == asked[1] != []
    for _ in alone.workers[1:]:  # Each asks for itself.
        await alone.say("Cleo", "replay", channel="lounge", table=table)
    before = requests(alone, "GET", "")
    assert "can't find that table" not in await alone.say("Cleo", "replay", channel="lounge", table=table)
    assert requests(alone, "GET", "") == before
