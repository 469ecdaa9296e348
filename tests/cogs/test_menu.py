"""The menu behind *More…*: its back button isn't beside a button that gives the seat up."""

from __future__ import annotations

import pytest

from cogs.text import ids
from cogs.text.language import Localizer
from cogs.views.menu import menu_message
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language
from tests.cogs.test_screens import look, parts
from tests.engine.seeded import Setup, random_game


@pytest.mark.parametrize("game_id", games())
def test_no_way_back_stands_beside_giving_up(game_id: str) -> None:
    setup = Setup(games()[game_id], 2, {})
    running = next(one for one in random_game(setup, seed=1) if one.seat != CHANCE)
    menu = menu_message(
        look(setup.game, setup, running.before, running.seat), Localizer(in_language("en")), has_lists=True
    )
    rows = [part["components"] for part in parts(menu.to_components()) if part["type"] == 1]
    verbs = [
        [click.verb for one in row if isinstance(click := ids.read(one["custom_id"]), ids.TableId)]
        for row in rows
    ]
    assert verbs[0] == ["refresh", "rules", "log"]
    assert ["fill", "concede"] in verbs
