"""The moves of Rapa Nui, the card game.  Rules: Rapa Nui cards 8.  Their texts are in `notation.py`."""

from __future__ import annotations

from typing import Final

from engine.game import IllegalMove, Seat, Struct
from engine.rapa_nui_cards.state import CARDS, COLUMNS, GOODS, HAND_SIZE, Card, Good


class DrawFirst(Struct, frozen=True, tag="first"):
    """Chance: the first player is drawn.  Rules: Rapa Nui cards 2.1."""

    seat: Seat


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """Chance: the order of the 50 cards, the next one to be laid first.  Rules: Rapa Nui cards 2.5."""

    cards: tuple[Card, ...]


class Buy(Struct, frozen=True, tag="buy"):
    """Buy one sacrifice card.  Rules: Rapa Nui cards 3.1."""

    good: Good


class SkipBuy(Struct, frozen=True, tag="skip"):
    """Buy nothing.  Rules: Rapa Nui cards 3.1."""


class Play(Struct, frozen=True, tag="play"):
    """Lay a Lumberjack, a Priest or a Moai into one's village.  Rules: Rapa Nui cards 3.2."""

    card: Card


class PlayGatherers(Struct, frozen=True, tag="gather"):
    """Lay 1 to 3 Gatherers of one good into one's village.  Rules: Rapa Nui cards 3.2."""

    good: Good
    count: int


class DiscardMoai(Struct, frozen=True, tag="discard"):
    """Remove a Moai from the game, having nothing else to play.  Rules: Rapa Nui cards 3.2."""


class Sacrifice(Struct, frozen=True, tag="sacrifice"):
    """Lay an own sacrifice card on the stone; the active player lays face down.  Rules: 4.1, 4.2."""

    good: Good


class Offer(Struct, frozen=True, tag="offer"):
    """Lay a card from a supply pile on the stone.  Rules: Rapa Nui cards 4.3."""

    good: Good


class Take(Struct, frozen=True, tag="take"):
    """Take the front card of a column, counted from 1.  Rules: Rapa Nui cards 3.3."""

    column: int


class Collect(Struct, frozen=True, tag="collect"):
    """In a Moai scoring, take glory points or, if `glory` is false, wood.  Rules: Rapa Nui cards 3.4."""

    glory: bool


class CollectGood(Struct, frozen=True, tag="instead"):
    """Take a card of this good in place of one that has run out.  Rules: Rapa Nui cards 3.4."""

    good: Good


Move = (
    DrawFirst
    | Shuffle
    | Buy
    | SkipBuy
    | Play
    | PlayGatherers
    | DiscardMoai
    | Sacrifice
    | Offer
    | Take
    | Collect
    | CollectGood
)

# Each move is one value for ever: finding it among the legal ones is a comparison of identities.
BUYS: Final = tuple(Buy(good) for good in GOODS)
SKIP: Final = SkipBuy()
PLAYS: Final = {card: Play(card) for card in (Card.LUMBERJACK, Card.PRIEST, Card.MOAI)}
GATHERS: Final = tuple(tuple(PlayGatherers(good, n + 1) for n in range(HAND_SIZE)) for good in GOODS)
DISCARD: Final = DiscardMoai()
SACRIFICES: Final = tuple(Sacrifice(good) for good in GOODS)
OFFERS: Final = tuple(Offer(good) for good in GOODS)
TAKES: Final = tuple(Take(column) for column in range(1, COLUMNS + 1))
COLLECT_WOOD: Final = Collect(glory=False)
COLLECT_GLORY: Final = Collect(glory=True)
COLLECTS_INSTEAD: Final = tuple(CollectGood(good) for good in GOODS)


CARD_LETTERS: Final = "FUSGLPM"
"""How a shuffle is written, by `Card`: Fish, mUlberry, Sweet potato, Grain, Lumberjack, Priest, Moai."""


def write_move(move: Move) -> str:
    """The short text of a move: `buy fish`, `gather grain 2`, `take 3`."""
    match move:
        case Buy(good):
            return f"buy {good.name.lower()}"
        case SkipBuy():
            return "skip"
        case Play(card):
            return f"play {card.name.lower()}"
        case PlayGatherers(good, count):
            return f"gather {good.name.lower()} {count}"
        case DiscardMoai():
            return "discard"
        case Sacrifice(good):
            return f"sacrifice {good.name.lower()}"
        case Offer(good):
            return f"offer {good.name.lower()}"
        case Take(column):
            return f"take {column}"
        case Collect(glory):
            return "collect glory" if glory else "collect wood"
        case CollectGood(good):
            return f"instead {good.name.lower()}"
        case DrawFirst(seat):
            return f"first {seat}"
        case Shuffle(cards):
            return "shuffle " + "".join(CARD_LETTERS[card] for card in cards)


_DECISIONS: Final[tuple[Move, ...]] = (
    *BUYS,
    SKIP,
    *PLAYS.values(),
    *(move for moves in GATHERS for move in moves),
    DISCARD,
    *SACRIFICES,
    *OFFERS,
    *TAKES,
    COLLECT_WOOD,
    COLLECT_GLORY,
    *COLLECTS_INSTEAD,
)
_BY_TEXT: Final[dict[str, Move]] = {
    **{write_move(move): move for move in _DECISIONS},
    **{write_move(DrawFirst(seat)): DrawFirst(seat) for seat in range(4)},
}


def read_move(text: str) -> Move:
    """The move of a text by `write_move`.

    Raises:
        IllegalMove: No move has this text (code `unknown_move`).
    """
    move = _BY_TEXT.get(text)
    if move is not None:
        return move
    word, _, letters = text.partition(" ")
    if word == "shuffle" and letters and all(letter in CARD_LETTERS for letter in letters):
        return Shuffle(tuple(CARDS[CARD_LETTERS.index(letter)] for letter in letters))
    raise IllegalMove("unknown_move")
