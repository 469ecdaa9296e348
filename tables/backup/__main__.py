"""`python -m tables.backup [--to FOLDER] [--keep N]`: copies the bot's database, and says what it did.

It ends with 0 where all tables of the copy could be replayed, or belong to a game or rules that this version
lacks; with 1 where some are damaged, in the copy as in the database; with 2 where no copy was made, or it was
stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import Final

import structlog

from locales.terminal import open_terminal, say, terminal_words
from tables.backup import Backup, back_up
from tables.model.errors import StorageProblem
from tables.store.address import DEFAULT_PATH, configured, is_shared, path_of, shown
from tables.store.signals import break_off, heard, stoppable
from tables.store.text_files import load_settings

FOLDER: Final = "backups"
"""Where copies lie, beside the database, unless somebody says otherwise."""
DAMAGED: Final = 1
NO_COPY: Final = 2
MOST_LISTED: Final = 20
"""At most so many damaged tables are named."""


def arguments(database: str) -> argparse.Namespace:
    """The parsed command line."""
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
    """Say what was done; the exit status."""
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
        line = words("start.check_table_damaged", table=one.table, game=one.game, number=one.number)
        say(f"- {line}")
    if len(damaged) > MOST_LISTED:
        say(words.count("start.check_more", len(damaged) - MOST_LISTED))
    say(words("backup.older_kept"))
    return DAMAGED


def main() -> int:
    """Copy the database that the settings name; the exit status."""
    open_terminal()
    # What is wrong is said, in the language of whoever reads it.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    words = terminal_words()
    begun: list[Path] = []
    try:
        too_late = stoppable(lambda: break_off(begun, lambda: say("\n" + words("backup.stopped")), NO_COPY))
        load_settings()
        database = path_of(configured(os.environ))
        options = arguments(database)
        say(words("backup.copying", path=shown(database)))
        copying = back_up(database, options.to, options.keep, begun=begun.append, too_late=too_late)
        return tell(asyncio.run(heard(copying)))
    except StorageProblem as problem:
        say(words(f"start.{problem.code}", **problem.facts))
        return NO_COPY


if __name__ == "__main__":
    sys.exit(main())
