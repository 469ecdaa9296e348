"""`make league`: plays seasons of leagues, and stops at the first with a fault."""

from __future__ import annotations

import argparse
import asyncio
import logging
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from tests.league.season import season


def main() -> None:
    """Play as many seasons as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.league")
    parser.add_argument("--seasons", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    for seed in range(options.seed, options.seed + options.seasons):
        began = time.monotonic()
        with TemporaryDirectory() as folder:
            done = asyncio.run(season(Path(folder), seed))
        wanted = done.settings
        print(  # noqa: T201
            f"season {seed}: {len(done.people)} people at tables of {wanted.size}, {wanted.game_id},"
            f" {'Swiss' if wanted.swiss else 'round robin'}: {done.tables_seen} tables,"
            f" {done.restarts} starts, {time.monotonic() - began:.1f} s"
        )


if __name__ == "__main__":
    main()
