"""The events of Ru-Ra-Re, all of them public but `Chosen`.  Rules: Ru-Ra-Re 4, 6."""

from __future__ import annotations

from engine.counts import Counts
from engine.game import Event, PublicEvent, Seat, Viewer
from engine.ru_ra_re.state import Card, Sheet


class Chosen(Event, frozen=True):
    """A seat chose a row in secret, or changed its choice; other seats don't see this event.

    Observations tell everybody that the seat has chosen; a visible event would also reveal a change.
    """

    seat: Seat
    row: int

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event for the seat that chose; None for all others."""
        return self if viewer == self.seat else None


class Revealed(PublicEvent, frozen=True):
    """All waiting seats have chosen: `rows` has each seat's row; None for seats that didn't choose."""

    rows: tuple[int | None, ...]


class Taken(PublicEvent, frozen=True):
    """A seat was the only one to choose a row, and took all its cards, innermost first."""

    seat: Seat
    row: int
    cards: tuple[Card, ...]


class Clashed(PublicEvent, frozen=True):
    """Several seats chose the same row: its outermost card went to the box, `left` cards are still there."""

    row: int
    seats: tuple[Seat, ...]
    card: Card
    left: int


class ChoiceBegan(PublicEvent, frozen=True):
    """`seats` choose again; `choice` is the number of this choice in the turn, from 2."""

    choice: int
    seats: tuple[Seat, ...]


class TurnEnded(PublicEvent, frozen=True):
    """A turn is over; the seats `empty_handed` received no cards in it."""

    turn: int
    empty_handed: tuple[Seat, ...]


class FirstScored(PublicEvent, frozen=True):
    """The first scoring: a score sheet for each seat."""

    sheets: tuple[Sheet, ...]


class RedCrossesLeft(PublicEvent, frozen=True):
    """The red-cross cards of all seats went to the box; for each seat, how many of each card."""

    cards: tuple[Counts, ...]


class BoxShuffled(PublicEvent, frozen=True):
    """The deck ran out in a refill; `cards`: how many cards of the box were shuffled to go on."""

    cards: int


class Refilled(PublicEvent, frozen=True):
    """New cards were laid: `cards` has them by row, the outermost last; `deck` cards are left in the deck."""

    cards: tuple[tuple[Card, ...], ...]
    deck: int


class LastTurnAnnounced(PublicEvent, frozen=True):
    """The deck is used up: the turn that begins now is the last one."""


class TurnBegan(PublicEvent, frozen=True):
    """A turn began, in which all seats choose."""

    turn: int


class FinalScored(PublicEvent, frozen=True):
    """The final scoring, and the end of the game: a score sheet for each seat."""

    sheets: tuple[Sheet, ...]
