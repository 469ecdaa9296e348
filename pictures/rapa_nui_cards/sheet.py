"""The final score: ranks, each player's parts as a bar, the stone revealed, who laid what face down."""

from __future__ import annotations

from typing import Final

from engine.game import Result, Seat
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.scoring import values
from engine.rapa_nui_cards.state import GOODS
from pictures.rapa_nui_cards.composed import KINDS
from pictures.rapa_nui_cards.parts import art, kind
from pictures.scene import Scene, Sketch

WIDTH: Final = 1000
EDGE: Final = 20
ROW: Final = 132
ROW_GAP: Final = 8
STONE: Final = 196
BAR_LEFT: Final = 178
BAR_WIDTH: Final = 640
FACE_DOWN_PITCH: Final = 72

COLOURS: Final = {"glory": "#e0ab2f", "moai": "#8d8a9c", "wood": "#9a6432"} | {
    name: KINDS[name][0] for name in (kind(good) for good in GOODS)
}
"""By part of the score."""


def sheet(seen: Observation, result: Result) -> Scene:
    """How a game ended; `seen` is an observation of its end."""
    best_first = sorted(range(len(result.seats)), key=lambda seat: result.seats[seat].rank)
    per_line = (WIDTH - 2 * EDGE) // FACE_DOWN_PITCH
    lines = -(-len(seen.face_down) // per_line)
    rows = len(best_first) * (ROW + ROW_GAP)
    sketch = Sketch(WIDTH, EDGE + rows + STONE + 74 * lines + EDGE, "dusk")
    for place, seat in enumerate(best_first):
        score_row(sketch, result, seat, EDGE - 8 + place * (ROW + ROW_GAP))
    stone(sketch, seen, EDGE - 8 + rows, STONE + 74 * lines)
    for place, card in enumerate(seen.face_down):
        assert card.good is not None
        x = EDGE + 6 + FACE_DOWN_PITCH * (place % per_line)
        y = EDGE + rows + STONE - 10 + 74 * (place // per_line)
        sketch.put(f"face_down/{card.seat}", art(f"good.{kind(card.good)}"), x, y, 48, 58)
        sketch.centred(f"face_down/{card.seat}/by", f"art:seat_{card.seat + 1}", x + 48, y + 44, 30)
    return sketch.scene()


def score_row(sketch: Sketch, result: Result, seat: Seat, top: float) -> None:
    """A player's rank, parts and total."""
    score = result.seats[seat]
    winner = score.rank == 1
    panel = f"panel:seat_{seat}{'_lit' if winner else ''}"
    sketch.put(f"row/{seat}", panel, EDGE - 12, top, WIDTH - 2 * EDGE + 24, ROW)
    colour = "gold" if winner else "light"
    sketch.number(f"rank/{seat}", score.rank, EDGE + 30, top + ROW / 2, 54, colour, anchor="middle")
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", EDGE + 102, top + ROW / 2, 62)
    most = max(1, *(other.points for other in result.seats))
    parts = [part for part in score.parts if part.points]
    x = float(BAR_LEFT)
    for part in parts:
        width = BAR_WIDTH * part.points / most
        sketch.put(f"part/{seat}/{part.name}", f"bar:{COLOURS[part.name]}", x, top + 16, max(3, width), 40)
        if width >= 44:
            sketch.centred(f"part/{seat}/{part.name}/icon", art(part.name), x + width / 2, top + 36, 34)
        x += width
    for place, part in enumerate(parts):
        left = BAR_LEFT + 92 * place
        sketch.put(f"points/{seat}/{part.name}/icon", art(part.name), left, top + 72, 40, 40)
        sketch.number(f"points/{seat}/{part.name}", part.points, left + 42, top + 92, 30, "light")
    sketch.number(f"total/{seat}", score.points, WIDTH - EDGE - 12, top + ROW / 2, 66, colour, anchor="right")
    if winner:
        sketch.centred(f"winner/{seat}", "art:laurel", EDGE + 102, top + ROW / 2 - 48, 36)


def stone(sketch: Sketch, seen: Observation, top: float, height: float) -> None:
    """All cards on the stone, face-down ones too, and what each good is worth."""
    counts = list(seen.stone)
    for card in seen.face_down:
        if card.good is not None:
            counts[card.good] += 1
    worth = values(tuple(counts))
    sketch.put("panel", "panel:plain", EDGE - 12, top, WIDTH - 2 * EDGE + 24, height + 4)
    pitch = (WIDTH - 2 * EDGE) / 4
    for good in GOODS:
        x, name = EDGE + pitch * good, kind(good)
        for depth in range(min(counts[good], 12) - 1, -1, -1):
            sketch.put(f"stone/{name}", art(f"good.{name}"), x + 12 + 9 * depth, top + 18, 60, 72)
        if not counts[good]:
            sketch.put(f"no/stone/{name}", "art:empty", x + 12, top + 18, 56, 72)
            sketch.centred(f"none/{name}", art(name), x + 40, top + 54, 36)
        middle = top + 132
        sketch.number(f"stone/{name}/number", counts[good], x + 14, middle, 42, "light")
        sketch.centred(f"worth/{name}/star", art("glory"), x + 122, middle, 48)
        sketch.number(f"worth/{name}", worth[good], x + 150, middle, 42, "gold")
