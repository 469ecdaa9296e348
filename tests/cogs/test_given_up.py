"""Tables where somebody gave up, or that all agreed to end: nothing is said that isn't true any more."""

from __future__ import annotations

from itertools import islice

import pytest
from msgspec.structs import replace

from cogs.text.language import Localizer
from cogs.text.names import Names
from cogs.views.board import board_message
from cogs.views.panel import panel_message
from cogs.views.story_lines import cancelled_line
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language
from tables import Kind, LogEntry, Look, SeatInfo
from tables.model.table import Ending, Phase
from tests.cogs.test_screens import look, parts
from tests.engine.seeded import Setup, random_game

ENGLISH = Localizer(in_language("en"))
NAMES = ("Ana", "Ben", "Cleo")


def middle(game_id: str, *gave_up: int) -> Look:
    """Return the first player's view of a game of three, in which some have given up."""
    setup = Setup(games()[game_id], 3, {})
    played = next(one for one in islice(random_game(setup, 3), 30, None) if one.seat != CHANCE)
    seats = tuple(
        SeatInfo(seat, 100 + seat, name, None, conceded=seat in gave_up) for seat, name in enumerate(NAMES)
    )
    seen = look(setup.game, setup, played.before, 0)
    return replace(seen, table=replace(seen.table, seats=seats), proposal=None)


def told(view: object) -> list[str]:
    """Return the texts of a message."""
    return [part["content"] for part in parts(view.to_components()) if part["type"] == 10]  # type: ignore[attr-defined]


@pytest.mark.parametrize("game_id", games())
def test_a_board_whose_game_ended_by_giving_up_says_nothing_of_turns(game_id: str) -> None:
    running = middle(game_id, 1, 2)
    seen = replace(running, table=replace(running.table, phase=Phase.OVER, ending=Ending.CONCEDED), seat=None)
    heading, *others = told(board_message(seen, ENGLISH))
    won, *gave_up = heading.split("\n")[1:]
    names = Names(seen.table.seats, ENGLISH)
    assert won == f"🏆 **{names(0)} wins!**"
    assert gave_up == [f"-# 🏳️ {names(seat)} gives up." for seat in (1, 2)]
    assert [text for text in others if "🤖" in text or "<@" in text] == []


@pytest.mark.parametrize("game_id", games())
def test_a_player_who_gave_up_has_no_standing_and_is_no_rival(game_id: str) -> None:
    verdicts = ("You're ahead", "You're behind", "You're tied", "Too close")
    [standing] = [
        line
        for text in told(panel_message(middle(game_id, 1), ENGLISH, None))
        for line in text.split("\n")
        if any(verdict in line for verdict in verdicts)
    ]
    assert "<@102>" in standing
    assert "<@101>" not in standing
    gave_up = "\n".join(told(panel_message(middle(game_id, 0), ENGLISH, None)))
    assert not any(verdict in gave_up for verdict in verdicts)


@pytest.mark.parametrize("is_news", [True, False])
def test_a_panel_says_once_that_all_agreed_to_end_the_game(is_news: bool) -> None:
    running = middle("ru-ra-re")
    end = LogEntry(5, Kind.CANCEL, None, (), "", by_hand=True, taken_back=False, at=0.0)
    seen = replace(
        running,
        table=replace(running.table, phase=Phase.CANCELLED, ending=Ending.AGREED),
        recent=(end,) if is_news else (),
        asked=None,
    )
    said = "\n".join(told(panel_message(seen, ENGLISH, None)))
    assert said.count(cancelled_line(seen, ENGLISH)) == 1
