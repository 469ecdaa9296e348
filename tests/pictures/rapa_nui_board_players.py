"""Pictures of players' things in the board game: of games among chain builders, and fuller ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from engine.game import CHANCE, Part, Result, SeatResult
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.state import (
    AT_HAND,
    BEGINNER_TILES,
    NO_MOAI,
    NO_TILES,
    NOTHING,
    OFFERINGS,
    OUTSTANDING,
    TILES,
    OfferingTile,
    Phase,
    State,
    Tile,
)
from pictures import Scene
from pictures.rapa_nui_board.market import chart, offerings_chart
from pictures.rapa_nui_board.players import players, sheet
from tests.engine.rapa_nui_board.movers import chained_game
from tests.pictures.scenes import NAMES


@cache
def moments(seats: int, seed: int = 3) -> tuple[tuple[State, State], ...]:
    """Return all states of a game after the tiles were laid, each with the state before."""
    return tuple(
        (played.before, played.after) for played in chained_game(seats, seed) if played.seat != CHANCE
    )


def boards(seats: int, seed: int = 3) -> Iterator[Scene]:
    """Yield all players' things in each state of a game, and now and then each player's alone."""
    for place, pair in enumerate(moments(seats, seed)):
        before, now = pair
        yield players(now, before, range(seats), NAMES)
        if place % 5 == 0:
            yield players(now, before, (place // 5 % seats,), NAMES)


def charts() -> Iterator[Scene]:
    """Yield the pictures of the rules."""
    yield chart(TILES)
    yield chart(BEGINNER_TILES)
    yield chart((Tile.REST,))
    yield offerings_chart()


def the_sheet(seats: int, seed: int = 3) -> tuple[Result, Scene]:
    """Return a game's result and its score sheet."""
    result = GAME.result(moments(seats, seed)[-1][1])
    assert result is not None
    return result, sheet(result, NAMES)


def drawn(seats: int, seed: int = 3) -> Iterator[Scene]:
    """Yield all pictures of a game."""
    yield from boards(seats, seed)
    yield the_sheet(seats, seed)[1]
    yield from charts()


def full(seats: int) -> tuple[State, State]:
    """Return a fuller state than any game reaches, and the same table with nothing on it."""
    now = next(state for _, state in moments(seats) if state.phase is Phase.TRANSPORT)
    offerings = tuple(OfferingTile(offering, 14) for offering in OFFERINGS for _ in range(4))
    much = replace(
        now.players[0],
        resources=(8,) * len(NOTHING),
        villagers=5,
        sorcerer=AT_HAND,
        chief=AT_HAND,
        moai=(8, 7, 6),
        safekept=(3, 2, 1),
        tiles=(2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1),
        tablet=True,
        improvements=(True, False, True, True),
        offerings=offerings,
    )
    little = replace(
        much,
        resources=NOTHING,
        villagers=0,
        sorcerer=1,
        chief=1,
        moai=NO_MOAI,
        safekept=NO_MOAI,
        tiles=NO_TILES,
        tablet=False,
        improvements=(False,) * 4,
        offerings=(),
        dropped_out=True,
    )
    owners = tuple(tile % seats for tile in OUTSTANDING)
    return (
        replace(now, players=(much,) * seats, outstanding=owners),
        replace(now, players=(little,) * seats, outstanding=(None,) * len(OUTSTANDING), stacks=(0,) * 5),
    )


def crowded(seats: int) -> Iterator[Scene]:
    """Yield pictures that are fuller or emptier than in any game."""
    much, little = full(seats)
    for shown in (range(seats), (0,)):
        yield players(much, much, shown, NAMES)
        yield players(little, little, shown, NAMES)
    yield players(much, little, (1,), NAMES)
    parts = tuple(Part(name, 188) for name in ("offerings", "outstanding", "resources", "tablet", "favour"))
    yield sheet(Result(tuple(SeatResult(940, parts, 1) for _ in range(seats)), "island_full"), NAMES)
    if seats == 2:
        laid = tuple(4 for _ in TILES)
        yield players(replace(much, phase=Phase.DISPLAY, display=laid), much, range(seats), NAMES)
