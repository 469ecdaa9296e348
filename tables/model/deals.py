"""The deals of tables, which anyone can check afterwards: see docs/deals/README.md.

A table's secret, and the words that its players add to it in the lobby, decide all moves of chance.
"""

from __future__ import annotations

import hmac
from typing import Final

from engine.deal import VERSION, Dealt, key, seal
from engine.game import CHANCE, Chance, Struct
from tables.model.table import OPEN_PHASES, Facts, Kind, Table

LABEL: Final = "deal"


class Deal(Struct, frozen=True):
    """What everybody may know of a table's deal.

    Attributes:
        name: What the seal is of: the table's id, or the name of the deal that it shares with others.
        seal: The seal of the secret, 64 hex digits.
        marks: For each seat the mark of its player's word; empty: the player added none.
        secret: The secret, 64 hex digits; None: the table has not ended, or others may still get its deal.
    """

    name: str
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
        facts, secret = table.facts, self._of(table.facts)
        made = sum(step.entry.seat == CHANCE for step in table.mainline)
        seats, version = len(facts.seats), facts.rules_version
        name, marks = facts.shared or facts.id, marks_of(table)
        return Dealt(key(secret, name, facts.game_id, version, facts.options, seats, marks), made)

    @property
    def version(self) -> str:
        """The end of the text of an entry `start`: the version of the scheme by which the game is dealt."""
        return "" if self._fixed is not None else f" {VERSION}"

    def of(self, table: Table) -> Deal | None:
        """What everybody may know of a table's deal; None: it can't be checked, as with older tables."""
        facts = table.facts
        if self._fixed is not None or any(" " not in step.entry.text for step in table.mainline[:1]):
            return None
        secret = self._of(facts)
        is_told = facts.phase not in OPEN_PHASES and not facts.shared
        name = facts.shared or facts.id
        return Deal(name, seal(name, secret), marks_of(table), secret.hex() if is_told else None)

    def _of(self, facts: Facts) -> bytes:
        """The secret of a table's deal, the same for all tables that share the deal."""
        about = f"{LABEL}\n{facts.shared or facts.id}"
        return hmac.digest(self._secret, about.encode(), "sha256")


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
