"""The moves of Rapa Nui, the board game.  Rules: Rapa Nui board 11.  Their texts are in `notation.py`."""

from __future__ import annotations

from typing import Final

from engine.counts import Counts
from engine.game import Named, Seat, Struct
from engine.rapa_nui_board.island import ISLANDS, Island, Spaces
from engine.rapa_nui_board.state import Figure
from engine.rapa_nui_board.tiles import TILES, Improvement, Offering, Resource, Size, Tile


class By(Named):
    """What is used for an effect: an ahu tile of its kind, or the Rongorongo tablet.  Rules: 1.5, 8."""

    TILE = "tile"
    TABLET = "tablet"


# To Python 3.11 a member of an Enum costs a call, a name does not.
BY_TILE: Final = By.TILE
BY_TABLET: Final = By.TABLET


class DrawOrder(Struct, frozen=True, tag="order"):
    """Chance: the first turn order.  Rules: Rapa Nui board 2.6."""

    order: tuple[Seat, ...]


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """Chance: the order of the ahu tiles, the first one for the first ahu.  Rules: Rapa Nui board 2.4."""

    tiles: tuple[Tile, ...]


class TakeTile(Struct, frozen=True, tag="tile"):
    """Take an ahu tile from the display, with two players.  Rules: Rapa Nui board 2.7."""

    tile: Tile


class PlaceVillager(Struct, frozen=True, tag="villager"):
    """Place a villager on a space, where it is a fresh transporter.  Rules: Rapa Nui board 5."""

    space: str


class PlaceSculptor(Struct, frozen=True, tag="sculptor"):
    """Place a villager in a column of the moai quarry, counted from 1.  Rules: Rapa Nui board 5."""

    column: int


class PlaceSorcerer(Struct, frozen=True, tag="sorcerer"):
    """Place the sorcerer on a star space of the turn order track, counted from 1.  Rules: 5."""

    position: int


class PlaceChief(Struct, frozen=True, tag="chief"):
    """Place the chief below a column of the moai quarry, counted from 1.  Rules: Rapa Nui board 5."""

    column: int


class Improve(Struct, frozen=True, tag="improve"):
    """Build an improvement.  Rules: Rapa Nui board 1.4, 8."""

    improvement: Improvement


class Barter(Struct, frozen=True, tag="barter"):
    """Return resources and take as many others: how many of each.  Rules: Rapa Nui board 1.3, 8."""

    give: Counts
    take: Counts
    by: By = By.TILE


class TakeTwo(Struct, frozen=True, tag="two"):
    """Take two resources: how many of each.  Rules: Rapa Nui board 1.3, 8."""

    resources: Counts
    by: By = By.TILE


class ChipIn(Struct, frozen=True, tag="chip"):
    """One more sculptor in a column, counted from 1, in this round.  Rules: Rapa Nui board 1.3, 8."""

    column: int
    by: By = By.TILE


class Rest(Struct, frozen=True, tag="rest"):
    """Make an exhausted transporter fresh again.  Rules: Rapa Nui board 1.3, 8."""

    space: str
    by: By = By.TILE


class LendAHand(Struct, frozen=True, tag="lend"):
    """Make a figure a fresh transporter: a sculptor of `column` (counted from 1; else 0), chief or sorcerer.

    Rules: Rapa Nui board 1.3, 8.
    """

    figure: Figure
    column: int
    space: str
    by: By = By.TILE


class Safekeep(Struct, frozen=True, tag="keep"):
    """Keep a carved moai beyond the end of this round.  Rules: Rapa Nui board 1.3, 8."""

    size: Size
    by: By = By.TILE


class CarryMoai(Struct, frozen=True, tag="moai"):
    """Carry a moai along a path and erect it.  Rules: Rapa Nui board 7.1, 7.2.

    Attributes:
        size: The size of the moai.
        path: The ids of the spaces, the crater first, the destination last.
        road: The space on the path that is passed by Log road.
        log_road: What is used for that.
        mana: What is used so that nobody gains anything.
        take_3_more: What is used to take three more resources.
    """

    size: Size
    path: tuple[str, ...]
    road: str | None = None
    log_road: By | None = None
    mana: By | None = None
    take_3_more: By | None = None


