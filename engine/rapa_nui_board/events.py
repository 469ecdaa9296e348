"""The events of Rapa Nui, the board game; everybody sees all of each.  Rules: Rapa Nui board 9, 11.

Spaces are named by their ids, columns and positions are counted from 1, resources and tiles are counted by
kind.  `by` is the payment for an effect: a tile or the tablet.
"""

from __future__ import annotations

from engine.counts import Counts
from engine.game import PublicEvent, Seat, SeatResult, Struct
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.state import Figure, Improvement, Offering, Outstanding, Resource, Size, Tile


class OrderDrawn(PublicEvent, frozen=True):
    """The first turn order was drawn: `order` has the seats in that order."""

    order: tuple[Seat, ...]


class TileLaid(Struct, frozen=True):
    """An ahu tile that was laid on an ahu."""

    space: str
    tile: Tile


class TilesLaid(PublicEvent, frozen=True):
    """The ahu tiles were laid, one on each ahu; the others, by kind, lie in the display or in the box."""

    laid: tuple[TileLaid, ...]
    display: Counts
    box: Counts


class DisplayTaken(PublicEvent, frozen=True):
    """A seat took a tile at setup; `laid_aside`: how many others of the tile's kind left the display."""

    seat: Seat
    tile: Tile
    laid_aside: int


class RoundBegan(PublicEvent, frozen=True):
    """A round began; seats place figures in the order `order`."""

    round: int
    order: tuple[Seat, ...]


class VillagerPlaced(PublicEvent, frozen=True):
    """A villager became a fresh transporter."""

    seat: Seat
    space: str


class SculptorPlaced(PublicEvent, frozen=True):
    """A villager went to a column of the moai quarry."""

    seat: Seat
    column: int


class SorcererPlaced(PublicEvent, frozen=True):
    """A sorcerer went to a star space of the turn order track."""

    seat: Seat
    position: int


class ChiefPlaced(PublicEvent, frozen=True):
    """A chief went below a column of the moai quarry."""

    seat: Seat
    column: int


class Improved(PublicEvent, frozen=True):
    """A seat built an improvement for `price`."""

    seat: Seat
    improvement: Improvement
    price: Counts


class Bartered(PublicEvent, frozen=True):
    """A seat returned resources and took as many others."""

    seat: Seat
    given: Counts
    taken: Counts
    by: By


class TookTwo(PublicEvent, frozen=True):
    """A seat took two resources with Take 2 more; `lost` of them exceeded its limit and were lost."""

    seat: Seat
    resources: Counts
    lost: Counts
    by: By


class ChippedIn(PublicEvent, frozen=True):
    """A column has one more sculptor of a seat in this round."""

    seat: Seat
    column: int
    by: By


class Rested(PublicEvent, frozen=True):
    """An exhausted transporter is fresh again."""

    seat: Seat
    space: str
    by: By


class HandLent(PublicEvent, frozen=True):
    """A sculptor, chief or sorcerer became a fresh transporter; `column`: the sculptor's column, else 0."""

    seat: Seat
    figure: Figure
    column: int
    space: str
    by: By


class Safekept(PublicEvent, frozen=True):
    """A carved moai will be kept when the round ends."""

    seat: Seat
    size: Size
    by: By


class OrderChanged(PublicEvent, frozen=True):
    """The sorcerers determined the new turn order, `order`."""

    order: tuple[Seat, ...]


class MoaiReceived(PublicEvent, frozen=True):
    """A seat received carved moai: how many of each size."""

    seat: Seat
    moai: Counts


class MoaiCarried(PublicEvent, frozen=True):
    """A seat carries a moai along a path, which begins at the crater."""

    seat: Seat
    size: Size
    path: tuple[str, ...]
    road: str | None
    log_road: By | None
    mana: By | None
    take_3_more: By | None


class PukaoCarried(PublicEvent, frozen=True):
    """A seat carries a pukao along a path, which begins at the pukao quarry."""

    seat: Seat
    path: tuple[str, ...]
    road: str | None
    log_road: By | None
    mana: By | None


class Gained(PublicEvent, frozen=True):
    """A seat gained a resource as `carrier` passed the seat's transporters; None: the seat had no room."""

    seat: Seat
    carrier: Seat
    space: str
    resource: Resource | None


class AhuTileTaken(PublicEvent, frozen=True):
    """A seat took the tile of the ahu on which it erects a moai."""

    seat: Seat
    space: str
    tile: Tile


class MoaiErected(PublicEvent, frozen=True):
    """A seat erected a moai on an ahu."""

    seat: Seat
    space: str
    size: Size


class ResourcesTaken(PublicEvent, frozen=True):
    """A seat took resources for erecting a moai; `lost` of them exceeded its limit and were lost."""

    seat: Seat
    space: str
    resources: Counts
    lost: Counts


class MoaiStyled(PublicEvent, frozen=True):
    """A seat put a pukao on a moai."""

    seat: Seat
    space: str


class Paid(PublicEvent, frozen=True):
    """A seat paid the price of an offering."""

    seat: Seat
    offering: Offering
    payment: Counts
    artistic: bool
    thrift: By | None
    feast: By | None


class OfferingTaken(PublicEvent, frozen=True):
    """A seat took the top tile of a stack, with `points` on it; `left` tiles are still in the stack."""

    seat: Seat
    offering: Offering
    points: int
    left: int


class OutstandingWon(PublicEvent, frozen=True):
    """A seat won an outstanding offering tile."""

    seat: Seat
    tile: Outstanding
    points: int


class DroppedOut(PublicEvent, frozen=True):
    """A seat has no more turns in this round."""

    seat: Seat


class MoaiReturned(PublicEvent, frozen=True):
    """A round ended: how many of a seat's moai, by size, went back to the supply, and how many it `kept`."""

    seat: Seat
    moai: Counts
    kept: Counts


class RoundEnded(PublicEvent, frozen=True):
    """A round is over: how many ahu lack moai, and how many latest rounds had no moai erected or styled."""

    round: int
    empty_ahu: int
    quiet_rounds: int


class GameEnded(PublicEvent, frozen=True):
    """The final scoring: the result of each seat; `reason`: why the game ended, as in `Result`."""

    seats: tuple[SeatResult, ...]
    reason: str
