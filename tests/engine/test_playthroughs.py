"""Recorded games replay as recorded.  After an intended change: `python -m tests.engine.playthrough`."""

from __future__ import annotations

import pytest

from engine.catalogue import games
from engine.game import AnyGame
from tests.engine import playthrough

RECORDED = [
    pytest.param(game, seats, id=f"{game.id}-{seats}") for game in games().values() for seats in game.seats
]


@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_a_recorded_game_is_played_as_it_was(game: AnyGame, seats: int) -> None:
    recorded = playthrough.path(game, seats).read_text("utf-8")
    assert playthrough.playthrough(game, seats).splitlines() == recorded.splitlines()


def test_there_is_no_recorded_game_of_another_number_of_players() -> None:
    paths = {playthrough.path(game, seats) for game in games().values() for seats in game.seats}
    assert set(playthrough.FOLDER.glob("*.txt")) == paths
