"""Draws scenes off the event loop: equal scenes once, urgent scenes first, and only scenes still wanted."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from functools import partial
from itertools import count
from typing import Final

from engine.game import Struct
from pictures.animation import filmed
from pictures.render import forget_parts, render
from pictures.scene import Film, Scene

KEPT_BYTES: Final = 64 * 1024 * 1024


class Rank(IntEnum):
    """The urgency of a picture: for the answer to a click, for a repaint, or drawn ahead of need."""

    CLICK = 0
    REPAINT = 1
    AHEAD = 2


class Purpose(Struct, frozen=True, gc=True):
    """The urgency of a request; `is_wanted`, called in any thread: whether the picture is still needed."""

    rank: Rank = Rank.REPAINT
    is_wanted: Callable[[], bool] = lambda: True


ANY_PURPOSE: Final = Purpose()


class Unwanted(Exception):
    """Raised for a picture that wasn't drawn, since all requests for it were cancelled or outdated."""


class Drawing:
    """A picture that was requested and isn't drawn yet."""

    def __init__(
        self, key: str, draw: Callable[[], bytes | None], number: int, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.key = key
        self.draw = draw
        self.picture: asyncio.Future[bytes] = loop.create_future()
        self.askers: list[Purpose] = []
        self.is_to_keep = True
        self._number = number

    @property
    def place(self) -> tuple[int, int]:
        """The sort key of the drawing in the queue; the lowest key is drawn next."""
        return min((asker.rank for asker in self.askers), default=Rank.AHEAD), self._number

    @property
    def is_wanted(self) -> bool:
        """Whether any request for the picture is still wanted."""
        return any(asker.is_wanted() for asker in self.askers)

    def drop(self) -> None:
        """End all requests that wait for the picture with `Unwanted`."""
        if self.askers:
            self.picture.set_exception(Unwanted())
        else:
            self.picture.cancel()


class Studio:
    """Draws pictures of scenes, and caches them.

    Attributes:
        drawn: The number of pictures drawn or failed, without those found in the cache.
    """

    def __init__(
        self,
        draw: Callable[[Scene], bytes | None] = render,
        forget_parts: Callable[[], None] = forget_parts,
        *,
        film: Callable[[Film], bytes] = filmed,
        kept_bytes: int = KEPT_BYTES,
    ) -> None:
        """Start the studio's threads.

        Args:
            draw: Returns a scene's file, or None for an unfinished picture: then it is called again, after
                more urgent pictures.  Called in the painter's thread, as is `forget_parts`.
            forget_parts: Clears the cache of parts that show words.
            film: Returns a film's file.  Called in another thread, so that no scene waits for a film.
            kept_bytes: The most bytes of pictures that are cached.
        """
        self._draw = draw
        self._forget_parts = forget_parts
        # One thread: two would mostly wait for each other, and no urgent picture could overtake both.
        self._painter = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._film, self._filmer = film, ThreadPoolExecutor(1, thread_name_prefix="filmer")
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._room = self._kept_bytes = kept_bytes
        self._lock = threading.Lock()
        self._under_way: dict[str, Drawing] = {}
        self._waiting: list[Drawing] = []
        self._numbers = count()
        self._is_closed = False
        self.drawn = 0

    async def picture(self, scene: Scene | Film, purpose: Purpose = ANY_PURPOSE) -> bytes:
        """The picture of a scene as a PNG file, or of a film as a WebP file.

        Requests for the same picture share one drawing; a cancelled request doesn't cancel the others.

        Raises:
            Unwanted: At the picture's turn, no request was wanted any more, or the studio is closed.
        """
        kept = self._kept.get(scene.key)
        if kept is not None:
            self._kept.move_to_end(scene.key)
            return kept
        with self._lock:
            if self._is_closed:
                raise Unwanted
            drawing = self._under_way.get(scene.key) or self._begun(scene)
            drawing.askers.append(purpose)
        try:
            return await asyncio.shield(drawing.picture)
        finally:
            with self._lock:
                drawing.askers.remove(purpose)
            del drawing  # Breaks a cycle of references: this frame, the drawing, its exception.

    def _begun(self, scene: Scene | Film) -> Drawing:
        loop = asyncio.get_running_loop()
        draw = partial(self._film, scene) if isinstance(scene, Film) else partial(self._draw, scene)
        drawing = self._under_way[scene.key] = Drawing(scene.key, draw, next(self._numbers), loop)
        if isinstance(scene, Film):
            self._filmer.submit(self._draw_next, loop, drawing)
        else:
            self._wait(drawing, loop)
        return drawing

    def _wait(self, drawing: Drawing, loop: asyncio.AbstractEventLoop) -> None:
        self._waiting.append(drawing)
        self._painter.submit(self._draw_next, loop)

    def _draw_next(self, loop: asyncio.AbstractEventLoop, film: Drawing | None = None) -> None:
        """Draw `film` in its own thread; without `film`, the most urgent picture in the painter's thread."""
        with self._lock:
            drawing = film or min(self._waiting, key=lambda one: one.place)
            if film is None:
                self._waiting.remove(drawing)
            if not drawing.is_wanted:
                self._give_up(drawing, loop)
                return
        try:
            picture: bytes | Exception | None = drawing.draw()
        except Exception as fault:
            picture = fault
        if picture is None:
            with self._lock:
                (self._give_up if self._is_closed else self._wait)(drawing, loop)
            return
        self.drawn += 1
        loop.call_soon_threadsafe(self._put_away, drawing, picture)

    def _give_up(self, drawing: Drawing, loop: asyncio.AbstractEventLoop) -> None:
        del self._under_way[drawing.key]
        loop.call_soon_threadsafe(drawing.drop)

    def _put_away(self, drawing: Drawing, picture: bytes | Exception) -> None:
        with self._lock:
            del self._under_way[drawing.key]
        if isinstance(picture, Exception):
            drawing.picture.set_exception(picture)
        else:
            drawing.picture.set_result(picture)
        if not drawing.is_to_keep:
            self._forget_drawn()  # The drawing may have cached parts after the caches were cleared.
        elif not isinstance(picture, Exception):
            self._keep(drawing.key, picture)

    def _keep(self, key: str, picture: bytes) -> None:
        self._kept[key] = picture
        self._room -= len(picture)
        while self._room < 0:
            self._room += len(self._kept.popitem(last=False)[1])

    def forget(self) -> None:
        """Forget all pictures, drawn or being drawn, as they may show names of people."""
        with self._lock:
            for drawing in self._under_way.values():
                drawing.is_to_keep = False
        self._forget_drawn()
        self._kept.clear()
        self._room = self._kept_bytes

    def _forget_drawn(self) -> None:
        if not self._is_closed:
            self._painter.submit(self._forget_parts)

    def close(self) -> None:
        """Refuse further requests, and wait until a running `draw` has returned."""
        with self._lock:
            self._is_closed = True
        self._painter.shutdown(wait=True, cancel_futures=True)
        self._filmer.shutdown(wait=True, cancel_futures=True)
