"""Where transporters stand, as sets, is where they stand on the spaces."""

from __future__ import annotations

import pytest

from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.island import space_set, spaces_in
from engine.rapa_nui_board.presence import beside, chained, open_to
from engine.rapa_nui_board.state import State
from tests.engine.rapa_nui_board.movers import chained_game


def assert_is_who_stands_there(state: State) -> None:
    """As the spaces say, each looked at by itself."""
    island = state.island
    owners = {space: spot.owner for space, spot in enumerate(state.spots) if spot.owner is not None}
    assert state.standing == tuple(
        space_set([space for space, owner in owners.items() if owner == seat]) for seat in range(state.seats)
    )
    for seat in range(state.seats):
        assert spaces_in(open_to(state, seat)) == [
            space for space in island.land if owners.get(space, seat) == seat
        ]
    quarries = {island.crater, island.pukao_quarry}
    assert chained(state) == space_set({*owners, *quarries})
    assert spaces_in(beside(island, chained(state))) == [
        space
        for space, near in enumerate(island.neighbours)
        if any(one in owners or one in quarries for one in near)
    ]


@pytest.mark.parametrize("seats", GAME.seats)
def test_who_stands_where_is_as_the_spaces_say_after_each_move(seats: int) -> None:
    for seed in range(3):
        for played in chained_game(seats, seed):
            assert_is_who_stands_there(played.after)


def test_the_spaces_of_a_set_come_by_number() -> None:
    assert spaces_in(space_set([35, 0, 7])) == [0, 7, 35]
    assert spaces_in(0) == []
