"""The picture of a lobby: the game's title picture, and the players in front.  Sizes are in pixels."""

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
"""The greatest width of a seat's box."""
PLACE: Final = 112
"""The height of a seat's box."""
TOP: Final = HEIGHT - PLACE - 12
MARK: Final = 52
NAME: Final = 34
"""The font size of a player's name."""


class Seated(Struct, frozen=True):
    """A player in a lobby: name, and whether a computer plays."""

    name: str
    is_computer: bool = False


def lobby(title: str, players: Sequence[Seated], places: int) -> Scene:
    """The picture of a lobby with `places` seats, `players` on the first ones, the sprite `title` behind."""
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
    """Draw the box of a taken seat: its symbol, its player's name, and an icon for a computer player."""
    sketch.put(f"place/{seat}", f"place:taken_{seat}", left, TOP, width, PLACE)
    middle, across = left + width / 2, 38 if player.is_computer else 0
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", middle - across, TOP + 41, MARK)
    if player.is_computer:
        sketch.centred(f"computer/{seat}", "art:computer", middle + across, TOP + 41, MARK)
    name = lettering.fitted(player.name, NAME, width - 20)
    sketch.text(f"player/{seat}", name, middle - lettering.width(name, NAME) / 2, TOP + 86, NAME, "light")


def free(sketch: Sketch, seat: Seat, left: float, width: float) -> None:
    """Draw the box of a free seat: an outline and the seat's symbol, pale."""
    sketch.put(f"free/{seat}", f"place:free_{seat}", left, TOP, width, PLACE)
    sketch.centred(f"no/seat/{seat}", f"faint:seat_{seat + 1}", left + width / 2, TOP + PLACE / 2, MARK)
