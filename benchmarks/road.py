"""The path of one move: which of our functions are called after a click, and what is written to disk.

`python -m benchmarks.road`; with `--road`, it prints the names of all functions, in order.  It also counts
lines and import cycles.

The move is *gather grain 1* at a table of two, in an `Evening` of the tests: on the local Discord, with small
pictures.  Functions in all threads count; comprehensions and lambdas don't.
"""

from __future__ import annotations

import asyncio
import logging
import re
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import aiosqlite
import structlog

from benchmarks.circles import OURS, ROOT, imports, largest_circle
from cogs.messages.refresher import Pace
from tests.play.evening import Evening, an_evening, moves_of

MOVE: Final = "gather grain 1"
PACE: Final = Pace(settle_s=0.04, spacing_s=0.0, pictures_s=60)
"""With this pace, the repaint begins after the answer, as it does for people; the tests' pace is faster."""
WRITES: Final = re.compile(r"(?:INSERT|REPLACE|UPDATE|DELETE)(?: OR \w+)?(?: INTO| FROM)? (\w+)")

Place = tuple[str, str]
"""The path of a module, and the name of a function in it."""


class Road:
    """While entered, records which of our functions are called, in any thread, and what is committed."""

    def __init__(self) -> None:
        self.places: dict[Place, None] = {}
        self.commits: list[list[str]] = []
        self.is_open = False
        self._known: dict[CodeType, Place | None] = {}
        self._written: list[str] = []
        threading.setprofile(self._heard)
        sys.setprofile(self._heard)
        for name in ("execute", "executemany"):
            self._listen(name)

    def _heard(self, frame: FrameType, event: str, _: Any) -> None:
        if self.is_open and event == "call":
            code = frame.f_code
            if code not in self._known:
                self._known[code] = place_of(code)
            if place := self._known[code]:
                self.places[place] = None

    def _listen(self, name: str) -> None:
        run = getattr(aiosqlite.Connection, name)

        def noting(connection: aiosqlite.Connection, sql: str, *arguments: Any) -> Any:
            if self.is_open and sql == "COMMIT":
                self.commits.append(self._written)
                self._written = []
            elif self.is_open:
                self._written += WRITES.findall(sql)
            return run(connection, sql, *arguments)

        setattr(aiosqlite.Connection, name, noting)


def place_of(code: CodeType) -> Place | None:
    """Return a function's module and name; None: the function isn't ours, or has no name."""
    path = Path(code.co_filename)
    if code.co_name.startswith("<") or not path.is_relative_to(ROOT):
        return None
    module = path.relative_to(ROOT)
    return (str(module), code.co_qualname) if module.parts[0] in OURS else None


async def move(evening: Evening, road: Road) -> list[Place]:
    """Make the move within `road`, until all is repainted; return the functions called before the answer."""
    await evening.started("Ana", "Ben", first_player="1")
    for name in ("Ana", "Ben"):
        await evening.dealt(name)
    await evening.settled()
    panel = await evening.dealt("Ana")
    [custom_id] = [one for one in moves_of(panel) if one.split(":")[-1].split(";")[-1] == MOVE]
    road.is_open = True
    clicked = await evening.person("Ana").click(panel, custom_id=custom_id)
    await clicked.answered()
    until_answered = list(road.places)
    await evening.settled()
    road.is_open = False
    return until_answered


def lines(folder: str) -> int:
    """Return the number of lines of all modules in a folder."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in (ROOT / folder).rglob("*.py"))


def row(what: str, *numbers: object) -> None:
    """Print a row of the table."""
    print(f"{what:<44}", *(f"{number!s:>10}" for number in numbers))


def names(places: Iterable[Place]) -> Iterator[str]:
    """Yield a line for each module, in the order of first calls, with the functions called in it."""
    by_module: dict[str, list[str]] = {}
    for module, function in places:
        by_module.setdefault(module, []).append(function)
    return (f"{module}: {', '.join(functions)}" for module, functions in by_module.items())


async def main() -> None:
    """Make the move, and print the table."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    road = Road()
    with tempfile.TemporaryDirectory() as folder:
        async with an_evening(Path(folder), pace=PACE) as evening:
            until_answered = await move(evening, road)
    row(f"one move, {MOVE}", "modules", "functions")
    for what, places in (("until its answer", until_answered), ("until all is repainted", list(road.places))):
        row(f"  {what}", len({module for module, _ in places}), len(places))
    row("durable transactions of that move", len(road.commits))
    for number, written in enumerate(road.commits, 1):
        print(f"  {number}: {', '.join(dict.fromkeys(written))}")
    for folder in ("cogs", "tables"):
        row(f"lines of {folder}/", lines(folder))
    circle = largest_circle(imports())
    row("files of the largest import circle", len(circle))
    if "--road" in sys.argv:
        print("", *names(road.places), "", *sorted(circle), sep="\n")


if __name__ == "__main__":
    asyncio.run(main())
