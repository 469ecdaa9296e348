"""Ends tasks that talk to PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any, Final

AGAIN_S: Final = 0.2
"""So long a cancelled task is waited for until it is cancelled once more."""


async def ended(task: asyncio.Task[Any] | None) -> None:
    """Cancel a task, and wait until it has ended, however.

    Once may not be enough: what libraries wait for by `asyncio.wait_for` may come at that very moment, and
    in Python 3.11 that forgets the cancellation.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_S)
