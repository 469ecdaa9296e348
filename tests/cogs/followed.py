"""The moves that follow a tip, or a lesson's sentence before a decision, by game and topic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.rapa_nui_board import moves as of_board
from engine.rapa_nui_cards import moves as of_cards
from engine.rapa_nui_cards.state import Card
from engine.ru_ra_re import moves as of_rows
from engine.ru_ra_re.game import KINDS

Follows = Callable[[Any, Any], bool]
"""Returns whether a move follows a tip, given an observation and the move."""


def _is(*kinds: type) -> Follows:
    return lambda _, move: isinstance(move, kinds)


def _one_of(*moves: Any) -> Follows:
    return lambda _, move: move in moves


def _onto_ahu(*, crowned: bool) -> Follows:
    """Move a villager to an ahu without a pukao: with a moai on it if `crowned`, else without one."""

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
    """Play several Gatherers; or skip buying, since the panel's buttons do both at once."""
    if not isinstance(move, of_cards.SkipBuy):
        return isinstance(move, of_cards.PlayGatherers) and move.count > 1
    view = seen.seats[seen.viewer]
    return bool(view.wood > 0 and max(view.hand[: Card.LUMBERJACK]) > 1)


def _towards_moai(seen: Any, move: Any) -> bool:
    """Raise a Moai, or save the wood for it."""
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
"""The moves that follow a tip, by game and topic."""

LESSONS: Final[Mapping[str, Mapping[str, Follows]]] = {
    "rapa-nui-board": {
        **{topic: follows for topic, follows in TIPS["rapa-nui-board"].items() if topic != "chain"},
        "transporter": _one_of(of_board.PlaceVillager("D4")),
        "bigger": _one_of(_SECOND),
        "improve": _is(of_board.Improve),
        "last_round": lambda *_: True,  # Any move follows it.
    },
    # A Moai is explained when the player first has one, even if it is still too expensive.
    "rapa-nui-cards": {**TIPS["rapa-nui-cards"], "moai": _PLAYS},
    "ru-ra-re": TIPS["ru-ra-re"],
}
"""The moves that follow a lesson's sentence before a decision, by game and topic."""
