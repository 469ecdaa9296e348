"""Drawings of the tiles that players can take, and charts of all tiles for the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Seat
from engine.rapa_nui_board.state import (
    OFFERING_PRICES,
    OFFERINGS,
    OUTSTANDING,
    OUTSTANDING_POINTS,
    RESOURCES,
    STACKS,
    TILES,
    Offering,
    Phase,
    State,
    Tile,
    values_left,
)
from pictures.rapa_nui_board.parts import EDGE, WIDTH, art, spent
from pictures.scene import Scene, Sketch

ROOM: Final = WIDTH - 2 * EDGE
STACKS_HEIGHT: Final = 154
STACK: Final = ROOM / len(OFFERINGS)
"""The distance in pixels between the left edges of neighbouring stacks of offering tiles."""
OUTSTANDING_HEIGHT: Final = 82
OUTSTANDING_PITCH: Final = ROOM / len(OUTSTANDING)
DISPLAY_HEIGHT: Final = 72
DISPLAY_PITCH: Final = ROOM / len(TILES)


def market_height(state: State) -> int:
    """The height, in pixels, of the market, which shows the tiles that players can take."""
    display = DISPLAY_HEIGHT if state.phase is Phase.DISPLAY else 0
    return STACKS_HEIGHT + OUTSTANDING_HEIGHT + display + 16


def market(sketch: Sketch, state: State, before: State, top: float) -> None:
    """Draw all tiles that players can take: offering tiles, outstanding ones, ahu tiles.  Rules: 1.1, 2.7.

    Differences from the earlier state `before` are highlighted.
    """
    sketch.put("panel", "panel:plain", EDGE - 12, top, WIDTH - 2 * EDGE + 24, market_height(state))
    for offering in OFFERINGS:
        if state.stacks[offering] != before.stacks[offering]:
            role, x = f"changed/stack/{offering.name.lower()}", EDGE + STACK * offering
            sketch.put(role, "mark:change", x - 4, top + 6, STACK - 4, STACKS_HEIGHT - 4)
    for offering in OFFERINGS:
        values = values_left(state.seats, offering, state.stacks[offering])
        x = EDGE + STACK * offering
        stack(sketch, offering, len(values), x, top + 8)
        if values:
            worth(sketch, offering, values[0], x, top + 8)
            role = f"stack/{offering.name.lower()}/number"
            sketch.number(role, f"x{len(values)}", x + 116, top + 89, 27, "dim")
    outstanding(sketch, state.outstanding, before.outstanding, top + 8 + STACKS_HEIGHT)
    if state.phase is Phase.DISPLAY:
        display(sketch, state, before, top + 8 + STACKS_HEIGHT + OUTSTANDING_HEIGHT)


def stack(sketch: Sketch, offering: Offering, count: int, x: float, top: float) -> None:
    """Draw a stack of `count` offering tiles, one behind the other, and below it their price."""
    name = offering.name.lower()
    role = f"stack/{name}"
    for depth in range(count - 1, -1, -1):
        sketch.put(role, art(f"offering.{name}"), x + 4 + 6 * depth, top + 8, 88, 88)
    if not count:
        sketch.put(f"no/{role}", art(f"faint.{name}"), x + 8, top + 12, 80, 80)
    icons = [resource for resource in RESOURCES for _ in range(OFFERING_PRICES[offering][resource])]
    for place, resource in enumerate(icons):
        sprite = art(resource.name.lower())
        sketch.put(f"{role}/price/{resource.name.lower()}", sprite, x + 6 + 38 * place, top + 106, 36, 36)


def worth(sketch: Sketch, offering: Offering, value: int, x: float, top: float) -> None:
    """Draw `value`, the points of the uppermost offering tile, beside its stack."""
    sketch.number(f"stack/{offering.name.lower()}/value", value, x + 114, top + 34, 46, "gold")


def outstanding(
    sketch: Sketch, owners: Sequence[Seat | None], former: Sequence[Seat | None], top: float
) -> None:
    """Draw the outstanding tiles, their points and owners; `former`: the owners shown earlier."""
    middle = top + OUTSTANDING_HEIGHT / 2
    for tile in OUTSTANDING:
        x = EDGE + OUTSTANDING_PITCH * tile
        role = f"outstanding/{tile.name.lower()}"
        if owners[tile] != former[tile]:
            width, height = OUTSTANDING_PITCH, OUTSTANDING_HEIGHT - 4
            sketch.put(f"changed/{role}", "mark:change", x - 3, top + 2, width, height)
        sketch.put(role, art(f"outstanding.{tile.name.lower()}"), x + 2, middle - 34, 97, 68)
        owner = owners[tile]
        y = middle if owner is None else middle - 17
        sketch.number(f"{role}/points", OUTSTANDING_POINTS[tile], x + 118, y, 32, "gold", anchor="middle")
        if owner is not None:
            sketch.centred(f"{role}/by", f"art:seat_{owner + 1}", x + 118, middle + 20, 32)


def display(sketch: Sketch, state: State, before: State, top: float) -> None:
    """Draw the ahu tiles of which players take one: the display or, once it is empty, those laid aside.

    Kinds of tiles whose number differs from that in the earlier state `before` are highlighted.
    """
    now, former = (state.display, before.display) if any(state.display) else (state.aside, before.aside)
    for tile in TILES:
        x = EDGE + DISPLAY_PITCH * tile
        role = f"display/{tile.name.lower()}"
        is_changed = now[tile] != former[tile] and before.phase is Phase.DISPLAY
        sprite = art(f"plaque.{tile.name.lower()}")
        if is_changed:
            wide, high = DISPLAY_PITCH - 2, DISPLAY_HEIGHT - 4
            sketch.put(f"changed/{role}", "mark:change", x - 2, top + 2, wide, high)
            if not now[tile]:
                role, sprite = f"gone/{role}", spent(sprite)
        if now[tile] or is_changed:
            sketch.put(role, sprite, x, top + 8, 54, 54)
            sketch.number(f"{role}/number", now[tile], x + 54, top + 36, 27, "light")


COLUMNS: Final = 4
PITCH: Final = (WIDTH - 2 * EDGE) / COLUMNS
LINE: Final = 158
PLAQUE: Final = 138
LOWEST: Final = 300
"""The least height of a chart, in pixels."""


def chart(tiles: Sequence[Tile]) -> Scene:
    """The picture of the ahu tiles `tiles`, numbered from 1."""
    lines = -(-len(tiles) // COLUMNS)
    height = max(LOWEST, LINE * lines + 2 * EDGE)
    line = (height - 2 * EDGE) / lines
    sketch = Sketch(WIDTH, height, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, height - 2 * EDGE + 24)
    for place, tile in enumerate(tiles):
        x = EDGE + PITCH * (place % COLUMNS)
        middle = EDGE + line * (place // COLUMNS + 0.5)
        sketch.number(f"number/{place + 1}", place + 1, x + 78, middle, 46, "gold", anchor="right")
        sprite = art(f"plaque.{tile.name.lower()}")
        sketch.put(f"tile/{place + 1}", sprite, x + 88, middle - PLAQUE / 2, PLAQUE, PLAQUE)
    return sketch.scene()


def offerings_chart() -> Scene:
    """The picture of the offering tiles with prices and highest values, and of the outstanding tiles."""
    sketch = Sketch(WIDTH, LOWEST, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, LOWEST - 2 * EDGE + 24)
    top = EDGE + 4
    values = STACKS[max(STACKS)]
    for offering in OFFERINGS:
        x = EDGE + STACK * offering
        stack(sketch, offering, 1, x, top)
        worth(sketch, offering, values[offering][0], x - 10, top + 16)
    nobody = (None,) * len(OUTSTANDING)
    outstanding(sketch, nobody, nobody, LOWEST - EDGE - OUTSTANDING_HEIGHT)
    return sketch.scene()
