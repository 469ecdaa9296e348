"""*Play again* on a finished board: a new lobby, and a call to the other players in the old thread."""

from __future__ import annotations

from tables import Person, Phase
from tables.verbs.seat_changes import conceded
from tests.play.evening import PATIENCE_S, Evening, moves_of, refusal


async def test_one_button_opens_the_next_game_and_calls_the_others(evening: Evening) -> None:
    old = await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.run_to_the_end(old, "Ana", "Ben")
    await evening.discord.until(lambda: "wins!" in evening.board().text or "share" in evening.board().text)
    finished = evening.board()
    said = await evening.press("Ben", "Play again", finished)
    await evening.discord.until(lambda: "1 more player" in evening.board().text, timeout_s=PATIENCE_S)
    new = await evening.table_id()
    assert new != old
    await evening.discord.until(lambda: "reserved for" in evening.board().text, timeout_s=PATIENCE_S)
    assert f"Table “{await evening.name_of(new)}” is open" in said[0]
    assert said[0].endswith(f"/{evening.board().id}).")  # A link to the new board.
    call = evening.thread()[-1]
    assert "wants a rematch" in call.text
    assert call.mentions == ["Ana"]
    assert (
        f"You've joined table “{await evening.name_of(new)}”"
        in (await evening.press("Ana", "Play again", finished))[0]
    )
    await evening.settled()
    assert len(evening.discord.threads) == 1
    await evening.press("Ben", "Start")
    await evening.turn("Ana", "Ben")
    await evening.settled()
    assert "is under way" in call.text
    assert "aren't playing at this table" in (await evening.press("Cleo", "Play again", finished))[0]


async def test_against_computers_alone_the_next_game_begins_at_once(evening: Evening) -> None:
    await evening.lobby("Ana", game="ru-ra-re")
    await evening.press("Ana", "Play a computer")
    await evening.settled()
    old = await evening.table_id()
    await evening.tables.do(old, Person(evening.person("Ana").id, "Ana"), "end", conceded)
    await evening.settled()
    [panel] = await evening.press("Ana", "Play again")
    new = await evening.table_id()
    assert (new != old, (await evening.tables.table(new)).phase) == (True, Phase.RUNNING)
    assert await evening.name_of(new) in panel
    assert moves_of(evening.person("Ana").ephemeral("games")[-1])


async def test_from_a_direct_message_it_opens_a_table_for_those_alone_who_are_in_the_channel(
    evening: Evening,
) -> None:
    table = await evening.started("Ana", "Ben")
    await evening.dealt("Ana")
    panel = await evening.dealt("Ben")
    await evening.tables.do(table, Person(evening.person("Ana").id, "Ana"), "end", conceded)
    await evening.settled()
    evening.discord.faults.fail("GET", "/guilds/*/members/*", status=403, code=50001)
    assert await evening.forge("Ben", panel, f"t:{table}:again") == []
    assert "Discord is having problems" in refusal(panel)
    evening.person("Ben").leave_server()
    assert await evening.forge("Ben", panel, f"t:{table}:again") == []
    assert "You can't see that table's channel" in refusal(panel)
    assert await evening.tables.tables_of(evening.person("Ben").id) == []
    [opened] = await evening.forge("Ana", evening.panel("Ana") or panel, f"t:{table}:again")
    assert "is open" in opened
    assert len(await evening.tables.tables_of(evening.person("Ana").id)) == 1
