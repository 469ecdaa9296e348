"""A refusal of a click on a player's own panel is shown at the top of the repainted panel.

Elsewhere, a refusal is an ephemeral message.
"""

from __future__ import annotations

import pytest

from cogs.discord_io import delivery
from localdiscord import ShownMessage
from tests.play.evening import PATIENCE_S, Evening, moves_of, refusal
from tests.play.pairing import each_way

pytestmark = each_way

NO_MOVE = "That isn't a move in this game."


async def opened(evening: Evening, name: str, label: str = "My cards") -> ShownMessage:
    """Have a person open the private panel from the board; return it with its pictures."""
    await evening.press(name, label)
    panel = evening.person(name).ephemeral("games")[-1]
    await evening.discord.until(lambda: panel.attachments, timeout_s=PATIENCE_S)
    return panel


async def no_move(evening: Evening, name: str) -> str:
    """Return the id of a button with an invalid move, as an answer to a person's question."""
    table = await evening.table_id()
    return f"m:{table}:{(await evening.look(table, name)).asked}:play gold"


async def test_one_plays_on_in_the_panel_that_tells_a_refusal(evening: Evening) -> None:
    await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    panel = await opened(evening, "Ana")
    before = panel.text, panel.custom_ids
    assert await evening.forge("Ana", panel, await no_move(evening, "Ana")) == []
    assert refusal(panel) == NO_MOVE
    await evening.discord.until(lambda: panel.attachments, timeout_s=PATIENCE_S)
    assert panel.text.replace(f"⚠️ {NO_MOVE}\n", "") == before[0]
    assert panel.custom_ids == before[1]
    await (await evening.person("Ana").click(panel, custom_id=moves_of(panel)[-1])).answered()
    await evening.settled()
    assert refusal(panel) == ""
    assert [one.id for one in evening.person("Ana").ephemeral("games")] == [panel.id]


async def test_it_goes_with_what_changes_next(evening: Evening) -> None:
    await evening.started("Ana", "Ben", first_player="2")
    await evening.turn("Ben")
    panel = await opened(evening, "Ana")
    await evening.forge("Ana", panel, f"t:{await evening.table_id()}:withdraw")
    assert "offered your seat to anyone" in refusal(panel)
    await evening.press("Ana", "‹ Back", panel)
    await evening.forge("Ana", panel, f"t:{await evening.table_id()}:join")
    assert "already" in refusal(panel)
    while moves := moves_of(evening.panel("Ben")):
        await (await evening.person("Ben").click(await evening.dealt("Ben"), custom_id=moves[-1])).answered()
        await evening.settled()
    await evening.discord.until(lambda: "Your turn" in panel.text, timeout_s=PATIENCE_S)
    assert refusal(panel) == ""


async def test_a_repaint_that_shows_nothing_new_leaves_it(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    panel = await evening.dealt("Ana")
    asked = (await evening.look(table, "Ana")).asked
    await evening.forge("Ana", panel, f"m:{table}:{asked}:take 1")
    await evening.settled()
    for one in evening.workers:
        one.bot.parts.refresher.mark(table)
    await evening.painted()
    assert refusal(panel) == "You can't do that right now."
    await evening.forge("Ana", panel, f"t:{table}:refresh")
    assert refusal(panel) == ""


async def test_in_the_menu_one_can_choose_again_at_once(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.turn("Ana", "Ben")
    panel = await opened(evening, "Ana")
    await evening.press("Ana", "More…", panel)
    ana, ben, dao = (evening.person(name) for name in ("Ana", "Ben", "Dao"))
    await (await ana.choose(panel, ben, custom_id=f"t:{table}:offer")).answered()
    assert "is already at this table" in refusal(panel)
    await (await ana.choose(panel, dao, custom_id=f"t:{table}:offer")).answered()
    assert refusal(panel) == ""
    assert (await evening.tables.table(table)).seats[0].offered_to == dao.id
    assert [one.id for one in ana.ephemeral("games")] == [panel.id]


async def test_what_is_set_up_stays_where_it_was(evening: Evening) -> None:
    table = await evening.lobby("Ana", "Ben", "Cleo")
    panel = await evening.set_up("Ana")
    assert await evening.forge("Ana", panel, f"t:{table}:set_up:seats.2") == []
    assert "3 seats are already taken or reserved" in refusal(panel)
    await evening.press("Ana", "Beginner (easiest)", panel)
    assert refusal(panel) == ""


async def test_a_lesson_goes_on_below_the_line(evening: Evening) -> None:
    await evening.say("Ana", "learn", game="rapa-nui-cards")
    lesson = evening.person("Ana").ephemeral("games")[-1]
    await evening.press("Ana", "Let's play", lesson)
    move = moves_of(lesson)[0].rpartition(":")[0]
    assert await evening.forge("Ana", lesson, f"{move}:play gold") == []
    assert refusal(lesson) == NO_MOVE
    assert moves_of(lesson)


async def test_a_list_and_a_replay_stay_as_they_are(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.turn("Ana", "Ben")
    await evening.say("Ana", "replay")
    replay = evening.person("Ana").ephemeral("games")[-1]
    text = replay.text
    [told] = await evening.forge("Ana", replay, f"t:{table}:record")
    assert "isn't over yet" in told
    await evening.say("Ana", "rules", game="ru-ra-re")
    rules = evening.person("Ana").ephemeral("games")[-1]
    for custom_id in ("nonsense", "o:set:language.klingon", f"t:{table}:follow"):
        [told] = await evening.forge("Ana", rules, custom_id)
        assert "The idea" in rules.text
    assert replay.text == text


async def test_on_the_board_it_is_for_that_person_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    await evening.settled()
    board = evening.board().text
    seen = {name: len(evening.discord.seen_by(name)) for name in ("Ben", "Cleo", "Dao")}
    for patience_s in (3.0, 0.0):  # In the end Discord takes the board for the answer.
        monkeypatch.setattr(delivery, "PATIENCE_S", patience_s)
        [told] = await evening.forge("Ana", evening.board(), await no_move(evening, "Ana"))
        assert told == NO_MOVE
    await evening.settled()
    assert evening.board().text == board
    assert {name: len(evening.discord.seen_by(name)) for name in seen} == seen


async def test_a_refusal_that_took_long_stands_in_the_panel_too(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    panel = await opened(evening, "Ana")
    monkeypatch.setattr(delivery, "PATIENCE_S", 0.0)
    assert await evening.forge("Ana", panel, await no_move(evening, "Ana")) == []
    assert refusal(panel) == NO_MOVE
    assert moves_of(panel)


async def test_where_the_panel_can_t_be_shown_it_is_a_message_of_its_own(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.started("Ana", "Ben", first_player="1")
    await evening.turn("Ana")
    panel = await opened(evening, "Ana")
    custom_id, text = await no_move(evening, "Ana"), panel.text

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("cogs.interactions.panel.panel_message", broken)
    assert await evening.forge("Ana", panel, custom_id) == [NO_MOVE]
    monkeypatch.undo()
    assert panel.text == text
