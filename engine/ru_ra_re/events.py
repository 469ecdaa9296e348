"""What happens in Ru-Ra-Re, and who may see it.  Rules: Ru-Ra-Re 4, 6."""

from __future__ import annotations

from engine.counts import Counts
from engine.game import Event, PublicEvent, Seat, Viewer
from engine.ru_ra_re.state import Card, Sheet


class Chosen(Event, frozen=True):
    """A seat chose a row in secret, or changed its choice; the others see no event.

    That a seat has chosen is part of the observation.  An event seen by others would also tell of a change.
    """

    seat: Seat
    row: int

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event to its maker alone."""
        return self if viewer == self.seat else None


class Revealed(PublicEvent, frozen=True):
    """All have chosen: the row of each seat, None for seats that no longer wait."""

    rows: tuple[int | None, ...]


class Taken(PublicEvent, frozen=True):
    """A seat was alone at a row and took all its cards, innermost first."""

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
    """The waiting seats choose again; `choice` counts the choices of the turn, so it is 2 or more."""

    choice: int
    seats: tuple[Seat, ...]


class TurnEnded(PublicEvent, frozen=True):
    """A turn is over; `empty_handed` received nothing in it."""

    turn: int
    empty_handed: tuple[Seat, ...]


class FirstScored(PublicEvent, frozen=True):
    """The first scoring: a sheet for each seat."""

    sheets: tuple[Sheet, ...]


class RedCrossesLeft(PublicEvent, frozen=True):
    """The red-cross cards of all seats went to the box: by seat, how many of each card."""

    cards: tuple[Counts, ...]


class BoxShuffled(PublicEvent, frozen=True):
    """The deck ran out in a refill, which goes on with the cards of the box, shuffled: so many."""

    cards: int


class Refilled(PublicEvent, frozen=True):
    """New cards were laid: by row, the outermost one last; `deck` cards are left in the deck."""

    cards: tuple[tuple[Card, ...], ...]
    deck: int


class LastTurnAnnounced(PublicEvent, frozen=True):
    """The deck is used up: the turn that begins is the last one."""


class TurnBegan(PublicEvent, frozen=True):
    """A turn began; all wait and choose."""

    turn: int


class FinalScored(PublicEvent, frozen=True):
    """The final scoring, and the end of the game: a sheet for each seat."""

    sheets: tuple[Sheet, ...]
