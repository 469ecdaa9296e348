"""Why a move may not be made now: a code, with its numbers.  Rules: Rapa Nui cards 3, 4."""

from __future__ import annotations

from engine.game import IllegalMove, Seat
from engine.rapa_nui_cards.legal import card_price, gatherers_price
from engine.rapa_nui_cards.moves import (
    Buy,
    CollectGood,
    DiscardMoai,
    Move,
    Offer,
    Play,
    PlayGatherers,
    Sacrifice,
)
from engine.rapa_nui_cards.state import MOAI_PRICE, Card, Phase, State


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
