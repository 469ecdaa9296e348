"""What a puzzle is: a position in which, by the rules, it is beyond doubt what to do.

Each game has ten in its `puzzles.py`; `test_puzzles.py` gives them to the strongest computer player.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.game import AnyGame, Seat


class Puzzle(NamedTuple):
    """A position and what is right in it.

    Attributes:
        state: The position.
        right: The texts of all right moves.
        why: Why nothing else can be as good, by the rules.
        seat: Who is to move.
    """

    state: Any
    right: tuple[str, ...]
    why: str
    seat: Seat = 0


def beginning(game: AnyGame, state: Any, words: str) -> tuple[str, ...]:
    """The legal moves of seat 0 whose texts begin with these words."""
    texts = map(game.write_move, game.legal_moves(state, 0))
    return tuple(text for text in texts if text.startswith(f"{words} "))
