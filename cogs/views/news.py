"""What has happened since the viewer's last move, in the few lines that stand above what they are asked."""

from __future__ import annotations

from typing import Final

from cogs.games import screens
from cogs.text.language import Localizer
from cogs.text.names import Names
from cogs.views.story_lines import happened_lines, newest_lines
from tables import Kind, LogEntry, Look

MOST_LINES: Final = 6
"""At most so many lines: a round of the card game for two, with what it brought oneself."""
MOST_CHARACTERS: Final = 1500
"""At most so many characters as they are sent: an emoji of ours takes thirty, a reader sees one."""

ELSEWHERE: Final = frozenset(
    {Kind.START, Kind.PROPOSE, Kind.OFFER, Kind.WARN, Kind.KEEP, Kind.HOLD, Kind.RESUME, Kind.PLACE}
)
"""The kinds of entries of which a panel or the board says in another place what still holds."""


def news(
    look: Look, words: Localizer, most: int = MOST_CHARACTERS, most_lines: int = MOST_LINES
) -> list[str]:
    """As many of the newest lines as fit into `most` characters, below a heading; empty: nothing happened."""
    heading = f"**{words('time.news')}**"
    lines = [line for entry in look.recent for line in _lines(entry, look, words)]
    return [heading, *newest_lines(lines, words, most - len(heading) - 1, most_lines)] if lines else []


def latest(look: Look, words: Localizer) -> list[str]:
    """What happened last, in a line or two; empty: nothing has yet."""
    told = (_lines(entry, look, words) for entry in reversed(look.recent))
    return next(filter(None, told), [])[-2:]


def _lines(entry: LogEntry, look: Look, words: Localizer) -> list[str]:
    names = Names(look.table.seats, words, look.seat)
    lines = [] if entry.kind in ELSEWHERE else happened_lines(entry, look, names, words)
    told = screens()[look.table.game_id].brief(entry.events, names, words) if entry.events else []
    if entry.forced and told:
        # Nobody clicked for it, so its player hears of it, however small it is printed elsewhere.
        told = [words("time.only_move", what=told[0].removeprefix("-# ")), *told[1:]]
    return [line for line in (*lines, *told) if not line.startswith("-#")]
