"""The touchable areas in pictures of random games: exactly the choices that the message offers."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import pytest

from cogs.discord_io.attachments import pictures
from cogs.games.touch import Area, areas, offered, with_choice
from cogs.text import ids
from cogs.text.ids import MoveId, Pick
from cogs.text.language import Localizer
from cogs.views.board import board_message
from cogs.views.panel import panel_message
from engine.catalogue import games
from engine.game import CHANCE
from engine.rapa_nui_board.moves import CarryMoai
from locales import in_language
from tables.verbs.auto_answers import Moves
from tests.cogs.test_screens import look
from tests.engine.rapa_nui_board.movers import chained_game
from tests.engine.seeded import Setup, random_game

WORDS = Localizer(in_language("en"))
STEPS = 4
"""How many picks are followed, one after another."""
ABOUT_NO_THING = {
    "ru-ra-re": set(),
    "rapa-nui-cards": {"skip"},
    "rapa-nui-board": {"barter", "two", "drop", "take"},
}
"""The first words of the moves that are about nothing in a picture, such as numbers of resources."""


def touched(mine: Any, public: Any, picked: str) -> list[Area]:
    """Return the areas of a player's panel and of the board beside it; check that each is offered."""
    panel = panel_message(mine, WORDS, None, picked=picked)
    offers, found = offered(panel, mine, WORDS), []
    for picture in (*pictures(panel), *pictures(board_message(public, WORDS, None))):
        for area in areas(picture.scene, mine, offers):
            assert 0 <= area.x < area.x + area.w <= picture.scene.width
            assert 0 <= area.y < area.y + area.h <= picture.scene.height
            assert (area.label, area.note) == (offers[area.press].label, offers[area.press].note)
            found.append(area)
    return found


@cache
def met(game_id: str, seats: int) -> tuple[frozenset[str], frozenset[str]]:
    """Return the first words of all answers in a game, and of those that could be touched."""
    setup = Setup(games()[game_id], seats, {})
    words: set[str] = set()
    by_touch: set[str] = set()
    game = chained_game(seats, 7) if game_id == "rapa-nui-board" else random_game(setup, seed=7)
    for place, played in enumerate(islice(game, 240)):
        seat, state = played.seat, played.before
        if seat == CHANCE or place % 2:
            continue
        mine, public = look(setup.game, setup, state, seat), look(setup.game, setup, state, None)
        words |= {setup.game.write_move(move).split(" ")[0].removeprefix("*") for move in mine.legal_moves}
        picked = ""
        for step in range(STEPS):
            picks = []
            for area in touched(mine, public, picked):
                one = ids.read(area.press)
                if isinstance(one, MoveId):
                    by_touch.add(Moves.parse(one.moves).now[-1].split(" ")[0].removeprefix("*"))
                elif one is not None:
                    picks.append(Pick.parse(one.detail).picked)
            if not picks:
                break
            picked = picks[(place + step) % len(picks)]
    return frozenset(words), frozenset(by_touch)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", list(games()))
def test_each_kind_of_decision_about_a_thing_is_made_by_touching_it(game_id: str) -> None:
    words: set[str] = set()
    by_touch: set[str] = set()
    for seats in (min(games()[game_id].seats), max(games()[game_id].seats)):
        came_up, were_touched = met(game_id, seats)
        words |= came_up
        by_touch |= were_touched
    assert words - by_touch - ABOUT_NO_THING[game_id] == set()
    assert by_touch


def test_while_a_transport_is_shown_another_space_leads_to_another_path() -> None:
    setup = Setup(games()["rapa-nui-board"], 4, {})
    elsewhere = 0
    for played in chained_game(4, 7):
        seat, state = played.seat, played.before
        if seat == CHANCE or not any(
            isinstance(move, CarryMoai) for move in setup.game.legal_moves(state, seat)
        ):
            continue
        mine, public = look(setup.game, setup, state, seat), look(setup.game, setup, state, None)
        longest = max(mine.legal_moves, key=lambda move: len(getattr(move, "path", ())))
        offers = touched(mine, public, f"at {mine.legal_moves.index(longest)}")
        picked = {ids.read(area.press).detail.partition(".at ")[2] for area in offers}  # type: ignore[union-attr]
        ways = {mine.legal_moves[int(number)].path for number in picked if number}
        panel = panel_message(mine, WORDS, None, picked=f"at {mine.legal_moves.index(longest)}")
        island, *others = pictures(board_message(public, WORDS, None))
        drawn = with_choice(island.scene, mine, offered(panel))
        roles = {one.role for one in drawn.placed}
        assert {f"way/{space}" for space in longest.path} <= roles
        assert all(with_choice(one.scene, mine, offered(panel)) is one.scene for one in others)
        elsewhere += len(ways - {longest.path})
        assert any(ids.read(area.press).detail.endswith(setup.game.write_move(longest)) for area in offers)  # type: ignore[union-attr]
    assert elsewhere > 3


def test_whoever_is_not_asked_touches_nothing() -> None:
    setup = Setup(games()["ru-ra-re"], 2, {})
    played = next(one for one in random_game(setup, seed=7) if one.seat != CHANCE)
    public = look(setup.game, setup, played.before, None)
    asked = offered(panel_message(look(setup.game, setup, played.before, 0), WORDS, None))
    for picture in pictures(board_message(public, WORDS, None)):
        assert areas(picture.scene, public, asked) == []
