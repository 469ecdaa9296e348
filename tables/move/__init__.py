"""Moves all tables of a bot from one database to another, and proves that all of it arrived.

Everything is written in one transaction, which is committed once it is proven: a move that was stopped has
moved nothing.  Until then the target bears a mark, with which no bot opens it.  The source stays as it is.

`python -m tables.move` says on the terminal what was done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from typing import Any, Final, cast

from engine.catalogue import games as all_games
from engine.game import AnyGame, Struct
from tables.model.errors import StorageFailed, StorageProblem
from tables.move.sides import Row, Side, is_one_file, is_one_server, opened
from tables.privacy import COLUMNS
from tables.session import Sessions
from tables.store.address import shown
from tables.store.database import Database
from tables.store.half_moved import IS_MARKED, MARK
from tables.store.reading import Reader

KEYS: Final[Mapping[str, Sequence[str]]] = {
    "tables": ("id",),
    "journal": ("table_id", "number"),
    "seats": ("table_id", "seat"),
    "wishes": ("table_id", "seat", "name"),
    "screens": ("table_id", "name"),
    "followers": ("table_id", "person_id"),
    "people": ("person_id",),
    "lessons": ("person_id", "game"),
    "secrets": ("name",),
    "chores": ("name",),
}
"""All tables of the schema that both stores have, each with its key: first those that others refer to."""
MAY_BE_THERE: Final = ("secrets", "chores")
"""What a new database has rows of, by itself."""
ALL: Final = "SELECT id FROM tables ORDER BY id"


class Moved(Struct, frozen=True):
    """What a move has done.

    Attributes:
        rows: The number of rows of each table of the schema.
        tables: The number of tables that were replayed on both sides.
        unreadable: So many of them this version can't read, on neither side.
        was_there: All of it was there already, and nothing was changed.
    """

    rows: Mapping[str, int]
    tables: int
    unreadable: int
    was_there: bool = False


async def move(
    source: str,
    target: str,
    games: Mapping[str, AnyGame] | None = None,
    copied: Callable[[str, int], None] = lambda _table, _rows: None,
    replays: Callable[[int], None] = lambda _tables: None,
    too_late: Callable[[], None] = lambda: None,
) -> Moved:
    """Copy everything from one database to another one, which is empty or missing.

    What a former move has left there by half is done anew.  It blocks the loop: nothing else runs in it.

    Args:
        source: Where everything is, as `tables.store.address` says.
        target: Where it goes.
        games: The games that there are, by id; default: the catalogue.
        copied: Called after each table of the schema with its name and the number of its rows.
        replays: Called before all tables are replayed, with their number.
        too_late: Called before all is kept: whoever stops it from then on has moved everything.

    Raises:
        StorageProblem: Nothing was moved: one of the databases can't be used, or is `in_use` by a bot;
            `no_database`: there is no source; `half_moved`: it was itself not filled to the end;
            `move_onto_itself`; `move_not_empty`: there is something else in the target; `move_differs`:
            what arrived isn't what left.
    """
    if source == target or is_one_file(source, target):
        raise StorageProblem("move_onto_itself", path=shown(source))
    with ExitStack() as stack:
        old = await opened(source, is_new=False)
        stack.callback(old.close)
        with named(old):
            old.begin(list(KEYS), writes=False)
            old.check_unused()
            if old.read(IS_MARKED):
                raise StorageProblem("half_moved", path=old.address)
        new = await opened(target, is_new=True)
        stack.callback(new.close)
        with named(old), named(new):
            if is_one_server(old, new):
                raise StorageProblem("move_onto_itself", path=old.address)
        with named(new):
            new.check_unused()
            may_be_filled = _may_be_filled(new)
        if not may_be_filled:
            return _there_already(old, new)
        await new.prepare()
        with named(new):
            new.begin(list(KEYS), writes=True)
            new.check_unused()
            if not _may_be_filled(new):  # Somebody was quicker than the lock.
                raise StorageProblem("move_not_empty", path=new.address)
        with named(new):
            new.run(MARK)
            new.commit()
            new.begin(list(KEYS), writes=True)
        rows = copy_all(old, new, copied)
        replays(rows["tables"])
        unreadable = await _replayed(old, new, all_games() if games is None else games)
        with named(old):
            old.check_unused()  # One may have been started; the mark keeps those of the other side out.
        too_late()
        with named(new):
            new.commit()
    return Moved(rows, rows["tables"], unreadable)


def copy_all(
    old: Side, new: Side, copied: Callable[[str, int], None] = lambda _table, _rows: None
) -> dict[str, int]:
    """Have all tables of the schema hold what they do elsewhere, and compare; the number of rows of each.

    Raises:
        StorageProblem: `move_differs`, or one of the two fails.
    """
    with named(new):
        for table in reversed(list(KEYS)):
            new.run(f"DELETE FROM {table}")
    rows = {}
    for table in KEYS:
        rows[table] = _copy(old, new, table)
        copied(table, rows[table])
    return rows


@contextmanager
def named(side: Side) -> Iterator[None]:
    """Have the faults of a side's driver raised as what they mean.

    Raises:
        StorageProblem: Instead of them.
    """
    try:
        yield
    except side.faults as fault:
        raise side.problem(fault) from fault


def _may_be_filled(side: Side) -> bool:
    """Whether a database, maybe of an older version, holds what a new one does, or a former move has left."""
    there = [table for table in KEYS if side.has(table)]
    if "chores" in there and side.read(IS_MARKED):
        return True
    filled = (f"SELECT 1 FROM {table} LIMIT 1" for table in there if table not in MAY_BE_THERE)
    return not any(map(side.read, filled))


def _rows(side: Side, table: str) -> Iterator[list[Row]]:
    with named(side):
        yield from side.rows(table, list(COLUMNS[table]), KEYS[table])


def _digest(
    batches: Iterable[list[Row]], use: Callable[[list[Row]], None] = lambda _: None
) -> tuple[int, str]:
    """The number of some rows and a digest of them; each batch is given to `use` too."""
    count, found = 0, blake2b()
    for rows in batches:
        use(rows)
        count += len(rows)
        for row in rows:
            found.update(repr(row).encode(errors="surrogatepass"))
    return count, found.hexdigest()


def _there_already(old: Side, new: Side) -> Moved:
    """What is to be said where all rows of the source are in the target.

    Raises:
        StorageProblem: `move_not_empty`: they aren't, or can't be compared as its schema is an older one.
    """
    if not new.is_newest:
        raise StorageProblem("move_not_empty", path=new.address)
    with named(new):
        new.begin(list(KEYS), writes=False)
        new.check_unused()
    digests = {table: _digest(_rows(old, table)) for table in KEYS}
    if any(_digest(_rows(new, table)) != digest for table, digest in digests.items()):
        raise StorageProblem("move_not_empty", path=new.address)
    return Moved({table: count for table, (count, _) in digests.items()}, 0, 0, was_there=True)


def _copy(old: Side, new: Side, table: str) -> int:
    """Copy a table of the schema, and compare what arrived; the number of its rows.

    Raises:
        StorageProblem: `move_differs`.
    """

    def put(rows: list[Row]) -> None:
        with named(new):
            new.put(table, list(COLUMNS[table]), rows)

    left = _digest(_rows(old, table), put)
    if _digest(_rows(new, table)) != left:
        raise StorageProblem("move_differs", path=new.address, table=table)
    return left[0]


class _OnlyRead:
    """A side as the rest of `tables` reads it."""

    eras = ()
    off = ()

    def __init__(self, side: Side) -> None:
        self._side = side

    async def read(self, sql: str, *parameters: Any) -> list[Any]:
        """As `Database.read`."""
        with named(self._side):
            return self._side.read(sql, parameters)

    async def read_all(self, *queries: tuple[str, Sequence[Any]]) -> list[list[Any]]:
        """As `Database.read_all`."""
        return [await self.read(sql, *parameters) for sql, parameters in queries]

    async def write(self, *_: object, **__: object) -> None:
        """Refuse to mend a row: it is moved as it is."""
        raise StorageFailed("read_only")


async def _replayed(old: Side, new: Side, games: Mapping[str, AnyGame]) -> int:
    """Replay each table on both sides; how many this version can't read.

    Raises:
        StorageProblem: `move_differs`.
    """
    before, after = (Reader(cast(Database, _OnlyRead(side)), games, Sessions()) for side in (old, new))
    with named(old):
        ids = [table_id for (table_id,) in old.read(ALL)]
    unreadable = 0
    for table_id in ids:
        table = await before.read(table_id)
        if table != await after.read(table_id):
            raise StorageProblem("move_differs", path=new.address, table=table_id)
        unreadable += table.fault is not None
    return unreadable
