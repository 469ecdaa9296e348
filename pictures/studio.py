"""Draws scenes off the event loop, each once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from pictures.render import render
from pictures.scene import Scene

KEPT_BYTES: Final = 64 * 1024 * 1024
PAINTERS: Final = 2
"""Threads: painting and encoding leave Python's lock alone for most of their time."""


class Studio:
    """Pictures of scenes; one that was drawn is kept for whoever asks for it next.

    Attributes:
        drawn: How many pictures were drawn and not found.
    """

    def __init__(self, draw: Callable[[Scene], bytes] = render, kept_bytes: int = KEPT_BYTES) -> None:
        self._draw = draw
        self._painters = ThreadPoolExecutor(PAINTERS, thread_name_prefix="painter")
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._room = kept_bytes
        self._under_way: dict[str, asyncio.Future[bytes]] = {}
        self.drawn = 0

    async def picture(self, scene: Scene) -> bytes:
        """The picture of a scene as a WebP file.

        Two that ask for the same at once wait for one drawing; one that stops waiting stops nobody else.
        """
        kept = self._kept.get(scene.key)
        if kept is not None:
            self._kept.move_to_end(scene.key)
            return kept
        if scene.key not in self._under_way:
            loop = asyncio.get_running_loop()
            self.drawn += 1
            drawing = loop.run_in_executor(self._painters, self._draw, scene)
            self._under_way[scene.key] = drawing
            drawing.add_done_callback(lambda done: self._put_away(scene.key, done))
        return await asyncio.shield(self._under_way[scene.key])

    def _put_away(self, key: str, drawing: asyncio.Future[bytes]) -> None:
        del self._under_way[key]
        if drawing.cancelled() or drawing.exception() is not None:
            return
        self._kept[key] = drawing.result()
        self._room -= len(drawing.result())
        while self._room < 0:
            self._room += len(self._kept.popitem(last=False)[1])

    def close(self) -> None:
        """Finish what is being drawn and take nothing more."""
        self._painters.shutdown(wait=True, cancel_futures=True)
