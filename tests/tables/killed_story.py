"""Plays a story at two tables and dies at a given statement; `test_tables_kill.py` runs it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiosqlite

from tables import Outcome, Tables
from tables.verbs.lobby import joined
from tables.verbs.play import started
from tables.views.looks import taken_back
from tests.tables.toys import ANN, BOB, opened, opening, say

Tell = Callable[[str, str, int], None]
COMPLETE = (1, 2, 4, 7, 8, 9, 11)
"""The versions of a table after each click of the story."""


async def story(tables: Tables, name: str, tell: Tell) -> int:
    """Play the story of one table from the beginning; clicks stored by an earlier life have no effect."""

    async def click(key: str, verb: Callable[[str], Awaitable[Outcome]]) -> str:
        answer = await verb(f"{name}-{key}")
        view = answer.look.table
        tell(view.id, f"{name}-{key}", view.version)
        return view.id

    table = await click("new", lambda key: tables.new(opening(), ANN, key))
    await click("join", lambda key: tables.do(table, BOB, key, joined))
    await click("start", lambda key: tables.do(table, ANN, key, started))
    await click("add", lambda key: say(tables, table, ANN, "add 1;add 1;end", key))
    await click("sleep", lambda key: say(tables, table, BOB, "sleep", key))
    await click("back", lambda key: tables.do(table, BOB, key, taken_back))
    await click("more", lambda key: say(tables, table, BOB, "add 2;end", key))
    heap: int = (await tables.look(table, None)).observation.heap
    return heap


def die_at(statement: int) -> None:
    """Kill this process just before the write connection runs its statement of this number."""
    count = 0

    def counted(run: Callable[..., Any]) -> Callable[..., Any]:
        def counting(self: aiosqlite.Connection, *arguments: Any) -> Any:
            nonlocal count
            if count == statement:
                os.kill(os.getpid(), signal.SIGKILL)
            count += 1
            return run(self, *arguments)

        return counting

    for name in ("execute", "executemany"):
        setattr(aiosqlite.Connection, name, counted(getattr(aiosqlite.Connection, name)))


async def live(folder: Path, statement: int) -> None:
    """Play at two tables at once until the process dies or the stories end."""
    told = os.open(folder / "told", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def tell(*fact: Any) -> None:
        os.write(told, json.dumps(fact).encode() + b"\n")

    async with opened(folder) as tables:
        die_at(statement)
        await asyncio.gather(*(story(tables, name, tell) for name in "ab"))


def main(root: Path) -> None:
    """Die at the first statement, then at the second, and so on, until a life comes to its end."""
    for statement in range(500):
        folder = root / str(statement)
        folder.mkdir()
        child = os.fork()
        if child == 0:
            asyncio.run(live(folder, statement))
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            return
    sys.exit("no life came to its end")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
