"""A moderator repairs a running game in public; its players undo moves if all agree."""

from __future__ import annotations

import re
from typing import Any

import pytest

from localdiscord import ShownMessage
from tables import Phase
from tables.views.looks import log_of
from tests.play.evening import Evening
from tests.play.pairing import each_pairing
from tests.play.test_agreements import play_one
from tests.play.test_unreadable_tables import spoiled

pytestmark = pytest.mark.slow

MODERATES = "Dao (moderator)"
PLAYS = "Ana (moderator and player)"


def moderate(evening: Evening, name: str) -> None:
    evening.discord.change_permissions(name, "games", allow=["MANAGE_MESSAGES"])


async def begun(evening: Evening, moves: int = 4, **options: Any) -> str:
    """Start a table of Ana and Ben, and make some clicks; return the table's id."""
    table = await evening.started("Ana", "Ben", first_player="1", **options)
    for _ in range(moves):
        await play_one(evening, "Ana", "Ben")
    return table


async def menu(evening: Evening, name: str, table: str) -> ShownMessage:
    """Return the message of `/table repair` for a person."""
    await evening.say(name, "table repair", table=table)
    return evening.person(name).ephemeral("games")[-1]


def points(shown: ShownMessage) -> list[tuple[str, str]]:
    """Return the labels and values of the offered moves."""
    return list(next(one.options for one in shown.selects if one.custom_id.endswith(":point")))


async def chosen(evening: Evening, name: str, shown: ShownMessage, place: int) -> None:
    """Choose a move of the list, by its place; 0: the newest."""
    select = next(one for one in shown.selects if one.custom_id.endswith(":point"))
    used = await evening.person(name).choose(shown, select.options[place][1], custom_id=select.custom_id)
    await used.answered()


@each_pairing
async def test_a_moderator_goes_back_and_all_see_it_and_are_called(evening: Evening) -> None:
    moderate(evening, "Dao")
    table = await evening.started("Ana", "Ben", first_player="1")
    start = (await evening.look(table)).observation
    for _ in range(4):
        await play_one(evening, "Ana", "Ben")
    shown = await menu(evening, "Dao", table)
    offered = points(shown)
    assert all("<@" not in label for label, _ in offered)
    await chosen(evening, "Dao", shown, len(offered) - 1)
    assert "This would undo" in shown.text
    pings = evening.pings("Ana")
    await evening.press("Dao", "Go back", shown)
    await evening.settled()
    assert "Everyone can see it" in shown.text
    assert (await evening.look(table)).observation == start
    assert MODERATES in "\n".join(one.text for one in evening.thread())
    assert evening.pings("Ana") > pings
    assert "goes back to an earlier move. Undone: ~~" in "\n".join(await evening.press("Ben", "Log"))
    await evening.end()
    await evening.begin(seed=2)
    await evening.settled()
    assert MODERATES in "\n".join(await evening.press("Ben", "Log"))
    assert (await evening.look(table)).observation == start
    # What isn't there any more is not undone a second time.
    told = await evening.forge("Dao", shown, f"t:{table}:repair:back.{offered[0][1]}")
    assert "has been undone" in told[0]
    await play_one(evening, "Ana", "Ben")


async def test_more_moves_than_a_list_holds_are_on_pages(evening: Evening) -> None:
    moderate(evening, "Ana")
    table = await begun(evening, 0)
    while len(await evening.tables.read(table, log_of, None)) < 40:
        await play_one(evening, "Ana", "Ben")
    shown = await menu(evening, "Ana", table)
    first = points(shown)
    await evening.press("Ana", "Next ▶", shown)
    assert {value for _, value in points(shown)}.isdisjoint(value for _, value in first)
    await chosen(evening, "Ana", shown, len(points(shown)) - 1)
    await evening.press("Ana", "Go back", shown)
    await evening.settled()
    assert PLAYS in "\n".join(await evening.press("Ben", "Log"))
    assert "Nobody has made a move" in (await menu(evening, "Ana", table)).text


@each_pairing
async def test_a_seat_is_handed_to_a_person_or_a_computer(evening: Evening) -> None:
    moderate(evening, "Dao")
    table = await begun(evening, 1)
    shown = await menu(evening, "Dao", table)
    await evening.press("Dao", "Ben", shown)
    people = shown.selects[0]
    assert people.placeholder == "Offer this seat to…"
    used = await evening.person("Dao").choose(shown, evening.person("Cleo"), custom_id=people.custom_id)
    await used.answered()
    await evening.settled()
    story = "\n".join(one.text for one in evening.thread())
    offered = rf"{re.escape(MODERATES)} offers .*<@\d+>'s seat to <@{evening.person('Cleo').id}>"
    assert re.search(offered, story)
    assert (await evening.tables.table(table)).seats[1].person_id == evening.person("Ben").id
    await evening.forge("Cleo", evening.board(), f"t:{table}:take:1")
    await evening.settled()
    assert (await evening.tables.table(table)).seats[1].person_id == evening.person("Cleo").id
    shown = await menu(evening, "Dao", table)
    await evening.press("Dao", "Cleo", shown)
    await evening.press("Dao", "Let a computer play", shown)
    await evening.settled()
    assert (await evening.tables.table(table)).seats[1].computer is not None
    assert f"{MODERATES} hands a seat over to" in "\n".join(await evening.press("Ana", "Log"))


@each_pairing
async def test_players_go_back_to_any_move_if_all_agree(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    start = (await evening.look(table)).observation
    for _ in range(4):
        await play_one(evening, "Ana", "Ben")
    shown = await menu(evening, "Ben", table)
    assert len(shown.selects) == 1  # Seats are handed on by a moderator alone.
    await chosen(evening, "Ben", shown, len(points(shown)) - 1)
    await evening.press("Ben", "Ask the others", shown)
    await evening.settled()
    assert (await evening.look(table)).observation != start
    assert "asks to go back to an earlier move" in evening.board().text
    await evening.press("Ana", "Agree")
    await evening.settled()
    assert (await evening.look(table)).observation == start
    assert "as everyone agreed" in "\n".join(await evening.press("Ana", "Log"))
    assert "moderates" not in "\n".join(one.text for one in evening.thread())


async def test_a_moderator_who_is_forgotten_is_named_no_more(evening: Evening) -> None:
    moderate(evening, "Dao")
    table = await begun(evening, 2)
    shown = await menu(evening, "Dao", table)
    await chosen(evening, "Dao", shown, 0)
    await evening.press("Dao", "Go back", shown)
    await evening.settled()
    assert MODERATES in "\n".join(await evening.press("Ben", "Log"))
    await evening.tables.forget_person(evening.person("Dao").id)
    assert "Dao" not in str(evening.rows("SELECT * FROM seats"))
    log = "\n".join(await evening.press("Ben", "Log"))
    assert "Dao" not in log
    assert "(moderator)" in log


async def test_a_damaged_table_can_only_be_ended(evening: Evening) -> None:
    table = await spoiled(evening)
    moderate(evening, "Dao")
    shown = await menu(evening, "Dao", table)
    assert "saved game is damaged" in shown.text
    await evening.press("Dao", "Close table", shown)
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED
