"""Writes tables as rows of the database, and reads them: the journal, and the rows computed from it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, get_type_hints

import structlog
from msgspec.structs import astuple, replace

from engine.catalogue import find
from engine.game import AnyGame, Seat
from tables.model.errors import Conflict, Refused, StorageFailed
from tables.model.fold import Unreadable, opening, replayed, set_aside
from tables.model.table import Cover, Ending, Entry, Facts, Fault, Kind, Phase, SeatInfo, Table, WhenLate
from tables.model.texts import one_of, texts
from tables.model.values import Place
from tables.session import Session, Sessions
from tables.store.database import Database, Query, Statement
from tables.verbs.deadlines import Due

COLUMN_OF: Final = {
    name: "game" if name == "game_id" else name
    for name in Facts.__struct_fields__
    if name not in ("seats", "former", "invited")
}
"""The column of `tables` for each field of `Facts`, except the fields with people: `seats` has those."""
PLACES: Final = 16
"""More seats than any table has. A person who left seat 2 by entry 30 has a row with the seat -(30 * 16 + 2).

A person invited by entry 30 has a row with the seat -(30 * 16), in which `offered_to` is set.
"""
FOLDED: Final = tuple(name for name in COLUMN_OF if name not in ("id", "name"))
"""The fields that follow from the journal, so that a replay can correct them in a damaged row."""
READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "options": texts,
    "phase": partial(one_of, Phase.CANCELLED),
    "when_late": partial(one_of, WhenLate.MOVE),
    "ending": partial(one_of, Ending.NONE),
    "cover": partial(one_of, Cover.NONE),
    **{name: bool for row in (Facts, SeatInfo) for name, kind in get_type_hints(row).items() if kind is bool},
}
"""For each field whose column has values of another type, the function that converts such a value."""


DUE: Final = ("due_at", "due_by")


LATEST: Final = 30
"""How many of a table's latest entries the query `IDLE` searches for a turn whose time ran out."""


