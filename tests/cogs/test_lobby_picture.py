"""A lobby's picture shows the same as its text; it changes only if the lobby changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from cogs.discord_io.attachments import MOST_ALT, pictures, without_pictures
from cogs.text.language import Localizer
from cogs.views.board import board_message
from engine.catalogue import games
from locales import in_language, languages
from tables import Phase, SeatInfo
from tables.model.table import Fault
from tests.cogs.test_set_up import ENGLISH, said, waiting

EACH_GAME = pytest.mark.parametrize("game_id", games())
ANA, BEN = SeatInfo(0, 1, "Ana", None), SeatInfo(1, 2, "B_e_n", None)
COMPUTER = SeatInfo(1, None, "", "sensible")


def shown(game_id: str, *seats: SeatInfo, words: Localizer = ENGLISH, **changes: Any) -> list[Any]:
    """Return the pictures of a lobby."""
    look = waiting(game_id, **{"seats": 1, "wanted_seats": 3, **changes})
    return pictures(
        board_message(structs.replace(look, table=structs.replace(look.table, seats=seats)), words)
    )


@EACH_GAME
def test_who_sits_where_is_shown_and_said(game_id: str) -> None:
    [picture] = shown(game_id, ANA, COMPUTER)
    assert picture.alt.split("\n")[1:] == ["Seat 1: Ana.", "Seat 2: Makemake (computer).", "Seat 3: open."]
    [other] = shown(game_id, ANA, BEN)
    assert other.alt.split("\n")[2] == "Seat 2: B_e_n."
    assert other.filename != picture.filename


@EACH_GAME
@pytest.mark.parametrize("language", languages())
def test_it_says_so_in_each_language_and_is_the_same_picture(game_id: str, language: str) -> None:
    words = Localizer(in_language(language))
    [picture] = shown(game_id, ANA, BEN, words=words)
    [english] = shown(game_id, ANA, BEN)
    assert picture.filename == english.filename
    assert len(picture.alt.split("\n")) == 4
    assert len(picture.alt) < MOST_ALT
    assert (picture.alt == english.alt) == (language == "en")


def test_only_who_sits_there_and_how_many_may_changes_it() -> None:
    [picture] = shown("ru-ra-re", ANA)
    for same in ({"name": "Friday"}, {"turn_s": None}, {"held": True}):
        assert shown("ru-ra-re", ANA, **same)[0].filename == picture.filename
    assert shown("ru-ra-re", ANA, wanted_seats=4)[0].filename != picture.filename
    assert shown("rapa-nui-cards", ANA)[0].filename != picture.filename


@EACH_GAME
def test_a_lobby_that_is_closed_or_cannot_be_read_shows_nobody_waiting(game_id: str) -> None:
    assert shown(game_id, ANA, BEN, phase=Phase.CANCELLED) == []
    look = structs.replace(waiting(game_id), fault=Fault("table_damaged", 1))
    assert pictures(board_message(look, ENGLISH)) == []


@EACH_GAME
def test_without_pictures_the_same_stands_there_in_words(game_id: str) -> None:
    view = board_message(waiting(game_id, 1), ENGLISH)
    assert said(view).split() == said(without_pictures(view)).split()
    assert said(view).count("open seat") == max(games()[game_id].seats) - 1


def test_a_level_that_only_another_version_knows_sits_there_without_its_name() -> None:
    [picture] = shown("ru-ra-re", ANA, structs.replace(COMPUTER, computer="grandmaster"))
    assert "Makemake (computer)" in picture.alt
