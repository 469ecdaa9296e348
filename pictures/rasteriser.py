"""SVG to PNG in a process of its own: resvg keeps Python's lock for 200 ms, and so stops the event loop."""

from __future__ import annotations

import atexit
import signal
import subprocess
import sys
import threading
from struct import Struct
from typing import IO, Final

from resvg_py import svg_to_bytes

REQUEST: Final = Struct(">III")
"""Width and height of a picture in pixels, and the bytes of its SVG, which follows."""
ANSWER: Final = Struct(">I")
"""The bytes of a PNG file, which follows; 0: the SVG can't be drawn."""
PATIENCE_S: Final = 30.0
"""Seconds after which the other process, which takes half of one, is taken to hang."""


def drawn(svg: str, width: int, height: int) -> bytes:
    """A drawing as a PNG file of this size, made by this process.

    Raises:
        ValueError: It isn't valid SVG.
    """
    return svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)


class Rasteriser:
    """Has drawings made by another process, which is started when it is needed and ends with this one.

    Attributes:
        patience_s: Seconds after which a process that hasn't answered is ended.
    """

    def __init__(self) -> None:
        self.patience_s = PATIENCE_S
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def png(self, svg: str, width: int, height: int) -> bytes:
        """A drawing as a PNG file of this size; where the other process fails, this one draws it.

        Raises:
            ValueError: It isn't valid SVG.
        """
        with self._lock:
            try:
                file = self._asked(svg.encode(), width, height)
            except (OSError, EOFError):
                self._end()
                file = b""
        return file or drawn(svg, width, height)

    def _asked(self, svg: bytes, width: int, height: int) -> bytes:
        if self._process is None:
            command = [sys.executable, "-P", __file__]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        hanging = threading.Timer(self.patience_s, self._process.kill)  # Then there is nothing more to read.
        hanging.start()
        try:
            asked.write(REQUEST.pack(width, height, len(svg)) + svg)
            asked.flush()
            return read(answers, *ANSWER.unpack(read(answers, ANSWER.size)))
        finally:
            hanging.cancel()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def close(self) -> None:
        """End the other process, if there is one."""
        with self._lock:
            self._end()


def read(source: IO[bytes], count: int) -> bytes:
    """So many bytes.

    Raises:
        EOFError: There are no more.
    """
    found = source.read(count)
    if len(found) < count:
        raise EOFError
    return found


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Draw what is asked for, until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the other process, with which this one ends.
    while head := requests.read(REQUEST.size):
        width, height, count = REQUEST.unpack(head)
        try:
            file = drawn(requests.read(count).decode(), width, height)
        except ValueError:
            file = b""
        answers.write(ANSWER.pack(len(file)) + file)
        answers.flush()


RASTERISER: Final = Rasteriser()
"""The one of this process."""
atexit.register(RASTERISER.close)

if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
