"""Log lines that show an exception by its type and place, without its message.

An exception's message may contain a card (`KeyError: Good.FISH`), a person or a text that somebody typed; a
traceback with local variables would even show tokens and hands.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from typing import Any, Final, TextIO

import structlog

from cogs.discord_io.watching import Answered, Watcher

FOLDED_S: Final = 10.0
"""Seconds after a log line during which lines of the same kind are left out."""
OF_STRANGERS: Final = frozenset({"request_malformed", "connection_cut", "response_not_written"})
"""The events of log lines, below the level of a warning, that any stranger may cause by connections."""
UNREACHABLE: Final = "unreachable"
"""The `reason` in log lines that an outage of the database causes."""


def wordless(fault: BaseException) -> str:
    """Return the tracebacks of an exception and its causes, without their messages, the first cause first."""
    return "\n\n".join(f"{_where(one)}{_kind(one)}" for one in reversed(list(_chain(fault))))


def _where(fault: BaseException) -> str:
    trace = fault.__traceback__
    if trace is None:
        return ""
    head = traceback.format_exception(fault, chain=False)[0]
    return "".join([head, *traceback.format_tb(trace)])


def _chain(fault: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    one: BaseException | None = fault
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield one
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _kind(fault: BaseException) -> str:
    return f"{type(fault).__module__}.{type(fault).__qualname__}".removeprefix("builtins.")


def written_wordless(stream: TextIO, exc_info: Any) -> None:
    """Write the traceback of an exception without its message; called by structlog."""
    stream.write("\n" + wordless(exc_info[1]))


class Unbroken:
    """The standard error stream, for structlog; if its reader has gone, lines are dropped silently."""

    def write(self, text: str) -> None:
        """Write a part of a line."""
        with suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        """Flush the stream."""
        with suppress(OSError):
            sys.stderr.flush()


class Wordless(logging.Formatter):
    """Formats the log records of libraries, with exceptions' messages left out."""

    def formatException(self, ei: Any) -> str:
        """Return an exception's traceback without its message; called by `logging`."""
        return wordless(ei[1]) if ei[1] is not None else ""


class Folded:
    """Leaves out repeats of a log line for `FOLDED_S`; the next such line gives their number (`left_out`).

    All lines about one outage of the database, or of Discord, are of one kind.  Lines below the level of a
    warning are never left out, except those `OF_STRANGERS`.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._written: dict[tuple[str | int | None, ...], tuple[float, int]] = {}

    def __call__(self, _: Any, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Return a log line of ours if it is to be written, else raise `DropEvent`; called by structlog."""
        if method in ("debug", "info") and line["event"] not in OF_STRANGERS:
            return line
        fault = line.get("exc_info")
        where = _place(fault if isinstance(fault, BaseException) else sys.exc_info()[1]) if fault else ""
        left_out = self._left_out(line.get("reason") or line["event"], line.get("code"), where)
        if left_out is None:
            raise structlog.DropEvent
        return {**line, "left_out": left_out} if left_out else line

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a library's log line is to be written; called by `logging`."""
        fault = record.exc_info[1] if record.exc_info else None
        kind = UNREACHABLE if record.name.startswith("psycopg") else f"{record.name} {record.msg}"
        left_out = self._left_out(kind, None, _place(fault))
        if left_out:
            record.msg, record.args = f"{record.getMessage()} left_out={left_out}", ()
        return left_out is not None

    def _left_out(self, *kind: str | int | None) -> int | None:
        """Return how many earlier lines of a kind were left out; None: leave this line out, too."""
        now = self._now()
        at, count = self._written.get(kind, (-FOLDED_S, 0))
        if now - at < FOLDED_S:
            self._written[kind] = at, count + 1
            return None
        self._written[kind] = now, 0
        return count


def _place(fault: BaseException | None) -> str:
    """Return an exception's type, and the file and line that raised the exception."""
    frames = traceback.extract_tb(fault.__traceback__) if fault is not None else []
    return f"{type(fault).__name__} {frames[-1].filename}:{frames[-1].lineno}" if frames else ""


log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class ClickLog(Watcher):
    """Writes a log line for each click."""

    def answered(self, click: Answered) -> None:
        """Log a click with its outcome, and the time that each of its steps took."""
        took = {f"{step}_ms": round(seconds * 1000, 1) for step, seconds in click.steps.items()}
        log.info(
            "answered",
            verb=click.verb,
            outcome=click.outcome,
            table=click.table_id,
            deferred=click.is_deferred,
            **took,
        )
