"""What there is besides the island: resources, moai, tiles of all sorts, their prices and numbers.

Rules: Rapa Nui board 1.  `docs/rules/rapa_nui_board_tiles.json` has the same numbers; a test compares them.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from engine.counts import Counts


class Resource(IntEnum):
    """One of the four resources, from least to most valuable.  Rules: Rapa Nui board 1."""

    REED = 0
    EGG = 1
    WOOD = 2
    PEARL = 3


class Size(IntEnum):
    """How large a moai is.  Rules: Rapa Nui board 1."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


class Tile(IntEnum):
    """A kind of ahu tile.  Rules: Rapa Nui board 1.3."""

    REST = 0
    BARTER = 1
    THRIFT = 2
    CHIP_IN = 3
    TAKE_3_MORE = 4
    TAKE_2_MORE = 5
    FAVOUR = 6
    LEND_A_HAND = 7
    SAFEKEEPING = 8
    LOG_ROAD = 9
    MANA = 10
    FEAST = 11


class Improvement(IntEnum):
    """An improvement tile; every player has one of each.  Rules: Rapa Nui board 1.4."""

    FERVENT = 0
    ARTISTIC = 1
    POPULAR = 2
    CHIEF = 3


class Offering(IntEnum):
    """A kind of offering tile, in order.  Rules: Rapa Nui board 1.1."""

    HUT = 0
    CHICKEN = 1
    HATCHET = 2
    BOAT = 3
    NECKLACE = 4


class Outstanding(IntEnum):
    """An outstanding offering tile; there is one of each.  Rules: Rapa Nui board 1.2."""

    PAIR_OF_HUTS = 0
    PAIR_OF_CHICKENS = 1
    PAIR_OF_HATCHETS = 2
    PAIR_OF_BOATS = 3
    PAIR_OF_NECKLACES = 4
    THREE_KINDS = 5
    FIVE_KINDS = 6


RESOURCES: Final = tuple(Resource)
SIZES: Final = tuple(Size)
TILES: Final = tuple(Tile)
# Asked for at nearly every decision: to Python 3.11 a member of an Enum costs a call, a name does not.
REST, BARTER, THRIFT, CHIP_IN, TAKE_3_MORE, TAKE_2_MORE = TILES[: Tile.FAVOUR]
FAVOUR, LEND_A_HAND, SAFEKEEPING, LOG_ROAD, MANA, FEAST = TILES[Tile.FAVOUR :]
IMPROVEMENTS: Final = tuple(Improvement)
OFFERINGS: Final = tuple(Offering)
OUTSTANDING: Final = tuple(Outstanding)

NOTHING: Final[Counts] = (0, 0, 0, 0)
"""No resources."""
NO_TILES: Final[Counts] = (0,) * len(TILES)
NO_MOAI: Final[Counts] = (0,) * len(SIZES)

FIRST_RESOURCES: Final[Counts] = (1, 1, 1, 1)
RESOURCE_LIMIT: Final = 8
"""How many of each resource a player can hold."""

MOAI: Final[dict[int, Counts]] = {2: (6, 6, 5), 3: (8, 7, 6), 4: (8, 7, 6)}
"""Moai of each size, by the number of players.  Rules: Rapa Nui board 2.3."""
FOR_MOAI: Final[Counts] = (1, 3, 5)
"""How many resources are taken for erecting a moai, by its size.  Rules: Rapa Nui board 7.2."""
PUKAO: Final = 20
VILLAGERS: Final = 4
"""Villagers that a player begins with; `POPULAR` brings one more."""

TILE_COUNTS: Final[Counts] = (4, 4, 4, 4, 2, 2, 1, 2, 2, 2, 1, 1)
"""How many ahu tiles there are of each kind."""
BEGINNER_TILES: Final = TILES[: Tile.FAVOUR + 1]
"""The kinds of the beginner set.  Rules: Rapa Nui board 11."""
COPIED: Final = tuple(tile for tile in TILES if tile is not Tile.FAVOUR)
"""What the Rongorongo tablet can be used as.  Rules: Rapa Nui board 1.5."""
THREE_MORE: Final = 3
TWO_MORE: Final = 2
BARTER_MOST: Final = 3

IMPROVEMENT_PRICES: Final[tuple[Counts, ...]] = ((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 3))
IMPROVEMENTS_MOST: Final = 3
POPULAR: Final = int(Improvement.POPULAR)
"""Asked for in each round: to Python 3.11 a member of an Enum costs a call, a name does not."""

OFFERING_PRICES: Final[tuple[Counts, ...]] = (
    (4, 0, 0, 0),
    (0, 4, 0, 0),
    (1, 1, 1, 1),
    (0, 0, 4, 0),
    (0, 0, 0, 4),
)
_TWO_PLAYERS: Final = ((8, 7, 6), (9, 8, 7), (10, 9, 8), (12, 11, 10), (14, 13, 12))
_MORE_PLAYERS: Final = ((8, 7, 7, 6), (9, 8, 8, 7), (10, 9, 9, 8), (12, 11, 11, 10), (14, 13, 13, 12))
STACKS: Final[dict[int, tuple[Counts, ...]]] = {2: _TWO_PLAYERS, 3: _MORE_PLAYERS, 4: _MORE_PLAYERS}
"""The values of the offering tiles of each kind, top first, by the number of players.  Rules: 1.1."""


def values_left(seats: int, offering: Offering, left: int) -> Counts:
    """The values of the tiles left in a stack, top first.  Rules: Rapa Nui board 1.1."""
    values = STACKS[seats][offering]
    return values[len(values) - left :]


PAIR: Final = 2
"""How many tiles of one kind win the outstanding tile of that kind."""
KINDS: Final = {Outstanding.THREE_KINDS: 3, Outstanding.FIVE_KINDS: 5}
"""How many different kinds win these outstanding tiles."""
OUTSTANDING_POINTS: Final[Counts] = (2, 2, 3, 3, 4, 3, 6)

FOR_TABLET: Final = 3
"""Points for the unused Rongorongo tablet.  Rules: Rapa Nui board 10."""
FOR_FAVOUR: Final = 3
FOR_RESOURCE: Final = 1
