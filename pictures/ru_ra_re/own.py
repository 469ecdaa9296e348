"""What a player has: their collection and what each row would bring them, with the rows or without them."""

from __future__ import annotations

from typing import Final

from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain
from pictures.ru_ra_re.parts import (
    EDGE,
    LINE,
    ROW_WIDTH,
    ROWS_HEIGHT,
    WIDTH,
    caption,
    collection,
    row_corners,
    rows,
)
from pictures.scene import Scene, Sketch

COLLECTION: Final = 132
GAINS: Final = 148
"""The height of what all rows would bring, without the rows."""
CELL: Final = 232
"""The width of what one row would bring there."""


def own(seen: Observation, before: Observation) -> Scene:
    """The viewer's rows and collection; `seen` is the observation of somebody who sits at the table."""
    assert seen.viewer is not None
    top = EDGE + 2
    below = top + ROWS_HEIGHT + 6
    sketch = Sketch(WIDTH, round(below + COLLECTION + EDGE - 12), "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, below - EDGE + 4)
    chosen = seen.choices[seen.viewer]
    corners = row_corners(len(seen.rows), top)
    if chosen is not None:
        x, y = corners[chosen - 1]
        sketch.put(f"chosen/{chosen}", "panel:lit", x - 9, y - 8, ROW_WIDTH + 18, LINE)
    rows(sketch, seen, before, top)
    for number, (x, y) in enumerate(corners, 1):
        if number == chosen:
            sketch.centred("ready", "art:ready", x + ROW_WIDTH - 20, caption(y), 36)
        would_bring(sketch, seen, number, x + 62, caption(y), 28)
    own_collection(sketch, seen, before, below)
    return sketch.scene()


def own_alone(seen: Observation, before: Observation) -> Scene:
    """The same without the rows, for a message that has the board too: each row's number stands for it."""
    assert seen.viewer is not None
    below = EDGE + GAINS
    sketch = Sketch(WIDTH, below + COLLECTION + EDGE - 12, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, sketch.height - 16)
    across, chosen = -(-len(seen.rows) // 2), seen.choices[seen.viewer]
    pitch = (WIDTH - 2 * EDGE) / across
    for number, cards in enumerate(seen.rows, 1):
        line, place = divmod(number - 1, across)
        x, middle = EDGE + pitch * (place + 0.5) - CELL / 2, EDGE + 34 + 68 * line
        if number == chosen:
            sketch.put(f"chosen/{chosen}", "panel:lit", x, middle - 33, CELL, 66)
            sketch.centred("ready", "art:ready", x + CELL - 24, middle, 36)
        colour = "gold" if cards else "dim"
        sketch.number(f"row_number/{number}", number, x + 28, middle, 40, colour, anchor="middle")
        would_bring(sketch, seen, number, x + 72, middle, 32)
    own_collection(sketch, seen, before, below)
    return sketch.scene()


def would_bring(
    sketch: Sketch, seen: Observation, number: int, x: float, middle: float, height: float
) -> None:
    """Draw what a row would bring the viewer if they are alone there, while they wait for one."""
    assert seen.viewer is not None
    cards = seen.rows[number - 1]
    if cards and seen.waiting[seen.viewer]:
        more = gain(seen.collections, seen.viewer, cards)
        sketch.centred(f"gain/{number}", "rapa_nui_cards:glory", x, middle, height + 8)
        left, colour = x + height / 2 + 6, "gold" if more else "dim"
        sketch.number(f"gain/{number}/number", f"+{more}", left, middle, height, colour)


def own_collection(sketch: Sketch, seen: Observation, before: Observation, top: float) -> None:
    """Draw the viewer's collection with what one more card of each kind would add."""
    assert seen.viewer is not None
    sketch.put("own", f"panel:seat_{seen.viewer}", EDGE - 12, top, WIDTH - 2 * EDGE + 24, COLLECTION)
    collection(sketch, seen, before, seen.viewer, EDGE + 14, top + 4, 118, with_next=True)
