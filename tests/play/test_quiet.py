"""A player who has just moved and sees their panel isn't called; if the turn still waits later, once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tables.model.limits import HERE_S, UNCALLED_S
from tests.play.conftest import ENGLISH
from tests.play.evening import Evening, an_evening, moves_of
from tests.play.test_calls import heard, said, set_up
from tests.play.test_turns_and_time import HOUR_S, pass_time

pytestmark = pytest.mark.slow


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening with the usual times."""
    async with an_evening(tmp_path, here_s=HERE_S, people=ENGLISH) as began:
        yield began


async def moved(evening: Evening, name: str) -> None:
    """Have a person make one move in their direct messages."""
    panel = await evening.dealt(name)
    await evening.forge(name, panel, moves_of(panel)[0])
    await evening.settled()


async def turned(evening: Evening, *names: str) -> str:
    """Make moves until a player has another turn, after somebody else's; return their name."""
    went: list[str] = []
    while (who := await evening.turn(*names)) not in went[:-1] or who == went[-1]:
        went.append(who)
        await moved(evening, who)
    return who


@pytest.mark.parametrize("where", ["direct", "thread"])
async def test_an_evening_of_clicking_has_one_notice_each(evening: Evening, where: str) -> None:
    for name in ("Ana", "Ben"):
        await set_up(evening, name, notice=where)
    await evening.started("Ana", "Ben", first_player="1", turn="1d")
    await evening.turn("Ana")
    await evening.settled()
    while await evening.turn("Ana", "Ben") == "Ana":
        await moved(evening, "Ana")  # Painted before Ben moves: whoever is quicker than the call gets none.
    await evening.play_to_the_end("Ana", "Ben")
    await evening.settled()
    # None for Ana, who started the game.
    assert [evening.pings(name) for name in ("Ana", "Ben")] == [0, 1]


async def test_whoever_starts_the_game_in_their_panel_gets_no_message_in_that_second(
    evening: Evening,
) -> None:
    await evening.lobby("Ana", "Ben", first_player="1", turn="1d")
    panel = await evening.set_up("Ana", "Start")
    assert moves_of(panel)
    assert evening.panel("Ana") is None
    await evening.dealt("Ben")
    await pass_time(evening, UNCALLED_S)
    assert (evening.pings("Ana"), moves_of(await evening.dealt("Ana"))) == (1, moves_of(panel))


@pytest.mark.parametrize("where", ["direct", "thread"])
@pytest.mark.parametrize("is_restarted", [False, True])
async def test_whoever_lets_the_turn_wait_is_called_once(
    evening: Evening, where: str, is_restarted: bool
) -> None:
    for name in ("Ana", "Ben"):
        await set_up(evening, name, notice=where)
    table = await evening.started("Ana", "Ben", first_player="1", turn="1d")
    who = await turned(evening, "Ana", "Ben")
    await evening.settled()
    before = evening.pings(who)
    await pass_time(evening, UNCALLED_S - 10)
    assert evening.pings(who) == before
    if is_restarted:
        await evening.end()
        evening.discord.clock.advance(20)
        await evening.begin()
        await evening.caught_up()
        await evening.settled()
    else:
        await pass_time(evening, 20)
    assert evening.pings(who) == before + 1
    assert await evening.name_of(table) in said(evening, who)
    assert "still your turn" not in said(evening, who)
    await pass_time(evening, HOUR_S)
    assert evening.pings(who) == before + 1
    await pass_time(evening, 12 * HOUR_S)
    assert "still your turn" in said(evening, who)


async def test_whoever_moved_long_ago_is_called_at_once(evening: Evening) -> None:
    await evening.started("Ana", "Ben", first_player="1", turn="1d")
    who = await turned(evening, "Ana", "Ben")
    other = {"Ana": "Ben", "Ben": "Ana"}[who]
    await pass_time(evening, HERE_S + UNCALLED_S)
    before = len(heard(evening, other))
    while await evening.turn("Ana", "Ben") == who:
        await moved(evening, who)
    assert len(heard(evening, other)) == before + 1


async def test_the_panel_shows_the_turn_while_nobody_is_called(evening: Evening) -> None:
    await evening.started("Ana", "Ben", first_player="1", turn="1d")
    who = await turned(evening, "Ana", "Ben")
    panel = await evening.dealt(who)
    assert moves_of(panel)
    assert len(panel.attachments) == 2  # The board and the cards.
