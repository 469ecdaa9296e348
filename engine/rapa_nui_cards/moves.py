"""The moves of Rapa Nui, the card game, their texts, and the legal moves of a state.  Rules: 3, 4, 8."""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import compress
from typing import Final

from msgspec.structs import astuple

from engine.counts import Counts
from engine.game import IllegalMove, Seat, Struct
from engine.rapa_nui_cards.state import (
    BUY,
    CARDS,
    COLUMNS,
    DECK,
    GOODS,
    HAND_SIZE,
    MOAI_PRICE,
    OVER,
    PLAY,
    TAKE,
    Card,
    Good,
    Phase,
    State,
)


class DrawFirst(Struct, frozen=True, tag="first"):
    """A move of chance that determines the first player.  Rules: Rapa Nui cards 2.1."""

    seat: Seat


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """A move of chance that puts the 50 cards into the order in which they are dealt.  Rules: 2.5."""

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
    """Lay `count` (1 to 3) Gatherers of one good into one's village.  Rules: Rapa Nui cards 3.2."""

    good: Good
    count: int


class DiscardMoai(Struct, frozen=True, tag="discard"):
    """Remove a Moai from the game: the hand is three Moai, and the wood pays for none.  Rules: 3.2."""


class Sacrifice(Struct, frozen=True, tag="sacrifice"):
    """Lay one's own sacrifice card on the stone; the active player's is face down.  Rules: 4.1, 4.2."""

    good: Good


class Offer(Struct, frozen=True, tag="offer"):
    """Lay a card from a supply pile on the stone.  Rules: Rapa Nui cards 4.3."""

    good: Good


class Take(Struct, frozen=True, tag="take"):
    """Take the front card of a column, counted from 1.  Rules: Rapa Nui cards 3.3."""

    column: int


class Collect(Struct, frozen=True, tag="collect"):
    """Take glory points or, if `glory` is False, wood in the scoring of a Moai.  Rules: 3.4."""

    glory: bool


class CollectGood(Struct, frozen=True, tag="instead"):
    """Take a sacrifice card of another good, in place of one that has run out.  Rules: Rapa Nui cards 3.4."""

    good: Good


FromHand = Play | PlayGatherers | DiscardMoai
Decision = Buy | SkipBuy | FromHand | Sacrifice | Offer | Take | Collect | CollectGood
Move = DrawFirst | Shuffle | Decision

# Each move is one shared object, so that a look-up among the legal moves compares identities.
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
"""The letter of each `Card` in a shuffle: Fish, mUlberry, Sweet potato, Grain, Lumberjack, Priest, Moai."""


def write_move(move: Move) -> str:
    """The short text of a move: `buy fish`, `gather grain 2`, `take 3`."""
    match move:
        case Collect(glory):
            return "collect glory" if glory else "collect wood"
        case Shuffle(cards):
            return "shuffle " + "".join(CARD_LETTERS[card] for card in cards)
        case _:
            parts = (part.name.lower() if isinstance(part, Enum) else str(part) for part in astuple(move))
            return " ".join((str(move.__struct_config__.tag), *parts))


