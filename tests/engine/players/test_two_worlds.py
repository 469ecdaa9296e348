"""No player cheats: in two worlds with the same observation, it makes the same move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import Any

import pytest

from engine.catalogue import games
from engine.game import CHANCE, Viewer
from engine.players.lookahead import Stream
from tests.engine.players.minds import MINDS
from tests.engine.rapa_nui_cards import test_secrets as cards_secrets
from tests.engine.ru_ra_re import test_secrets as rows_secrets
from tests.engine.seeded import Setup, random_game

REARRANGED: dict[str, Callable[[Any, Viewer, int], Any]] = {
    "rapa-nui-cards": partial(cards_secrets.rearranged, forgetful=False),
    "ru-ra-re": rows_secrets.rearranged,
}
"""Another state of which a viewer knows as much who has forgotten nothing, by game."""
EVERY = 23
"""Of so many states one is looked at."""


def test_each_game_that_hides_something_is_looked_at() -> None:
    assert set(REARRANGED) == {game.id for game in games().values() if game.hides}


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("player", MINDS)
@pytest.mark.parametrize("game_id", REARRANGED)
def test_what_it_cannot_know_changes_no_move(game_id: str, player: str, seats: int) -> None:
    game, compared = games()[game_id], 0
    for played in islice(random_game(Setup(game, seats, {}), seed=3), 2, 200, EVERY):
        state, seat = played.before, played.seat
        if seat == CHANCE:
            continue
        other = REARRANGED[game_id](state, seat, 8)
        worlds = (game.recall(state, seat), game.recall(other, seat))
        here, there = (MINDS[player](game, seen, seat, Stream(5)) for seen in worlds)
        assert here == there
        compared += state != other
    assert compared >= 3
