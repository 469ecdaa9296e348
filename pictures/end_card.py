"""The end card of a game, to share: which game, when, who came where, and what was remarkable.  In pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Result, Struct
from pictures.lettering import wrapped
from pictures.scene import Scene, Sketch
from pictures.score_rows import EDGE, GAP, WIDTH, best_first

HEAD: Final = 176
"""The height of what stands above the players."""
ROW: Final = 92
"""The height of a player's row."""
LINE: Final = 44
"""The height of a line of words below the players."""
EMBLEM: Final = 132


class EndCard(Struct, frozen=True):
    """What an end card says.

    Attributes:
        game: What the game is called.
        emblem: The sprite that stands for it.
        day: When it ended, in words.
        names: What the player of each seat is called.
        result: How it ended.
        remarks: What was remarkable, a sentence each.
    """

    game: str
    emblem: str
    day: str
    names: Sequence[str]
    result: Result
    remarks: Sequence[str]


def end_card(card: EndCard) -> Scene:
    """The picture of an end card."""
    lines = [line for remark in card.remarks for line in wrapped(remark, 30, WIDTH - 2 * EDGE - 40)]
    below = HEAD + len(card.names) * (ROW + GAP)
    sketch = Sketch(WIDTH, below + LINE * len(lines) + 28 + EDGE, "dusk")
    sketch.centred("emblem", card.emblem, EDGE + 78, HEAD / 2, EMBLEM)
    sketch.text("game", card.game, EDGE + 170, HEAD / 2 - 24, 56, "gold", WIDTH - 2 * EDGE - 180)
    sketch.text("day", card.day, EDGE + 172, HEAD / 2 + 44, 30, "light", WIDTH - 2 * EDGE - 180)
    for place, seat in enumerate(best_first(card.result)):
        row(sketch, card, seat, HEAD + place * (ROW + GAP))
    if lines:
        high = LINE * len(lines) + 28
        sketch.put("panel/remarks", "panel:plain", EDGE - 12, below, WIDTH - 2 * EDGE + 24, high)
    for number, line in enumerate(lines):
        sketch.text(f"remark/{number}", line, EDGE + 20, below + 14 + LINE * (number + 0.5), 30, "light")
    return sketch.scene()


def row(sketch: Sketch, card: EndCard, seat: int, top: float) -> None:
    """Draw a player's rank, mark, name and points."""
    score, middle = card.result.seats[seat], top + ROW / 2
    winner = score.rank == 1
    colour = "gold" if winner else "light"
    panel = f"panel:seat_{seat}{'_lit' if winner else ''}"
    sketch.put(f"row/{seat}", panel, EDGE - 12, top, WIDTH - 2 * EDGE + 24, ROW)
    sketch.number(f"rank/{seat}", score.rank, EDGE + 34, middle, 50, colour, anchor="middle")
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", EDGE + 106, middle, 58)
    sketch.text(f"player/{seat}", card.names[seat], EDGE + 150, middle, 42, colour, 560)
    if winner:
        sketch.centred(f"winner/{seat}", "art:laurel", WIDTH - EDGE - 190, middle, 64)
    sketch.number(f"total/{seat}", score.points, WIDTH - EDGE - 16, middle, 56, colour, anchor="right")
