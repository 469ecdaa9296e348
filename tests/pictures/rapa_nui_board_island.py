"""Pictures of the island, to be looked at: of games among chain builders, and more crowded ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec.structs import replace

from engine.game import CHANCE
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import IN_VILLAGE, ISLANDS, ON_ISLAND, SIZES, Spot, State
from pictures import Scene
from pictures.rapa_nui_board.beside import aside
from pictures.rapa_nui_board.island import choices, cut, island, region, regions
from tests.engine.rapa_nui_board.derived import noted
from tests.engine.rapa_nui_board.movers import chained_game

MOST_FIGURES: Final = 7
"""The most transporters of one player: five villagers, the sorcerer and the chief."""
GROUNDS: Final = r"land$|space/|ledge/|veil/|option/|road/"
"""Matches the roles of things that lie under others."""
TOGETHER: Final = (
    # Pairs of things; the second belongs on top of the first.
    (r"way/(\w\d)", r"(tile|moai|figure|neutral)/\1/.*|neutral/\1|name/\1|way/.*"),
    # The head of an arrow points to the feet of the figure at its end.
    (r"(?:tile|moai|figure)/(\w\d)/.*", r"way/\1"),
    (r"name/(\w\d)", r"way/\1"),
    (r"moai/(\w\d)/\w+", r"pukao/\1"),
    (r"(chip/\d/\d)", r"\1/number"),
    (r"kept/(\d)/(\w+)", r"kept/\1/\2"),
)


@cache
def moments(seats: int, seed: int = 3) -> tuple[tuple[State, State], ...]:
    """Return all states of a game after the tiles were laid, each with the state before."""
    return tuple(
        (played.before, played.after) for played in chained_game(seats, seed) if played.seat != CHANCE
    )


def maps(seats: int, seed: int = 3) -> Iterator[Scene]:
    """Yield the whole island in each state of a game."""
    for before, state in moments(seats, seed):
        yield island(state, before)


def ways(state: State) -> list[tuple[str, ...]]:
    """Return the paths of all legal transports."""
    legal = GAME.legal_moves(state, state.decider) if state.decider != CHANCE else ()
    return [move.path for move in legal if isinstance(move, moves.CarryMoai | moves.CarryPukao)]


def closer(seats: int, seed: int = 3) -> Iterator[Scene]:
    """Yield pictures of choices, regions and things beside the island, for some states of a game."""
    for before, state in moments(seats, seed)[::20]:
        for name in regions(seats):
            yield region(state, name)
        found = ways(before)
        options = sorted({path[-1] for path in found}) or list(state.island.path_ids(state.island.land[::3]))
        yield choices(before, options, found[0] if found else ())
        for name in regions(seats):
            yield cut(before, name, options, found[-1] if found else ())
        yield aside(state)


def drawn(seats: int, seed: int = 3) -> Iterator[Scene]:
    """Yield all kinds of pictures of a game."""
    yield from maps(seats, seed)
    yield from closer(seats, seed)


def packed(seats: int, seed: int = 3) -> State:
    """Return a fuller state than any game reaches: figures everywhere, a full quarry, tiles on all spots."""
    side, state = ISLANDS[seats], moments(seats, seed)[40][1]
    spots = tuple(
        spot if space not in side.land else full_spot(space, seats, is_ahu=space in side.ahu)
        for space, spot in enumerate(state.spots)
    )
    players = tuple(
        replace(
            player,
            sculptors=tuple((spaces + seats - 1 - seat) // seats for spaces in side.columns),
            sorcerer=seats - seat,
            chief=1 + seat // 2,
            chipped_in=(4, 1, 3),
            moai=(7, 6, 5),
            safekept=(1, 2, 0),
        )
        for seat, player in enumerate(state.players)
    )
    return replace(state, spots=spots, players=players, **noted(spots, players))


def full_spot(space: int, seats: int, *, is_ahu: bool) -> Spot:
    """Return a space with all that it can hold."""
    size = SIZES[space % len(SIZES)] if is_ahu else None
    return Spot(owner=space % seats, fresh=2, exhausted=2, moai=size, pukao=is_ahu)


def busiest(seats: int, seed: int = 3) -> State:
    """Return the fullest state that a game can reach: all moai styled, all figures on spaces of their own."""
    crowd = packed(seats, seed)
    busy = ISLANDS[seats].land[: MOST_FIGURES * seats]
    spots = tuple(
        replace(spot, fresh=space % 2, exhausted=1 - space % 2)
        if space in busy
        else replace(spot, owner=None, fresh=0, exhausted=0)
        for space, spot in enumerate(crowd.spots)
    )
    away = {"sculptors": (0, 0, 0), "sorcerer": ON_ISLAND, "chief": IN_VILLAGE, "chipped_in": (0, 0, 0)}
    players = tuple(replace(each, **away, moai=(0, 0, 0), safekept=(0, 0, 0)) for each in crowd.players)
    return replace(crowd, spots=spots, players=players, **noted(spots, players))


def crowded(seats: int) -> Iterator[Scene]:
    """Yield pictures that are fuller than in any game."""
    crowd = packed(seats)
    yield island(crowd, crowd)
    for name in regions(seats):
        yield region(crowd, name)
    side = ISLANDS[seats]
    yield choices(crowd, side.path_ids(side.land), long_way(seats))
    for name in regions(seats):
        yield cut(crowd, name, side.path_ids(side.land), long_way(seats), ("D1",))
    yield aside(crowd)


def as_busy_as_can_be(seats: int) -> Iterator[Scene]:
    """Yield the fullest pictures that a game can have."""
    busy, before = busiest(seats), moments(seats)[0][1]
    yield island(busy, before)
    for name in regions(seats):
        yield region(busy, name)
    side = ISLANDS[seats]
    yield choices(busy, side.path_ids(side.land), long_way(seats))
    for name in regions(seats):
        yield cut(busy, name, side.path_ids(side.land), long_way(seats))
    yield aside(busy)


def long_way(seats: int) -> tuple[str, ...]:
    """Return a path with turns in all directions."""
    return (
        ("D3", "C3", "C2", "D2", "E2", "F2", "F3", "F4", "G4")
        if seats == 2
        else ("E3", "D3", "D2", "C2", "B2", "B3", "B4", "C4", "C5")
    )
