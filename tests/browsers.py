"""Says which browser the tests use: `python -m tests.browsers`."""

from __future__ import annotations

import os
import sys

from localdiscord.tests.browsers import chromium


def main() -> int:
    """Say which browser the tests use; CI must have one."""
    if found := chromium():
        print(f"Tests in the browser use {found}.")
        return 0
    print("No Chromium is installed: the tests in the browser are left out, all others run.")
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
