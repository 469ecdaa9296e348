"""What a player has: the rows with what each would bring them, and their collection."""

from __future__ import annotations

from typing import Final

from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.scoring import gain
from pictures.ru_ra_re.parts import CARD_WIDTH, EDGE, ROWS_HEIGHT, WIDTH, collection, row_middles, rows
from pictures.scene import Scene, Sketch

GAINS: Final = 46
COLLECTION: Final = 132


def own(seen: Observation, before: Observation) -> Scene:
    """The viewer's rows and collection; `seen` is the observation of somebody who sits at the table."""
    assert seen.viewer is not None
    top = EDGE + 2
    below = top + ROWS_HEIGHT + GAINS + 10
    sketch = Sketch(WIDTH, round(below + COLLECTION + EDGE - 12), "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, below - EDGE + 4)
    chosen = seen.choices[seen.viewer]
    middles = row_middles(len(seen.rows))
    if chosen is not None:
        x = middles[chosen - 1] - CARD_WIDTH / 2
        sketch.put(f"chosen/{chosen}", "panel:lit", x - 7, top - 8, CARD_WIDTH + 14, ROWS_HEIGHT + GAINS + 8)
    rows(sketch, seen, before, top)
    for number, (middle, cards) in enumerate(zip(middles, seen.rows, strict=True), 1):
        if number == chosen:
            sketch.centred("ready", "art:ready", middle + 34, top + ROWS_HEIGHT - 22, 36)
        if cards and seen.waiting[seen.viewer]:
            more = gain(seen.collections, seen.viewer, cards)
            y = top + ROWS_HEIGHT + 22
            sketch.centred(f"gain/{number}", "rapa_nui_cards:glory", middle - 28, y, 36)
            sketch.number(f"gain/{number}/number", f"+{more}", middle - 8, y, 28, "gold" if more else "dim")
    sketch.put("own", f"panel:seat_{seen.viewer}", EDGE - 12, below, WIDTH - 2 * EDGE + 24, COLLECTION)
    collection(sketch, seen, before, seen.viewer, EDGE + 14, below + 4, 118, with_next=True)
    return sketch.scene()
