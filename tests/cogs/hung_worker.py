"""A worker that acknowledges each click, for a test to stop: `python -m tests.cogs.hung_worker PORT`."""

from __future__ import annotations

import asyncio
import sys

from tests.cogs.bench import Bench


async def main() -> None:
    """Answer until it is killed."""
    await Bench(port=int(sys.argv[1])).begin()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
