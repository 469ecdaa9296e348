"""Ends a program at once, after cleaning up, on Ctrl-C, SIGTERM, or SIGHUP (its terminal was closed)."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

T = TypeVar("T")

TRIES: Final = 100
"""How often the deletion of a folder is tried, since threads may still put files into it."""

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


_heeded: list[int] = []
_folders: list[Path] = []


@contextmanager
def folder_for_copies(prefix: str, beside: Path | None = None) -> Iterator[Path]:
    """A temporary folder in the folder `beside` (default: the system's), whose name begins with `prefix`.

    It is deleted at the end, also when a signal ends a `stoppable` program.

    Raises:
        OSError: The folder can't be made.
    """
    with tempfile.TemporaryDirectory(prefix=prefix, dir=beside) as name:
        _folders.append(Path(name))
        yield Path(name)


def stoppable(tell: Callable[[], None], status: int) -> None:
    """Have signals end this process at once, after it has deleted its temporary folders and called `tell`.

    Otherwise the process would wait for its threads, which copy and replay. Signals that were ignored when
    the process started, as by `nohup`, stay ignored. `status`: the exit status.
    """

    def end(*_: object) -> NoReturn:
        too_late()  # A second signal would break off the deletion.
        for folder in _folders:
            _discard(folder)
        with suppress(RuntimeError):  # Raised if the signal came while another sentence was being printed.
            tell()
        os._exit(status)

    _heeded[:] = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    for number in _heeded:
        signal.signal(number, end)


def too_late() -> None:
    """Have a `stoppable` program ignore signals from now on, since it must finish its work."""
    for number in _heeded:
        signal.signal(number, signal.SIG_IGN)


async def heard(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` and return its result; meanwhile each signal wakes the event loop.

    Else a signal delivered to another thread would not wake the main thread, which handles signals.
    """
    loop = asyncio.get_running_loop()
    numbers = _heeded if sys.platform != "win32" else ()  # There signals wake the event loop anyway.
    for number in numbers:
        end = signal.getsignal(number)
        loop.add_signal_handler(number, lambda: None)
        signal.signal(number, end)  # A handler of the loop would wait while a task blocks the loop.
    try:
        return await work
    finally:
        for number in numbers:  # The loop would have the signal end the process without cleaning up.
            now = signal.getsignal(number)
            loop.remove_signal_handler(number)
            signal.signal(number, now)


def _discard(folder: Path) -> None:
    """Delete a folder into which threads may still put files."""
    for _ in range(TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
