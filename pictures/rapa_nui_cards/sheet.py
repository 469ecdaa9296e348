"""The final score: ranks, each player's parts as a bar, the stone revealed, who laid what face down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Result
from engine.rapa_nui_cards.observe import Observation, known_stone
from engine.rapa_nui_cards.play import values
from engine.rapa_nui_cards.state import GOODS
from pictures.rapa_nui_cards.composed import BANDS
from pictures.rapa_nui_cards.parts import art, kind
from pictures.scene import Scene, Sketch
from pictures.score_rows import EDGE, GAP, WIDTH, PartLook, row_height, score_rows

STONE: Final = 196
FACE_DOWN_PITCH: Final = 72

LOOKS: Final = {
    "glory": PartLook("#e0ab2f", art("glory")),
    "moai": PartLook("#8d8a9c", art("moai")),
    "wood": PartLook("#9a6432", art("wood")),
} | {kind(good): PartLook(BANDS[kind(good)], art(kind(good))) for good in GOODS}
"""How each part of the score is shown."""


def sheet(seen: Observation, result: Result, names: Sequence[str]) -> Scene:
    """The picture of the final score; `seen` is an observation of the end, `names` those of the seats."""
    per_line = (WIDTH - 2 * EDGE) // FACE_DOWN_PITCH
    lines = -(-len(seen.face_down) // per_line)
    rows = len(result.seats) * (row_height(1) + GAP)
    sketch = Sketch(WIDTH, EDGE + rows + STONE + 74 * lines + EDGE, "shore")
    score_rows(sketch, result, names, EDGE - 8, lambda parts: [parts], 1, LOOKS)
    stone(sketch, seen, EDGE - 8 + rows, STONE + 74 * lines)
    for place, card in enumerate(seen.face_down):
        assert card.good is not None
        x = EDGE + 6 + FACE_DOWN_PITCH * (place % per_line)
        y = EDGE + rows + STONE - 10 + 74 * (place // per_line)
        sketch.put(f"face_down/{card.seat}", art(f"good.{kind(card.good)}"), x, y, 48, 58)
        sketch.centred(f"face_down/{card.seat}/by", f"art:seat_{card.seat + 1}", x + 48, y + 44, 30)
    return sketch.scene()


def stone(sketch: Sketch, seen: Observation, top: float, height: float) -> None:
    """Draw all cards on the stone, those face down included, and what each good is worth."""
    counts = known_stone(seen)
    worth = values(counts)
    sketch.put("panel", "panel:plain", EDGE - 12, top, WIDTH - 2 * EDGE + 24, height + 4)
    pitch = (WIDTH - 2 * EDGE) / 4
    for good in GOODS:
        x, name = EDGE + pitch * good, kind(good)
        for depth in range(min(counts[good], 12) - 1, -1, -1):
            sketch.put(f"stone/{name}", art(f"good.{name}"), x + 12 + 9 * depth, top + 18, 60, 72)
        if not counts[good]:
            sketch.put(f"no/stone/{name}", art("hollow"), x + 12, top + 18, 56, 72)
            sketch.centred(f"none/{name}", art(name), x + 40, top + 54, 36)
        middle = top + 132
        sketch.number(f"stone/{name}/number", counts[good], x + 14, middle, 42, "light")
        sketch.centred(f"worth/{name}/star", art("glory"), x + 122, middle, 48)
        sketch.number(f"worth/{name}", worth[good], x + 150, middle, 42, "gold")
