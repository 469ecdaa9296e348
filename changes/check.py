"""Refuses a change that has no changelog fragment: python changes/check.py origin/main."""

from __future__ import annotations

import re
import subprocess
import sys

FRAGMENT = re.compile(r"changes/[\w+-]+\.(before|added|changed|fixed|none)\.md")
CHANGELOG = "CHANGELOG.md"
"""A release writes this file and deletes the fragments."""


def added_since(base: str) -> list[str]:
    """Return the paths of files that were added or changed since the branch left `base`."""
    command = ["git", "diff", "--name-only", "--diff-filter=d", f"{base}...HEAD"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def has_fragment(paths: list[str]) -> bool:
    """Say whether a change brings a fragment, or is a release."""
    return any(FRAGMENT.fullmatch(path) or path == CHANGELOG for path in paths)


if __name__ == "__main__":
    if not has_fragment(added_since(sys.argv[1])):
        sys.exit("This change has no fragment in changes/: changes/README.md says how to write one.")
