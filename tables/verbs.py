"""What a verb is given besides its table: who does something there, with which click, and when."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Concatenate, ParamSpec

from engine.game import Chance, Seat, Struct
from tables.preferences import Span
from tables.table import Entry, Facts, Kind, Table, next_entry
from tables.values import Person

P = ParamSpec("P")
Answers = Callable[[Table, Seat], Any]
"""A table and a seat that is asked -> the move that it wants to make without being asked, or None."""

Absences = Callable[[int], Sequence[Span]]
"""A person's id -> when they are away, past and present, in the order of time."""


class House(Struct, frozen=True):
    """What verbs need that stands at no table.

    Attributes:
        players: The ids of the computer players that there are.
        chance: Where shuffles and draws come from.
        answers: What people answer without being asked.
        absences: When people are away.
    """

    players: Collection[str]
    chance: Chance
    answers: Answers
    absences: Absences


class By(Struct, frozen=True):
    """Who does something at a table.

    Attributes:
        person: Who they are.
        click: The key of their click, which has its effect once.
        at: When, in seconds since 1970.
        house: Where they do it.
    """

    person: Person
    click: str
    at: float
    house: House

    def entry(self, facts: Facts, kind: Kind, seat: Seat | None, text: str = "") -> Entry:
        """The entry of this click that would come next at a table."""
        return next_entry(facts, kind, seat, text, self.click, self.at)


Verb = Callable[Concatenate[Table, By, P], Table]
"""The table, who does it, and what -> the table after it."""
