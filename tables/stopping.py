"""What becomes of a program on a terminal that is told to end before it is done.

It is by Ctrl-C, by SIGTERM, and by SIGHUP where its terminal is closed.
"""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

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
