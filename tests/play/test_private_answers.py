"""Panels of *My cards* in the channel are kept up to date for about 15 minutes, and disturb nobody."""

from __future__ import annotations

import re

import pytest

from cogs.discord_io import delivery
from cogs.messages import display
from localdiscord import ShownMessage
from tables import Person
from tables.verbs.seat_changes import offered, taken
from tests.play.evening import PATIENCE_S, Evening, moves_of, steps_of
from tests.play.pairing import each_way
from tests.tables.slow_thinking import SlowThinking

pytestmark = each_way

WAITING = "Waiting for"
YOUR_TURN = "Your turn"
HINT = "💡 Hint"
ANEW = "You've opened this table in a newer message. Continue there."


async def opened(evening: Evening, name: str, label: str = "My cards") -> ShownMessage:
    """Have a person open the private panel from the board; return it."""
    await evening.press(name, label)
    return evening.person(name).ephemeral("games")[-1]


async def moved(evening: Evening, name: str) -> None:
    """Have a person play by direct message, to the end of their turn."""
    while moves := moves_of(evening.panel(name)):
        clicked = await evening.person(name).click(await evening.dealt(name), custom_id=moves[-1])
        await clicked.answered()
        await evening.settled()


async def waiting_and_acting(evening: Evening) -> tuple[str, str]:
    """Start a game of two; return the player who waits, and the one who is to move."""
    await evening.started("Ana", "Ben")
    acting = await evening.turn("Ana", "Ben")
    return next(name for name in ("Ana", "Ben") if name != acting), acting


async def with_hints(evening: Evening) -> str:
    """Start a game of two that allows hints; return the player who is to move."""
    await evening.started("Ana", "Ben", hints="on")
    acting = await evening.turn("Ana", "Ben")
    await evening.settled()
    return acting


async def test_it_shows_that_it_is_ones_turn_and_what_one_can_do(evening: Evening) -> None:
    waiting, acting = await waiting_and_acting(evening)
    shown = await opened(evening, waiting)
    assert WAITING in shown.text
    await moved(evening, acting)
    assert YOUR_TURN in shown.text
    clicked = await evening.person(waiting).click(shown, custom_id=moves_of(shown)[-1])
    await clicked.answered()
    await evening.settled()
    assert len(evening.person(waiting).ephemeral("games")) == 1


async def test_it_shows_what_its_reader_did_elsewhere(evening: Evening) -> None:
    _, acting = await waiting_and_acting(evening)
    shown = await opened(evening, acting)
    await moved(evening, acting)
    assert WAITING in shown.text
    assert not moves_of(shown)


async def test_a_choice_half_made_stays_where_it_is(evening: Evening) -> None:
    await evening.started("Ana", "Ben", "Cleo", game="rapa-nui-board", turn_order="seats")
    await evening.turn("Ana")
    shown = await opened(evening, "Ana", "My board")
    await evening.press("Ana", "Plan ahead…", shown)
    half, text = steps_of(shown), shown.text
    menu = await opened(evening, "Ben", "My board")
    for label in ("More…", "Ask to end the game"):
        await evening.press("Ben", label, menu)
        menu = evening.person("Ben").ephemeral("games")[-1]
    await evening.settled()
    assert "asks to end" in evening.thread()[-1].text
    assert (steps_of(shown), shown.text) == (half, text)


async def test_a_menu_that_was_opened_in_it_stays(evening: Evening) -> None:
    waiting, acting = await waiting_and_acting(evening)
    shown = await opened(evening, waiting)
    await evening.press(waiting, "More…", shown)
    menu = evening.person(waiting).ephemeral("games")[-1]
    text = menu.text
    await moved(evening, acting)
    assert menu.text == text


async def test_in_direct_messages_the_menu_comes_in_the_panel_s_place(evening: Evening) -> None:
    waiting, acting = await waiting_and_acting(evening)
    await evening.settled()
    panel = await evening.dealt(waiting)
    await evening.press(waiting, "More…", panel)
    assert panel.buttons[0].label == "‹ Back"
    assert evening.person(waiting).ephemeral(panel.channel) == []
    # It stays through a repaint, as long as nothing is asked.
    await evening.press(acting, "More…", await evening.dealt(acting))
    await evening.press(acting, "Ask to end the game", await evening.dealt(acting))
    await evening.settled()
    assert panel.buttons[0].label == "‹ Back"
    await evening.press(waiting, "‹ Back", panel)
    assert WAITING in panel.text
    await evening.press(waiting, "More…", panel)
    await moved(evening, acting)
    assert YOUR_TURN in (await evening.dealt(waiting)).text
    assert "‹ Back" not in [button.label for button in (await evening.dealt(waiting)).buttons]


async def test_the_latest_of_several_follows_and_the_others_say_so(evening: Evening) -> None:
    waiting, acting = await waiting_and_acting(evening)
    former = await opened(evening, waiting)
    refresh = former.button("Refresh").custom_id or ""
    latest = await opened(evening, waiting)
    await evening.discord.until(lambda: former.text == ANEW, timeout_s=PATIENCE_S)
    assert former.buttons == []
    await moved(evening, acting)
    assert (former.text, YOUR_TURN in latest.text) == (ANEW, True)
    # A click that was on its way makes it the latest again.
    await evening.forge(waiting, former, refresh)
    assert YOUR_TURN in former.text
    await evening.discord.until(lambda: latest.text == ANEW, timeout_s=PATIENCE_S)
    await evening.settled()
    assert YOUR_TURN in former.text
    assert evening.in_vain() == set()


