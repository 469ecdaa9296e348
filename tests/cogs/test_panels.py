"""The contents of private panels, and their order."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cogs.discord_io.attachments import pictures, without_pictures
from cogs.text import ui
from cogs.views.panel import Reader, panel_message
from engine.catalogue import games
from engine.game import CHANCE
from tests.cogs.test_screens import look, with_emojis
from tests.engine.seeded import Setup, random_game

GAME = games()["rapa-nui-cards"]


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


@pytest.mark.parametrize(
    ("game_id", "number", "expected"),
    [
        ("rapa-nui-cards", None, []),
        ("rapa-nui-cards", 7, [False]),
        ("rapa-nui-board", 7, [False]),
        ("ru-ra-re", None, []),
    ],
)
async def test_take_back_is_offered_only_where_it_can_be_pressed(
    game_id: str, number: int | None, expected: list[bool]
) -> None:
    game, words = games()[game_id], with_emojis("en")
    setup = Setup(game, 2, game.chosen_options({}))
    state = next(one.after for one in random_game(setup, 1) if game.to_move(one.after) != (CHANCE,))
    mine = look(game, setup, state, 0)
    mine = replace(mine, takes_back=number)
    found = [item for item in panel_message(mine, words, None).walk_children() if isinstance(item, ui.Button)]
    assert [one.disabled for one in found if one.label == words("table.button_back")] == expected
