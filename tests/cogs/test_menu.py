"""The menu behind *More…*: its back button isn't beside a button that gives the seat up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cogs.text import ids
from cogs.text.language import Localizer
from cogs.views.menu import menu_message, sure_message
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
    assert verbs[0] == ["refresh", "rules", "guide", "log"]
    assert ["fill", "concede"] in verbs


@pytest.mark.parametrize(
    ("seats", "computers", "said"),
    [(2, (), "and it ends here"), (3, (), "A computer plays on"), (3, (1, 2), "and it ends here")],
)
def test_who_gives_up_is_asked_by_what_then_happens(
    seats: int, computers: tuple[int, ...], said: str
) -> None:
    setup = Setup(games()["ru-ra-re"], seats, {})
    running = next(random_game(setup, seed=1))
    seen = look(setup.game, setup, running.before, 0)
    infos = tuple(
        replace(info, computer="casual" if info.seat in computers else None) for info in seen.table.seats
    )
    asked = sure_message(
        replace(seen, table=replace(seen.table, seats=infos)), "concede", Localizer(in_language("en"))
    )
    assert said in str(asked.to_components())
