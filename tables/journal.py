"""The journal and its projections as rows of the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from engine.game import Seat
from tables.database import Database
from tables.fold import Unreadable
from tables.odd import one_of, texts
from tables.table import Cover, Ending, Entry, Facts, Kind, Phase, SeatInfo, Table, WhenLate
from tables.values import Place
from tables.writer import Statement

OPEN_TABLE: Final = """
INSERT INTO tables (id, serial, game, rules_version, options, wanted_seats, guild_id, channel_id, pace_s,
                    locale, owner_seat, phase, version, created_at, changed_at, turn_s, when_late)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
CHANGE_TABLE: Final = """
UPDATE tables SET rules_version = ?, channel_id = ?, owner_seat = ?, phase = ?, version = ?, changed_at = ?,
                  held = ?, ending = ?
WHERE id = ?"""
MEND_TABLE: Final = """
UPDATE tables SET game = ?, rules_version = ?, options = ?, wanted_seats = ?, guild_id = ?, channel_id = ?,
                  pace_s = ?, locale = ?, owner_seat = ?, phase = ?, version = ?, created_at = ?,
                  changed_at = ?, turn_s = ?, when_late = ?, held = ?, ending = ?
WHERE id = ?"""
CLEAR_SEATS: Final = "DELETE FROM seats WHERE table_id = ?"
TAKE_SEAT: Final = """
INSERT INTO seats (table_id, seat, person_id, name, computer, cover, offered_to, gone, conceded)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
WRITE_ENTRY: Final = """
INSERT INTO journal (table_id, number, kind, seat, text, click, at) VALUES (?, ?, ?, ?, ?, ?, ?)"""

READ_ENTRIES: Final = (
    "SELECT number, kind, seat, text, click, at FROM journal WHERE table_id = ? ORDER BY number"
)
READ_FACTS: Final = """
SELECT id, game, rules_version, options, wanted_seats, guild_id, channel_id, pace_s, locale, owner_seat,
       phase, version, created_at, changed_at, turn_s, when_late, held, ending FROM tables"""
READ_SEATS: Final = """
SELECT table_id, seat, person_id, name, computer, cover, offered_to, gone, conceded FROM seats"""
READ_WISHES: Final = "SELECT seat, name, text FROM wishes WHERE table_id = ? ORDER BY seat, name"
CLEAR_WISHES: Final = "DELETE FROM wishes WHERE table_id = ? AND seat = ?"
MAKE_WISH: Final = "INSERT INTO wishes (table_id, seat, name, text) VALUES (?, ?, ?, ?)"
KINDS: Final = frozenset(Kind)
OPENED_BY: Final = "SELECT table_id FROM journal WHERE kind = 'open' AND click = ?"
OPEN: Final = "phase IN ('lobby', 'running')"
OF_PERSON: Final = f"id IN (SELECT table_id FROM seats WHERE person_id = ? AND conceded = 0) AND {OPEN}"
_IN_PLACES: Final = f"""
id IN (SELECT id FROM tables WHERE guild_id IN (SELECT value FROM json_each(?)) AND {OPEN}
       UNION SELECT id FROM tables WHERE channel_id IN (SELECT value FROM json_each(?)) AND {OPEN})"""
LOBBIES_OF_OWNER: Final = """
channel_id = ? AND phase = 'lobby'
AND EXISTS (SELECT 1 FROM seats WHERE table_id = id AND seat = owner_seat AND person_id = ?)"""
IN_CHANNEL: Final = f"channel_id = ? AND {OPEN}"
WITH_CLOCKS: Final = "SELECT id FROM tables WHERE phase = 'running' AND turn_s IS NOT NULL ORDER BY serial"
ALL_OPEN: Final = f"SELECT id FROM tables WHERE {OPEN} ORDER BY changed_at"
ODD_PHASE: Final = f"""
SELECT id FROM tables WHERE phase NOT IN ({", ".join(f"'{phase.value}'" for phase in Phase)})"""


def new_rows(table: Table, serial: int) -> list[Statement]:
    """The rows of a table that was just opened."""
    facts = table.facts
    row = (facts.id, serial, *_facts_row(facts))
    return [(OPEN_TABLE, [row]), (WRITE_ENTRY, _entry_rows(table, 0)), (TAKE_SEAT, _seat_rows(facts))]


def _facts_row(facts: Facts) -> tuple[Any, ...]:
    return (
        facts.game_id,
        facts.rules_version,
        json.dumps(dict(facts.options)),
        facts.wanted_seats,
        facts.guild_id,
        facts.channel_id,
        facts.pace_s,
        facts.locale,
        facts.owner_seat,
        facts.phase,
        facts.version,
        facts.created_at,
        facts.changed_at,
        facts.turn_s,
        facts.when_late,
    )


def mended_rows(facts: Facts) -> list[Statement]:
    """The row of a table as its journal has it, instead of one that says something else."""
    return [(MEND_TABLE, [(*_facts_row(facts), facts.held, facts.ending, facts.id)])]


def changed_rows(before: Table, after: Table) -> list[Statement]:
    """The rows that make `after` of `before`."""
    facts = after.facts
    row = (
        facts.rules_version,
        facts.channel_id,
        facts.owner_seat,
        facts.phase,
        facts.version,
        facts.changed_at,
        facts.held,
        facts.ending,
        facts.id,
    )
    rows: list[Statement] = [(WRITE_ENTRY, _entry_rows(after, len(before.steps))), (CHANGE_TABLE, [row])]
    if before.facts.seats != facts.seats:
        rows += [(CLEAR_SEATS, [(facts.id,)]), (TAKE_SEAT, _seat_rows(facts))]
    if before.wishes != after.wishes:
        rows += wish_rows(before, after)
    return rows


def wish_rows(before: Table, after: Table) -> list[Statement]:
    """The rows of the standing answers that have changed; none stays of a table that has ended."""
    table_id = after.facts.id
    seats = [
        seat for seat in range(len(after.facts.seats)) if before.wishes.get(seat) != after.wishes.get(seat)
    ]
    made = [(table_id, seat, *wish) for seat in seats for wish in after.wishes.get(seat, {}).items()]
    return [(CLEAR_WISHES, [(table_id, seat) for seat in seats]), (MAKE_WISH, made)]


async def read_wishes(database: Database, table_id: str) -> dict[Seat, dict[str, str]]:
    """The standing answers at a table, by seat and name."""
    found: dict[Seat, dict[str, str]] = {}
    for seat, name, text in await database.read(READ_WISHES, table_id):
        found.setdefault(seat, {})[name] = text
    return found


async def read_entries(database: Database, table_id: str) -> list[Entry]:
    """The journal of a table.

    Raises:
        Unreadable: An entry of a kind that there is not.
    """
    rows = await database.read(READ_ENTRIES, table_id)
    for number, kind, *_ in rows:
        if kind not in KINDS:
            raise Unreadable(number)
    return [Entry(number, Kind(kind), seat, text, click, at) for number, kind, seat, text, click, at in rows]


async def read_known_entries(database: Database, table_id: str) -> list[Entry]:
    """The entries of a table's journal of a kind that there is; some may be missing or damaged."""
    rows = await database.read(READ_ENTRIES, table_id)
    return [
        Entry(number, Kind(kind), seat, text, click, at)
        for number, kind, seat, text, click, at in rows
        if kind in KINDS
    ]


