"""Moderators' restrictions: the bot does nothing for people that they may not do themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from cogs.messages.board import APART_S
from localdiscord import ShownMessage
from tables import Person
from tables.verbs.seat_changes import conceded
from tests.play.evening import PATIENCE_S, Evening, refusal
from tests.play.pairing import each_pairing
from tests.play.test_who_may_do_what import NOT_THERE, NOT_WRITING

Measure = Callable[[Evening, str], None]


def timeout(evening: Evening, name: str) -> None:
    evening.discord.set_person(name, timeout_until="2099-01-01T00:00:00+00:00")


def denied(*permissions: str) -> Measure:
    """Permissions that the channel takes from a person."""
    return lambda evening, name: evening.discord.change_permissions(name, "games", deny=permissions)


MEASURES: Final = {
    "a timeout": timeout,
    "no Send Messages": denied("SEND_MESSAGES"),
    "no Use Application Commands": denied("USE_APPLICATION_COMMANDS"),
}
HERE: Final = {name: one for name, one in MEASURES.items() if name.startswith("no ")}
"""Who is in a timeout can do nothing in the server: Discord sees to that."""


def each(measures: dict[str, Measure]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("measure", [pytest.param(one, id=name) for name, one in measures.items()])


def boards(evening: Evening) -> list[str]:
    """Return the public messages in the channel."""
    return [one.id for one in evening.person("Cleo").messages("games") if not one.ephemeral]


async def finished(evening: Evening) -> tuple[str, ShownMessage]:
    """Finish a game; return its table, and Ben's panel in direct messages."""
    table = await evening.started("Ana", "Ben")
    await evening.dealt("Ana")
    panel = await evening.dealt("Ben")
    await evening.tables.do(table, Person(evening.person("Ana").id, "Ana"), "end", conceded)
    await evening.settled()
    return table, panel


@each({**MEASURES, "no View Channel": denied("VIEW_CHANNEL")})
async def test_play_again_from_a_direct_message_opens_nothing_where_one_may_not_write(
    evening: Evening, measure: Measure
) -> None:
    table, panel = await finished(evening)
    measure(evening, "Ben")
    before = boards(evening)
    assert await evening.forge("Ben", panel, f"t:{table}:again") == []
    assert refusal(panel).startswith((NOT_WRITING, NOT_THERE))
    await evening.settled()
    assert boards(evening) == before
    assert await evening.tables.tables_of(evening.person("Ben").id) == []


@each_pairing
async def test_nor_does_it_wherever_the_bot_hears_of_it(evening: Evening) -> None:
    table, panel = await finished(evening)
    timeout(evening, "Ben")
    assert await evening.forge("Ben", panel, f"t:{table}:again") == []
    assert NOT_WRITING in refusal(panel)
    assert await evening.tables.tables_of(evening.person("Ben").id) == []


async def test_once_a_timeout_is_over_play_again_opens_a_table(evening: Evening) -> None:
    table, panel = await finished(evening)
    evening.discord.set_person("Ben", timeout_until="2020-01-01T00:00:00+00:00")
    [opened] = await evening.forge("Ben", panel, f"t:{table}:again")
    assert "is open" in opened


@each(MEASURES)
async def test_who_may_not_write_plays_on_in_direct_messages(evening: Evening, measure: Measure) -> None:
    table = await evening.started("Ana", "Ben", first_player="2")
    panel = await evening.dealt("Ben")
    measure(evening, "Ben")
    assert await evening.forge("Ben", panel, f"t:{table}:refresh") == []
    assert refusal(panel) == ""


@each(HERE)
async def test_a_click_in_the_channel_opens_nothing_either(evening: Evening, measure: Measure) -> None:
    table, _ = await finished(evening)
    measure(evening, "Ben")
    before = boards(evening)
    assert NOT_WRITING in (await evening.forge("Ben", evening.board(), f"t:{table}:again"))[0]
    assert NOT_WRITING in await evening.say("Ben", "table new", game="ru-ra-re")
    await evening.settled()
    assert boards(evening) == before


@each(HERE)
async def test_a_game_is_shared_with_nobody_but_them(evening: Evening, measure: Measure) -> None:
    table = await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.run_to_the_end(table, "Ana", "Ben")
    await evening.discord.until(lambda: "wins!" in evening.board().text or "share" in evening.board().text)
    measure(evening, "Ben")
    before = boards(evening)
    await evening.forge("Ben", evening.board(), f"t:{table}:share")
    assert "### Ru-Ra-Re · " in evening.person("Ben").ephemeral("games")[-1].text
    assert boards(evening) == before


@each(HERE)
@pytest.mark.parametrize("channel", ["games", "lounge"])
async def test_table_show_links_to_a_board_and_posts_none(
    evening: Evening, measure: Measure, channel: str
) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    measure(evening, "Ben")
    evening.discord.clock.advance(APART_S)
    before = boards(evening)
    assert f"/{before[-1]}" in await evening.say("Ben", "table show", channel=channel, table=table)
    evening.discord.delete_message(evening.board().message)
    assert NOT_WRITING in await evening.say("Ben", "table show", channel=channel, table=table)
    assert boards(evening) == before[:-1]
    assert "open_here" not in await evening.say("Ana", "table show", table=table)
    assert len(boards(evening)) == len(before)


@pytest.mark.only_with("gateway", "it tells of a channel that is gone")
async def test_a_table_that_lost_its_channel_comes_to_none_where_one_may_not_write(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.settled()
    evening.discord.change_permissions("Ben", "lounge", deny=["SEND_MESSAGES"])
    evening.discord.delete_channel("games")
    await evening.discord.until(
        lambda: any("deleted" in one.text for one in evening.person("Ana").direct_messages()),
        timeout_s=PATIENCE_S,
    )
    assert NOT_WRITING in await evening.say("Ben", "table show", channel="lounge", table=table)
    assert str((await evening.tables.table(table)).channel_id) != evening.discord.channel("lounge").id
