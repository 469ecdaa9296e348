"""Panels without small print: the pictures' alternative texts have it; without pictures, the texts do."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from cogs.discord_io.attachments import (
    MOST_ALT,
    Picture,
    SmallPrint,
    pictures,
    quietly,
    saying_besides,
    without_pictures,
)
from cogs.games import screens
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names, spoken
from cogs.text.ui import Item, message, text
from cogs.views.board import board_message
from cogs.views.panel import Reader, panel_message
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language, languages
from pictures.scene import Sketch
from tests.cogs.test_screens import MOST_CHARACTERS, SPOKEN_SETUPS, assert_fits, look, with_emojis
from tests.engine.seeded import Setup, random_game

DESCRIBED = Reader(describes=True)
SCENE = Sketch(10, 10, "dusk").scene()


def picture(alt: str) -> Picture:
    return Picture("a", SCENE, alt, [text("instead")])


def small_print(*parts: str) -> SmallPrint:
    return SmallPrint([f"-# **{part}**" for part in parts], lambda: parts)


def written(items: list[Item]) -> list[str]:
    """Return the lines of all texts."""
    found = (item.content for item in items if isinstance(item, ui.TextDisplay))
    return [line for content in found for line in content.split("\n")]


def alts(items: list[Item]) -> list[str]:
    return [item.alt for item in items if isinstance(item, Picture)]


def test_what_stood_below_a_picture_is_said_by_it_and_stands_there_without_it() -> None:
    items = [picture("A board."), small_print("Ana 3", "Ben 4"), text("below")]
    quiet = quietly(items)
    assert alts(quiet) == ["A board.\nAna 3\nBen 4"]
    assert written(quiet) == ["below"]
    bare = list(without_pictures(message(quiet)).walk_children())
    assert written(bare) == ["instead", "-# **Ana 3**", "-# **Ben 4**", "below"]
    assert alts(items) == ["A board."]


def test_what_finds_no_room_goes_to_the_next_picture_or_stays_with_all_that_follows() -> None:
    full, roomy = "x" * (MOST_ALT - 9), "x" * (MOST_ALT - 60)
    items = [picture(full), small_print("1234567", "a" * 40, "b" * 40, "12"), picture(roomy)]
    quiet = quietly(items)
    assert alts(quiet) == [f"{full}\n1234567", f"{roomy}\n{'a' * 40}"]
    assert written(quiet) == [f"-# **{'b' * 40}**", "-# **12**"]
    assert all(len(alt) < MOST_ALT for alt in alts(quiet))


def test_without_a_picture_it_stays() -> None:
    assert written(quietly([small_print("Ana 3")])) == ["-# **Ana 3**"]


def test_a_line_for_who_listens_is_said_by_the_first_picture_with_room_and_written_nowhere() -> None:
    items = [picture("x" * (MOST_ALT - 5)), text("below"), picture("A board."), picture("Cards.")]
    said = saying_besides(items, "there is /more")
    assert alts(said) == [*alts(items[:1]), "A board.\nthere is /more", "Cards."]
    assert written(said) == ["below"]
    assert "more" not in texts_of(without_pictures(message(said)))
    assert alts(saying_besides(items[:2], "more")) == alts(items[:1])


@SPOKEN_SETUPS
async def test_the_first_panel_has_room_to_tell_who_listens_of_the_setting(
    setup: Setup, language: str
) -> None:
    game, words = setup.game, Localizer(in_language(language))
    hint = spoken([words("settings.describe_hint", setting=words("settings.describe"))], words)
    state = next(one.before for one in random_game(setup, seed=12) if CHANCE not in game.to_move(one.before))
    public = look(game, setup, state, None)
    for seat in game.to_move(state):
        mine = look(game, setup, state, seat)
        for board in (None, public):
            plain, told = (
                panel_message(mine, words, None, board=board, reader=Reader(is_offered_words=is_offered))
                for is_offered in (False, True)
            )
            heard = [one.alt for one in pictures(told)]
            # The names here are the longest there are: those of four may fill all the room.
            has_room = any(len(one.alt) + 1 + len(hint) < MOST_ALT for one in pictures(plain))
            assert has_room or setup.seats == 4
            assert sum(alt.endswith(f"\n{hint}") for alt in heard) == has_room
            assert [alt.removesuffix(f"\n{hint}") for alt in heard] == [one.alt for one in pictures(plain)]
            assert texts_of(told) == texts_of(plain)
            assert_fits(told)


@pytest.mark.slow
@SPOKEN_SETUPS
async def test_a_quiet_panel_leaves_nothing_out_that_another_says(setup: Setup, language: str) -> None:
    compared = 0
    game, words = setup.game, Localizer(in_language(language))
    screen = screens()[game.id]
    for played in list(random_game(setup, seed=12))[::11]:
        if CHANCE in game.to_move(played.after) or not game.to_move(played.after):
            continue
        public = look(game, setup, played.after, None)
        for seat in range(setup.seats):
            mine = look(game, setup, played.after, seat)
            names = Names(mine.table.seats, words, seat)
            said = screen.own(mine.observation, mine.before, names, words)
            if not screen.choices_show_board:
                said += screen.board(public.observation, public.before, names, words)
            views = {
                reader: panel_message(mine, words, None, board=public, reader=reader)
                for reader in (DESCRIBED, Reader())
            }
            quiet = views[Reader()]
            heard = "\n".join(one.alt for one in pictures(quiet)).split("\n")
            read = texts_of(quiet)
            for small in (item for item in said if isinstance(item, SmallPrint)):
                for part, aloud in zip(small.parts, small.aloud(), strict=True):
                    assert set(aloud.split("\n")) <= set(heard) or part in read
            # Each picture says all that it said before, and without pictures the same stands there.
            for one, other in zip(pictures(views[DESCRIBED]), pictures(quiet), strict=True):
                assert other.alt.startswith(one.alt)
                assert other.filename == one.filename
            bare = [without_pictures(view) for view in views.values()]
            if not any(is_full(view) for view in (*views.values(), *bare)):  # Else something is cut.
                compared += 1
                assert lines_of(bare[0]) == lines_of(bare[1])
            assert quiet.content_length() <= views[DESCRIBED].content_length()
            for view in views.values():
                assert_fits(view)
                assert_fits(without_pictures(view))
    assert compared


def is_full(view: ui.LayoutView) -> bool:
    """Whether a message may have no room for some of its texts."""
    return view.content_length() > MOST_CHARACTERS - 300


def texts_of(view: ui.LayoutView) -> str:
    return "\n".join(item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay))


def lines_of(view: ui.LayoutView) -> Counter[str]:
    return Counter(texts_of(view).split("\n"))


@pytest.mark.parametrize("game_id", sorted(games()))
@pytest.mark.parametrize("language", languages())
async def test_in_a_game_of_two_nothing_but_how_one_stands_is_below_the_pictures(
    game_id: str, language: str
) -> None:
    """The public board keeps its small print."""
    game, words = games()[game_id], with_emojis(language)
    setup = Setup(game, 2, {})
    state = next(
        one.after for one in list(random_game(setup, seed=3))[20:] if CHANCE not in game.to_move(one.after)
    )
    mine, public = look(game, setup, state, 0), look(game, setup, state, None)
    small: list[Any] = [item for item in walked(board_message(public, words)) if isinstance(item, SmallPrint)]
    quiet = walked(panel_message(mine, words, None, board=public))
    assert not [item for item in quiet if isinstance(item, SmallPrint)]
    shown = texts_of(panel_message(mine, words, None, board=public))
    assert not [part for item in small for part in item.parts if part in shown]


def walked(view: ui.LayoutView) -> list[Item]:
    return list(view.walk_children())


async def test_a_full_panel_drops_its_tip_then_news_then_how_one_stands() -> None:
    setup, words = Setup(games()["rapa-nui-cards"], 4, {"open_hands": "on"}), with_emojis("de")
    played = next(one for one in list(random_game(setup, seed=21))[60:] if 0 in setup.game.to_move(one.after))
    mine, public = look(setup.game, setup, played.after, 0), look(setup.game, setup, played.after, None)
    bare = panel_message(mine, words, None, "-", board=public)
    stand = re.compile(
        "|".join(words(f"table.standing_{one}") for one in ("ahead", "behind", "level", "open"))
    )
    coached = Reader(is_coached=True)
    assert "💡" in texts_of(panel_message(mine, words, None, board=public, reader=coached))
    free = MOST_CHARACTERS - bare.content_length()
    for beyond, is_there in ((-20, True), (2, False)):
        view = panel_message(mine, words, None, "x" * (free + beyond), board=public, reader=coached)
        assert_fits(view)
        assert "💡" not in texts_of(view)
        assert bool(stand.search(texts_of(view))) == is_there
