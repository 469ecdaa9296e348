"""The numbers by which a learned value judges a state of the board game.  Rules: Rapa Nui board 1 to 10.

Each seat has a block of numbers, the judging seat first and then the others by number; after the blocks come
the numbers on shared things.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.game import Seat
from engine.rapa_nui_board.evaluation import prospects, tile_worths, time_left
from engine.rapa_nui_board.evaluation_outlook import Sites, outlook, sites
from engine.rapa_nui_board.legal_transport import owners
from engine.rapa_nui_board.state import (
    AT_HAND,
    IMPROVEMENTS,
    IN_VILLAGE,
    OFFERINGS,
    OUTSTANDING_POINTS,
    PUKAO,
    RESOURCES,
    SIZES,
    TILES,
    Phase,
    Player,
    State,
)
from engine.rapa_nui_board.transport import Owners

_PHASES: Final = (Phase.DISPLAY, Phase.PLACE, Phase.TRANSPORT, Phase.COLLECT, Phase.TAKE, Phase.EXCHANGE)
_ONE: Final = {phase: tuple(float(phase is one) for one in _PHASES) for phase in Phase}
_SET: Final = 4
"""The number of equal resources that pays for most offerings.  Rules: Rapa Nui board 1.1."""

_OF_A_SEAT: Final = (
    *(f"{one.name.lower()}_up_to_four" for one in RESOURCES),
    *(f"{one.name.lower()}_beyond_four" for one in RESOURCES),
    "villagers_at_hand",
    *(f"sculptors_in_column_{column}" for column in (1, 2, 3)),
    "sorcerer_at_hand",
    "place_on_the_track",
    "chief_is_won",
    "chief_at_hand",
    "chips",
    *(f"moai_on_the_crater_{one.name.lower()}" for one in SIZES),
    *(f"tile_{one.name.lower()}" for one in TILES),
    "tablet",
    *(f"built_{one.name.lower()}" for one in IMPROVEMENTS),
    *(f"built_{one.name.lower()}_while_time_is_left" for one in IMPROVEMENTS),
    *(f"offerings_{one.name.lower()}" for one in OFFERINGS),
    "points_of_offerings",
    "points_of_outstanding_offerings",
    "dropped_out",
    "fresh_transporters",
    "exhausted_transporters",
    "ahu_to_erect_on",
    "ahu_to_style_on",
    "points_of_transports_in_sight",
    "resources_in_sight",
    "exchanges_in_sight",
    "gains_in_sight_from_others",
    "points_in_prospect",
)
_OF_ALL: Final = (
    "time_left",
    "empty_ahu",
    *(f"moai_in_the_supply_{one.name.lower()}" for one in SIZES),
    "pukao_in_the_supply",
    *(f"offerings_left_{one.name.lower()}" for one in OFFERINGS),
    *(f"phase_{phase.value}" for phase in _PHASES),
    "asked",
)


def feature_names(seats: int) -> tuple[str, ...]:
    """The names of the numbers of `features` in a game of `seats` players, in order."""
    return (*(f"{name}_of_{place}" for place in range(seats) for name in _OF_A_SEAT), *_OF_ALL)


def features(state: State, seat: Seat) -> list[float]:
    """The numbers about `state` as `seat` judges it, most of them between -2 and 2, in a fixed order."""
    blocks, shared = _known(state)
    found: list[float] = []
    for one in (*range(seat, len(blocks)), *range(seat)):
        found += blocks[one]
    found += shared
    found.append(state.decider == seat)
    return found


@lru_cache(maxsize=4)
def _known(state: State) -> tuple[list[list[float]], list[float]]:
    """The numbers about each seat, and all numbers about the whole state except the last one."""
    standing, there, later = owners(state), sites(state), time_left(state)
    worths, totals = tile_worths(later), prospects(state)
    seen = [outlook(state, seat, standing, there, worths) for seat in range(state.seats)]
    dues = [sum([one.dues[seat] for one in seen]) for seat in range(state.seats)]
    blocks = []
    for seat, player in enumerate(state.players):
        block = _block(state, seat, player, later)
        block += _standing(state, seat, standing, there)
        block += (
            seen[seat].points / 5,
            (sum(seen[seat].resources) - sum(player.resources)) / 4,
            seen[seat].exchanges,
            dues[seat] / 3,
            totals[seat] / 40,
        )
        blocks.append(block)
    shared = [
        later,
        state.bare.bit_count() / 10,
        *(count / 4 for count in state.moai),
        state.pukao / PUKAO,
        *(count / 3 for count in state.stacks),
        *_ONE[state.phase],
    ]
    return blocks, shared


def _block(state: State, seat: Seat, player: Player, later: float) -> list[float]:
    offered = [0] * len(OFFERINGS)
    points = 0
    for tile in player.offerings:
        offered[tile.offering] += 1
        points += tile.points
    outstanding = sum(
        [OUTSTANDING_POINTS[tile] for tile, owner in enumerate(state.outstanding) if owner == seat]
    )
    built = player.improvements
    return [
        *(min(count, _SET) / _SET for count in player.resources),
        *(max(0, count - _SET) / _SET for count in player.resources),
        player.villagers / 4,
        *(count / 2 for count in player.sculptors),
        player.sorcerer == AT_HAND,
        max(0, player.sorcerer) / 4,
        player.chief != IN_VILLAGE,
        player.chief == AT_HAND,
        sum(player.chipped_in),
        *player.moai,
        *player.tiles,
        player.tablet,
        *built,
        *(one * later for one in built),
        *(count / 2 for count in offered),
        points / 30,
        outstanding / 10,
        player.dropped_out,
    ]


def _standing(state: State, seat: Seat, standing: Owners, there: Sites) -> list[float]:
    fresh = exhausted = 0
    for space, owner in enumerate(standing):
        if owner == seat:
            spot = state.spots[space]
            fresh += spot.fresh
            exhausted += spot.exhausted
    return [fresh / 4, exhausted / 4, len(there.own_bare[seat]) / 3, len(there.own_plain[seat]) / 3]