_DECISIONS: Final[tuple[Decision, ...]] = (
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
    """Parse a move from a text by `write_move`; raises IllegalMove (`unknown_move`) for any other text."""
    move = _BY_TEXT.get(text)
    if move is not None:
        return move
    word, _, letters = text.partition(" ")
    if word == "shuffle" and letters and all(letter in CARD_LETTERS for letter in letters):
        return Shuffle(tuple(CARDS[CARD_LETTERS.index(letter)] for letter in letters))
    raise IllegalMove("unknown_move")


CARD_PRICES: Final = tuple(max(0, 5 - laid) for laid in range(DECK.count(Card.FISH) + 2))
"""The wood for a sacrifice card of a good, by the number of its Gatherers in the village.  Rules: 3.1."""

_GOODS: Final = len(GOODS)
_DEAREST: Final = CARD_PRICES[0]


def card_price(village: Counts, good: Good) -> int:
    """The price of a sacrifice card of `good` for the owner of `village`, in wood (0 to 5).  Rules: 3.1."""
    return CARD_PRICES[village[good]]


def gatherers_price(count: int) -> int:
    """The price of laying `count` Gatherers of one good at once, in wood (0 to 2).  Rules: 3.2."""
    return count - 1


def purchases(village: Counts, wood: int, supply: Counts) -> tuple[Move, ...]:
    """The moves that buy a card, or nothing, as wood and supply (cards left by good) allow.  Rules: 3.1."""
    found = _affordable(village[:_GOODS], wood if wood < _DEAREST else _DEAREST)
    if 0 not in supply:
        return found
    return tuple(move for move in found if isinstance(move, SkipBuy) or supply[move.good])


@cache
def _affordable(gatherers: Counts, wood: int) -> tuple[Buy | SkipBuy, ...]:
    """The moves that buy a sacrifice card that this wood can pay, and the move that buys nothing."""
    priced = zip(BUYS, gatherers, strict=True)
    return (*(buy for buy, laid in priced if wood >= CARD_PRICES[laid]), SKIP)


def plays(hand: Counts, wood: int) -> tuple[Move, ...]:
    """The moves that lay or discard cards, for a player with this hand and wood.  Rules: 3.2."""
    return _plays(hand, wood if wood < MOAI_PRICE else MOAI_PRICE)


@cache
def _plays(hand: Counts, wood: int) -> tuple[Move, ...]:
    found: list[Move] = []
    for good in GOODS:
        found += GATHERS[good][: min(hand[good], wood + 1)]
    found += (PLAYS[card] for card in (Card.LUMBERJACK, Card.PRIEST) if hand[card])
    if hand[Card.MOAI] and wood >= MOAI_PRICE:
        found.append(PLAYS[Card.MOAI])
    if hand[Card.MOAI] == HAND_SIZE and wood < MOAI_PRICE:
        found.append(DISCARD)
    return tuple(found)


_COLLECTS = (COLLECT_WOOD, COLLECT_GLORY)


def to_move(state: State) -> tuple[Seat, ...]:
    """The one seat that decides, `CHANCE` included; none at the end.  Rules: Rapa Nui cards 8."""
    return () if state.phase is OVER else (state.decider,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal moves of `seat`.  Rules: Rapa Nui cards 8."""
    if seat != state.decider or seat < 0:
        return ()
    phase = state.phase
    if phase is TAKE:
        return TAKES
    if phase is PLAY:
        return plays(state.hands[seat], state.wood[seat])
    if phase is BUY:
        return purchases(state.villages[seat], state.wood[seat], state.supply)
    match phase:
        case Phase.SACRIFICE:
            return tuple(compress(SACRIFICES, state.held[seat]))
        case Phase.OFFER:
            return tuple(compress(OFFERS, state.supply))
        case Phase.COLLECT_MOAI:
            return _COLLECTS
        case Phase.COLLECT_OTHER:
            return tuple(compress(COLLECTS_INSTEAD, state.supply))
        case _:
            return ()


def obvious_move(state: State, seat: Seat) -> Move | None:
    """The only legal move, if everybody can know that it is the only one; else None.

    Playing is never obvious, as it depends on the hand.  A sacrifice is obvious only for a player with one
    card: an immediate answer by one with several cards would reveal that all are of one kind.
    """
    if state.phase is Phase.PLAY or (state.phase is Phase.SACRIFICE and sum(state.held[seat]) > 1):
        return None
    legal = legal_moves(state, seat)
    return legal[0] if len(legal) == 1 else None


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """The error that says why `move` is not legal for `seat`."""
    if state.phase is Phase.OVER:
        return IllegalMove("game_over")
    if seat != state.decider:
        return IllegalMove("not_your_turn")
    wood, village, hand, held = (state.wood[seat], state.villages[seat], state.hands[seat], state.held[seat])
    match state.phase, move:
        case Phase.BUY, Buy(good):
            if not state.supply[good]:
                return IllegalMove("pile_empty", good=good.name.lower())
            return IllegalMove("not_enough_wood", price=card_price(village, good), wood=wood)
        case Phase.PLAY, PlayGatherers(good, count):
            if hand[good] < count:
                return IllegalMove("not_in_hand")
            return IllegalMove("not_enough_wood", price=gatherers_price(count), wood=wood)
        case Phase.PLAY, Play(Card.MOAI) if hand[Card.MOAI]:
            return IllegalMove("not_enough_wood", price=MOAI_PRICE, wood=wood)
        case Phase.PLAY, Play():
            return IllegalMove("not_in_hand")
        case Phase.PLAY, DiscardMoai():
            return IllegalMove("may_not_discard")
        case Phase.SACRIFICE, Sacrifice(good) if not held[good]:
            return IllegalMove("not_held", good=good.name.lower())
        case (Phase.OFFER, Offer(good)) | (Phase.COLLECT_OTHER, CollectGood(good)):
            return IllegalMove("pile_empty", good=good.name.lower())
        case _:
            return IllegalMove("not_now")
