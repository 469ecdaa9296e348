"""Which moves do what a tip says, and what a sentence of a lesson says, that stands before a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.rapa_nui_board import moves as of_board
from engine.rapa_nui_cards import moves as of_cards
from engine.rapa_nui_cards.state import Card
from engine.ru_ra_re import moves as of_rows
from engine.ru_ra_re.game import KINDS

Follows = Callable[[Any, Any], bool]
"""What is seen, and a move -> whether the move does what a tip says."""


def _is(*kinds: type) -> Follows:
    return lambda _, move: isinstance(move, kinds)


def _one_of(*moves: Any) -> Follows:
    return lambda _, move: move in moves


def _onto_ahu(*, crowned: bool) -> Follows:
    """A villager on an ahu on which a moai stands that has no pukao; else on one without a moai."""

    def follows(seen: Any, move: Any) -> bool:
        if not isinstance(move, of_board.PlaceVillager):
            return False
        number = seen.state.island.numbers[move.space]
        spot, is_ahu = seen.state.spots[number], number in seen.state.island.ahu
        return is_ahu and not spot.pukao and (spot.moai is not None) == crowned

    return follows


def _towards_pukao(seen: Any, move: Any) -> bool:
    return isinstance(move, of_board.CarryPukao) or _onto_ahu(crowned=True)(seen, move)


def _together(seen: Any, move: Any) -> bool:
    """Several Gatherers: now, or once nothing is bought, which the panel's buttons do along with it."""
    if not isinstance(move, of_cards.SkipBuy):
        return isinstance(move, of_cards.PlayGatherers) and move.count > 1
    view = seen.seats[seen.viewer]
    return bool(view.wood > 0 and max(view.hand[: Card.LUMBERJACK]) > 1)


def _towards_moai(seen: Any, move: Any) -> bool:
    """Raise it, or save the wood for it."""
    return move in (of_cards.PLAYS[Card.MOAI], of_cards.SKIP)


def _row_with(kind: str) -> Follows:
    return lambda seen, move: not KINDS[kind].isdisjoint(seen.rows[move.row - 1])


_PLAYS: Final = _is(of_cards.SkipBuy, of_cards.Play, of_cards.PlayGatherers)
_FIRST, _SECOND, _ = of_board.SCULPTORS

TIPS: Final[Mapping[str, Mapping[str, Follows]]] = {
    "rapa-nui-board": {
        "tile": _is(of_board.TakeTile),
        "sculptor": _one_of(_FIRST),
        "sculptor_alone": _one_of(_FIRST),
        "transporter": _onto_ahu(crowned=False),
        "pukao": _towards_pukao,
        "sorcerer": _is(of_board.PlaceSorcerer),
        "chain": _is(of_board.PlaceVillager),
        "carry": _is(of_board.CarryMoai),
        "stop": _is(of_board.DropOut),
        "offering": _is(of_board.Exchange),
    },
    "rapa-nui-cards": {
        "play": _PLAYS,
        "several": _together,
        "moai": _towards_moai,
        "last_cards": _PLAYS,
        "buy": _is(of_cards.Buy),
        "much_wood": _is(of_cards.Buy),
        "take": _is(of_cards.Take),
        "stone": _is(of_cards.Sacrifice),
        "face_down": _is(of_cards.Sacrifice),
        "offer": _is(of_cards.Offer),
        "wood_or_points": _is(of_cards.Collect),
    },
    "ru-ra-re": {
        "choose": _is(of_rows.Choose),
        "last_turn": _is(of_rows.Choose),
        "first_scoring_near": _is(of_rows.Choose),
        **{kind: _row_with(kind) for kind in KINDS},
    },
}
"""By game and topic, what follows a tip."""

LESSONS: Final[Mapping[str, Mapping[str, Follows]]] = {
    "rapa-nui-board": {
        **{topic: follows for topic, follows in TIPS["rapa-nui-board"].items() if topic != "chain"},
        "transporter": _one_of(of_board.PlaceVillager("D4")),
        "bigger": _one_of(_SECOND),
        "improve": _is(of_board.Improve),
        "last_round": lambda *_: True,  # Whatever one likes.
    },
    # A Moai that is too dear as yet is explained when it is first seen.
    "rapa-nui-cards": {**TIPS["rapa-nui-cards"], "moai": _PLAYS},
    "ru-ra-re": TIPS["ru-ra-re"],
}
"""By game and topic, what follows a sentence of the lesson that stands before a decision."""
