"""The arguments of a verb besides its table: who does something, with which click, and when."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Concatenate, ParamSpec

from engine.game import Chance, Seat, Struct
from tables.model.table import Entry, Facts, Kind, Table, next_entry
from tables.model.values import Person
from tables.timing.preferences import Absences

P = ParamSpec("P")
Answers = Callable[[Table, Seat], Any]
"""A table and a seat that is asked -> the move that its player wants made without being asked, or None."""

Asks = Callable[[Table, Seat], bool]
"""A table and a seat with an obvious move -> whether its player wants to be asked nevertheless."""


class House(Struct, frozen=True):
    """What verbs need to know that is not part of a table; `Tables` makes it once.

    Attributes:
        players: The ids of the computer players that exist.
        chance: Makes shuffles and draws.
        answers: Gives the moves that people want made without being asked.
        asks: Says who wants to be asked though they have only one move.
        absences: Gives the times in which people are away.
    """

    players: Collection[str]
    chance: Chance
    answers: Answers
    asks: Asks
    absences: Absences


class By(Struct, frozen=True):
    """Who does something at a table, by which click, and when.

    Attributes:
        person: The person.
        click: The key of their click, which has its effect only once.
        at: The time, in seconds since 1970.
        house: What is needed besides.
    """

    person: Person
    click: str
    at: float
    house: House

    def entry(self, facts: Facts, kind: Kind, seat: Seat | None, text: str = "") -> Entry:
        """The next entry of a table's journal, made by this click."""
        return next_entry(facts, kind, seat, text, self.click, self.at)


Verb = Callable[Concatenate[Table, By, P], Table]
"""The table, who does it, and the verb's own arguments -> the table afterwards."""
