"""Replays the journals on the disk, entry by entry; the clicks tell who sat on which seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from engine.catalogue import games
from engine.game import Seat
from tables.model.fold import NOBODY, add, opened
from tables.model.table import Cover, Entry, Kind, Phase, SeatInfo, Table
from tables.model.values import Look, Person
from tables.store.journal import PLACES
from tables.timing.preferences import Preferences
from tables.views import looks
from tests.soak.ledger import Click
from tests.soak.rows import Rows, reading
from tests.soak.stage import Stage


@dataclass
class Row:
    """The data of a table in the rows besides the journal.

    Attributes:
        left: The people who have left their seats, by the journal's entry and the seat.
        invited: The people for whom a lobby reserves seats, by the number of the entry that called them.
    """

    phase: str
    version: int
    owner_seat: int | None
    channel_id: int
    held: bool
    seats: tuple[SeatInfo, ...]
    left: dict[int, int | None]
    invited: dict[int, Person]


@dataclass
class Life:
    """A table from its first to its last entry.

    Attributes:
        entries: The entries as they are on the disk.
        tables: The table after each entry.
        fault: Why the table can't be replayed to its end; empty if it can.
    """

    id: str
    game_id: str
    row: Row
    entries: list[Entry]
    tables: list[Table]
    messages: Mapping[str, tuple[int, int, int]]
    fault: str = ""

    @property
    def now(self) -> Table:
        """The table after its last entry."""
        return self.tables[-1]

    @property
    def is_running(self) -> bool:
        """Whether its game is running."""
        return self.row.phase == Phase.RUNNING

    def look(self, place: int, person_id: int | None, now: float) -> Look:
        """Return a person's look at the table after the entry at index `place`."""
        return looks.look(self.tables[place], person_id, lambda _: Preferences(), now)

    def waits_for(self) -> list[SeatInfo]:
        """Return the seats that have to make a decision."""
        return [self.now.facts.seats[seat] for seat in self.now.owing]


def lives_of(stage: Stage) -> list[Life]:
    """Return all tables, as they are on the disk now."""
    return read_lives(stage.bot.database, {click.key: click for click in stage.ledger.clicks})


def read_lives(database: Path | str, clicks: Mapping[str, Click]) -> list[Life]:
    """Return all tables of a database, which may be in use, the oldest first."""
    with reading(database) as rows:
        ids = rows("SELECT id, game FROM tables ORDER BY serial")
        return [_life(rows, table_id, game_id, clicks) for table_id, game_id in ids]


def entries_of(stage: Stage) -> int:
    """Return the number of entries in all journals."""
    with reading(stage.bot.database) as rows:
        [(count,)] = rows("SELECT count(*) FROM journal")
        return int(count)


def without_direct_messages(database: Path | str) -> set[int]:
    """Return the ids of people without direct messages: they want none, or have refused one."""
    with reading(database) as rows:
        found = rows("SELECT person_id FROM people WHERE dm_state IN ('closed', 'off')")
        return {person_id for (person_id,) in found}


def _life(rows: Rows, table_id: str, game_id: str, clicks: Mapping[str, Click]) -> Life:
    entries = [
        Entry(number, Kind(kind), seat, text, click, at)
        for number, kind, seat, text, click, at in rows(
            "SELECT number, kind, seat, text, click, at FROM journal WHERE table_id = ? ORDER BY number",
            (table_id,),
        )
    ]
    life = Life(table_id, game_id, _row(rows, table_id), entries, [], _screens(rows, table_id))
    try:
        _replay(life, clicks, _wishes(rows, table_id))
    except Exception as fault:
        life.fault = f"entry {len(life.tables) + 1}: {fault!r}"
    return life


def _replay(life: Life, clicks: Mapping[str, Click], auto_answers: dict[Seat, dict[str, str]]) -> None:
    game = games()[life.game_id]
    for number, entry in enumerate(life.entries, start=1):
        if entry.number != number:
            raise ValueError(f"is number {entry.number}")
        who = _person(life, entry, clicks)
        begun = bool(life.tables)
        life.tables.append(add(life.now, entry, who) if begun else opened(game, life.id, entry, who))
    life.tables[-1] = replace(life.now, auto_answers=auto_answers)


def _person(life: Life, entry: Entry, clicks: Mapping[str, Click]) -> Person:
    """Return the person whom an entry is about, by the click or by the rows of seats; `NOBODY`: no person."""
    if entry.kind is Kind.INVITE:
        return life.row.invited.get(entry.number, NOBODY)
    if entry.kind not in (Kind.OPEN, Kind.JOIN, Kind.TAKE, Kind.OFFER) or entry.click is None:
        return NOBODY
    if entry.click not in clicks:
        seat = len(life.tables[-1].facts.seats) if life.tables else 0
        person_id = int(entry.click.rsplit(":", 1)[-1]) if entry.click[-17:].isdecimal() else 0
        if (first := min((key for key in life.row.left if key % PLACES == seat), default=None)) is not None:
            return Person(life.row.left[first] or 0, "")  # They have given the seat to somebody else since.
        by_id = {info.person_id: info for info in life.row.seats}
        info = by_id.get(person_id) or (life.row.seats[seat] if seat < len(life.row.seats) else None)
        return Person(info.person_id or 0, info.name) if info is not None else NOBODY
    click = clicks[entry.click]
    if entry.kind is Kind.OFFER:
        values = click.interaction.data.get("values") or ["0"]
        return Person(int(values[0]), "")
    return Person(click.who.id, click.who.user.name)


def _row(rows: Rows, table_id: str) -> Row:
    query = "SELECT phase, version, owner_seat, channel_id, held FROM tables WHERE id = ?"
    ((phase, version, owner, channel, held),) = rows(query, (table_id,))
    seats = rows(
        "SELECT seat, person_id, name, computer, cover, offered_to, gone, conceded FROM seats"
        " WHERE table_id = ? ORDER BY seat",
        (table_id,),
    )
    infos = tuple(
        SeatInfo(seat, person, name, computer, Cover(cover), offered, bool(gone), bool(conceded))
        for seat, person, name, computer, cover, offered, gone, conceded in seats
    )
    sitting = tuple(info for info in infos if info.seat >= 0)
    left = {-info.seat: info.person_id for info in infos if info.seat < 0 and info.offered_to is None}
    invited = {
        -info.seat // PLACES: Person(info.offered_to, info.name)
        for info in infos
        if info.seat < 0 and info.offered_to is not None
    }
    return Row(phase, version, owner, channel, bool(held), sitting, left, invited)


def _wishes(rows: Rows, table_id: str) -> dict[Seat, dict[str, str]]:
    found: dict[Seat, dict[str, str]] = {}
    query = "SELECT seat, name, text FROM auto_answers WHERE table_id = ? ORDER BY seat, name"
    for seat, name, text in rows(query, (table_id,)):
        found.setdefault(seat, {})[name] = text
    return found


def _screens(rows: Rows, table_id: str) -> dict[str, tuple[int, int, int]]:
    query = "SELECT name, channel_id, message_id, version FROM messages WHERE table_id = ?"
    return {name: where for name, *where in rows(query, (table_id,))}
