"""The events of Rapa Nui, the card game, some of them secret in part.  Rules: Rapa Nui cards 5."""

from __future__ import annotations

from engine.counts import Counts
from engine.game import Event, PublicEvent, Seat, Struct, Viewer
from engine.rapa_nui_cards.state import Card, Gain, Good


class FirstDrawn(PublicEvent, frozen=True):
    """The first player was drawn."""

    seat: Seat


class DisplayLaid(PublicEvent, frozen=True):
    """The four columns of the display were laid; in each, the front card stands last."""

    columns: tuple[tuple[Card, ...], ...]


class TurnBegan(PublicEvent, frozen=True):
    """The turn of a seat began."""

    seat: Seat
    turn: int


class Bought(PublicEvent, frozen=True):
    """A seat bought a sacrifice card."""

    seat: Seat
    good: Good
    price: int


class Played(PublicEvent, frozen=True):
    """A seat laid `count` cards of one kind into its village, and paid `wood` for them."""

    seat: Seat
    card: Card
    count: int
    wood: int


class MoaiDiscarded(PublicEvent, frozen=True):
    """A seat removed from the game a Moai for which it could not pay."""

    seat: Seat


class Sacrificed(PublicEvent, frozen=True):
    """A player laid one of the player's own sacrifice cards on the stone, face up."""

    seat: Seat
    good: Good


class LaidFaceDown(Event, frozen=True):
    """The active player laid a sacrifice card face down on the stone; other viewers see `good` as None."""

    seat: Seat
    good: Good | None

    def seen_by(self, viewer: Viewer) -> Event:
        """The event itself for the player who laid the card; for others a copy without the good."""
        return self if viewer == self.seat else LaidFaceDown(self.seat, None)


class Offered(PublicEvent, frozen=True):
    """The active player laid a card from the supply on the stone."""

    seat: Seat
    good: Good


class Taken(PublicEvent, frozen=True):
    """A seat took the front card of a column into its hand."""

    seat: Seat
    column: int
    card: Card


class Refilled(PublicEvent, frozen=True):
    """An empty column got new cards, the front card last; `deck` cards are left in the deck."""

    column: int
    cards: tuple[Card, ...]
    deck: int


class ScoringBegan(PublicEvent, frozen=True):
    """The scoring of `card`, uncovered in `column`, began; `majority`: the seat with the most, if any."""

    card: Card
    column: int
    majority: Seat | None


class Received(PublicEvent, frozen=True):
    """A seat received wood, points or sacrifice cards in a scoring."""

    seat: Seat
    gain: Gain


class Revealed(Struct, frozen=True):
    """A face-down card on the stone that was turned over at the end."""

    seat: Seat
    good: Good


class GameEnded(PublicEvent, frozen=True):
    """The deck is used up: all cards on the stone were revealed; how many are of a good sets its value."""

    revealed: tuple[Revealed, ...]
    stone: Counts
    values: Counts
