"""Draws pictures in another process, so that this process's threads needn't wait for Python's global lock.

Painting calls hundreds of functions that release the lock and take it again; each time they wait, or make
threads that answer clicks wait.  resvg even keeps the lock while it draws, up to 200 ms.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from struct import Struct
from typing import IO, Final

import msgspec

from pictures import animation
from pictures.render import forget_parts, is_ready, render
from pictures.scene import Film, Scene

FORGET: Final = b""
"""The request to clear the painting process's cached parts that may show names of people."""
LATER: Final = b"later"
"""The answer that a picture isn't finished yet: the request is to be sent again later."""
SLICE_S: Final = 0.02
"""Seconds after which the painting process pauses a picture, so that a more urgent one can go first."""
HEAD: Final = Struct(">I")
"""The header of a request or an answer: the number of bytes that follow."""
PATIENCE_S: Final = 30.0
"""Seconds without an answer after which the painting process counts as hung; an answer mostly takes 0.5 s."""
PIPE: Final = 1 << 18
"""The size of a pipe's buffer in bytes, if Linux allows it: large enough to read an answer at once."""


class Painter:
    """Has pictures drawn by a painting process, which is started when needed and ends with this process.

    Attributes:
        patience_s: Seconds without an answer after which the painting process is killed.
    """

    def __init__(self) -> None:
        self.patience_s = PATIENCE_S
        paths = [str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def draw(self, scene: Scene) -> bytes | None:
        """The PNG file of a scene, as `render` makes it; None: unfinished, so call `draw` again.

        If the painting process fails, this process draws the picture.
        """
        drawn = self._ask(scene.packed)
        return None if drawn == LATER else drawn or render(scene)

    def forget(self) -> None:
        """Forget, in this process and in the painting one, the cached parts that show names of people."""
        forget_parts()
        if self._process is not None:
            self._ask(FORGET)

    def start(self) -> None:
        """Start the painting process in advance; if that fails, the next `draw` tries again."""
        with self._lock, suppress(OSError):
            self._started()

    def close(self) -> None:
        """End the painting process, if there is one."""
        with self._lock:
            self._end()

    def _ask(self, request: bytes) -> bytes:
        """The painting process's answer to `request`; empty if it can't answer or has failed."""
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
        # A timer would need a thread for each picture, to kill a hanging process.
        until = time.monotonic() + self.patience_s
        (size,) = HEAD.unpack(read_until(answers, HEAD.size, until))
        return read_until(answers, size, until)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            command, pipe = [sys.executable, "-P", __file__], subprocess.PIPE
            self._process = subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, env=self._env)
            assert self._process.stdout is not None
            _widen(self._process.stdout)
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def filmed(film: Film) -> bytes:
    """The moving picture of a film, made by a process of its own: other pictures don't wait for it.

    Raises:
        OSError: That process has failed.
    """
    painter = Painter()
    try:
        process = painter._started()
        with suppress(AttributeError):  # Windows has no such priorities.
            os.setpriority(os.PRIO_PROCESS, process.pid, 10)
        made = painter._ask(film.packed)
    finally:
        painter.close()
    if not made:
        raise OSError("no film")
    return made


def send(to: IO[bytes], message: bytes) -> None:
    """Write a request or an answer, with its header, to the pipe `to`."""
    left = memoryview(HEAD.pack(len(message)) + message)
    while left:  # A pipe may take only a part at once.
        left = left[to.write(left) :]
    to.flush()


def read_until(source: IO[bytes], count: int, until: float) -> bytes:
    """Read `count` bytes from an unbuffered pipe; `until` is the latest time, by `time.monotonic`.

    Windows can't tell whether a pipe has data: the read waits there without a limit.

    Raises:
        EOFError: The pipe has ended.
        TimeoutError: The bytes didn't come in time.
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
    """Set the size of a pipe's buffer to `PIPE`, where the system allows that."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)


def answer(request: bytes) -> bytes:
    """The file of the scene or film in `request`, or `LATER`; empty: it can't be drawn."""
    if request == FORGET:
        forget_parts()
        return b""
    ends = time.monotonic() + SLICE_S
    try:
        scene = msgspec.msgpack.decode(request, type=Scene | Film)
        if isinstance(scene, Film):
            return animation.filmed(scene)
        return render(scene) if is_ready(scene, lambda: time.monotonic() > ends) else LATER
    except Exception:
        return b""  # The asking process draws the scene then, and logs the error.


def main() -> None:
    """Run as the painting process: answer requests for pictures until the pipe ends, then exit."""
    requests, answers, sys.stdout = sys.stdin.buffer, sys.stdout.buffer, sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process; this one ends with it.
    with suppress(BrokenPipeError):
        while len(head := requests.read(HEAD.size)) == HEAD.size:
            (size,) = HEAD.unpack(head)
            if len(request := requests.read(size)) < size:
                break
            send(answers, answer(request))
    os._exit(0)  # This way Python doesn't complain of output that nobody reads any more.


PAINTER: Final = Painter()
"""The painter of this process."""
atexit.register(PAINTER.close)

if __name__ == "__main__":
    main()
