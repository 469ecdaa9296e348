"""Panels are built once, and each shows what it is asked to show."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from cogs.discord_io.attachments import pictures, without_pictures
from cogs.messages.panels import KNOWN, Panels
from cogs.text import ui
from cogs.text.components import digest
from cogs.views.panel import Reader, panel_message
from engine.catalogue import games
from engine.game import CHANCE
from tests.cogs.test_screens import look, with_emojis
from tests.engine.seeded import Setup, random_game

GAME = games()["rapa-nui-cards"]


async def test_the_same_is_built_once_and_anything_else_anew() -> None:
    setup = Setup(GAME, 2, {})
    state = list(random_game(setup, seed=1))[9].after
    mine, public, words = look(GAME, setup, state, 0), look(GAME, setup, state, None), with_emojis("en")
    panels = Panels()
    asked: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((mine, words, None), {}),
        ((mine, words, "https://discord.com/channels/1"), {}),
        ((mine, words, None, "a note"), {}),
        ((mine, words, None), {"board": public}),
        ((mine, words, None), {"board": public, "reader": Reader(describes=True)}),
        ((mine, words, None), {"reader": Reader(is_coached=True)}),
        ((mine, words, None), {"reader": Reader(is_offered_words=True)}),
        ((mine, with_emojis("de"), None), {}),
        ((structs.replace(mine, takes_back=None), words, None), {}),
        ((look(GAME, setup, state, 1), words, None), {}),
    ]
    built = [panels.panel(*what, **how) for what, how in asked]
    assert [panels.panel(*what, **how) for what, how in asked] == built
    assert len({digest(view) for view in built}) == len(asked)
    assert [digest(view) for view in built] == [digest(panel_message(*what, **how)) for what, how in asked]


async def test_a_table_that_has_changed_is_forgotten_and_no_other() -> None:
    setup = Setup(GAME, 2, {})
    state = list(random_game(setup, seed=1))[9].after
    mine, words, panels = look(GAME, setup, state, 0), with_emojis("en"), Panels()
    other = structs.replace(mine, table=structs.replace(mine.table, id="other"))
    former, kept = panels.panel(mine, words, None), panels.panel(other, words, None)
    panels.forget(mine.table.id)
    assert panels.panel(mine, words, None) is not former
    assert panels.panel(other, words, None) is kept


async def test_only_the_latest_are_known() -> None:
    setup = Setup(GAME, 2, {})
    state = list(random_game(setup, seed=1))[9].after
    words, panels = with_emojis("en"), Panels()
    for number in range(KNOWN + 5):
        panels.panel(look(GAME, setup, state, 0), words, None, str(number))
    assert len(panels._known) == KNOWN


async def test_ones_own_things_stand_below_the_map_by_which_one_decides() -> None:
    game = games()["rapa-nui-board"]
    setup, words = Setup(game, 3, {}), with_emojis("en")
    state = next(one.before for one in random_game(setup, 1) if one.before.phase.value == "place")
    for seat in range(3):
        view = panel_message(look(game, setup, state, seat), words, None)
        drawn = [picture.filename.partition("-")[0] for picture in pictures(view)]
        assert drawn == (["island", "own"] if seat == state.decider else ["own"])


async def test_what_a_sign_means_is_said_once_though_two_pictures_have_it() -> None:
    game = games()["ru-ra-re"]
    setup, words = Setup(game, 2, {}), with_emojis("en")
    state = next(one.after for one in random_game(setup, 1) if game.legal_moves(one.after, 0))
    mine, public = look(game, setup, state, 0), look(game, setup, state, None)
    for reader in (Reader(), Reader(describes=True)):
        view = panel_message(mine, words, None, board=public, reader=reader)
        texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
        assert "\n".join(texts).count("red cross") == 1


@pytest.mark.parametrize(("game_id", "role"), [("rapa-nui-cards", "column/1"), ("ru-ra-re", "card/1")])
async def test_what_all_take_from_stands_once_in_a_message_with_the_board_or_without(
    game_id: str, role: str
) -> None:
    game, words = games()[game_id], with_emojis("en")
    setup = Setup(game, 3, game.chosen_options({}))
    for played in list(random_game(setup, 1))[4:30:3]:
        public = look(game, setup, played.after, None)
        for seat in set(game.to_move(played.after)) - {CHANCE}:
            mine = look(game, setup, played.after, seat)
            for board in (public, None):
                view = panel_message(mine, words, None, board=board)
                shown = [one for one in pictures(view) if role in {each.role for each in one.scene.placed}]
                assert len(shown) == 1
                assert len(pictures(view)) == (1 if board is None else 2)
                lines = [line for one in pictures(view) for line in one.alt.split("\n")]
                assert sum(line.startswith(("Column 1:", "Row 1:")) for line in lines) == 1
                bare = without_pictures(view)
                texts = [item.content for item in bare.walk_children() if isinstance(item, ui.TextDisplay)]
                read = "\n".join(texts).split("\n")
                assert sum(line.startswith("Row 1:") for line in read) == (game_id == "ru-ra-re")
