"""How the players of a table are called and marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord.utils import escape_markdown

from engine.game import Seat, Viewer
from locales import Words
from tables.table import SeatInfo

MARKS: Final = ("🔴", "🔷", "🟩", "🔺")
"""A mark for each seat, told apart by shape as well as by colour."""

TIE: Final = "\u00a0"
"""A space at which no line is broken."""


class Names:
    """What to call each seat of one table, in one language.

    Attributes:
        viewer: Who reads: their own seat is "you" in lists.
    """

    def __init__(self, seats: Sequence[SeatInfo], words: Words, viewer: Viewer = None) -> None:
        self._seats = seats
        self._words = words
        self.viewer = viewer

    def __call__(self, seat: Seat) -> str:
        """The seat's player for a text: a mention, or a computer player's name, with the seat's mark."""
        info = self._seats[seat]
        if info.person_id is not None:
            return f"{MARKS[seat]}{TIE}<@{info.person_id}>"
        return f"{MARKS[seat]}{TIE}{self.plain(seat)}"

    def short(self, seat: Seat) -> str:
        """As `__call__`, but "you" for the viewer."""
        return self._words("table.you") if seat == self.viewer else self(seat)

    def plain(self, seat: Seat) -> str:
        """The seat's player for places that draw no mentions."""
        info = self._seats[seat]
        if info.computer is not None:
            return self._words(f"table.computer_name_{seat + 1}")
        return escape_markdown(info.name) or self._words("table.somebody")
