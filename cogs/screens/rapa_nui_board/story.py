"""The play-by-play."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.seats import Names
from cogs.speech import Speech
from engine.game import Event


def tell(events: Sequence[Event], names: Names, words: Speech) -> list[str]:
    """What happened in one move, in lines."""
    return []
