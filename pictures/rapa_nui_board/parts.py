"""Sizes, sprite names and layouts of the island for the board game's pictures.  Lengths are in pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.rapa_nui_board.state import LARGE_ISLAND, SMALL_ISLAND, Island

GAME: Final = "rapa_nui_board"
WIDTH: Final = 1000
EDGE: Final = 20


def spent(sprite: str) -> str:
    """The name of the pale form of a sprite of this game, for a thing that was just used up."""
    return sprite.replace(":", ":spent.", 1)


def art(name: str) -> str:
    """The sprite name of the drawing `name`."""
    return f"{GAME}:{name}"


TOP: Final = 42
"""The y of the upper edge of the first row of spaces."""
GAP: Final = 6
"""The gap between two spaces."""


class Box(NamedTuple):
    """The rectangle of a space in a picture."""

    x: float
    y: float
    width: int
    height: int


@dataclass(frozen=True)
class Layout:
    """The positions and sizes of the spaces of an island, or of a part of it, in a picture.

    Attributes:
        name: The name of the drawing of the land, such as `large` or `large_west`.
        island: The side of the board.
        columns: The letters of the columns that are shown.
        pitch: The distances between neighbouring spaces: to the right, and downwards.
        unit: The scale of things on a space; 1 on the map of the large side.
        lettering: The greatest height of the letters of names of ahu, in pixels; 0: names are left out.
    """

    name: str
    island: Island
    columns: str
    pitch: tuple[int, int]
    unit: float
    lettering: int = 0

    @property
    def rows(self) -> int:
        """The number of rows of the island."""
        return max(int(space[1:]) for space in self.island.ids)

    @property
    def left(self) -> float:
        """The x of the left edge of the first column shown."""
        return (1000 - self.pitch[0] * len(self.columns)) / 2

    @property
    def height(self) -> int:
        """The height of the land, with the sea around it."""
        return round(2 * TOP + self.pitch[1] * self.rows)

    def at(self, column: float, row: float) -> tuple[float, float]:
        """The upper left corner (x, y) of a cell of the grid; `column`, `row`: from 0."""
        across, down = self.pitch
        return self.left + across * (column - ord(self.columns[0]) + ord("A")), TOP + down * row

    def box(self, space: int) -> Box:
        """The rectangle of a space, given its number."""
        x, y = self.at(*cell(self.island.ids[space]))
        return Box(x + GAP / 2, y + GAP / 2, self.pitch[0] - GAP, self.pitch[1] - GAP)

    def spaces(self) -> Iterator[int]:
        """The numbers of the spaces that are shown, row by row."""
        return (number for number, space in enumerate(self.island.ids) if space[0] in self.columns)


def cell(space: str) -> tuple[int, int]:
    """The column and the row, counted from 0, of the space with the id `space`."""
    return ord(space[0]) - ord("A"), int(space[1:]) - 1


SMALL: Final = Layout("small", SMALL_ISLAND, "ABCDEFG", (130, 164), 1.12)
LARGE: Final = Layout("large", LARGE_ISLAND, "ABCDEFGH", (114, 147), 1)
MAPS: Final = {2: SMALL, 3: LARGE, 4: LARGE}
"""The layout of the whole island, by the number of players."""

CLOSE: Final = (228, 242)
CLOSE_UNIT: Final = 1.5
_WEST_AND_EAST: Final = {"west": "ABCD", "east": "DEFG"}
_ALL_THREE: Final = {"west": "ABCD", "middle": "CDEF", "east": "EFGH"}
REGIONS: Final[Mapping[int, Mapping[str, Layout]]] = {
    seats: {
        name: Layout(f"{whole.name}_{name}", whole.island, columns, CLOSE, CLOSE_UNIT, 23)
        for name, columns in (_WEST_AND_EAST if seats == 2 else _ALL_THREE).items()
    }
    for seats, whole in MAPS.items()
}
"""By the number of players: the layouts of the parts of the island that can be shown larger, by name."""

LAYOUTS: Final = {
    layout.name: layout for seats, whole in MAPS.items() for layout in (whole, *REGIONS[seats].values())
}
"""All layouts, by name."""
