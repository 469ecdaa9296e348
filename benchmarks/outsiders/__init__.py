"""Computer players for the ladder that share no features, candidates or search with the levels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from benchmarks.outsiders import rapa_nui_board, rapa_nui_cards, ru_ra_re
from engine.game import AnyGame, Chance, Seat

OUTSIDERS: Final[dict[str, Callable[[AnyGame, Any, Seat, Chance], Any]]] = {
    "rapa-nui-board": rapa_nui_board.outsider,
    "rapa-nui-cards": rapa_nui_cards.rapa_nui_cards,
    "ru-ra-re": ru_ra_re.ru_ra_re,
}
"""The outsider of each game, by the game's id; it is called as the levels' players are."""
