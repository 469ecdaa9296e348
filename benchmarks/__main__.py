"""Runs all measurements, one after the other, in less than eight minutes on an idle machine.

`python -m benchmarks` prints the results, and writes those with a goal to `benchmarks/README.md`, with the
machine and the commit.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from benchmarks.circles import ROOT
from benchmarks.goals import GOAL

ALL: Final = (
    "felt",
    "clicks",
    "cold",
    "loop",
    "thinking",
    "start",
    "engine",
    "transports",
    "pictures",
    "road",
)
README: Final = Path(__file__).parent / "README.md"
LAST_RUN: Final = "## The last run\n"
"""The heading in the README below which each run writes its results anew."""
WRITTEN: Final = (".", ":!docs", ":!benchmarks/README.md", ":!benchmarks/ladder.json")
"""The paths, as git names them, of all files that measurements don't write themselves."""


def said(*command: str) -> str:
    """Return what a command prints."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def where() -> str:
    """Return a line on this machine and on the commit that is measured."""
    cpus = Path("/proc/cpuinfo")
    named = [line for line in cpus.read_text().splitlines() if line.startswith("model name")]
    cpu = named[0].partition(": ")[2] if named else platform.processor()
    changes = said("git", "status", "--porcelain", "--untracked-files=no", "--", *WRITTEN)
    changed = " with changes" if changes else ""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, commit {said('git', 'rev-parse', '--short', 'HEAD')}{changed};"
        f" {os.cpu_count()} logical processors ({cpu}), {platform.system()},"
        f" Python {platform.python_version()}"
    )


def lines_of(name: str) -> Iterator[str]:
    """Run the measurement `name`, and yield its lines as they come."""
    began = time.monotonic()
    yield f"python -m benchmarks.{name}\n"
    command = [sys.executable, "-m", f"benchmarks.{name}"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield from process.stdout
    failed = f", exit status {process.returncode}" if process.returncode else ""
    yield f"({time.monotonic() - began:.0f} s{failed})\n\n"


def main() -> None:
    """Run all measurements, and write the page."""
    load = f"load average before the run {os.getloadavg()[0]:.1f}"
    machine, began, goals = f"{where()}; {load}", time.monotonic(), []
    print(machine, end="\n\n")
    for line in (line for name in ALL for line in lines_of(name)):
        print(line, end="", flush=True)
        if GOAL in line:
            goals.append(line)
    took = f"The run took {time.monotonic() - began:.0f} s.\n"
    print(*goals, took, sep="")
    page = README.read_text("utf-8").partition(LAST_RUN)[0]
    table = f"```\n{''.join(goals)}```\n\n{machine}. {took}"
    README.write_text(f"{page}{LAST_RUN}\n{table}", "utf-8")


if __name__ == "__main__":
    main()
