"""What happens in Ru-Ra-Re, and who may see it.  Rules: Ru-Ra-Re 4, 6."""

from __future__ import annotations

from engine.counts import Counts
from engine.game import Event, PublicEvent, Seat, Viewer
from engine.ru_ra_re.state import Card, Sheet


class Chosen(Event, frozen=True):
    """A seat chose a row in secret, or another one instead; the others hear nothing at all.

    That somebody has chosen stands in the observation.  An event that others see would tell of a change too.
    """

    seat: Seat
    row: int

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event to its maker alone."""
        return self if viewer == self.seat else None


class Revealed(PublicEvent, frozen=True):
    """All have chosen: by seat the row, None for those who no longer wait."""

    rows: tuple[int | None, ...]


class Taken(PublicEvent, frozen=True):
    """A seat was alone at a row and took all its cards, innermost first."""

    seat: Seat
    row: int
    cards: tuple[Card, ...]


class Clashed(PublicEvent, frozen=True):
    """Several seats met at a row: its outermost card went to the box, `left` cards are still there."""

    row: int
    seats: tuple[Seat, ...]
    card: Card
    left: int


class ChoiceBegan(PublicEvent, frozen=True):
    """Those who wait choose again; `choice` counts the choices of the turn, so it is 2 or more."""

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
    """The red-cross cards of all went to the box: by seat, how many of each card."""

    cards: tuple[Counts, ...]


class BoxShuffled(PublicEvent, frozen=True):
    """The deck did not suffice: the box, so many cards, was shuffled, and the refill goes on with them."""

    cards: int


class Refilled(PublicEvent, frozen=True):
    """New cards were laid: by row those laid, the outermost one last; `deck` cards are left."""

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
