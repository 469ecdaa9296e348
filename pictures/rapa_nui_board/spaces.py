"""A space of the island in a picture: what is printed on it and what stands on it."""

from __future__ import annotations

from typing import Final

from engine.rapa_nui_board.island import Island, Kind
from engine.rapa_nui_board.state import Spot
from pictures.rapa_nui_board.figures import MOAI_HEIGHTS, MOAI_WIDTH, PERSON_RATIO
from pictures.rapa_nui_board.layout import GAP, Layout, cell
from pictures.rapa_nui_board.parts import GAME, art
from pictures.scene import Sketch, number_width

LETTERS: Final = 25
ICON: Final = 31
FIGURE: Final = 52
LYING: Final = 0.84
"""The size of figures that lie, compared with those that stand."""
INLAND: Final = 1.01
"""How much larger figures are on spaces without an ahu."""
COUNT: Final = 26
TILE: Final = 48
MOAI: Final = 0.55
"""The size of moai here, compared with their drawings."""
FOOT: Final = 8
"""The distance from the lower edge of a space to what stands on it."""


def ground(sketch: Sketch, layout: Layout, space: int) -> None:
    """Draw the ground of a space, without anything on it."""
    island, box = layout.island, layout.box(space)
    at = island.ids[space]
    match island.kinds[space]:
        case Kind.INLAND:
            name = island.resources[space][0].name.lower()
        case kind:
            name = kind.value
    sprite = f"space.{name}_{variant(island, space)}_{box.width}x{box.height}"
    sketch.put(f"space/{at}", f"{GAME}:{sprite}", *box)


def variant(island: Island, space: int) -> int:
    """Which outline the ground of a space has."""
    column, row = cell(island.ids[space])
    return (column + 2 * row) % 3


def changed(sketch: Sketch, layout: Layout, space: int) -> None:
    """Draw the soft mark of a change on a space."""
    x, y, width, height = layout.box(space)
    sketch.put(f"changed/space/{layout.island.ids[space]}", "mark:change", x, y, width, height - 2)


def contents(sketch: Sketch, layout: Layout, space: int, spot: Spot, *, lit: bool = False) -> None:
    """Draw all that is on a space; its letters are larger and golden if it is `lit`."""
    island, box, unit = layout.island, layout.box(space), layout.unit
    at = island.ids[space]
    letters, colour = (29, "gold") if lit else (LETTERS, "light")
    sketch.number(f"letters/{at}", at, box.x + 3 * unit, box.y + 20 * unit, letters * unit, colour)
    shown = island.resources[space]
    for place, resource in enumerate(shown):
        name = resource.name.lower()
        x = box.x + box.width - (2 + ICON * (len(shown) - place)) * unit
        sketch.put(f"resource/{at}/{name}", art(name), x, box.y + 5 * unit, ICON * unit, ICON * unit)
    base = box.y + box.height - FOOT * unit
    if island.names[space]:
        base = caption(sketch, layout, space)
    match island.kinds[space]:
        case Kind.AHU:
            on_ahu(sketch, at, spot, box.x + box.width * 0.24, base, unit)
            figures(sketch, at, spot, box.x + box.width * 0.72, base, unit)
        case Kind.INLAND:
            figures(sketch, at, spot, box.x + box.width * 0.5, base - 2 * unit, unit * INLAND)
        case Kind.CRATER | Kind.PUKAO_QUARRY:
            width, height = FIGURE * PERSON_RATIO * unit, FIGURE * unit
            x = box.x + box.width * 0.78 - width / 2
            sketch.put(f"neutral/{at}", f"{GAME}:neutral.any", x, base - height, width, height)


def caption(sketch: Sketch, layout: Layout, space: int) -> float:
    """Draw the name of a space at its foot.  Returns where things above it end."""
    name, box = layout.island.names[space].upper(), layout.box(space)
    height = min(layout.lettering, (box.width - 6) / number_width(name, 1))
    foot = layout.lettering / 4
    x, y = box.x + box.width / 2, box.y + box.height - foot - layout.lettering / 2
    role = f"{layout.caption}/{layout.island.ids[space]}"
    sketch.number(role, name, x, y, height, "light", anchor="middle")
    return y - layout.lettering / 2 - foot / 2


def on_ahu(sketch: Sketch, at: str, spot: Spot, middle: float, base: float, unit: float) -> None:
    """Draw the ahu tile, or the moai in its place, with its pukao."""
    if spot.tile is not None:
        size = TILE * unit
        name = spot.tile.name.lower()
        sketch.put(f"tile/{at}/{name}", f"{GAME}:plaque.{name}", middle - size / 2, base - size, size, size)
    if spot.moai is not None:
        name = spot.moai.name.lower()
        width, height = MOAI_WIDTH * MOAI * unit, MOAI_HEIGHTS[name] * MOAI * unit
        top = base - height
        sketch.put(f"moai/{at}/{name}", f"{GAME}:moai.{name}", middle - width / 2, top, width, height)
        if spot.pukao:
            size = 28 * unit
            sketch.put(f"pukao/{at}", art("pukao"), middle - size / 2, top - size * 0.72, size, size)


def figures(sketch: Sketch, at: str, spot: Spot, middle: float, base: float, unit: float) -> None:
    """Draw the transporters of a space: in front the exhausted ones, lying, behind them the fresh ones."""
    height, width = FIGURE * unit, FIGURE * unit * PERSON_RATIO
    groups = (
        ("exhausted", "exhausted", spot.exhausted, height * LYING, width * LYING),
        ("fresh", "villager", spot.fresh, width, height),
    )
    for state, sprite, count, across, down in groups:
        if not count:
            continue
        left = middle - across / 2 - (COUNT * unit * 0.36 if count > 1 else 0)
        role = f"figure/{at}/{spot.owner}/{state}"
        sketch.put(role, f"{GAME}:{sprite}.{spot.owner}", left, base - down, across, down)
        if count > 1:
            x, y = left + across - 3 * unit, base - down / 2
            sketch.number(f"{role}/number", count, x, y, COUNT * unit, "light")
        base -= down + unit


def ring(sketch: Sketch, layout: Layout, space: int) -> None:
    """Draw a ring around a space that may be chosen."""
    x, y, width, height = layout.box(space)
    out = GAP
    width, height = width + 2 * out, height + 2 * out
    role = f"option/{layout.island.ids[space]}"
    sketch.put(role, f"{GAME}:ring.{width}x{height}", x - out, y - out, width, height)
