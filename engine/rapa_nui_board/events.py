"""What happens in Rapa Nui, the board game; everybody sees all of it.  Rules: Rapa Nui board 9, 11.

Spaces are named by their ids, columns and positions are counted from 1, resources and tiles are counted by
kind.
"""

from __future__ import annotations

from engine.counts import Counts
from engine.game import PublicEvent, Seat, SeatResult, Struct
from engine.rapa_nui_board.moves import By
from engine.rapa_nui_board.state import Figure, Improvement, Offering, Outstanding, Resource, Size, Tile


class OrderDrawn(PublicEvent, frozen=True):
    """The first turn order is known: the seats, first one first."""

    order: tuple[Seat, ...]


class TileLaid(Struct, frozen=True):
    """An ahu tile lies on an ahu."""

    space: str
    tile: Tile


class TilesLaid(PublicEvent, frozen=True):
    """Each ahu has its tile; the other tiles, by kind, lie in the display (2 players) or went to the box."""

    laid: tuple[TileLaid, ...]
    display: Counts
    box: Counts


class DisplayTaken(PublicEvent, frozen=True):
    """A seat took a tile at setup; `laid_aside` others of its kind left the display."""

    seat: Seat
    tile: Tile
    laid_aside: int


class RoundBegan(PublicEvent, frozen=True):
    """A round began; figures are placed in this order."""

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
    """An improvement was built for that price."""

    seat: Seat
    improvement: Improvement
    price: Counts


class Bartered(PublicEvent, frozen=True):
    """Resources were returned and as many taken."""

    seat: Seat
    given: Counts
    taken: Counts
    by: By


class TookTwo(PublicEvent, frozen=True):
    """Two resources were taken with Take 2 more; `lost` of them were over the limit."""

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
    """A figure became a fresh transporter; `column` is where a sculptor came from, 0 for others."""

    seat: Seat
    figure: Figure
    column: int
    space: str
    by: By


class Safekept(PublicEvent, frozen=True):
    """A carved moai is kept when the round ends."""

    seat: Seat
    size: Size
    by: By


class OrderChanged(PublicEvent, frozen=True):
    """The sorcerers made a new turn order, or left it as it was."""

    order: tuple[Seat, ...]


class MoaiReceived(PublicEvent, frozen=True):
    """A seat received carved moai: how many of each size."""

    seat: Seat
    moai: Counts


class MoaiCarried(PublicEvent, frozen=True):
    """A moai is carried along a path, which begins at the crater."""

    seat: Seat
    size: Size
    path: tuple[str, ...]
    road: str | None
    log_road: By | None
    mana: By | None
    take_3_more: By | None


class PukaoCarried(PublicEvent, frozen=True):
    """A pukao is carried along a path, which begins at the pukao quarry."""

    seat: Seat
    path: tuple[str, ...]
    road: str | None
    log_road: By | None
    mana: By | None


class Gained(PublicEvent, frozen=True):
    """A seat gained a resource as `carrier` passed its transporters; None: it was lost for want of room."""

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
    """A moai stands on an ahu."""

    seat: Seat
    space: str
    size: Size


class ResourcesTaken(PublicEvent, frozen=True):
    """Resources were taken for erecting a moai; `lost` of them were over the limit."""

    seat: Seat
    space: str
    resources: Counts
    lost: Counts


class MoaiStyled(PublicEvent, frozen=True):
    """A moai has a pukao."""

    seat: Seat
    space: str


class Paid(PublicEvent, frozen=True):
    """The price of an offering was paid."""

    seat: Seat
    offering: Offering
    payment: Counts
    artistic: bool
    thrift: By | None
    feast: By | None


class OfferingTaken(PublicEvent, frozen=True):
    """The top tile of a stack was taken, with `points` on it; `left` tiles are still in the stack."""

    seat: Seat
    offering: Offering
    points: int
    left: int


class OutstandingWon(PublicEvent, frozen=True):
    """An outstanding offering tile was won."""

    seat: Seat
    tile: Outstanding
    points: int


class DroppedOut(PublicEvent, frozen=True):
    """A seat has no more turns in this round."""

    seat: Seat


class MoaiReturned(PublicEvent, frozen=True):
    """Moai that a seat has not erected went back to the supply; `kept` stay on the crater: by size."""

    seat: Seat
    moai: Counts
    kept: Counts


class RoundEnded(PublicEvent, frozen=True):
    """A round is over: how many ahu are without a moai, and how many rounds in a row were quiet."""

    round: int
    empty_ahu: int
    quiet_rounds: int


class GameEnded(PublicEvent, frozen=True):
    """The final scoring: the result of each seat; `reason` as in the game's result."""

    seats: tuple[SeatResult, ...]
    reason: str