def open_in(places: Sequence[Place]) -> tuple[str, str, str]:
    """The condition of tables in a lobby or running that stand in some places, and its parameters."""
    guilds = [place.guild_id for place in places if place.channel_id is None]
    channels = [place.channel_id for place in places if place.channel_id is not None]
    return _IN_PLACES, json.dumps(guilds), json.dumps(channels)


async def read_facts(database: Database, where: str, *parameters: Any) -> list[Facts]:
    """The facts of the tables that fit a condition, the oldest first, without replaying them.

    What is odd in a row counts as what is usual: the journal knows better.
    """
    rows = await database.read(f"{READ_FACTS} WHERE {where} ORDER BY serial", *parameters)
    if not rows:
        return []
    chosen = f"WHERE table_id IN (SELECT id FROM tables WHERE {where}) ORDER BY table_id, seat"
    seats: dict[str, list[SeatInfo]] = {}
    for table_id, *seat in await database.read(f"{READ_SEATS} {chosen}", *parameters):
        seats.setdefault(table_id, []).append(_seat(*seat))
    return [_facts(row, tuple(seats.get(row[0], ()))) for row in rows]


async def read_ids(database: Database, where: str, *parameters: Any) -> list[str]:
    """The ids of the tables that fit a condition."""
    return [
        table_id for (table_id,) in await database.read(f"SELECT id FROM tables WHERE {where}", *parameters)
    ]


def _seat(
    seat: Seat,
    person_id: int | None,
    name: str,
    computer: str | None,
    cover: str,
    offered_to: int | None,
    gone: int,
    conceded: int,
) -> SeatInfo:
    kind = one_of(Cover.NONE, cover)
    return SeatInfo(seat, person_id, name, computer, kind, offered_to, bool(gone), bool(conceded))


def _facts(row: Any, seats: tuple[SeatInfo, ...]) -> Facts:
    (
        table_id,
        game,
        rules,
        options,
        wanted,
        guild,
        channel,
        pace_s,
        locale,
        owner,
        phase,
        version,
        made,
        changed,
        turn_s,
        when_late,
        held,
        ending,
    ) = row
    return Facts(
        id=table_id,
        game_id=game,
        rules_version=rules,
        options=texts(options),
        wanted_seats=wanted,
        guild_id=guild,
        channel_id=channel,
        pace_s=pace_s,
        locale=locale,
        owner_seat=owner,
        seats=seats,
        phase=one_of(Phase.CANCELLED, phase),
        version=version,
        created_at=made,
        changed_at=changed,
        turn_s=turn_s,
        when_late=one_of(WhenLate.MOVE, when_late),
        held=bool(held),
        ending=one_of(Ending.NONE, ending),
    )


def _seat_rows(facts: Facts) -> list[tuple[Any, ...]]:
    return [
        (
            facts.id,
            info.seat,
            info.person_id,
            info.name,
            info.computer,
            info.cover,
            info.offered_to,
            info.gone,
            info.conceded,
        )
        for info in facts.seats
    ]


def _entry_rows(table: Table, since: int) -> list[tuple[Any, ...]]:
    entries = [step.entry for step in table.steps[since:]]
    return [(table.facts.id, e.number, e.kind, e.seat, e.text, e.click, e.at) for e in entries]
