"""Positions for the pages of the rules, played move by move so that they can come up in a game."""

from __future__ import annotations

from typing import Any

from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import AnyGame
from tables.model.table import SeatInfo


def played(game: AnyGame, seats: int, moves: str) -> Any:
    """The state after some moves, one a line: the seat and the move's text.

    Raises:
        engine.game.IllegalMove: The rules have changed since these were written.
    """
    state = game.start(seats, game.chosen_options({}))
    for line in moves.strip().splitlines():
        seat, _, text = line.partition(" ")
        state, _ = game.apply(state, int(seat), game.read_move(text))
    return state


def example_names(seats: int, words: Localizer) -> Names:
    """Names for examples: those of computer players."""
    return Names([SeatInfo(seat, None, "", "example") for seat in range(seats)], words)
