"""Pictures of the island, whole or in parts: its spaces, the things on them, and paths across them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.rapa_nui_board.state import OVER, Island, Kind, Spot, State
from pictures.rapa_nui_board.beside import beside, beside_height
from pictures.rapa_nui_board.land import MOAI_HEIGHTS, MOAI_WIDTH, PERSON_RATIO
from pictures.rapa_nui_board.parts import GAME, GAP, MAPS, REGIONS, WIDTH, Layout, art, cell
from pictures.scene import Scene, Sketch, number_width

LETTERS: Final = 25
ICON: Final = 31
FIGURE: Final = 52
LYING: Final = 0.84
"""The scale of figures that lie, relative to those that stand."""
INLAND: Final = 1.01
"""The scale of figures on spaces without an ahu, relative to those on spaces with one."""
COUNT: Final = 26
TILE: Final = 48
MOAI: Final = 0.55
"""The scale of moai on the island, relative to their SVGs."""
STANDING: Final = 8
"""The distance from the lower edge of a space to the feet of the things on it."""


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
    """The index in `land.OUTLINES` of the outline of a space."""
    column, row = cell(island.ids[space])
    return (column + 2 * row) % 3


def changed(sketch: Sketch, layout: Layout, space: int) -> None:
    """Draw the highlight of a space whose content has changed."""
    x, y, width, height = layout.box(space)
    sketch.put(f"changed/space/{layout.island.ids[space]}", "mark:change", x, y, width, height - 2)


def contents(sketch: Sketch, layout: Layout, space: int, spot: Spot, *, lit: bool = False) -> None:
    """Draw a space's id and the things in `spot` on it; if `lit`, the id is larger and golden."""
    island, box, unit = layout.island, layout.box(space), layout.unit
    at = island.ids[space]
    letters, colour = (29, "gold") if lit else (LETTERS, "light")
    sketch.number(f"letters/{at}", at, box.x + 3 * unit, box.y + 20 * unit, letters * unit, colour)
    shown = island.resources[space]
    for place, resource in enumerate(shown):
        name = resource.name.lower()
        x = box.x + box.width - (2 + ICON * (len(shown) - place)) * unit
        sketch.put(f"resource/{at}/{name}", art(name), x, box.y + 5 * unit, ICON * unit, ICON * unit)
    base = box.y + box.height - STANDING * unit
    if island.names[space] and layout.lettering:
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
    """Draw the name of a space at its lower edge; return the y on which things above the name stand."""
    name, box = layout.island.names[space].upper(), layout.box(space)
    height = min(layout.lettering, (box.width - 6) / number_width(name, 1))
    foot = layout.lettering / 4
    x, y = box.x + box.width / 2, box.y + box.height - foot - layout.lettering / 2
    sketch.number(f"name/{layout.island.ids[space]}", name, x, y, height, "light", anchor="middle")
    return y - layout.lettering / 2 - foot / 2


def on_ahu(sketch: Sketch, at: str, spot: Spot, middle: float, base: float, unit: float) -> None:
    """Draw the tile, or moai and pukao, on an ahu; (`middle`, `base`): their foot; `unit`: the scale."""
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
    """Draw a space's transporters, fresh ones behind; (`middle`, `base`): their feet; `unit`: the scale."""
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


FOOT: Final = 8
"""The room below the lowest panel."""
ROAD: Final = 16
"""The width of the road."""


def island(state: State, before: State) -> Scene:
    """The whole board, at the end of the game only the island; what differs from `before` is highlighted."""
    layout, is_over = MAPS[state.seats], state.phase is OVER
    if all(spot.tile is None and spot.moai is None for spot in before.spots):
        before = state  # The ahu tiles have just been laid.
    sketch = on_the_sea(layout, FOOT if is_over else beside_height(state.seats) + FOOT)
    for space in layout.spaces():
        ground(sketch, layout, space)
        if state.spots[space] != before.spots[space]:
            changed(sketch, layout, space)
        contents(sketch, layout, space, state.spots[space])
    if not is_over:
        beside(sketch, state, before, layout.height)
    return sketch.scene()


def choices(state: State, options: Sequence[str], way: Sequence[str], marked: Sequence[str] = ()) -> Scene:
    """The whole board with the spaces `options` to choose from, a path (`way`), and rings on `marked`."""
    layout = MAPS[state.seats]
    sketch = on_the_sea(layout, beside_height(state.seats) + FOOT)
    chosen(sketch, layout, state, options, way, marked)
    beside(sketch, state, state, layout.height)
    return sketch.scene()


