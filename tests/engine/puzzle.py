"""A puzzle: a position in which the best move follows from the rules without doubt.

Each game has ten in its `puzzles.py`; `test_puzzles.py` gives them to the strongest computer player.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.game import AnyGame, Seat


class Puzzle(NamedTuple):
    """A position and its best moves.

    Attributes:
        state: The position.
        right: The texts of all best moves.
        why: The reason, from the rules, why no other move is as good.
        seat: The seat that is to move.
    """

    state: Any
    right: tuple[str, ...]
    why: str
    seat: Seat = 0


def beginning(game: AnyGame, state: Any, words: str) -> tuple[str, ...]:
    """Return the texts of the legal moves of seat 0 that begin with these words."""
    texts = map(game.write_move, game.legal_moves(state, 0))
    return tuple(text for text in texts if text.startswith(f"{words} "))
