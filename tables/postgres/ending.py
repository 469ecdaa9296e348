"""Ends tasks that talk to PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN_S: Final = 0.2
"""So long a cancelled task is waited for until it is cancelled once more."""


async def ended(task: asyncio.Task[Any] | None) -> None:
    """Cancel a task, and wait until it has ended, however.

    Once is not enough: psycopg waits by `asyncio.wait_for`, which in Python 3.11 forgets that it was
    cancelled where what it waits for comes at the same moment.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_S)
