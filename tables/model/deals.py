"""The deals of tables, which anyone can check afterwards: see docs/deals/README.md.

A table's secret, and the words that its players add to it in the lobby, decide all moves of chance.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any, Final

import msgspec

from engine.deal import VERSION, Dealt, key, seal
from engine.game import CHANCE, Chance, Seat, Struct
from tables.model.table import OPEN_PHASES, PRACTICE, Facts, Kind, Table

LABEL: Final = "deal"
SEED_BYTES: Final = 4
SEEDS: Final = 2**63
"""The number of seeds from which one is drawn at a table that shares its deal with no other."""
DAILY: Final = "daily:"
"""The beginning of the names of daily deals; their tables, with one person each, are never rated."""


class Deal(Struct, frozen=True):
    """The public facts about a table's deal.

    Attributes:
        name: The name under which the seal was made: the table's id, or the name of a shared deal.
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

        `fixed` decides all chance instead, as in tests: then no table's deal can be checked.
        """
        self._secret = secret
        self._fixed = fixed

    def chance(self, table: Table) -> Chance:
        """The source of a table's next move of chance.

        A move of chance that replaces one taken back comes from the same source, so it has the same outcome.
        """
        if self._fixed is not None:
            return self._fixed
        facts, secret = table.facts, self._of(table.facts)
        made = sum(step.entry.seat == CHANCE for step in table.mainline)
        seats, version = len(facts.seats), facts.rules_version
        name, marks = name_of(facts), marks_of(table)
        return Dealt(key(secret, name, facts.game_id, version, facts.options, seats, marks), made)

    @property
    def version(self) -> str:
        """The version of the dealing scheme, as it is appended to the text of a `start` entry."""
        return "" if self._fixed is not None else f" {VERSION}"

    def of(self, table: Table, *, is_dealt_on: bool) -> Deal | None:
        """The public facts about a table's deal; None: the deal can't be checked, as at older tables.

        `is_dealt_on`: Whether other people may still play the table's shared deal; then its secret is left
        out.
        """
        facts = table.facts
        if self._fixed is not None or any(" " not in step.entry.text for step in table.mainline[:1]):
            return None
        secret = self._of(facts)
        is_told = facts.phase not in OPEN_PHASES and not (facts.shared and is_dealt_on)
        name = name_of(facts)
        return Deal(name, seal(name, secret), marks_of(table), secret.hex() if is_told else None)

    def _of(self, facts: Facts) -> bytes:
        """The secret of a table's deal, the same for all tables that share the deal."""
        return hmac.digest(self._secret, f"{LABEL}\n{name_of(facts)}".encode(), "sha256")

    def seed(self, facts: Facts, seat: Seat, seen: Any) -> int:
        """The seed of a computer player's choice, for what its seat observes (`seen`).

        At all tables that share a deal, the same choices lead to the same observation and the same seed.
        """
        if not facts.shared:
            return secrets.randbelow(SEEDS) if self._fixed is None else self._fixed.below(SEEDS)
        about = f"computer\n{seat}\n".encode() + msgspec.json.encode(seen, order="deterministic")
        return int.from_bytes(hmac.digest(self._of(facts), about, "sha256")[:SEED_BYTES])


def name_of(facts: Facts) -> str:
    """The name of a table's deal: the table's id or, for a deal shared by several tables, its name."""
    return facts.shared.removesuffix(PRACTICE) or facts.id


def asked_at(table: Table, seat: Seat) -> int:
    """The index in `Table.mainline` of the step that asked `seat` its present question.

    Moves after that step are secret choices of other seats, on which no choice of `seat` may depend.
    """
    assert table.position is not None
    token, place = table.position.questions[seat].token, len(table.mainline) - 1
    while place > 0:
        before = table.mainline[place - 1].position
        question = None if before is None else before.questions.get(seat)
        if question is None or question.token != token:
            break
        place -= 1
    return place


def marks_of(table: Table) -> tuple[str, ...]:
    """For each seat the mark (SHA-256) of the word that its player added in the lobby; empty: none."""
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
