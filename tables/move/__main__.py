"""`python -m tables.move FROM TO`: moves all tables to another database, and says what it did.

It ends with 0 where everything is there, with 1 where nothing was moved, also where it was stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from collections.abc import Callable
from typing import Final, NoReturn

import structlog

from locales.terminal import open_terminal, say, terminal_words
from tables.model.errors import StorageProblem
from tables.move import move
from tables.store.address import FILE, of_a_kind, shown
from tables.store.signals import heard, stoppable

FAILED: Final = 1
SERVER: Final = "postgresql://name@host:5432/database"
"""How the address of a PostgreSQL looks."""


def arguments() -> argparse.Namespace:
    """The parsed command line."""
    words = terminal_words()
    parser = argparse.ArgumentParser(prog="python -m tables.move", description=words("move.description"))
    parser.add_argument("source", metavar="FROM", help=words("move.help_from", file=FILE, server=SERVER))
    parser.add_argument("target", metavar="TO", help=words("move.help_to"))
    return parser.parse_args()


async def moved(source: str, target: str, too_late: Callable[[], None] = lambda: None) -> int:
    """Move everything, and say so; the exit status.  `too_late`: as of `move`."""
    words = terminal_words()
    named = {"source": shown(source), "target": shown(target)}
    try:
        for name, address in (("FROM", source), ("TO", target)):
            of_a_kind(name, address)
        say(words("move.moving", **named))
        done = await move(
            source,
            target,
            copied=lambda table, rows: say(words("move.copied", table=table, n=rows)),
            replays=lambda tables: say(words.count("move.replaying", tables)),
            too_late=too_late,
        )
    except StorageProblem as problem:
        say(words(f"start.{problem.code}", **problem.facts))
        return FAILED
    if done.was_there:
        say(words("move.was_there", **named))
        return 0
    say(words.count("move.replayed", done.tables))
    if done.unreadable:
        say(words.count("move.unreadable", done.unreadable))
    say(words("move.done", **named))
    return 0


def _stop() -> NoReturn:
    raise KeyboardInterrupt


def main() -> int:
    """Move from one of the named databases to the other; the exit status."""
    open_terminal()
    # What is wrong is said, in the language of whoever reads it.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    options = arguments()
    try:
        # asyncio's own way to stop waits until something is awaited, which a copy never does.
        too_late = stoppable(_stop)
        return asyncio.run(heard(moved(options.source, options.target, too_late)))
    except KeyboardInterrupt:
        say("\n" + terminal_words()("move.stopped"))
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
