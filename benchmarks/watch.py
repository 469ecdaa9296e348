"""Watches an event loop: how long it was blocked, by which function, and for which reasons."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Final

import msgspec

from benchmarks.circles import OURS, ROOT

EVERY_S: Final = 0.002
"""Seconds between the loop's signs of life, and between looks at the function that blocks it."""
SCHEDULED: Final = Path("/proc/thread-self/schedstat")
LEAST_S: Final = 0.01
"""Holds shorter than this many seconds aren't recorded."""


class Hold(msgspec.Struct, frozen=True):
    """A time in which one callback blocked the event loop.

    Attributes:
        at: The end of the hold, by `time.monotonic`.
        wall_s: The length of the hold; this and the following times are in seconds.
        queued_s: The time for which the loop's thread waited for a processor that other threads used.
        loop_s: The CPU time of the loop's thread.
        gc_s: The CPU time of garbage collections in any thread; they stop all threads.
        holders: The functions seen running in the loop's thread, with how often each was seen.
    """

    at: float
    wall_s: float
    queued_s: float
    loop_s: float
    gc_s: float
    holders: dict[str, int]

    @property
    def ours_s(self) -> float:
        """The part of the hold caused by this process: work, a blocking call, or a wait for Python's lock."""
        return max(self.wall_s - self.queued_s, 0.0)

    def __str__(self) -> str:
        seen = sum(self.holders.values())
        who = ", ".join(f"{name} {times}/{seen}" for name, times in Counter(self.holders).most_common(3))
        return (
            f"{self.ours_s * 1000:4.0f} ms (CPU {self.loop_s * 1000:.0f}, GC {self.gc_s * 1000:.0f};"
            f" {self.queued_s * 1000:.0f} more for want of a processor): {who or 'nobody seen'}"
        )


class Watch:
    """Watches the event loop of the thread in which it is created, from `start` on.

    Attributes:
        holds: The holds so far.
        collections_s: The CPU seconds of each garbage collection.
    """

    def __init__(self) -> None:
        self.holds: list[Hold] = []
        self.collections_s: list[float] = []
        self._thread = threading.get_ident()
        self._seen: Counter[str] = Counter()
        self._collecting_since = 0.0
        # Only Linux reports the time in the queue; on other systems, a whole hold counts as our own.
        self._waits = open(SCHEDULED, "rb", 0) if SCHEDULED.exists() else None  # noqa: SIM115
        self._is_open = True

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to watch; the loop need not run yet."""
        gc.callbacks.append(self._collected)
        self._loop = loop
        self._note()
        loop.call_soon(self._beat)
        threading.Thread(target=self._look, daemon=True).start()

    def stop(self) -> None:
        """Stop watching."""
        self._is_open = False
        gc.callbacks.remove(self._collected)

    def longest_s(self) -> float:
        """The length of the longest hold, in seconds."""
        return max((hold.ours_s for hold in self.holds), default=0.0)

    def _note(self) -> None:
        self._due = time.perf_counter() + EVERY_S
        self._spent = self._so_far()

    def _so_far(self) -> tuple[float, float, float]:
        """Return the thread's seconds in the queue and on a processor, and those of garbage collections."""
        queued_s = 0.0
        if self._waits is not None:
            self._waits.seek(0)
            queued_s = int(self._waits.read().split()[1]) / 1e9
        return queued_s, time.thread_time(), sum(self.collections_s)

    def _beat(self) -> None:
        late = time.perf_counter() - self._due
        if late > LEAST_S:
            queued_s, loop_s, gc_s = (
                now - before for now, before in zip(self._so_far(), self._spent, strict=True)
            )
            self.holds.append(Hold(time.monotonic(), late, queued_s, loop_s, gc_s, dict(self._seen)))
        self._seen.clear()
        self._note()
        if self._is_open:
            self._loop.call_later(EVERY_S, self._beat)

    def _look(self) -> None:
        """While the loop is late, note which function runs in its thread; runs in another thread."""
        while self._is_open:
            time.sleep(EVERY_S)
            if time.perf_counter() > self._due + EVERY_S:
                self._seen[holder(sys._current_frames().get(self._thread))] += 1

    def _collected(self, phase: str, _: Any) -> None:
        if phase == "start":
            self._collecting_since = time.thread_time()
        else:
            self.collections_s.append(time.thread_time() - self._collecting_since)


def holder(frame: FrameType | None) -> str:
    """Return our innermost function on the stack and, if it isn't ours, the innermost of all."""
    innermost = frame
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in OURS:
            own = name(frame, str(path.relative_to(ROOT)))
            return own if frame is innermost or innermost is None else f"{own} ({name(innermost)})"
        frame = frame.f_back
    if innermost is None or Path(innermost.f_code.co_filename).name in ("runners.py", "selectors.py"):
        return "nobody: it waits for a processor, or for Python's lock"
    return f"none of ours ({name(innermost)})"


def name(frame: FrameType, path: str | None = None) -> str:
    """Return a function's name, with its file and line."""
    code = frame.f_code
    return f"{path or '/'.join(Path(code.co_filename).parts[-2:])}:{frame.f_lineno} {code.co_qualname}"


def report(phase: str, holds: Sequence[Hold], most: int = 5) -> None:
    """Print the longest holds of a phase."""
    over = sum(hold.ours_s > 0.05 for hold in holds)
    print(f"{phase}: {len(holds)} holds of more than {LEAST_S * 1000:.0f} ms, {over} of more than 50")
    for hold in sorted(holds, key=lambda hold: -hold.ours_s)[:most]:
        print(f"    {hold}")
