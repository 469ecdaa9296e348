"""Waits for what may take too long."""

from __future__ import annotations

import asyncio
from typing import Any


async def done_within(what: asyncio.Future[Any], seconds: float) -> bool:
    """Wait for something to be done, at most so long; whether it is.  It goes on if it isn't.

    As `asyncio.wait` for one thing and without its lists, since each click waits so a few times.
    """
    if what.done():
        return True
    loop = asyncio.get_running_loop()
    over: asyncio.Future[None] = loop.create_future()

    def end(_: object = None) -> None:
        if not over.done():
            over.set_result(None)

    timer = loop.call_later(seconds, end)
    what.add_done_callback(end)
    try:
        await over
    finally:
        timer.cancel()
        what.remove_done_callback(end)
    return what.done()
