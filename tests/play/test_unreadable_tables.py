"""Tables that can't be read: people see that, can leave or end them, and can go on after an update."""

from __future__ import annotations

import pytest

import cogs.games
from engine.catalogue import games
from tables import Phase
from tables.model.limits import DAY_S
from tests.play.evening import Evening

pytestmark = pytest.mark.slow

GAME = "rapa-nui-cards"


async def settled(evening: Evening) -> None:
    await evening.caught_up()
    await evening.settled()


def change(evening: Evening, sql: str, table: str) -> None:
    assert evening.rows(f"{sql} RETURNING number", "?", table)
    # As after an update, or what changed behind the bot's back would only show when the table is wanted.
    evening.rows("UPDATE tables SET due_by = NULL WHERE id = ?", table)


SPOIL = "UPDATE journal SET text = ? || text WHERE kind = 'move' AND table_id = ?"
MEND = "UPDATE journal SET text = ltrim(text, ?) WHERE kind = 'move' AND table_id = ?"


async def spoiled(evening: Evening) -> str:
    """Start a table that can't be read after a restart; return its id."""
    table = await evening.started("Ana", "Ben")
    for name in ("Ana", "Ben"):
        await evening.dealt(name)
    await evening.settled()
    await evening.end()
    change(evening, SPOIL, table)
    await evening.begin(seed=2)
    await settled(evening)
    return table


async def test_a_damaged_table_says_so_calls_its_players_and_closes_after_three_days(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    for name in ("Ana", "Ben"):
        await evening.dealt(name)
    await evening.settled()
    await evening.end()
    change(evening, SPOIL, table)
    pings = {name: evening.pings(name) for name in ("Ana", "Ben")}
    await evening.begin(seed=2)
    await settled(evening)
    board, told = evening.board().text, evening.thread()[-1].text
    assert "This table's saved game is damaged" in board
    for text in (board, told):
        assert "the table closes <t:" in text
    for name in ("Ana", "Ben"):
        assert evening.pings(name) == pings[name] + 1
        assert "This table's saved game is damaged" in (await evening.say(name, "games"))
        assert "This table's saved game is damaged" in (await evening.say(name, "cards"))
    assert f"`{table}`" in await evening.say("Cleo", "table list")
    await evening.say("Cleo", "table show")
    assert "This table's saved game is damaged" in evening.board().text
    evening.discord.clock.advance(3.1 * DAY_S)
    await settled(evening)
    for text in (evening.board().text, evening.thread()[-1].text):
        assert "couldn't be restored" in text
    panel = evening.person("Ana").direct_messages()[-1]
    assert "couldn't be restored" in panel.text
    await evening.end()
    await evening.begin(seed=3)  # Nothing of it trips the next start.
    await settled(evening)
    assert "couldn't be restored" in evening.board().text


async def test_a_damaged_table_is_left_and_ended_from_its_board(evening: Evening) -> None:
    table = await spoiled(evening)
    await evening.press("Ben", "Leave")
    await settled(evening)
    assert [view.id for view in await evening.tables.tables_of(evening.person("Ben").id)] == []
    await evening.press("Ana", "Close table")
    await settled(evening)
    assert (await evening.tables.table(table)).phase is Phase.CANCELLED
    assert "closed without a result" in evening.board().text


async def test_a_mended_table_goes_on_where_it_was(evening: Evening) -> None:
    table = await spoiled(evening)
    await evening.end()
    change(evening, MEND, table)
    await evening.begin(seed=3)
    await settled(evening)
    assert "The bot can reach this table again" in " ".join(one.text for one in evening.thread())
    assert "damaged" not in evening.board().text
    assert await evening.play_to_the_end("Ana", "Ben") > 0


async def test_a_table_whose_game_was_taken_out_is_shown_left_and_closed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.started("Ana", "Ben")
    for name in ("Ana", "Ben"):
        await evening.dealt(name)
    await evening.settled()
    await evening.end()
    others = {name: game for name, game in games().items() if name != GAME}
    monkeypatch.setattr("tables.service.all_games", lambda: others)
    monkeypatch.setattr(cogs.games, "games", lambda: others)
    cogs.games.screens.cache_clear()
    try:
        await evening.begin(seed=2)
        await settled(evening)
        assert "no longer have the game" in evening.board().text
        assert "the table closes <t:" in evening.thread()[-1].text
        for name in ("Ana", "Cleo"):
            assert f"`{table}`" in await evening.say(name, "table list")
        assert "no longer have the game" in await evening.say("Ana", "games")
        await evening.press("Ben", "Leave")
        evening.discord.clock.advance(3.1 * DAY_S)
        await settled(evening)
        assert "couldn't be restored" in evening.board().text
        assert "couldn't be restored" in evening.person("Ana").direct_messages()[-1].text
    finally:
        cogs.games.screens.cache_clear()


async def test_who_sits_at_a_damaged_table_can_have_their_data_deleted(evening: Evening) -> None:
    await spoiled(evening)
    ben = evening.person("Ben")
    await evening.say("Ben", "privacy")
    await evening.press("Ben", "Delete everything", ben.ephemeral()[-1])
    await evening.press("Ben", "Yes, delete everything", ben.ephemeral()[-1])
    await settled(evening)
    stored = await evening.tables.export_person(ben.id)
    assert not any(found for name, found in stored.items() if name != "person_id")
    assert f"<@{ben.id}>" not in evening.board().text
