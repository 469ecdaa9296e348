"""The things in the pictures that each answer is about, for `cogs.games.touch`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.ru_ra_re.moves import Move
from engine.ru_ra_re.observe import Observation


def things(seen: Observation, legal_moves: Sequence[Move], texts: Iterable[str]) -> Mapping[str, list[str]]:
    """The row that each of `texts` chooses, with its number and points."""
    return {text: [row_of(text.removeprefix("choose "))] for text in texts}


def row_of(number: str) -> str:
    """The roles of all sprites that belong to a row."""
    return f"card/{number}|row_number/{number}|gain/{number}|gain/{number}/number"


def chosen(seen: Observation, legal_moves: Sequence[Move], texts: Iterable[str]) -> None:
    """None: the game has no choice in several steps, of which a picture of the board could show the first."""
