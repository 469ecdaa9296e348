"""The island: its spaces, what they show and which are neighbours.  Rules: Rapa Nui board 3.

An island is a drawing; another one needs no code.  `docs/rules/rapa_nui_board_map.json` has the same spaces,
and a test compares them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.counts import Counts
from engine.rapa_nui_board.tiles import RESOURCES, Resource


class Kind(Enum):
    """What a space is."""

    AHU = "ahu"
    INLAND = "inland"
    CRATER = "crater"
    PUKAO_QUARRY = "pukao_quarry"


Spaces = int
"""A set of spaces as bits: `1 << space` for each."""


@dataclass(frozen=True, eq=False)
class Island:
    """A side of the board.  Spaces are numbered row by row; a list "of each space" goes by these numbers.

    Attributes:
        ids: The name of each space on the map: its column's letter and its row, `E3`.
        kinds: What each space is.
        names: What each space is called; empty for inland ones.
        resources: The resources on each space, least valuable first: none, one, or two to choose from.
        neighbours: The spaces that share an edge with each space.
        crater: Where paths of moai begin.
        pukao_quarry: Where paths of pukao begin.
        ahu: The spaces that are ahu.
        columns: How many spaces each column of the moai quarry has.
        end: By the number of players, how many ahu at most are without a moai when the game ends.
    """

    ids: tuple[str, ...]
    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    resources: tuple[tuple[Resource, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    crater: int
    pukao_quarry: int
    ahu: tuple[int, ...]
    columns: Counts
    end: dict[int, int]
    numbers: dict[str, int]
    """The number of each space, by its id."""
    land: tuple[int, ...]
    """The spaces on which figures are placed: ahu and inland."""
    land_numbers: dict[str, int]
    """The number of each of them, by its id."""
    beside: tuple[Spaces, ...]
    """The neighbours of each space as a set."""
    land_set: Spaces
    """The spaces of `land` as a set."""
    ahu_set: Spaces
    """The spaces of `ahu` as a set."""
    quarries: Spaces
    """The crater and the pukao quarry as a set: neutral transporters stand there."""

    def number(self, space: str) -> int | None:
        """The number of a space by its id; None if there is no such space."""
        return self.numbers.get(space)

    def path_ids(self, path: tuple[int, ...]) -> tuple[str, ...]:
        """The ids of the spaces of a path."""
        ids = self.ids
        return tuple([ids[space] for space in path])


CRATER_NAME: Final = "Rano Raraku"
PUKAO_QUARRY_NAME: Final = "Puna Pau"
_LETTERS: Final = {resource.name[0].lower(): resource for resource in RESOURCES}
_GAP: Final = ".."
_EDGES: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))


def drawn(drawing: str, ahu_names: str, columns: Counts, end: dict[int, int]) -> Island:
    """The island that a drawing shows.

    `[re]` is an ahu that shows reed or egg, `(w)` inland wood, `{C}` the crater, `{P}` the pukao quarry, and
    `..` no space; the names of the ahu come row by row.
    """
    cells: dict[tuple[int, int], str] = {}
    for row, line in enumerate(drawing.strip().splitlines()):
        for column, cell in enumerate(line.split()):
            if cell != _GAP:
                cells[row, column] = cell
    places = list(cells)
    names = iter(name.strip() for name in ahu_names.split(","))
    kinds = tuple(_kind(cell) for cell in cells.values())
    land = tuple(space for space, kind in enumerate(kinds) if kind in (Kind.AHU, Kind.INLAND))
    ahu = tuple(space for space, kind in enumerate(kinds) if kind is Kind.AHU)
    ids = tuple(f"{chr(ord('A') + column)}{row + 1}" for row, column in places)
    around = [[(row + down, column + right) for down, right in _EDGES] for row, column in places]
    neighbours = tuple(tuple(places.index(at) for at in near if at in cells) for near in around)
    crater, pukao_quarry = kinds.index(Kind.CRATER), kinds.index(Kind.PUKAO_QUARRY)
    return Island(
        ids=ids,
        kinds=kinds,
        names=tuple(_name(kind, names) for kind in kinds),
        resources=tuple(
            tuple(_LETTERS[letter] for letter in cell[1:-1]) if kind in (Kind.AHU, Kind.INLAND) else ()
            for cell, kind in zip(cells.values(), kinds, strict=True)
        ),
        neighbours=neighbours,
        crater=crater,
        pukao_quarry=pukao_quarry,
        ahu=ahu,
        columns=columns,
        end=end,
        numbers={name: number for number, name in enumerate(ids)},
        land=land,
        land_numbers={ids[space]: space for space in land},
        beside=tuple(map(space_set, neighbours)),
        land_set=space_set(land),
        ahu_set=space_set(ahu),
        quarries=space_set((crater, pukao_quarry)),
    )


def space_set(spaces: Iterable[int]) -> Spaces:
    """These spaces as a set."""
    return sum([1 << space for space in spaces])


def spaces_in(spaces: Spaces) -> list[int]:
    """The spaces of a set, by number."""
    found = []
    while spaces:
        lowest = spaces & -spaces
        found.append(lowest.bit_length() - 1)
        spaces ^= lowest
    return found


def _kind(cell: str) -> Kind:
    if cell[0] == "{":
        return Kind.CRATER if cell == "{C}" else Kind.PUKAO_QUARRY
    return Kind.AHU if cell[0] == "[" else Kind.INLAND


def _name(kind: Kind, ahu_names: Iterator[str]) -> str:
    match kind:
        case Kind.AHU:
            return next(ahu_names)
        case Kind.CRATER:
            return CRATER_NAME
        case Kind.PUKAO_QUARRY:
            return PUKAO_QUARRY_NAME
        case Kind.INLAND:
            return ""


SMALL_MAP: Final = """
[p]  [w] [e] [r] [e]  [wp]
[ew] {P} (e) (r) (re) [e]
[w]  (w) (r) {C} (r)  [re]
[p]  [w] [r] [r] [re] [ew] [p]
"""
SMALL_AHU: Final = (
    "Te Peu, Vai Mata, Nau Nau, Te Pito Kura, Heki'i, Mahatua, Akapu, Ra'ai, Tahai, Tongariki, "
    "Vinapu, Hanga Poukura, Vaihu, Akahanga, Runga Va'e, Oroi, Hanga Tetenga"
)
LARGE_MAP: Final = """
[p]  [w]  [e] [e]  [r] [r]  [w] [p]
[w]  (w)  (e) (re) (r) (r)  [r]
[ew] (e)  {P} (r)  {C} (r)  [re]
[wp] (w)  (e) (re) (r) (re) [e]
[p]  [ew] [e] [re] [r] [e]  [w]
"""
LARGE_AHU: Final = (
    "Te Peu, Vai Mata, Nau Nau, Ature Huki, Te Pito Kura, Heki'i, Mahatua, Taharoa, Akivi, Ra'ai, Akapu, "
    "Tongariki, Tahai, Hanga Tetenga, Vai Uri, Vinapu, Hanga Poukura, Vaihu, Akahanga, Runga Va'e, Oroi"
)
SMALL_ISLAND: Final = drawn(SMALL_MAP, SMALL_AHU, columns=(3, 3, 2), end={2: 3})
LARGE_ISLAND: Final = drawn(LARGE_MAP, LARGE_AHU, columns=(5, 4, 3), end={3: 3, 4: 4})
ISLANDS: Final = {2: SMALL_ISLAND, 3: LARGE_ISLAND, 4: LARGE_ISLAND}
"""The side of the board, by the number of players."""
