"""What may be done now.  Rules: Rapa Nui cards 3, 4, 8.  `refusals.py` says why something may not."""

from __future__ import annotations

from functools import cache
from itertools import compress
from typing import Final

from engine.counts import Counts
from engine.game import IllegalMove, Seat
from engine.rapa_nui_cards import moves
from engine.rapa_nui_cards.moves import (
    Buy,
    CollectGood,
    DiscardMoai,
    Move,
    Offer,
    Play,
    PlayGatherers,
    Sacrifice,
    SkipBuy,
)
from engine.rapa_nui_cards.state import (
    BUY,
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

CARD_PRICES: Final = tuple(max(0, 5 - laid) for laid in range(DECK.count(Card.FISH) + 2))
"""Price of one sacrifice card, in wood, by the number of Gatherers of its good in the village: at most all in
the deck and the one held at the start.  Rules: 3.1."""

_GOODS: Final = len(GOODS)
_DEAREST: Final = CARD_PRICES[0]


def card_price(village: Counts, good: Good) -> int:
    """Price of one sacrifice card of `good` for the owner of `village`, in wood (0 to 5).  Rules: 3.1."""
    return CARD_PRICES[village[good]]


def gatherers_price(count: int) -> int:
    """Price of laying `count` Gatherers of one good at once, in wood (0 to 2).  Rules: 3.2."""
    return count - 1


def purchases(village: Counts, wood: int, supply: Counts) -> tuple[Move, ...]:
    """What the owner of `village` may buy, with this much wood and these piles; or nothing.  Rules: 3.1."""
    found = _affordable(village[:_GOODS], wood if wood < _DEAREST else _DEAREST)
    if 0 not in supply:
        return found
    return tuple(move for move in found if isinstance(move, SkipBuy) or supply[move.good])


@cache
def _affordable(gatherers: Counts, wood: int) -> tuple[Buy | SkipBuy, ...]:
    """What a player with these Gatherers and this much wood can pay for; or nothing."""
    priced = zip(moves.BUYS, gatherers, strict=True)
    return (*(buy for buy, laid in priced if wood >= CARD_PRICES[laid]), moves.SKIP)


def plays(hand: Counts, wood: int) -> tuple[Move, ...]:
    """What a player with this hand and this much wood may play.  Rules: Rapa Nui cards 3.2."""
    return _plays(hand, wood if wood < MOAI_PRICE else MOAI_PRICE)


@cache
def _plays(hand: Counts, wood: int) -> tuple[Move, ...]:
    found: list[Move] = []
    for good in GOODS:
        found += moves.GATHERS[good][: min(hand[good], wood + 1)]
    found += (moves.PLAYS[card] for card in (Card.LUMBERJACK, Card.PRIEST) if hand[card])
    if hand[Card.MOAI] and wood >= MOAI_PRICE:
        found.append(moves.PLAYS[Card.MOAI])
    if hand[Card.MOAI] == HAND_SIZE and wood < MOAI_PRICE:
        found.append(moves.DISCARD)
    return tuple(found)


_COLLECTS = (moves.COLLECT_WOOD, moves.COLLECT_GLORY)


def to_move(state: State) -> tuple[Seat, ...]:
    """The one seat that decides, or chance.  Rules: Rapa Nui cards 8."""
    return () if state.phase is OVER else (state.decider,)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that `seat` may do now.  Rules: Rapa Nui cards 8."""
    if seat != state.decider or seat < 0:
        return ()
    phase = state.phase
    if phase is TAKE:
        return moves.TAKES
    if phase is PLAY:
        return plays(state.hands[seat], state.wood[seat])
    if phase is BUY:
        return purchases(state.villages[seat], state.wood[seat], state.supply)
    match phase:
        case Phase.SACRIFICE:
            return tuple(compress(moves.SACRIFICES, state.held[seat]))
        case Phase.OFFER:
            return tuple(compress(moves.OFFERS, state.supply))
        case Phase.COLLECT_MOAI:
            return _COLLECTS
        case Phase.COLLECT_OTHER:
            return tuple(compress(moves.COLLECTS_INSTEAD, state.supply))
        case _:
            return ()


def obvious_move(state: State, seat: Seat) -> Move | None:
    """The only legal move, if everybody can know that it is the only one; else None.

    Playing is never obvious: what may be played depends on the hand.  Sacrificing is obvious only with one
    card held: with several cards of one kind, an answer at once would tell that they are of one kind.
    """
    if state.phase is Phase.PLAY or (state.phase is Phase.SACRIFICE and sum(state.held[seat]) > 1):
        return None
    legal = legal_moves(state, seat)
    return legal[0] if len(legal) == 1 else None


def refusal(state: State, seat: Seat, move: Move) -> IllegalMove:
    """Why `move` is not legal for `seat`."""
    if state.phase is Phase.OVER:
        return IllegalMove("game_over")
    if seat != state.decider:
        return IllegalMove("not_your_turn")
    wood, village, hand, held = (
        state.wood[seat],
        state.villages[seat],
        state.hands[seat],
        state.held[seat],
    )
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
