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
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

T = TypeVar("T")

TRIES: Final = 100
"""So often a folder is deleted into which threads put files meanwhile; once it is gone, they can't."""

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def stoppable(stop: Callable[[], object]) -> Callable[[], None]:
    """Have `stop` called in the main thread once this process is told to end, and never again.

    What it was started to ignore, as by `nohup`, it goes on to ignore.

    Returns:
        What is called once it is too late to stop.
    """
    heeded = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]

    def too_late() -> None:
        for number in heeded:
            signal.signal(number, signal.SIG_IGN)

    def told(*_: object) -> None:
        too_late()  # Whoever presses twice would break off what tidies up.
        stop()

    for number in heeded:
        signal.signal(number, told)
    return too_late


async def heard(work: Coroutine[Any, Any, T]) -> T:
    """Await `work` while each signal wakes the loop.

    The system may give one to another thread, and the main thread, which calls `stop`, would wait on.
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


def break_off(folders: Iterable[Path], tell: Callable[[], None], status: int) -> NoReturn:
    """Delete the folders in which copies are made, `tell` somebody, and end this process at once.

    Threads copy and replay, and would be waited for, each until it is done.
    """
    for folder in folders:
        _discard(folder)
    with suppress(RuntimeError):  # Another sentence is just being said.
        tell()
    os._exit(status)


def _discard(folder: Path) -> None:
    """Delete a folder in which a copy is made, by threads that go on until the process ends."""
    for _ in range(TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
