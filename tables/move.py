"""Copies all that a bot has stored to another database, by a dump; the first database stays as it was.

`python -m tables.move FROM TO` prints the outcome. Its exit status is 0 if everything has arrived, and 1 if
nothing was moved, for example because it was stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import structlog

from engine.game import AnyGame, Struct
from locales.terminal import open_terminal, say, terminal_words
from tables.model.errors import StorageProblem
from tables.store.address import FILE, file_of, is_shared, of_a_kind, shown
from tables.store.check import check, named
from tables.store.dump import dump, existing, load
from tables.store.signals import folder_for_copies, heard, stoppable
from tables.store.sqlite.files import COPY, MOVING, LockFile, clear, reason
from tables.store.sqlite.prepare import ROOTS, are_same, counts, make_folder, prepare

FAILED: Final = 1
SERVER: Final = "postgresql://name@host:5432/database"
"""An example of the address of a PostgreSQL database."""


class Moved(Struct, frozen=True):
    """The outcome of copying a database to another one.

    Attributes:
        rows: The number of rows of each table of the schema.
        tables: The number of tables whose replay was tried.
        unreadable: How many of these tables this version of the bot can't replay.
        was_there: Whether the target already had all these rows, so that nothing was changed.
    """

    rows: Mapping[str, int]
    tables: int
    unreadable: int
    was_there: bool = False


async def move(source: str, target: str, games: Mapping[str, AnyGame] | None = None) -> Moved:
    """Copy all rows of the database `source`, which stays unchanged, into the empty or missing one `target`.

    Meanwhile, print how many rows are copied, and how many tables are replayed.  Both addresses are those of
    `tables.store.address`; `games`: the games by id; default: the catalogue.

    Raises:
        StorageProblem: Nothing was copied: one of the databases can't be used, or is `in_use` by a bot;
            `no_database`: the source doesn't exist; `move_onto_itself`; `move_not_empty`: the target has
            other rows; `move_differs`: the rows that arrived are not those of the source.
    """
    words = terminal_words()
    if source == target or _is_one_file(source, target):
        raise StorageProblem("move_onto_itself", path=shown(source))
    try:
        with _held(source, target) as folder:
            made, there = folder / COPY, folder / f"{COPY}-there"
            rows = await _dumped(source, made)
            if not await _is_empty(target, there):
                if are_same(made, there):
                    return Moved(rows, 0, 0, was_there=True)
                raise StorageProblem("move_not_empty", path=shown(target))
            for table, count in rows.items():
                say(words("move.copied", table=table, n=count))
            say(words.count("move.replaying", rows["tables"]))
            with named(shown(source)):
                findings = await check(str(made), games, every=True, folder=folder)
            await load(made, target)
    except OSError as fault:
        raise StorageProblem(reason(fault), path=shown(target)) from fault
    return Moved(rows, findings.read, len(findings.unreadable))


def _is_one_file(source: str, target: str) -> bool:
    """Whether two addresses name the same SQLite file, perhaps by different paths or links."""
    if is_shared(source) or is_shared(target):
        return False
    paths = file_of(source), file_of(target)
    with suppress(OSError):  # If a file is missing or closed to us, opening it will fail.
        return paths[0].samefile(paths[1])
    return paths[0] == paths[1]


@contextmanager
def _held(source: str, target: str) -> Iterator[Path]:
    """Lock both databases against bots; a PostgreSQL target is locked only while `load` fills it.

    Yields a folder for the dump: beside the target's file, or else beside the source's.
    """
    with ExitStack() as stack:
        if is_shared(source):
            from tables.store.postgres.copying import held, is_here  # Only bots with PostgreSQL load it.

            server = stack.enter_context(held(source))
            if is_shared(target) and is_here(server, target):
                raise StorageProblem("move_onto_itself", path=shown(source))
        else:
            existing(source)
        prefix, folder = "tables-move-", None
        for file in [file_of(one) for one in (source, target) if not is_shared(one)]:
            make_folder(file)
            stack.callback(LockFile(file).release)
            prefix, folder = f"{file.name}{MOVING}", file.parent
            clear(folder, prefix)
        yield stack.enter_context(folder_for_copies(prefix, folder))


async def _dumped(address: str, made: Path) -> dict[str, int]:
    """Dump a database into `made`, and update the dump's schema; return the number of rows of each table."""
    await dump(address, made)
    with named(shown(address)):
        await asyncio.to_thread(prepare, made)
        return counts(made)


async def _is_empty(target: str, made: Path) -> bool:
    """Whether the database `target` is missing, or has only the rows of a new one; else dump it to `made`."""
    try:
        rows = await _dumped(target, made)
    except StorageProblem as fault:
        if fault.code == "no_database":
            return True
        raise
    return not any(rows[name] for name in ROOTS)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    words = terminal_words()
    parser = argparse.ArgumentParser(prog="python -m tables.move", description=words("move.description"))
    parser.add_argument("source", metavar="FROM", help=words("move.help_from", file=FILE, server=SERVER))
    parser.add_argument("target", metavar="TO", help=words("move.help_to"))
    return parser.parse_args()


async def moved(source: str, target: str) -> int:
    """Copy everything from address `source` to `target`, print the outcome, and return the exit status."""
    words = terminal_words()
    addresses = {"source": shown(source), "target": shown(target)}
    try:
        for name, address in (("FROM", source), ("TO", target)):
            of_a_kind(name, address)
        say(words("move.moving", **addresses))
        done = await move(source, target)
    except StorageProblem as problem:
        say(words(f"start.{problem.code}", **problem.facts))
        return FAILED
    if done.was_there:
        say(words("move.was_there", **addresses))
        return 0
    say(words.count("move.replayed", done.tables))
    if done.unreadable:
        say(words.count("move.unreadable", done.unreadable))
    say(words("move.done", **addresses))
    return 0


def main() -> int:
    """Copy everything between the databases of the command line, and return the exit status."""
    open_terminal()
    # The terminal is for sentences in the user's language, so no log is written to it.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    words = terminal_words()
    options = arguments()
    stoppable(lambda: say("\n" + words("move.stopped")), FAILED)
    return asyncio.run(heard(moved(options.source, options.target)))


if __name__ == "__main__":
    sys.exit(main())
