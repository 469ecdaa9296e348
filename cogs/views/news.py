"""What has happened since the viewer's last move, in the few lines that stand above what they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.games import screens
from cogs.kit.language import Localizer
from cogs.kit.names import Names
from cogs.views.story_lines import happened_lines, newest_lines
from tables import Look

MOST_LINES: Final = 4
"""At most so many lines."""
MOST_CHARACTERS: Final = 1500
"""At most so many characters as they are sent: an emoji of ours takes thirty, a reader sees one."""


def news(look: Look, words: Localizer, most: int = MOST_CHARACTERS) -> list[str]:
    """As many of the newest lines as fit into `most` characters, below a heading; empty: nothing happened."""
    heading = f"**{words('time.news')}**"
    lines = list(_lines(look, words))
    return [heading, *newest_lines(lines, words, most - len(heading) - 1, MOST_LINES)] if lines else []


def latest(look: Look, words: Localizer) -> list[str]:
    """The last thing that happened in the game, in a line; empty: nothing has yet."""
    return list(_lines(look, words))[-1:]


def _lines(look: Look, words: Localizer) -> Iterator[str]:
    names = Names(look.table.seats, words, look.seat)
    # An open proposal has a place of its own.
    asked = look.proposal.entry if look.proposal is not None else 0
    for entry in look.recent:
        if entry.number != asked:
            yield from (line for line in happened_lines(entry, look, names, words) if line[:2] != "-#")
        if entry.events:
            yield from screens()[look.table.game_id].brief(entry.events, names, words)
