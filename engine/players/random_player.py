"""The player that makes any legal move, each as likely."""

from __future__ import annotations

from typing import Any

from engine.game import AnyGame, Chance, Seat


def choose(game: AnyGame, observation: Any, seat: Seat, chance: Chance) -> Any:
    """One of the legal moves of `seat`, drawn from `chance`."""
    moves = game.legal_moves(game.determinise(observation, chance), seat)
    return moves[chance.below(len(moves))]
