"""The summaries that a state stores agree with its spaces and players."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.legal import free_places
from engine.rapa_nui_board.moves import PlaceChief, PlaceSculptor, PlaceSorcerer
from engine.rapa_nui_board.presence import TO_PLACES, beside, chained, open_to
from engine.rapa_nui_board.state import State, space_set, spaces_in
from tests.engine.rapa_nui_board.derived import noted
from tests.engine.rapa_nui_board.movers import chained_game


def assert_is_who_stands_there(state: State) -> None:
    """Check the summary of the figures on spaces."""
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


def assert_is_what_is_to_be_done_there(state: State) -> None:
    """Check the summary of the ahu on which something can be done."""
    spots = {space: state.spots[space] for space in state.island.ahu}
    assert spaces_in(state.bare) == [space for space, spot in spots.items() if spot.moai is None]
    assert spaces_in(state.plain) == [
        space for space, spot in spots.items() if spot.moai is not None and not spot.pukao
    ]


def assert_is_what_has_room(state: State) -> None:
    """Check the summary of the players who have room for resources."""
    taken = {player.sorcerer for player in state.players}
    here = [free for free in range(1, state.seats + 1) if free not in taken]
    columns = [column for column, free in enumerate(free_places(state), 1) if free]
    assert TO_PLACES[state.taken] == (
        *(PlaceSorcerer(position) for position in here),
        *(PlaceChief(column) for column in (1, 2, 3)),
        *(PlaceSculptor(column) for column in columns),
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_what_is_noted_is_as_spaces_and_players_say_after_each_move(seats: int) -> None:
    for seed in range(3):
        for played in chained_game(seats, seed):
            state = played.after
            assert_is_who_stands_there(state)
            assert_is_what_is_to_be_done_there(state)
            assert_is_what_has_room(state)
            noted_anew = replace(state, **noted(state.spots, state.players))
            assert noted_anew == state


def test_the_spaces_of_a_set_come_by_number() -> None:
    assert spaces_in(space_set([35, 0, 7])) == [0, 7, 35]
    assert spaces_in(0) == []
