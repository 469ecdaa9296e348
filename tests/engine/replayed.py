"""Whole records, replayed."""

from __future__ import annotations

from typing import Any

from engine.game import AnyGame
from engine.record import Record, Step, steps


def replay(game: AnyGame, record: Record) -> tuple[Any, tuple[Step, ...]]:
    """Return the first state of a record, and the step of each move."""
    start = game.start(record.seats, record.options)
    return start, tuple(steps(game, start, record.moves))
