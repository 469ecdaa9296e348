"""What a player has: the rows with what each would bring them, and their collection."""

from __future__ import annotations

from typing import Final

from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.scoring import gain
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
    for number, ((x, y), cards) in enumerate(zip(corners, seen.rows, strict=True), 1):
        middle = caption(y)
        if number == chosen:
            sketch.centred("ready", "art:ready", x + ROW_WIDTH - 20, middle, 36)
        if cards and seen.waiting[seen.viewer]:
            more = gain(seen.collections, seen.viewer, cards)
            sketch.centred(f"gain/{number}", "rapa_nui_cards:glory", x + 62, middle, 36)
            sketch.number(f"gain/{number}/number", f"+{more}", x + 82, middle, 28, "gold" if more else "dim")
    sketch.put("own", f"panel:seat_{seen.viewer}", EDGE - 12, below, WIDTH - 2 * EDGE + 24, COLLECTION)
    collection(sketch, seen, before, seen.viewer, EDGE + 14, below + 4, 118, with_next=True)
    return sketch.scene()
