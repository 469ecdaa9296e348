"""Tells the service manager (systemd, `Type=notify`) that the bot is ready, is alive, and is being stopped.

The protocol is a line in a datagram to the socket that `NOTIFY_SOCKET` names: sd_notify(3).  Where nobody has
set that, nobody is told.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"
ALIVE: Final = "WATCHDOG=1"
STARTING: Final = "EXTEND_TIMEOUT_USEC=60000000"
"""The start goes on: it waits for Discord or the database, and to begin anew would not help."""
EVERY_S: Final = 20.0
"""So often that is said."""


class ServiceManager:
    """Who started this process, if they want to hear of it.

    Attributes:
        is_there: Whether anybody listens.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        # An @ stands for the zero byte with which the name of an abstract socket begins.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._every_s = int(environ.get("WATCHDOG_USEC") or 0) / 1e6 / 2
        self._is_ready = False
        self._told_at = 0.0
        self.is_there = bool(address)

    def tell(self, state: str) -> None:
        """Send one of the lines above; where that fails, nothing else suffers."""
        if not self.is_there:
            return
        self._is_ready |= state == READY
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as way:
            way.setblocking(False)
            way.sendto(state.encode(), self._address)

    def alive(self, _: float = 0.0) -> None:
        """Say that the event loop turns, as often as is wanted; called at each of its ticks."""
        now, every_s = time.monotonic(), self._every_s if self._is_ready else EVERY_S
        if every_s and now - self._told_at >= every_s:
            self._told_at = now
            self.tell(ALIVE if self._is_ready else STARTING)
