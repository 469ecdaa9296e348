"""SVG to PNG in a process of its own: resvg keeps Python's lock for 200 ms, and so stops the event loop."""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from struct import Struct
from typing import IO, Final

from resvg_py import svg_to_bytes

SIZE: Final = Struct(">II")
"""Width and height of a picture in pixels; its SVG follows."""
HEAD: Final = Struct(">I")
"""The bytes of a request or an answer, which follows."""
PATIENCE_S: Final = 30.0
"""Seconds after which the other process, which takes half of one, is taken to hang."""
PIPE: Final = 1 << 18
"""So many bytes wait in a pipe where Linux lets us: a whole answer, so that it is read at once."""


def drawn(svg: str, width: int, height: int) -> bytes:
    """A drawing as a PNG file of this size, made by this process.

    Raises:
        ValueError: It isn't valid SVG.
    """
    return svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)


class OtherProcess:
    """A process that answers what it is asked; it is started when it is needed and ends with this one.

    Attributes:
        patience_s: Seconds after which a process that hasn't answered is ended.
    """

    def __init__(self, program: str, env: Mapping[str, str] | None = None) -> None:
        self.patience_s = PATIENCE_S
        self._command = ["-P", program]
        self._env = env
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def has_begun(self) -> bool:
        """Whether there is such a process."""
        return self._process is not None

    def start(self) -> None:
        """Start the process before it is needed; where that fails, it is tried again then."""
        with self._lock, suppress(OSError):
            self._started()

    def ask(self, request: bytes) -> bytes:
        """The answer to a request; empty: it can't be answered, or the process has failed."""
        with self._lock:
            try:
                return self._asked(request)
            except (OSError, EOFError):
                self._end()
                return b""

    def _asked(self, request: bytes) -> bytes:
        process = self._started()
        asked, answers = process.stdin, process.stdout
        assert asked is not None
        assert answers is not None
        send(asked, request)
        # No timer that ends a process which hangs: that is a thread for each picture.
        until = time.monotonic() + self.patience_s
        (size,) = HEAD.unpack(read_until(answers, HEAD.size, until))
        return read_until(answers, size, until)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            command, pipe = [sys.executable, *self._command], subprocess.PIPE
            self._process = subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, env=self._env)
            assert self._process.stdout is not None
            _widen(self._process.stdout)
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def close(self) -> None:
        """End the other process, if there is one."""
        with self._lock:
            self._end()


class Rasteriser(OtherProcess):
    """Has drawings made by another process.

    Attributes:
        is_needed: False: this process draws them, since it has no event loop that would be stopped.
    """

    def __init__(self) -> None:
        super().__init__(__file__)
        self.is_needed = True

    def png(self, svg: str, width: int, height: int) -> bytes:
        """A drawing as a PNG file of this size; where the other process fails, this one draws it.

        Raises:
            ValueError: It isn't valid SVG.
        """
        asked = self.ask(SIZE.pack(width, height) + svg.encode()) if self.is_needed else b""
        return asked or drawn(svg, width, height)


def send(to: IO[bytes], message: bytes) -> None:
    """Send a request or an answer."""
    left = memoryview(HEAD.pack(len(message)) + message)
    while left:  # A pipe may take a part.
        left = left[to.write(left) :]
    to.flush()


def read_until(source: IO[bytes], count: int, until: float) -> bytes:
    """So many bytes of a pipe without a buffer, by that time of `time.monotonic`.

    Windows can't say whether something can be read: there it waits as long as it takes.

    Raises:
        EOFError: There are no more.
        TimeoutError: They didn't come in time.
    """
    found = b""
    while len(found) < count:
        if hasattr(select, "poll"):
            waiting = select.poll()
            waiting.register(source, select.POLLIN)
            if not waiting.poll(max(0.0, until - time.monotonic()) * 1000):
                raise TimeoutError
        part = os.read(source.fileno(), count - len(found))
        if not part:
            raise EOFError
        found += part
    return found


def _widen(pipe: IO[bytes]) -> None:
    """Let a pipe hold `PIPE` bytes, where that can be chosen."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)


def serve(answer: Callable[[bytes], bytes], requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer what is asked, then end this process: the program of an `OtherProcess`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the other process, with which this one ends.
    with suppress(BrokenPipeError):
        while len(head := requests.read(HEAD.size)) == HEAD.size:
            (size,) = HEAD.unpack(head)
            if len(request := requests.read(size)) < size:
                break
            send(answers, answer(request))
    os._exit(0)  # Python would complain of what nobody reads any more.


def answer(request: bytes) -> bytes:
    """The PNG file of a drawing; empty if it can't be drawn."""
    width, height = SIZE.unpack_from(request)
    try:
        return drawn(request[SIZE.size :].decode(), width, height)
    except ValueError:
        return b""


RASTERISER: Final = Rasteriser()
"""The one of this process."""
atexit.register(RASTERISER.close)

if __name__ == "__main__":
    serve(answer, sys.stdin.buffer, sys.stdout.buffer)
