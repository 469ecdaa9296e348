"""Where the Chromium for the tests in a browser is; `python -m tests.browsers` says what that means."""

from __future__ import annotations

import os
import shutil
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def chromium() -> str | None:
    """The path of an installed Chromium, or None; `CHROMIUM` names another one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def main() -> int:
    """Say which browser the tests use; CI must have one."""
    if found := chromium():
        print(f"Tests in the browser use {found}.")
        return 0
    print("No Chromium is installed: the tests in the browser are left out, all others run.")
    return 1 if os.environ.get("CI") else 0


if __name__ == "__main__":
    sys.exit(main())
