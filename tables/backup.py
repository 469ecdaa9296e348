"""Copies a database that may be in use, and tests the copy by replaying all its tables.

`python -m tables.backup [--to FOLDER] [--keep N]` copies the bot's database, and prints the outcome. Its exit
status is 0 if no table is damaged (some may have a game or rules that this version lacks); 1 if some tables
are damaged, in the copy as in the database; 2 if no copy was made.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import structlog

from engine.game import AnyGame, Struct
from locales.terminal import open_terminal, say, terminal_words
from tables.model.errors import StorageProblem
from tables.store.address import DEFAULT_PATH, configured, is_shared, path_of, shown
from tables.store.check import Findings, check
from tables.store.dump import dump, existing
from tables.store.signals import folder_for_copies, heard, stoppable, too_late
from tables.store.sqlite.files import COPY, FOLDER, UNFINISHED, clear, make_folder, put_among
from tables.store.text_files import load_settings

KIND: Final = "tables"
"""The beginning of the file name of each copy."""
ABANDONED_S: Final = 24 * 3600.0
"""Seconds after which the folder of an unfinished copy is deleted: a killed backup may have left it."""
DAMAGED: Final = 1
NO_COPY: Final = 2
MOST_LISTED: Final = 20
"""The output names at most this many damaged tables."""


class Backup(Struct, frozen=True):
    """A finished backup of the database.

    Attributes:
        path: The copy's file.
        findings: The outcome of replaying every table of the copy.
        deleted: How many older copies were deleted.
    """

    path: Path
    findings: Findings
    deleted: int


async def back_up(
    source: str, folder: Path, keep: int | None = None, games: Mapping[str, AnyGame] | None = None
) -> Backup:
    """Copy a database, which may be in use, into a folder, replay all its tables, and return the outcome.

    Older copies are deleted only if the new one has no damaged table.

    Args:
        source: The address of the database, which is only read (see `store.address`). The copy of a
            PostgreSQL database is an SQLite file, which `tables.move` can move back.
        folder: The folder of the copies; made if it is missing. It temporarily needs room for two copies.
        keep: How many copies are kept, the newest ones; None: all.
        games: The games by id; default: the catalogue.

    Raises:
        StorageProblem: No copy was made: the database can't be read; `no_room`, `no_place`: the copy can't be
            written; `unproven`: the copied file is damaged.
    """
    owned = folder if is_shared(source) else existing(source)  # Raises before the folder is made.
    try:
        await asyncio.to_thread(make_folder, folder, owned)
        await asyncio.to_thread(clear, folder, UNFINISHED, ABANDONED_S)
        with folder_for_copies(UNFINISHED, folder) as place:
            made = place / COPY
            await dump(source, made)
            try:
                # `check` works on a copy of the copy, since it updates an older schema.
                findings = await check(str(made), games, every=True, folder=place)
            except StorageProblem as fault:
                code = "unproven" if fault.code == "damaged" else fault.code
                raise StorageProblem(code, **{**fault.facts, "path": shown(source)}) from fault
            too_late()
            is_whole = not any(one.is_damaged for one in findings.unreadable)
            kept, deleted = put_among(made, folder, KIND, owned, keep if is_whole else None)
    except OSError as fault:
        raise StorageProblem("no_place", folder=str(folder), fault=str(fault)) from fault
    return Backup(kept, findings, deleted)


def arguments(database: str) -> argparse.Namespace:
    """Parse the command line; by default, copies go beside the database, whose address is `database`."""
    words = terminal_words()
    beside = Path(DEFAULT_PATH if is_shared(database) else database).parent / FOLDER
    parser = argparse.ArgumentParser(prog="python -m tables.backup", description=words("backup.description"))
    parser.add_argument("--to", type=Path, default=beside, help=words("backup.help_to", folder=str(beside)))
    parser.add_argument("--keep", type=int, metavar="N", help=words("backup.help_keep"))
    found = parser.parse_args()
    if found.keep is not None and found.keep < 1:
        parser.error(words("backup.keep_one"))
    return found


def tell(made: Backup) -> int:
    """Print the outcome of the backup `made`, and return the exit status."""
    words = terminal_words()
    unreadable = made.findings.unreadable
    damaged = [one for one in unreadable if one.is_damaged]
    say(words.count("backup.done", made.findings.read - len(unreadable), copy=str(made.path)))
    if len(unreadable) > len(damaged):
        say(words.count("backup.other_rules", len(unreadable) - len(damaged)))
    if made.deleted:
        say(words.count("backup.deleted", made.deleted))
    if not damaged:
        return 0
    say(words.count("backup.damaged", len(damaged)))
    for one in damaged[:MOST_LISTED]:
        table, game = one.facts.id, one.facts.game_id
        line = words("start.check_table_damaged", table=table, game=game, number=one.fault.number)
        say(f"- {line}")
    if len(damaged) > MOST_LISTED:
        say(words.count("start.check_more", len(damaged) - MOST_LISTED))
    say(words("backup.older_kept"))
    return DAMAGED


def main() -> int:
    """Copy the database that the settings name, and return the exit status."""
    open_terminal()
    # The terminal is for sentences in the user's language, so no log is written to it.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    words = terminal_words()
    try:
        stoppable(lambda: say("\n" + words("backup.stopped")), NO_COPY)
        load_settings()
        database = path_of(configured(os.environ))
        options = arguments(database)
        say(words("backup.copying", path=shown(database)))
        return tell(asyncio.run(heard(back_up(database, options.to, options.keep))))
    except StorageProblem as problem:
        say(words(f"start.{problem.code}", **problem.facts))
        return NO_COPY


if __name__ == "__main__":
    sys.exit(main())
