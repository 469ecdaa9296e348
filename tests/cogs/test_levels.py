"""The levels of computer players can be read during and after a game, in each language."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from cogs.discord_io.attachments import pictures
from cogs.text.language import Localizer
from cogs.views.board import board_message
from cogs.views.end_card import moving_picture, share_message
from cogs.views.menu import menu_message
from cogs.views.story_lines import news, story_lines
from engine.catalogue import games
from engine.game import CHANCE, Seat
from engine.players import PLAYERS, USUAL
from locales import in_language, languages
from tables import Cover, Kind, LogEntry, Look, SeatInfo
from tables.verbs.seat_changes import successor
from tests.cogs.test_replay import replay
from tests.cogs.test_screens import assert_fits, look, parts
from tests.engine.seeded import Setup, random_game

SETUP = Setup(games()["ru-ra-re"], 3, {})
GAME = [one for one in random_game(SETUP, seed=5) if one.seat != CHANCE]
ENGLISH = Localizer(in_language("en"))
ANA = SeatInfo(0, 1, "Ana", None)
AN_EXPERT, A_CASUAL = SeatInfo(1, None, "", "expert"), SeatInfo(2, None, "", "casual")
TOLD = "🤖 Played by computer: Makemake\u00a0(Expert) · Tane\u00a0(Casual)"


def among(*seats: SeatInfo, viewer: Seat | None = None, is_over: bool = False) -> Look:
    """Return a look at a game among these players, soon after its beginning or at its end."""
    seen = look(SETUP.game, SETUP, GAME[-1 if is_over else 0].after, viewer)
    return structs.replace(seen, table=structs.replace(seen.table, seats=seats))


def said(view: Any) -> list[str]:
    """Return the lines of a message."""
    assert_fits(view)
    texts = [part.get("content", "") for part in parts(view.to_components())]
    return [line for text in texts for line in text.split("\n") if line]


def entry(kind: Kind, seat: Seat | None = None) -> LogEntry:
    return LogEntry(1, kind, seat, (), "", by_hand=False, taken_back=False, at=0.0)


@pytest.mark.parametrize("is_over", [False, True])
def test_the_board_says_it_above_its_id(is_over: bool) -> None:
    *_, levels, number = said(board_message(among(ANA, AN_EXPERT, A_CASUAL, is_over=is_over), ENGLISH))
    assert levels == f"-# {TOLD}"
    assert number.startswith("-# Table ID: ")


def test_computers_of_one_level_are_named_together() -> None:
    two = among(ANA, AN_EXPERT, structs.replace(A_CASUAL, computer="expert"))
    levels = said(board_message(two, ENGLISH))[-2]
    assert levels == "-# 🤖 Played by computer: Makemake and Tane\u00a0(Expert)"


def test_the_menu_says_it_at_its_top() -> None:
    levels = said(menu_message(among(ANA, AN_EXPERT, A_CASUAL, viewer=0), ENGLISH, has_lists=True))[1]
    assert levels == f"-# {TOLD}"


def test_a_shared_game_says_it_above_its_pictures_which_stay_as_they_were() -> None:
    table, shown = among(ANA, AN_EXPERT, A_CASUAL).table, replay(SETUP, is_open=False)
    moving = moving_picture(shown, ENGLISH)
    card = share_message(table, shown, moving, ENGLISH, "")
    assert said(card)[-1] == f"-# {TOLD}"
    weaker = structs.replace(table, seats=(ANA, structs.replace(AN_EXPERT, computer="casual"), A_CASUAL))
    same = share_message(weaker, shown, moving, ENGLISH, "")
    assert [one.filename for one in pictures(same)] == [one.filename for one in pictures(card)]


def test_the_story_begins_with_it_and_a_panel_does_not() -> None:
    begun = among(ANA, AN_EXPERT, A_CASUAL, viewer=0)
    assert story_lines([entry(Kind.START)], begun, ENGLISH) == [TOLD]
    assert news(structs.replace(begun, recent=(entry(Kind.START),)), ENGLISH) == []


def test_whoever_plays_on_for_somebody_is_told_with_their_level() -> None:
    handed_over = among(ANA, structs.replace(AN_EXPERT, computer=USUAL), A_CASUAL)
    told = story_lines([entry(Kind.YIELD, 1)], handed_over, ENGLISH)
    assert told == ["🤖 🔷 Makemake\u00a0(Steady) plays on from here."]


def test_a_seat_that_a_computer_plays_for_somebody_is_among_them() -> None:
    assert successor(PLAYERS) == USUAL
    away = structs.replace(ANA, cover=Cover.STAY)
    seen = among(away, AN_EXPERT, A_CASUAL)
    assert ": Ana\u00a0(Steady) · " in said(board_message(seen, ENGLISH))[-2]
    assert story_lines([entry(Kind.START)], seen, ENGLISH) == [TOLD]  # At the beginning she played.


@pytest.mark.parametrize("is_over", [False, True])
def test_where_people_make_all_moves_nothing_is_said(is_over: bool) -> None:
    people = tuple(structs.replace(ANA, seat=seat, person_id=seat + 1) for seat in range(3))
    seen = among(*people, is_over=is_over)
    assert "🤖" not in "".join(said(board_message(seen, ENGLISH)))
    assert story_lines([entry(Kind.START)], seen, ENGLISH) == []


def test_a_level_of_another_version_leaves_the_name() -> None:
    seen = among(ANA, structs.replace(AN_EXPERT, computer="oracle"), A_CASUAL)
    assert ": Makemake · Tane\u00a0(Casual)" in said(board_message(seen, ENGLISH))[-2]


@pytest.mark.parametrize("language", languages())
def test_each_language_tells_all_levels_apart(language: str) -> None:
    words = Localizer(in_language(language))
    told = {
        said(board_message(among(ANA, structs.replace(AN_EXPERT, computer=player), A_CASUAL), words))[-2]
        for player in PLAYERS
    }
    assert len(told) == len(PLAYERS)
