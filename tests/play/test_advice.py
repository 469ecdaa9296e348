"""*Hint* and *Why?* on a player's own panel: the answer is right below it, and all are told of a hint."""

from __future__ import annotations

import pytest

from localdiscord import ShownMessage
from tables.computers.thinking import NoMove
from tests.play.evening import Evening, choose, moves_of, refusal
from tests.tables.slow_thinking import SlowThinking

HINT = "💡 Hint"
TOLD = "gets a hint."

pytestmark = pytest.mark.slow


async def against_computers(evening: Evening, game: str = "rapa-nui-cards") -> str:
    """Open a table at which Ana plays against a computer, and is to move; return its id."""
    table = await evening.lobby("Ana", game=game, pace="instant", seats=2)
    await evening.set_up("Ana", "Steady")
    await evening.press("Ana", "Start")
    await evening.turn("Ana")
    await evening.settled()
    return table


def own(evening: Evening) -> ShownMessage:
    """Return Ana's panel, below which advice may appear."""
    return [shown for shown in evening.person("Ana").direct_messages() if not shown.ephemeral][-1]


def labels(panel: ShownMessage | None) -> list[str]:
    return [] if panel is None else [button.label for button in panel.buttons]


def story(evening: Evening) -> str:
    return "\n".join(shown.text for shown in evening.thread())


def whys(panel: ShownMessage | None) -> list[tuple[str, str]]:
    """Return the moves whose reasons can be asked for, as labels and ids."""
    if panel is None:
        return []
    options = [option for menu in panel.selects for option in menu.options]
    pressed = [(button.label or "", button.custom_id or "") for button in panel.buttons]
    return [one for one in (*options, *pressed) if ":why:" in one[1]]


async def test_a_hint_stands_in_the_panel_and_is_told_to_all(evening: Evening) -> None:
    table = await against_computers(evening)
    moves = moves_of(own(evening))
    assert moves
    await evening.press("Ana", HINT, own(evening))
    await evening.settled()
    told = own(evening).text
    assert "💡 Hint:" in told.replace("**", "")
    assert TOLD in story(evening)
    assert set(moves_of(own(evening))) == set(moves)  # It still asks the same.
    await evening.press("Ana", HINT, own(evening))
    await evening.settled()
    assert own(evening).text == told
    assert story(evening).count(TOLD) == 1
    assert (await evening.look(table, "Ana")).may_have_hint


async def test_the_move_of_a_hint_is_played_by_its_button(evening: Evening) -> None:
    table = await against_computers(evening)
    before = (await evening.look(table, "Ana")).asked
    await evening.press("Ana", HINT, own(evening))
    await evening.settled()
    await evening.press("Ana", "▶ Play this move", own(evening))
    await evening.settled()
    look = await evening.look(table, "Ana")
    assert look.asked != before
    assert "Hint:" not in own(evening).text


async def test_why_is_answered_for_what_computers_did_since_one_s_last_click(evening: Evening) -> None:
    table = await against_computers(evening)
    ana = evening.person("Ana")
    while not whys(evening.panel("Ana")):
        panel = evening.panel("Ana")
        assert panel is not None
        await (await choose(ana, panel, moves_of(panel)[0])).answered()
        await evening.turn("Ana")
        await evening.settled()
    panel = evening.panel("Ana")
    assert panel is not None
    private = ana.ephemeral()
    await evening.press("Ana", "❓ Why?", panel)
    await evening.settled()
    assert "❓ Why?" in panel.text.replace("**", "")
    for said, custom_id in whys(panel)[:-1]:
        await (await choose(ana, panel, custom_id)).answered()
        await evening.settled()
        assert ana.ephemeral() == private  # No further message.
        assert said.split()[-1] in panel.text
    assert TOLD not in story(evening)
    assert (await evening.look(table)).explainable == ()


async def test_people_among_themselves_have_hints_only_if_their_table_allows_them(evening: Evening) -> None:
    await evening.started("Ana", "Ben")
    who = await evening.turn("Ana", "Ben")
    assert HINT not in labels(evening.panel(who))
    await evening.settled()
    table = await evening.lobby("Ana", "Ben", hints="on")
    assert "for everyone (others see who asks)" in evening.board().text
    await evening.painted()
    await evening.press("Ana", "Start")
    await evening.settled()
    who = await evening.turn("Ana", "Ben")
    await evening.discord.until(lambda: HINT in labels(evening.panel(who)), timeout_s=20)
    board, asked = evening.board(), (await evening.look(table, who)).asked
    await evening.forge("Cleo", board, f"t:{table}:hint:{asked}")
    assert "You aren't playing at this table" in evening.person("Cleo").ephemeral("games")[-1].text
    assert TOLD not in story(evening)
    await evening.press(who, HINT, evening.panel(who))
    await evening.settled()
    assert TOLD in story(evening)


class Dying(SlowThinking):
    """A process for thinking that dies at each question."""

    async def judge(self, *asked: object) -> tuple[()]:
        raise NoMove("died")


async def test_where_no_advice_is_found_a_sentence_says_so_and_nobody_hears_of_it(evening: Evening) -> None:
    table = await against_computers(evening)
    for one in evening.workers:
        one.tables._advisor._thinking = Dying()
    version = (await evening.tables.table(table)).version
    await evening.press("Ana", HINT, evening.panel("Ana"))
    assert "couldn't find a hint this time" in refusal(evening.panel("Ana"))
    assert (await evening.tables.table(table)).version == version
    assert TOLD not in story(evening)


async def test_a_hint_for_an_old_question_shows_the_panel_as_it_is_now(evening: Evening) -> None:
    table = await against_computers(evening)
    panel = evening.panel("Ana")
    assert panel is not None
    asked = (await evening.look(table, "Ana")).asked
    await (await choose(evening.person("Ana"), panel, moves_of(panel)[0])).answered()
    await evening.turn("Ana")
    await evening.settled()
    panel = evening.panel("Ana")
    assert panel is not None
    await evening.forge("Ana", panel, f"t:{table}:hint:{asked}")
    shown = evening.panel("Ana")
    assert shown is not None
    assert "That button was out of date" in shown.text
    assert TOLD not in story(evening)