async def test_after_15_minutes_it_waits_for_a_click(evening: Evening) -> None:
    waiting, acting = await waiting_and_acting(evening)
    shown = await opened(evening, waiting)
    evening.discord.clock.advance(15 * 60)
    await moved(evening, acting)
    assert WAITING in shown.text
    assert evening.in_vain() == set()
    await evening.press(waiting, "Refresh", shown)
    assert YOUR_TURN in shown.text


@pytest.mark.parametrize("waited", [(10, 10), (15, 1)], ids=["while it follows", "after that"])
async def test_a_hint_stands_in_it_until_the_next_move(evening: Evening, waited: tuple[int, int]) -> None:
    acting = await with_hints(evening)
    shown = await opened(evening, acting)
    evening.discord.clock.advance(waited[0] * 60)
    await evening.press(acting, HINT, shown)
    await evening.settled()
    assert "Hint:" in shown.text
    assert YOUR_TURN in shown.text
    assert evening.person(acting).ephemeral("games") == [shown]
    evening.discord.clock.advance(waited[1] * 60)
    await moved(evening, acting)
    assert WAITING in shown.text
    assert "Hint:" not in shown.text
    assert evening.in_vain() == set()


async def test_a_hint_comes_though_something_else_was_opened_meanwhile(evening: Evening) -> None:
    acting = await with_hints(evening)
    thinking = SlowThinking()
    for one in evening.workers:
        one.tables._advisor._thinking = thinking
    shown = await opened(evening, acting)
    await evening.person(acting).click(shown, HINT)
    await thinking.begins()
    await evening.press(acting, "More…", shown)
    assert YOUR_TURN not in shown.text
    thinking.go.set()
    await evening.discord.until(lambda: YOUR_TURN in shown.text, timeout_s=PATIENCE_S)
    await moved(evening, acting)
    assert WAITING in shown.text


async def test_one_that_has_become_too_old_meanwhile_harms_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(display, "TOKEN_LASTS_S", 10**6)
    waiting, acting = await waiting_and_acting(evening)
    shown = await opened(evening, waiting)
    evening.discord.clock.advance(15 * 60)
    await moved(evening, acting)
    assert WAITING in shown.text
    assert YOUR_TURN in (await evening.dealt(waiting)).text


async def test_whoever_gave_their_seat_away_sees_nothing_of_who_came(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", "Cleo")
    shown = await opened(evening, "Ana")
    ana, dao = (Person(evening.person(name).id, name) for name in ("Ana", "Dao"))
    await evening.tables.do(table, ana, "offer", offered, dao)
    await evening.tables.do(table, dao, "take", taken, 0)
    await evening.settled()
    assert re.fullmatch(rf"### [^\n]+\n\S+ <@{dao.id}> has taken over your seat\.\nFollow", shown.text)


async def test_an_answer_that_took_long_is_never_shown_to_all(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord then takes the board that was clicked for the answer."""
    waiting, acting = await waiting_and_acting(evening)
    with monkeypatch.context() as hurried:
        hurried.setattr(delivery, "PATIENCE_S", 0)
        await evening.press(waiting, "My cards")
        found = await evening.discord.until(
            lambda: evening.person(waiting).ephemeral("games"), timeout_s=PATIENCE_S
        )
    assert found is not None
    shown = found[-1]
    assert WAITING in shown.text
    await moved(evening, acting)
    assert "Hand:" not in evening.board().text
    assert moves_of(evening.board()) == []
    assert YOUR_TURN in shown.text


@pytest.mark.parametrize("steps", [("Log",), ("Rules", "Next ▶")])
async def test_what_is_opened_from_its_menu_leads_back_to_it(
    evening: Evening, steps: tuple[str, ...]
) -> None:
    waiting, acting = await waiting_and_acting(evening)
    shown = await opened(evening, waiting)
    for label in ("More…", *steps):
        await evening.press(waiting, label, shown)
        assert WAITING not in shown.text
    await evening.press(waiting, "‹ Back", shown)
    assert WAITING in shown.text
    assert evening.person(waiting).ephemeral("games") == [shown]
    await moved(evening, acting)
    assert YOUR_TURN in shown.text


async def test_a_closer_look_from_it_leads_back_to_it(evening: Evening) -> None:
    await evening.started("Ana", "Ben", game="rapa-nui-board")
    waiting = "Ana" if await evening.turn("Ana", "Ben") == "Ben" else "Ben"
    shown = await opened(evening, waiting, "My board")
    first = shown.text
    for label in ("🔍 Look closer", "East"):
        await evening.press(waiting, label, shown)
        assert shown.button("East")
    await evening.press(waiting, "‹ Back", shown)
    assert shown.text == first
    assert evening.person(waiting).ephemeral("games") == [shown]


async def test_what_others_open_on_the_board_leads_nowhere(evening: Evening) -> None:
    await evening.started("Ana", "Ben", game="rapa-nui-board")
    for label in ("🔍 Look closer", "East"):
        shown = (evening.person("Dao").ephemeral("games") or [evening.board()])[-1]
        await evening.press("Dao", label, shown)
    [shown] = evening.person("Dao").ephemeral("games")
    assert "‹ Back" not in [button.label for button in shown.buttons]
