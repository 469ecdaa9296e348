"""The deals of tables, which anyone can check afterwards: see docs/deals/README.md.

A table's secret, and the words that its players add to it in the lobby, decide all moves of chance.
"""

from __future__ import annotations

import hmac
from typing import Final

from engine.deal import VERSION, Dealt, key, seal
from engine.game import CHANCE, Chance, Struct
from tables.model.table import OPEN_PHASES, Kind, Table

LABEL: Final = "deal"


class Deal(Struct, frozen=True):
    """What everybody may know of a table's deal.

    Attributes:
        seal: The seal of the table's secret, 64 hex digits.
        marks: For each seat the mark of its player's word; empty: the player added none.
        secret: The secret, 64 hex digits; None: the table has not ended.
    """

    seal: str
    marks: tuple[str, ...]
    secret: str | None


class Deals:
    """Deals the games of all tables from one secret key."""

    def __init__(self, secret: bytes, fixed: Chance | None = None) -> None:
        """Set the key of all tables' secrets.

        Args:
            secret: The key.
            fixed: Decides all chance instead, as in tests: then no table's deal can be checked.
        """
        self._secret = secret
        self._fixed = fixed

    def chance(self, table: Table) -> Chance:
        """The source of a table's next move of chance.

        A move of chance that replaces one that was taken back comes from the same source, so that nothing
        is dealt anew.
        """
        if self._fixed is not None:
            return self._fixed
        facts, secret = table.facts, self._of(table.facts.id)
        made = sum(step.entry.seat == CHANCE for step in table.mainline)
        seats, version = len(facts.seats), facts.rules_version
        return Dealt(
            key(secret, facts.id, facts.game_id, version, facts.options, seats, marks_of(table)), made
        )

    @property
    def version(self) -> str:
        """The end of the text of an entry `start`: the version of the scheme by which the game is dealt."""
        return "" if self._fixed is not None else f" {VERSION}"

    def of(self, table: Table) -> Deal | None:
        """What everybody may know of a table's deal; None: it can't be checked, as with older tables."""
        facts = table.facts
        if self._fixed is not None or any(" " not in step.entry.text for step in table.mainline[:1]):
            return None
        secret = self._of(facts.id)
        told = None if facts.phase in OPEN_PHASES else secret.hex()
        return Deal(seal(facts.id, secret), marks_of(table), told)

    def _of(self, table_id: str) -> bytes:
        return hmac.digest(self._secret, f"{LABEL}\n{table_id}".encode(), "sha256")


def marks_of(table: Table) -> tuple[str, ...]:
    """For each seat the mark of the word that its player added in the lobby; empty: none."""
    marks: list[str] = [""]
    for step in table.steps:
        kind, seat = step.entry.kind, step.entry.seat
        if kind is Kind.START:
            break
        if kind in (Kind.JOIN, Kind.COMPUTER):
            marks.append("")
        elif kind is Kind.LEAVE and seat is not None:
            del marks[seat]
        elif kind is Kind.WORD and seat is not None:
            marks[seat] = step.entry.text
    return tuple(marks)
