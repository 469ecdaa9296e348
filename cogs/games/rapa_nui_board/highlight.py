"""What was remarkable in a game: the longest way of a transport."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.games.rapa_nui_board.terms import carried_text
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import Event
from engine.rapa_nui_board.events import MoaiCarried, PukaoCarried


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the longest way that anything was carried; empty if nothing was."""
    carried = [event for event in events if isinstance(event, MoaiCarried | PukaoCarried)]
    if not carried:
        return ""
    longest = max(carried, key=lambda event: len(event.path))
    what = carried_text(longest.size if isinstance(longest, MoaiCarried) else None, words)
    who, steps = names(longest.seat), len(longest.path) - 1
    return words.count("rapa_nui_board.longest_way", steps, who=who, what=what)
