"""What a game calls its turns: one word for one thing, in its rules, below its board, and looking back."""

from __future__ import annotations

from cogs.text.language import Localizer, catalogue


def turns_named(game_id: str, first: int, last: int, words: Localizer) -> str:
    """A turn, or several in a row: `Round 3`, `Turns 3–5`."""
    name = catalogue(game_id)
    if first == last:
        return words(f"{name}.replay_turn", n=first)
    return words(f"{name}.replay_turns", first=first, last=last)
