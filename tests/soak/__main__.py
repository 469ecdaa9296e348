"""`python -m tests.soak --seed N --seconds S` runs storms of up to `STORM_S` seconds, one after the other."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from typing import Final

from tests.soak.machine import TABLES, storm
from tests.soak.report import Report, say

STORM_S: Final = 45.0
"""The most seconds of a storm; a longer time is divided into several storms, each with a seed of its own."""


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Storms around the bot.")
    parser.add_argument("--seed", type=int, default=None, help="of the first storm; default: the time")
    parser.add_argument("--seconds", type=float, default=STORM_S, help="of storming, in all")
    parser.add_argument("--tables", type=int, default=TABLES, help="opened before each storm")
    parser.add_argument("--only", default=".", help="only troubles whose name has this pattern")
    parser.add_argument("--workers", type=int, default=0, help="so many processes on PostgreSQL")
    parser.add_argument("--way", choices=("gateway", "https"), default="gateway", help="how clicks come")
    parser.add_argument("--kill-every", type=float, default=0.0, help="seconds: kill one of the workers")
    parser.add_argument("--log", action="store_true", help="show what the bot logged")
    return parser.parse_args()


def told(report: Report, command: str, with_log: bool) -> str:
    """Return the report of a storm as text."""
    troubles, kinds = (
        ", ".join(f"{name} {count}" for name, count in counted.items() if count)
        for counted in (report.troubles, report.kinds)
    )
    lines = [
        f"  {report.clicks} clicks, {report.confirmed} moves confirmed, {report.entries} entries,"
        f" {report.tables} tables, {report.deaths} deaths; looked at in {report.checked_s:.1f} s",
        f"  entries: {kinds}",
        f"  troubles: {troubles}",
    ]
    lines += [f"  FOUND {found.check}: {found.sentence}" for found in report.findings]
    lines += [f"  again: {command}"] if report.findings else []
    lines += [f"    | {line}" for line in report.log] if with_log else []
    return "\n".join(lines)


def again(
    seed: int,
    seconds: float,
    tables: int = TABLES,
    only: str = ".",
    workers: int = 0,
    kill_every_s: float = 0.0,
    way: str = "gateway",
) -> str:
    """Return the command that repeats a storm."""
    command = f"python -m tests.soak --seed {seed} --seconds {seconds:.0f} --tables {tables}"
    command += f" --workers {workers}" if workers else ""
    command += f" --way {way}" if way != "gateway" else ""
    command += f" --kill-every {kill_every_s}" if kill_every_s else ""
    return f"{command} --only {only!r}" if only != "." else command


def main() -> int:
    """Run the storms; return the exit status: 1 if there are any findings."""
    options = arguments()
    if options.kill_every and options.workers < 2:
        sys.exit("--kill-every wants --workers: somebody has to be left")
    seed = int(time.time()) if options.seed is None else options.seed
    left, found = options.seconds, 0
    while left > 0:
        seconds = min(left, STORM_S)
        left -= seconds
        say(f"storm of {seconds:.0f} s, seed {seed}")
        how = {
            "only": options.only,
            "workers": options.workers,
            "kill_every_s": options.kill_every,
            "way": options.way,
        }
        report = asyncio.run(storm(seed, seconds, options.tables, **how))
        say(told(report, again(seed, seconds, options.tables, **how), options.log))
        found += len(report.findings)
        seed += 1
    say(f"{found} found" if found else "nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