class CarryPukao(Struct, frozen=True, tag="pukao"):
    """Carry a pukao along a path and style a moai with it.  Rules: Rapa Nui board 7.1, 7.3.

    Attributes:
        path: The ids of the spaces, the pukao quarry first, the destination last.
        road: The space on the path that is passed by Log road.
        log_road: What is used for that.
        mana: What is used so that nobody gains anything.
    """

    path: tuple[str, ...]
    road: str | None = None
    log_road: By | None = None
    mana: By | None = None


class DropOut(Struct, frozen=True, tag="drop"):
    """Have no more turns in this round's transport phase.  Rules: Rapa Nui board 7.5."""


class Collect(Struct, frozen=True, tag="collect"):
    """Gain this resource from a space that was passed.  Rules: Rapa Nui board 7.1, 11."""

    resource: Resource


class Take(Struct, frozen=True, tag="take"):
    """Take resources for a moai that was erected: how many of each.  Rules: Rapa Nui board 7.2."""

    resources: Counts


class Exchange(Struct, frozen=True, tag="exchange"):
    """Pay the price of an offering and take a tile.  Rules: Rapa Nui board 7.3.

    Attributes:
        offering: The kind whose price is paid.
        payment: How many of each resource.
        artistic: Whether the tile taken is of the next kind.
        thrift: What is used to leave out a part of the price.
        feast: What is used for a second exchange after this one.
    """

    offering: Offering
    payment: Counts
    artistic: bool = False
    thrift: By | None = None
    feast: By | None = None


Carry = CarryMoai | CarryPukao
FreeAction = Improve | Barter | TakeTwo | ChipIn | Rest | LendAHand | Safekeep
Placement = PlaceVillager | PlaceSculptor | PlaceSorcerer | PlaceChief
Move = DrawOrder | Shuffle | TakeTile | Placement | FreeAction | Carry | DropOut | Collect | Take | Exchange

# Each of these moves is one value for ever: listing it builds nothing, and finding it compares identities.
COLUMNS: Final = range(1, 4)
"""The columns of the moai quarry."""
SCULPTORS: Final = tuple(PlaceSculptor(column) for column in COLUMNS)
SORCERERS: Final = tuple(PlaceSorcerer(position) for position in range(1, max(ISLANDS) + 1))
CHIEFS: Final = tuple(PlaceChief(column) for column in COLUMNS)
CHIP_INS: Final = {by: tuple(ChipIn(column, by) for column in COLUMNS) for by in By}
TAKE_TILES: Final = tuple(TakeTile(tile) for tile in TILES)
DROP_OUT: Final = DropOut()

_PART: Final = 9
"""The moves to many spaces are put together from those to parts of the island, of so many spaces each."""
_TWO_PARTS: Final = 2 * _PART
_THREE_PARTS: Final = 3 * _PART
_WHOLE_PART: Final = (1 << _PART) - 1


def _to_parts(island: Island, first: int) -> tuple[tuple[PlaceVillager, ...], ...]:
    """A villager on each space of a part that is not closed, for every set of spaces that are."""
    part = [(bit, space) for bit, space in enumerate(range(first, first + _PART)) if space in island.land]
    to_space = {space: PlaceVillager(island.ids[space]) for _, space in part}
    return tuple(
        tuple(to_space[space] for bit, space in part if not closed >> bit & 1) for closed in range(1 << _PART)
    )


_TO_PARTS: Final = {
    seats: tuple(_to_parts(island, first) for first in (0, _PART, _TWO_PARTS, _THREE_PARTS))
    for seats, island in ISLANDS.items()
}


def villagers_beside(seats: int, closed: Spaces) -> tuple[PlaceVillager, ...]:
    """A villager on each space that has room for figures and is not closed, in the order of their numbers."""
    first, second, third, fourth = _TO_PARTS[seats]
    return (
        first[closed & _WHOLE_PART]
        + second[closed >> _PART & _WHOLE_PART]
        + third[closed >> _TWO_PARTS & _WHOLE_PART]
        + fourth[closed >> _THREE_PARTS]
    )
