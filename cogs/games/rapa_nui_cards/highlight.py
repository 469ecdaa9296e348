"""What was remarkable in a game: who got most in one scoring."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import Event
from engine.rapa_nui_cards.events import Received

LEAST_POINTS = 3


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the most points that anybody got at once or, if nobody got many, on the most wood."""
    received = [event for event in events if isinstance(event, Received)]
    points = max(received, key=lambda event: event.gain.glory, default=None)
    if points is not None and points.gain.glory >= LEAST_POINTS:
        return words.count("rapa_nui_cards.most_points", points.gain.glory, who=names(points.seat))
    wood = max(received, key=lambda event: event.gain.wood, default=None)
    if wood is not None and wood.gain.wood:
        return words.count("rapa_nui_cards.most_wood", wood.gain.wood, who=names(wood.seat))
    return ""
