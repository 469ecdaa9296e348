"""The picture of a lobby: the title of its game, and in front of it who sits where.  Sizes are in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Seat, Struct
from pictures import lettering
from pictures.scene import Scene, Sketch

WIDTH: Final = 1000
HEIGHT: Final = 320
EDGE: Final = 16
GAP: Final = 12
WIDEST: Final = 300
"""The most width that one place takes."""
PLACE: Final = 112
"""The height of a place."""
TOP: Final = HEIGHT - PLACE - 12
MARK: Final = 52
NAME: Final = 34
"""The letter size of a name."""


class Seated(Struct, frozen=True):
    """A player at a table that waits for more."""

    name: str
    is_computer: bool = False


def lobby(title: str, players: Sequence[Seated], places: int) -> Scene:
    """A lobby in front of the sprite `title`: `players` have the first of its `places`; the rest is free."""
    sketch = Sketch(WIDTH, HEIGHT, "lobby")
    sketch.put("land", title, 0, 0, WIDTH, HEIGHT)
    width = min(WIDEST, (WIDTH - 2 * EDGE - GAP * (places - 1)) // places)
    left = (WIDTH - width * places - GAP * (places - 1)) / 2
    for seat in range(places):
        x = left + (width + GAP) * seat
        if seat < len(players):
            taken(sketch, seat, players[seat], x, width)
        else:
            free(sketch, seat, x, width)
    return sketch.scene()


def taken(sketch: Sketch, seat: Seat, player: Seated, left: float, width: float) -> None:
    """Draw a place with its seat's mark and its player; computer players have a sign."""
    sketch.put(f"place/{seat}", f"place:taken_{seat}", left, TOP, width, PLACE)
    middle, across = left + width / 2, 38 if player.is_computer else 0
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", middle - across, TOP + 41, MARK)
    if player.is_computer:
        sketch.centred(f"computer/{seat}", "art:computer", middle + across, TOP + 41, MARK)
    name = lettering.fitted(player.name, NAME, width - 20)
    sketch.text(f"player/{seat}", name, middle - lettering.width(name, NAME) / 2, TOP + 86, NAME, "light")


def free(sketch: Sketch, seat: Seat, left: float, width: float) -> None:
    """Draw a free place: only its edge, and its seat's mark, pale."""
    sketch.put(f"free/{seat}", f"place:free_{seat}", left, TOP, width, PLACE)
    sketch.centred(f"no/seat/{seat}", f"faint:seat_{seat + 1}", left + width / 2, TOP + PLACE / 2, MARK)