def chosen(
    sketch: Sketch,
    layout: Layout,
    state: State,
    options: Sequence[str],
    way: Sequence[str],
    marked: Sequence[str] = (),
) -> None:
    """Draw spaces and a path (`way`); `options` stand out, ringed if they are few; `marked` have rings."""
    shown = {layout.island.ids[space]: space for space in layout.spaces()}
    open_ = [at for at in options if at in shown]
    for at, space in shown.items():
        ground(sketch, layout, space)
        if (options or way) and at not in {*options, *way, *marked}:
            veil(sketch, layout, space)
    for at in (*(open_ if 2 * len(open_) <= len(shown) else ()), *(at for at in marked if at in shown)):
        ring(sketch, layout, shown[at])
    road(sketch, layout, way)
    for at, space in shown.items():
        contents(sketch, layout, space, state.spots[space], lit=at in options)
    arrive(sketch, layout, way)


def regions(seats: int) -> Mapping[str, tuple[str, ...]]:
    """The parts of the island that can be enlarged, west first: by name, the ids of their spaces."""
    return {
        name: tuple(layout.island.ids[space] for space in layout.spaces())
        for name, layout in REGIONS[seats].items()
    }


def region(state: State, name: str, way: Sequence[str] = ()) -> Scene:
    """The picture of part `name` of the island, about twice as large, with a path (`way`), if any."""
    return cut(state, name, way[-1:], way)


def cut(
    state: State, name: str, options: Sequence[str] = (), way: Sequence[str] = (), marked: Sequence[str] = ()
) -> Scene:
    """The picture of part `name` of the island, drawn as by `choices`; the rest of a path is left out."""
    layout = REGIONS[state.seats][name]
    sketch = on_the_sea(layout, 0)
    chosen(sketch, layout, state, options, way, marked)
    return sketch.scene()


def part_with(seats: int, spaces: Collection[str], about: str = "") -> str:
    """The name of the part of the island with the space `about` and as many of `spaces` as possible.

    Of parts that are equal in this, it is the part with the most quarries.
    """
    parts = regions(seats)
    island = MAPS[seats].island
    quarries = {island.ids[island.crater], island.ids[island.pukao_quarry]}

    def has(name: str) -> tuple[bool, int, int]:
        shown = set(parts[name])
        return about in shown, len(shown & set(spaces)), len(shown & quarries)

    return max(parts, key=has)


def along(state: State, way: Sequence[str]) -> Scene:
    """The picture of a path (`way`), of a part of the island that has all of it, or of the whole board."""
    parts = (name for name, shown in regions(state.seats).items() if set(way) <= set(shown))
    part = next(parts, None)
    return choices(state, way[-1:], way) if part is None else region(state, part, way)


def on_the_sea(layout: Layout, below: int) -> Sketch:
    """A new picture with the land of `layout`, and `below` pixels of sea under it."""
    sketch = Sketch(WIDTH, layout.height + below, "sea")
    sketch.put("land", f"{GAME}:land.{layout.name}", 0, 0, WIDTH, layout.height)
    return sketch


def veil(sketch: Sketch, layout: Layout, space: int) -> None:
    """Draw a dark veil over a space, so that other spaces stand out."""
    box = layout.box(space)
    sketch.put(f"veil/{layout.island.ids[space]}", f"{GAME}:veil.{box.width}x{box.height}", *box)


def stop(layout: Layout, space: str) -> tuple[float, float]:
    """The point (x, y) where the road passes a space: at the feet of the things on the space."""
    x, y, width, height = layout.box(layout.island.numbers[space])
    foot = 25 * layout.unit + 0.4 * layout.lettering
    return min(max(x + width * 0.47, ROAD), WIDTH - ROAD), y + height - foot


def road(sketch: Sketch, layout: Layout, way: Sequence[str]) -> None:
    """Draw a road along the path `way`, as far as the picture shows it, with a stone on each space passed."""
    shown = {layout.island.ids[space] for space in layout.spaces()}
    pieces = [(at, to) for at, to in pairwise(way) if at in shown or to in shown]
    for piece, width in (("edge", ROAD + 10), ("way", ROAD)):
        for at, to in pieces:
            (x, y), (to_x, to_y) = stop(layout, at), stop(layout, to)
            left, top = min(x, to_x) - width / 2, min(y, to_y) - width / 2
            across, down = round(abs(to_x - x) + width), round(abs(to_y - y) + width)
            sketch.put(f"road/{piece}", f"{GAME}:road.{piece}_{across}x{down}", left, top, across, down)
    for space in way[:-1]:
        if space in shown:
            sketch.centred(f"way/{space}", art("road_stone"), *stop(layout, space), 28)


def arrive(sketch: Sketch, layout: Layout, way: Sequence[str]) -> None:
    """Draw an arrowhead on the last space of the path `way`, if the picture shows it."""
    if len(way) < 2 or layout.island.numbers[way[-1]] not in layout.spaces():
        return
    (x, y), (to_x, to_y) = stop(layout, way[-2]), stop(layout, way[-1])
    turn = ("right" if to_x > x else "left") if round(to_y) == round(y) else ("down" if to_y > y else "up")
    sketch.centred(f"way/{way[-1]}", f"{GAME}:road.head_{turn}", to_x, to_y, 38)
