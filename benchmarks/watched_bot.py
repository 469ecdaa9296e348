"""Our bot with a watch on its event loop; at its end, the bot writes the holds to the file `HOLDS`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import msgspec

import bot
from benchmarks.watch import Hold, Watch


class Watched(msgspec.Struct, frozen=True):
    """The results of a watch.

    Attributes:
        holds: The times in which the loop was blocked.
        collections_s: The CPU seconds of each garbage collection.
    """

    holds: list[Hold]
    collections_s: list[float]


def main() -> int:
    """Run the bot; return its exit status."""
    watch, make = Watch(), bot.fast_loop()

    def loop() -> Any:
        made = make()
        watch.start(made)
        return made

    bot.fast_loop = lambda: loop
    try:
        return bot.main()
    finally:
        watch.stop()
        Path(os.environ["HOLDS"]).write_bytes(msgspec.json.encode(Watched(watch.holds, watch.collections_s)))


if __name__ == "__main__":
    sys.exit(main())
