"""How exceptions stand in the log: where they arose and of which kind they are, without what they say.

What an exception says may name a card (`KeyError: Good.FISH`), a person or a text that somebody typed; and a
traceback with local variables would show tokens and hands.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, TextIO


def wordless(fault: BaseException) -> str:
    """The tracebacks of an exception and of those that led to it, the first one first, without messages."""
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
    """Write an exception, for structlog."""
    stream.write("\n" + wordless(exc_info[1]))


class Unbroken:
    """The standard error stream, for structlog: where nobody reads it any more, lines go nowhere."""

    def write(self, text: str) -> None:
        """Write a piece of a line."""
        with suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        """Send it on its way."""
        with suppress(OSError):
            sys.stderr.flush()


class Wordless(logging.Formatter):
    """Writes the lines of other libraries so, too."""

    def formatException(self, ei: Any) -> str:
        """As `logging.Formatter.formatException`."""
        return wordless(ei[1]) if ei[1] is not None else ""
