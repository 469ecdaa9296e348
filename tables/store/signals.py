"""What becomes of a program on a terminal that is told to end before it is done.

It is by Ctrl-C, by SIGTERM, and by SIGHUP where its terminal is closed.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

T = TypeVar("T")

TRIES: Final = 100
"""So often a folder is deleted into which threads put files meanwhile; once it is gone, they can't."""

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


_heeded: list[int] = []
_folders: list[Path] = []


@contextmanager
def folder_for_copies(prefix: str, beside: Path | None = None) -> Iterator[Path]:
    """A folder that is deleted at the end, also where a `stoppable` program is told to end before.

    Args:
        prefix: Its name begins so.
        beside: The folder in which it lies; default: the system's folder for such.

    Raises:
        OSError: It can't be made.
    """
    with tempfile.TemporaryDirectory(prefix=prefix, dir=beside) as name:
        _folders.append(Path(name))
        yield Path(name)


def stoppable(tell: Callable[[], None], status: int) -> None:
    """Have this process end at once when it is told to: folders for copies are deleted, and `tell` is called.

    Threads copy and replay, and would be waited for, each until it is done.  What the process was started to
    ignore, as by `nohup`, it goes on to ignore.

    Args:
        tell: Tells somebody.
        status: The exit status.
    """

    def end(*_: object) -> NoReturn:
        too_late()  # Whoever presses twice would break off what tidies up.
        for folder in _folders:
            _discard(folder)
        with suppress(RuntimeError):  # Another sentence is just being said.
            tell()
        os._exit(status)

    _heeded[:] = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    for number in _heeded:
        signal.signal(number, end)


def too_late() -> None:
    """Have a program that was `stoppable` not end before it is done."""
    for number in _heeded:
        signal.signal(number, signal.SIG_IGN)


async def heard(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` while each signal wakes the loop.

    The system may give one to another thread, and the main thread, which is to end, would wait on.
    """
    if sys.platform == "win32":  # Its loop is woken by itself.
        return await work
    loop = asyncio.get_running_loop()
    woken, waking = socket.socketpair()
    with woken, waking:
        woken.setblocking(False)
        waking.setblocking(False)
        loop.add_reader(woken, woken.recv, len(SIGNALS) + 1)
        before = signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
        try:
            return await work
        finally:
            signal.set_wakeup_fd(before)
            loop.remove_reader(woken)


def _discard(folder: Path) -> None:
    """Delete a folder in which a copy is made, by threads that go on until the process ends."""
    for _ in range(TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
