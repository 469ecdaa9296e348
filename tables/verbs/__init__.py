"""Verbs: functions that take a table, and return the table after a person's action there.

`By`, the second parameter of a verb, has the person, the click and the time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Concatenate, ParamSpec

from engine.game import Seat, Struct
from tables.model.deals import Deals
from tables.model.table import Entry, Facts, Kind, Table, next_entry
from tables.model.values import Person
from tables.timing.preferences import Wanted

P = ParamSpec("P")


class House(Struct, frozen=True):
    """The objects that all verbs of this bot need; `Tables` makes them once.

    Attributes:
        players: The ids of the computer players that exist.
        deals: Makes shuffles and draws.
        wanted: Gives a person's preferences.
    """

    players: Collection[str]
    deals: Deals
    wanted: Wanted


class By(Struct, frozen=True):
    """The person who acts at a table, their click, and the time.

    Attributes:
        click: The key of the person's click, which has its effect only once.
        at: The time, in seconds since 1970.
        house: The objects that all verbs need.
    """

    person: Person
    click: str
    at: float
    house: House

    def entry(self, facts: Facts, kind: Kind, seat: Seat | None, text: str = "") -> Entry:
        """The next entry of a table's journal, made by this click."""
        return next_entry(facts, kind, seat, text, self.click, self.at)


Verb = Callable[Concatenate[Table, By, P], Table]
"""Takes a table, its `By`, and the verb's own arguments; returns the table afterwards."""
