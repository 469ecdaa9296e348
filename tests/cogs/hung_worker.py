"""A worker that only acknowledges clicks, to be stopped: `python -m tests.cogs.hung_worker PORT`."""

from __future__ import annotations

import asyncio
import sys

from tests.cogs.bench import Bench


async def main() -> None:
    """Answer until a signal kills the process."""
    await Bench(port=int(sys.argv[1])).begin()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
