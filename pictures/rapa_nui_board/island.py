"""The island: the whole map with what lies beside it, with choices on it, or a part of it larger."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.rapa_nui_board.state import State
from pictures.rapa_nui_board import spaces
from pictures.rapa_nui_board.beside import beside, beside_height
from pictures.rapa_nui_board.layout import MAPS, REGIONS, Layout
from pictures.rapa_nui_board.parts import GAME, WIDTH
from pictures.scene import Scene, Sketch

FOOT: Final = 8
"""Room below the panels."""
ROAD: Final = 16
"""How wide the road is."""


def island(state: State, before: State) -> Scene:
    """The whole public board; what is not as in `before` is marked softly."""
    layout = MAPS[state.seats]
    if not is_laid_out(before):
        before = state
    sketch = on_the_sea(layout, beside_height(state.seats) + FOOT)
    for space in layout.spaces():
        spaces.ground(sketch, layout, space)
        if state.spots[space] != before.spots[space]:
            spaces.changed(sketch, layout, space)
        spaces.contents(sketch, layout, space, state.spots[space])
    beside(sketch, state, before, layout.height)
    return sketch.scene()


def choices(state: State, options: Sequence[str], way: Sequence[str], marked: Sequence[str] = ()) -> Scene:
    """The board with spaces to choose from, with a way from a quarry, or with spaces marked as chosen."""
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
    """Draw the spaces of a layout and a way; spaces that may be chosen stand out, others recede.

    If most may be chosen they have no rings: it is enough that the others recede.
    """
    shown = {layout.island.ids[space]: space for space in layout.spaces()}
    open_ = [at for at in options if at in shown]
    for at, space in shown.items():
        spaces.ground(sketch, layout, space)
        if (options or way) and at not in {*options, *way, *marked}:
            veil(sketch, layout, space)
    for at in (*(open_ if 2 * len(open_) <= len(shown) else ()), *(at for at in marked if at in shown)):
        spaces.ring(sketch, layout, shown[at])
    road(sketch, layout, way)
    for at, space in shown.items():
        spaces.contents(sketch, layout, space, state.spots[space], lit=at in options)
    arrive(sketch, layout, way)


def regions(seats: int) -> Mapping[str, tuple[str, ...]]:
    """The parts of the island that can be shown larger, west first, with the ids of their spaces."""
    return {
        name: tuple(layout.island.ids[space] for space in layout.spaces())
        for name, layout in REGIONS[seats].items()
    }


def region(state: State, name: str, way: Sequence[str] = ()) -> Scene:
    """A part of the island, about twice as large, with the names of its ahu and a way within it."""
    return cut(state, name, way[-1:], way)


def cut(
    state: State, name: str, options: Sequence[str] = (), way: Sequence[str] = (), marked: Sequence[str] = ()
) -> Scene:
    """A part of the island as in `region`, with what of choices, way and marks lies within it.

    A way that comes from beyond, or goes there, ends at the edge of the picture.
    """
    layout = REGIONS[state.seats][name]
    sketch = on_the_sea(layout, 0)
    chosen(sketch, layout, state, options, way, marked)
    return sketch.scene()


def part_with(seats: int, spaces: Collection[str], about: str = "") -> str:
    """The name of the part of the island that has most of these spaces, and in any case `about`.

    Of several the one with more of the quarries, where all ways begin.
    """
    parts = regions(seats)
    island = MAPS[seats].island
    quarries = {island.ids[island.crater], island.ids[island.pukao_quarry]}

    def has(name: str) -> tuple[bool, int, int]:
        shown = set(parts[name])
        return about in shown, len(shown & set(spaces)), len(shown & quarries)

    return max(parts, key=has)


def along(state: State, way: Sequence[str]) -> Scene:
    """A way along these spaces, on the part of the island that has all of it, or on the whole."""
    parts = (name for name, shown in regions(state.seats).items() if set(way) <= set(shown))
    part = next(parts, None)
    return choices(state, way[-1:], way) if part is None else region(state, part, way)


def is_laid_out(state: State) -> bool:
    """Whether the ahu tiles have been laid; before that nothing is marked as changed."""
    return any(spot.tile is not None or spot.moai is not None for spot in state.spots)


def on_the_sea(layout: Layout, below: int) -> Sketch:
    """Begin a picture: the land of an island, with room of `below` pixels under it."""
    sketch = Sketch(WIDTH, layout.height + below, "sea")
    sketch.put("land", f"{GAME}:land.{layout.name}", 0, 0, WIDTH, layout.height)
    return sketch


def veil(sketch: Sketch, layout: Layout, space: int) -> None:
    """Draw dusk over a space, so that it recedes."""
    box = layout.box(space)
    sketch.put(f"veil/{layout.island.ids[space]}", f"{GAME}:veil.{box.width}x{box.height}", *box)


def stop(layout: Layout, space: str) -> tuple[float, float]:
    """The point at which the road passes a space: at the feet of what stands there, or at the edge."""
    x, y, width, height = layout.box(layout.island.numbers[space])
    foot = 25 * layout.unit + 0.4 * layout.lettering
    return min(max(x + width * 0.47, ROAD), WIDTH - ROAD), y + height - foot


def road(sketch: Sketch, layout: Layout, way: Sequence[str]) -> None:
    """Draw the road from a quarry on as far as it is shown, with a stone on each space."""
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
            sketch.centred(f"way/{space}", f"{GAME}:road.stone", *stop(layout, space), 28)


def arrive(sketch: Sketch, layout: Layout, way: Sequence[str]) -> None:
    """Draw the head of the arrow on the last space of a way."""
    if len(way) < 2 or layout.island.numbers[way[-1]] not in layout.spaces():
        return
    (x, y), (to_x, to_y) = stop(layout, way[-2]), stop(layout, way[-1])
    turn = ("right" if to_x > x else "left") if round(to_y) == round(y) else ("down" if to_y > y else "up")
    sketch.centred(f"way/{way[-1]}", f"{GAME}:road.head_{turn}", to_x, to_y, 38)
