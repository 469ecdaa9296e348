"""A rated game through the real discord.py: the lobby, the end and each panel mention the rating."""

from __future__ import annotations

from tables import Person
from tables.verbs.seat_changes import conceded
from tests.play.evening import Evening, refusal
from tests.play.test_set_up import CHECKS, RULES


async def test_after_a_rated_game_each_panel_tells_how_the_rating_changed(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", rated="on")
    await evening.turn("Ana", "Ben")
    await evening.tables.do(table, Person(evening.person("Ben").id, "Ben"), "gives up", conceded)
    await evening.settled()
    assert "Rated game" in evening.board().text
    for name, line in (("Ana", "📈 Rating 1500 → "), ("Ben", "📉 Rating 1500 → ")):
        panel = evening.panel(name)
        assert panel is not None
        assert line in panel.text
        assert "Provisional for 4 more games." in panel.text


async def test_the_lobby_says_that_its_game_is_rated_and_hints_are_refused_then(evening: Evening) -> None:
    await evening.lobby("Ana", "Ben")
    panel = await evening.set_up("Ana")
    await evening.fill("Ana", panel, RULES, **{CHECKS: ["hints", "rated"]})
    assert "A rated game has no hints" in refusal(panel)
    await evening.fill("Ana", panel, RULES, **{CHECKS: ["rated"]})
    await evening.settled()
    assert "Rated game" in evening.board().text
