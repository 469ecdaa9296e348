"""Nothing is hidden but future chance, which no state contains.  Rules: Rapa Nui board 9."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from engine.game import CHANCE, Viewer
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import Phase, State
from tests.engine.rapa_nui_board.movers import chained_game
from tests.engine.seeded import Reached, Seeded, in_reached_states


def rearranged(state: State, viewer: Viewer, seed: int) -> State:
    """Return another state with the same observation: the state itself, since everything is public."""
    return state


@in_reached_states("rapa-nui-board", examples=100)
def test_all_see_the_same_and_see_all(setup_and_state: Reached, seed: int) -> None:
    setup, state = setup_and_state
    spectator = GAME.observe(state, None)
    for viewer in range(setup.seats):
        seen = GAME.observe(rearranged(state, viewer, seed), viewer)
        assert msgspec.json.encode(replace(seen, viewer=None)) == msgspec.json.encode(spectator)
        assert GAME.determinise(seen, Seeded(seed)) == state


def test_it_says_of_itself_that_it_hides_nothing() -> None:
    assert not GAME.hides


def test_an_observation_has_all_that_a_state_has() -> None:
    for played in chained_game(3, seed=2):
        seen = GAME.observe(played.after, 1)
        assert (seen.viewer, seen.state) == (1, played.after)


def test_before_chance_has_moved_nothing_of_it_is_there() -> None:
    """Neither the order nor the tiles: what is drawn is in the move of chance alone."""
    for seats in GAME.seats:
        state = GAME.start(seats, {})
        assert state.phase is Phase.DRAW_ORDER
        assert not any(state.aside)
        assert all(spot.tile is None for spot in state.spots)
        drawn = {
            msgspec.json.encode(GAME.apply(state, CHANCE, GAME.chance_move(state, Seeded(seed)))[0])
            for seed in range(20)
        }
        assert len(drawn) > 1


def test_chance_moves_at_setup_only() -> None:
    for seats in GAME.seats:
        seats_to_move = [played.seat for played in chained_game(seats, seed=4)]
        assert seats_to_move[:2] == [CHANCE, CHANCE]
        assert CHANCE not in seats_to_move[2:]
