"""What happens in Rapa Nui, the card game, and who may see it.  Rules: Rapa Nui cards 5."""

from __future__ import annotations

from engine.counts import Counts
from engine.game import Event, PublicEvent, Seat, Struct, Viewer
from engine.rapa_nui_cards.state import Card, Gain, Good


class FirstDrawn(PublicEvent, frozen=True):
    """The first player is known."""

    seat: Seat


class DisplayLaid(PublicEvent, frozen=True):
    """The four columns are laid, each with its front card last."""

    columns: tuple[tuple[Card, ...], ...]


class TurnBegan(PublicEvent, frozen=True):
    """A seat has become active."""

    seat: Seat
    turn: int


class Bought(PublicEvent, frozen=True):
    """A seat bought a sacrifice card."""

    seat: Seat
    good: Good
    price: int


class Played(PublicEvent, frozen=True):
    """Cards of one kind were laid into a village, for `wood`."""

    seat: Seat
    card: Card
    count: int
    wood: int


class MoaiDiscarded(PublicEvent, frozen=True):
    """A Moai that its owner could not pay for left the game."""

    seat: Seat


class Sacrificed(PublicEvent, frozen=True):
    """A player laid an own sacrifice card on the stone, face up."""

    seat: Seat
    good: Good


class LaidFaceDown(Event, frozen=True):
    """The active player laid a sacrifice card on the stone face down; `good` is None to everybody else."""

    seat: Seat
    good: Good | None

    def seen_by(self, viewer: Viewer) -> Event:
        """The good to its owner alone."""
        return self if viewer == self.seat else LaidFaceDown(self.seat, None)


class Offered(PublicEvent, frozen=True):
    """The active player laid a card of the supply on the stone."""

    seat: Seat
    good: Good


class Taken(PublicEvent, frozen=True):
    """A front card went into a hand."""

    seat: Seat
    column: int
    card: Card


class Refilled(PublicEvent, frozen=True):
    """An empty column got new cards, the front card last; `deck` cards are left."""

    column: int
    cards: tuple[Card, ...]
    deck: int


class ScoringBegan(PublicEvent, frozen=True):
    """The card that was uncovered last is scored."""

    card: Card
    column: int
    majority: Seat | None


class Received(PublicEvent, frozen=True):
    """A seat received what a scoring gives it."""

    seat: Seat
    gain: Gain


class Revealed(Struct, frozen=True):
    """A face-down card of the stone, turned over at the end."""

    seat: Seat
    good: Good


class GameEnded(PublicEvent, frozen=True):
    """The deck is used up: the stone is revealed and counted by good, which gives each good its value."""

    revealed: tuple[Revealed, ...]
    stone: Counts
    values: Counts
