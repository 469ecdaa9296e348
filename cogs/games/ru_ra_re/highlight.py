"""What was remarkable in a game: who met whom most often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import Event, Seat
from engine.ru_ra_re.events import Clashed


def highlight(events: Iterable[Event], names: Names, words: Localizer) -> str:
    """A sentence on the two players who clashed most often, or that nobody did."""
    met: Counter[tuple[Seat, ...]] = Counter()
    for event in events:
        if isinstance(event, Clashed):
            met.update(combinations(sorted(event.seats), 2))
    if not met:
        return words("ru_ra_re.never_met")
    (pair, times), *_ = met.most_common(1)
    return words.count("ru_ra_re.most_met", times, who=names.listed(pair))