def _insert(into: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {into} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def _update(columns: Iterable[str]) -> str:
    return f"UPDATE tables SET {', '.join(f'{column} = ?' for column in columns)} WHERE id = ?"


def _select(columns: Iterable[str], table: str) -> str:
    return f"SELECT {', '.join(columns)} FROM {table}"


SEATS: Final = ("table_id", *SeatInfo.__struct_fields__)
OPEN_TABLE: Final = _insert("tables", ("serial", *DUE, *COLUMN_OF.values()))
FOLDED_COLUMNS: Final = (*DUE, *(COLUMN_OF[name] for name in FOLDED))
CHANGE_TABLE: Final = _update(FOLDED_COLUMNS).replace(
    " version = ?", " version = CASE WHEN ? IN (version, 0) THEN ? END"
)
"""Updates a row of `tables`; fails unless the row has the expected version (0: any).

If two processes write the same entry, the journal's key refuses the later write. But after a standby server
has taken over, the database may lack entries on which a change builds. Then this update sets the version to
NULL, which the database refuses.
"""
VERSION_AT: Final = FOLDED_COLUMNS.index("version")
"""The place of the expected version among the parameters of `CHANGE_TABLE`."""
MEND_TABLE: Final = f"{_update(FOLDED_COLUMNS)} AND version = ?"
RENAME: Final = "UPDATE tables SET name = ? WHERE id = ?"
NOTE_DUE: Final = f"{_update(DUE)} AND version = ?"
READ_FACTS: Final = _select(COLUMN_OF.values(), "tables")
CLEAR_SEAT: Final = "DELETE FROM seats WHERE table_id = ? AND seat = ?"
TAKE_SEAT: Final = _insert("seats", SEATS)
CALL_SEAT: Final = "UPDATE seats SET name = ? WHERE table_id = ? AND seat = ? AND person_id = ?"
READ_SEATS: Final = _select(SEATS, "seats")
WRITE_ENTRY: Final = _insert("journal", ("table_id", *Entry.__struct_fields__))
READ_ENTRIES: Final = f"""
{_select(Entry.__struct_fields__, "journal")} WHERE table_id = ? ORDER BY number"""
READ_AUTO_ANSWERS: Final = "SELECT seat, name, text FROM auto_answers WHERE table_id = ? ORDER BY seat, name"
CLEAR_AUTO_ANSWERS: Final = "DELETE FROM auto_answers WHERE table_id = ? AND seat = ?"
ADD_AUTO_ANSWER: Final = "INSERT INTO auto_answers (table_id, seat, name, text) VALUES (?, ?, ?, ?)"
ROWS_AT_ONCE: Final = 200
"""How many rows are converted before other tasks of the event loop run; they take one or two milliseconds."""
KINDS: Final = frozenset(Kind)
OPENED_BY: Final = "SELECT table_id FROM journal WHERE kind = 'open' AND click = ?"
OPEN: Final = "phase IN ('lobby', 'running')"
OF_PERSON: Final = f"id IN (SELECT table_id FROM seats WHERE person_id = ? AND conceded = 0) AND {OPEN}"
LATEST_WITH: Final = """
id IN (
  SELECT id FROM tables WHERE phase = 'over' AND (guild_id = ? OR channel_id = ?)
  AND id IN (SELECT table_id FROM seats WHERE person_id = ? AND seat >= 0)
  AND id IN (SELECT table_id FROM seats WHERE person_id = ? AND seat >= 0)
  ORDER BY changed_at DESC, serial DESC LIMIT 1)"""
LOBBIES_OF_OWNER: Final = """
channel_id = ? AND phase = 'lobby'
AND EXISTS (SELECT 1 FROM seats WHERE table_id = id AND seat = owner_seat AND person_id = ?)"""
IN_CHANNEL: Final = f"channel_id = ? AND {OPEN}"
CROWDING: Final = f"{IN_CHANNEL} AND NOT EXISTS (SELECT 1 FROM league_seats WHERE table_id = id)"
"""The open tables that count for the limit of a channel; tables of the channel's league don't count."""
ALL: Final = "SELECT id FROM tables ORDER BY serial"
ALL_OPEN: Final = f"SELECT id FROM tables WHERE {OPEN} ORDER BY changed_at"
ALL_DUE: Final = f"SELECT id, due_at, due_by FROM tables WHERE {OPEN} ORDER BY due_at, changed_at"
LOOKED_AFTER: Final = f"SELECT 1 FROM tables WHERE due_by = ? AND {OPEN} LIMIT 1"
"""Finds a row if a bot of the given version has written the due time of any open table in this database."""
COUNTED: Final = f"SELECT game, phase, count(*) FROM tables WHERE {OPEN} GROUP BY game, phase"
HELD: Final = f"held = 1 AND {OPEN}"
IDLE: Final = f"""
phase = 'running' AND held = 0 AND (changed_at <= ?1 OR turn_s IS NOT NULL AND EXISTS (
  SELECT 1 FROM journal
  WHERE table_id = id AND number > version - {LATEST} AND kind = '{Kind.LATE}' AND at > ?1
))"""
FORGET_DUE: Final = f"UPDATE tables SET due_by = NULL WHERE {OF_PERSON}"
ODD_PHASE: Final = f"""
SELECT id FROM tables WHERE phase NOT IN ({", ".join(f"'{phase.value}'" for phase in Phase)})"""


def new_rows(table: Table, serial: int, due: Due) -> list[Statement]:
    """The statements that insert a table just opened, with its serial number and when it falls `due`."""
    facts = table.facts
    row = (serial, *due, *_facts_row(facts, COLUMN_OF))
    return [(OPEN_TABLE, [row]), (WRITE_ENTRY, _entry_rows(table, 0)), (TAKE_SEAT, _seat_rows(facts))]


def due_row(table: Table, due: Due) -> list[Statement]:
    """The statement that stores when a table falls due, unless its row is of a newer version of the table."""
    return [(NOTE_DUE, [(*due, table.facts.id, table.facts.version)])]


def changed_rows(before: Table, after: Table, due: Due) -> list[Statement]:
    """The statements that turn the rows of `before` into those of `after`.

    `due`: When something is next due at the table.
    """
    facts = after.facts
    row = [*due, *_facts_row(facts, FOLDED), facts.id]
    # The version in the row of a table that can't be replayed may be wrong itself.
    row.insert(VERSION_AT, 0 if before.fault else before.facts.version)
    rows: list[Statement] = [(WRITE_ENTRY, _entry_rows(after, len(before.steps))), (CHANGE_TABLE, [row])]
    if before.facts.name != facts.name:  # Else another process may just have erased the name.
        rows.append((RENAME, [(facts.name, facts.id)]))
    former, now = _seat_rows(before.facts), _seat_rows(facts)
    if former != now:
        # Only the rows that differ: another process may just have erased a forgotten person's seat.
        rows += [
            (CLEAR_SEAT, [row[:2] for row in former if row not in now]),
            (TAKE_SEAT, [row for row in now if row not in former]),
        ]
    if before.auto_answers != after.auto_answers:
        rows += auto_answer_rows(before, after)
    return rows


def auto_answer_rows(before: Table, after: Table) -> list[Statement]:
    """The statements that write the auto answers that differ between `before` and `after`."""
    table_id = after.facts.id
    seats = [
        seat
        for seat in range(len(after.facts.seats))
        if before.auto_answers.get(seat) != after.auto_answers.get(seat)
    ]
    made = [(table_id, seat, *wish) for seat in seats for wish in after.auto_answers.get(seat, {}).items()]
    return [(CLEAR_AUTO_ANSWERS, [(table_id, seat) for seat in seats]), (ADD_AUTO_ANSWER, made)]


def name_rows(before: Table, after: Table) -> list[Statement]:
    """The statements that write people's names that differ between the tables, except of people who left."""
    seats = zip(before.facts.seats, after.facts.seats, strict=True)
    changed = [now for was, now in seats if now.name != was.name]
    return [(CALL_SEAT, [(info.name, after.facts.id, info.seat, info.person_id) for info in changed])]


Rows = Sequence[Sequence[Any]]
"""The rows of a table's journal, without the table's id."""


def entries_of(rows: Rows) -> list[Entry]:
    """The entries of a journal.

    Raises:
        Unreadable: An entry is of an unknown kind.
    """
    for number, kind, *_ in rows:
        if kind not in KINDS:
            raise Unreadable(number)
    return known_entries(rows)


def known_entries(rows: Rows) -> list[Entry]:
    """The entries of known kinds: those of unknown kinds are left out."""
    return [
        Entry(number, Kind(kind), seat, text, click, at)
        for number, kind, seat, text, click, at in rows
        if kind in KINDS
    ]


async def read_table(database: Database, table_id: str) -> tuple[Facts, Rows, dict[Seat, dict[str, str]]]:
    """Read a table from one snapshot: its facts, its journal, and its auto answers by seat and name.

    Raises:
        Refused: `no_such_table`.
    """
    one = (table_id,)
    found, seats, rows, wishes = await database.read_all(
        *_facts_of("id = ?", one), (READ_ENTRIES, one), (READ_AUTO_ANSWERS, one)
    )
    if not found:
        raise Refused("no_such_table", table=table_id)
    answers: dict[Seat, dict[str, str]] = {}
    for seat, name, text in wishes:
        answers.setdefault(seat, {})[name] = text
    return (await _facts(found, seats))[0], rows, answers


def open_in(places: Sequence[Place]) -> tuple[Any, ...]:
    """The SQL condition for the open tables in `places`, followed by the condition's parameters."""
    guilds = [place.guild_id for place in places if place.channel_id is None]
    channels = [place.channel_id for place in places if place.channel_id is not None]
    wanted = {"guild_id": guilds, "channel_id": channels}
    found = " UNION ".join(
        f"SELECT id FROM tables WHERE {column} IN ({', '.join('?' * len(ids))}) AND {OPEN}"
        for column, ids in wanted.items()
        if ids
    )
    return f"id IN ({found})", *guilds, *channels


async def read_facts(database: Database, where: str, *parameters: Any) -> list[Facts]:
    """The facts of the tables that fit the SQL condition `where`, the oldest first, from their rows alone.

    Unreadable values become defaults; the next replay of the journal corrects the row.
    """
    return await _facts(*await database.read_all(*_facts_of(where, parameters)))


def _facts_of(where: str, parameters: Sequence[Any]) -> tuple[Query, Query]:
    """The queries for the rows of tables that fit the SQL condition `where`, and for their seats' rows."""
    chosen = f"WHERE table_id IN (SELECT id FROM tables WHERE {where}) ORDER BY table_id, seat"
    return (
        (f"{READ_FACTS} WHERE {where} ORDER BY serial", parameters),
        (f"{READ_SEATS} {chosen}", parameters),
    )


async def _facts(rows: Sequence[Any], taken: Sequence[Any]) -> list[Facts]:
    seats: dict[str, list[SeatInfo]] = {}
    former: dict[str, list[tuple[int, SeatInfo]]] = {}
    invited: dict[str, list[tuple[int, SeatInfo]]] = {}
    async for table_id, *seat in giving_way(taken):
        info = SeatInfo(**_read(SeatInfo.__struct_fields__, seat))
        if info.seat >= 0:
            seats.setdefault(table_id, []).append(info)
        else:
            number, place = divmod(-info.seat, PLACES)
            kept = former if info.offered_to is None else invited
            kept.setdefault(table_id, []).insert(0, (number, replace(info, seat=place)))
    found = [_read(COLUMN_OF, row) async for row in giving_way(rows)]
    return [
        Facts(
            seats=tuple(seats.get(one["id"], ())),
            former=tuple(former.get(one["id"], ())),
            invited=tuple(invited.get(one["id"], ())),
            **one,
        )
        for one in found
    ]


async def giving_way(rows: Sequence[Any]) -> AsyncIterator[Any]:
    """Yield the rows, and let other tasks run after every `ROWS_AT_ONCE` rows: there may be ten thousand."""
    for number, row in enumerate(rows, start=1):
        if number % ROWS_AT_ONCE == 0:
            await asyncio.sleep(0)
        yield row


async def read_ids(database: Database, where: str, *parameters: Any) -> list[str]:
    """The ids of the tables that fit the SQL condition `where`."""
    return [
        table_id for (table_id,) in await database.read(f"SELECT id FROM tables WHERE {where}", *parameters)
    ]


def _read(names: Iterable[str], row: Iterable[Any]) -> dict[str, Any]:
    """Convert the values of a row into values of the fields `names`; return them by field."""
    pairs = zip(names, row, strict=True)
    return {name: READERS[name](value) if name in READERS else value for name, value in pairs}


def _facts_row(facts: Facts, names: Iterable[str]) -> tuple[Any, ...]:
    values = (getattr(facts, name) for name in names)
    return tuple(json.dumps(dict(value)) if isinstance(value, Mapping) else value for value in values)


def _seat_rows(facts: Facts) -> list[tuple[Any, ...]]:
    left = [
        replace(info, seat=-(number * PLACES + info.seat)) for number, info in (*facts.former, *facts.invited)
    ]
    return [(facts.id, *astuple(info)) for info in (*facts.seats, *left)]


def _entry_rows(table: Table, since: int) -> list[tuple[Any, ...]]:
    return [(table.facts.id, *astuple(step.entry)) for step in table.steps[since:]]


log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

VERSION: Final = "SELECT version FROM tables WHERE id = ?"


class Reader:
    """Reads tables; to change one, a caller holds its session's lock from `read_locked` to `Sessions.put`."""

    def __init__(self, database: Database, games: Mapping[str, AnyGame], sessions: Sessions) -> None:
        self._database = database
        self._games = games
        self._sessions = sessions

    def game_of(self, facts: Facts) -> AnyGame | None:
        """A table's game, by the rules of its start or, for a lobby, the newest; None: this bot lacks it."""
        if facts.phase is Phase.LOBBY:
            return self._games.get(facts.game_id)
        return find(self._games, facts.game_id, facts.rules_version)

    async def read(self, table_id: str, *, newest: bool = False) -> Table:
        """A table as last committed, from the cache or replayed from its journal.

        `newest`: Whether to ask the store first, as another process may have changed the cached table.

        Raises:
            Refused: `no_such_table`.
        """
        session = self._sessions.get(table_id)
        if newest and session.table is not None and not await self._is_current(session.table):
            session.outdate()
        if session.table is not None:
            return session.table
        async with session.lock:
            return await self.read_locked(session)

    async def read_locked(self, session: Session) -> Table:
        """A table as last committed, for a caller who holds the session's lock."""
        while session.table is None:
            session.is_outdated = False
            table = await self._replayed(session.id)
            self._sessions.put(session, table)
            if not session.is_outdated:
                return table
        return session.table

    async def facts(self, table_id: str) -> Facts:
        """The facts of a table, without a replay; raises `Refused` with `no_such_table` for an unknown id."""
        session = self._sessions.known(table_id)
        if session is not None and session.table is not None:
            return session.table.facts
        found = await read_facts(self._database, "id = ?", table_id)
        if not found:
            raise Refused("no_such_table", table=table_id)
        return found[0]

    async def _is_current(self, table: Table) -> bool:
        """Whether `table` is the newest version: no other process has written a newer one."""
        rows = await self._database.read(VERSION, table.facts.id) if self._database.cluster.is_shared else []
        return all(version == table.facts.version for (version,) in rows)

    async def _replayed(self, table_id: str) -> Table:
        facts, rows, auto_answers = await read_table(self._database, table_id)
        try:
            entries = entries_of(rows)
            game = self._games.get(opening(entries).game_id)
            if game is None:
                return self._set_aside(facts, rows, Fault("game_gone", 1))
            # In a thread: the replay of a long game takes 50 ms, which would block the event loop.
            table = await asyncio.to_thread(replayed, game, facts, entries, self._database.eras)
        except Unreadable as fault:
            log.error("unreadable", table=table_id, entry=fault.number, cause=type(fault.__cause__).__name__)
            code = "old_rules" if self.game_of(facts) is None else "table_damaged"
            return self._set_aside(facts, rows, Fault(code, fault.number))
        if replace(table.facts, former=facts.former) != facts:
            await self._mend(facts, table.facts)
        return replace(table, auto_answers=auto_answers, off=self._database.off)

    def _set_aside(self, facts: Facts, rows: Rows, fault: Fault) -> Table:
        # If the rules are missing, the newest version of the game stands in; if the game is, `Gone` does.
        game = self.game_of(facts) or self._games.get(facts.game_id)
        table = set_aside(game, facts, known_entries(rows), fault)
        return replace(table, off=self._database.off)

    async def _mend(self, row: Facts, facts: Facts) -> None:
        """Correct a damaged row of `tables`: the `facts` from a replay of the journal replace `row`.

        A difference in `changed_at` alone is no damage: earlier versions of the bot set it at other entries.
        """
        is_damaged = replace(row, changed_at=facts.changed_at, former=facts.former) != facts
        log.log(logging.ERROR if is_damaged else logging.INFO, "table_row_mended", table=facts.id)
        try:
            mended = (*Due(), *_facts_row(facts, FOLDED), facts.id, row.version)
            await self._database.write([(MEND_TABLE, [mended])], facts.id)
        except (StorageFailed, Conflict) as fault:
            log.warning("table_row_not_mended", table=facts.id, fault=type(fault).__name__)
