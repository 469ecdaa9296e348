"""`make test-ways`: runs the tests of this folder on every pairing in turn, and prints the outcomes."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.play.pairing import EVERY

PYTEST = (sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "tests/play")


def main() -> int:
    """Run the tests; return the exit status: 0 if all passed."""
    told, status = [], 0
    for pairing in EVERY:
        print(f"\n{pairing}", flush=True)
        begun = time.monotonic()
        ended = subprocess.run(
            [*PYTEST, *sys.argv[1:]], env={**os.environ, **pairing.settings()}, check=False
        )
        how = "passed" if ended.returncode == 0 else f"FAILED ({ended.returncode})"
        told.append(f"{pairing!s:24} {how}, {time.monotonic() - begun:.0f} s")
        status = status or ended.returncode
    print("\nPlayed on (way in, store, processes):", *told, sep="\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
