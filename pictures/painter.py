"""Pictures drawn in a process of its own, so that no thread here wants Python's lock for them.

Painting calls hundreds of functions that give the lock back and take it again, for which each time they, or
whoever answers clicks, have to wait.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from pathlib import Path
from typing import Final

import msgspec

from pictures.rasteriser import RASTERISER, OtherProcess, serve
from pictures.render import forget_parts, is_ready, render
from pictures.scene import Scene

FORGET: Final = b""
"""The request to forget what shows names of people."""
LATER: Final = b"later"
"""The answer that a picture takes longer, and has to be asked for again."""
SLICE_S: Final = 0.02
"""After so many seconds the other process stops making sprites: what is more urgent may go first."""


class Painter(OtherProcess):
    """Has pictures drawn by another process."""

    def __init__(self) -> None:
        paths = [str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
        super().__init__(__file__, {**os.environ, "PYTHONPATH": os.pathsep.join(paths)})

    def draw(self, scene: Scene) -> bytes | None:
        """As `render`; None: a part is done, ask again.  Where the other process fails, this one draws."""
        drawn = self.ask(scene.packed)
        return None if drawn == LATER else drawn or render(scene)

    def forget(self) -> None:
        """As `forget_parts`."""
        forget_parts()
        if self.has_begun:
            self.ask(FORGET)


def answer(request: bytes) -> bytes:
    """The PNG file of a scene, or `LATER`; empty if it can't be drawn."""
    if request == FORGET:
        forget_parts()
        return b""
    ends = time.monotonic() + SLICE_S
    try:
        scene = msgspec.msgpack.decode(request, type=Scene)
        return render(scene) if is_ready(scene, lambda: time.monotonic() > ends) else LATER
    except Exception:
        return b""  # Whoever asks draws it too, and tells what is wrong.


def main() -> None:
    """Draw what is asked for."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    RASTERISER.is_needed = False
    serve(answer, sys.stdin.buffer, answers)


PAINTER: Final = Painter()
"""The one of this process."""
atexit.register(PAINTER.close)

if __name__ == "__main__":
    main()
