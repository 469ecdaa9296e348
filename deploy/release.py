"""Makes a release: `make release VERSION=1.1.0` shows what it would do, and with GO=1 does it.

A release has a changelog, a version, notes, an image, a commit and a tag. Nothing is pushed.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

PROJECT = Path("pyproject.toml")
NOTES = Path("build/notes.md")
VERSION = re.compile(r'^version = "(.*)"$', re.MULTILINE)
TOWNCRIER = [sys.executable, "-m", "towncrier", "build", "--version"]


def output(*command: str) -> str:
    """Run a command, and return its standard output, stripped."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers that can be compared."""
    return tuple(int(part) for part in version.split("."))


def last_version() -> str:
    """Return the highest version among the project's own and the tags."""
    (own,) = VERSION.findall(PROJECT.read_text("utf-8"))
    tags = [tag[1:] for tag in output("git", "tag").splitlines() if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    return str(max([own, *tags], key=numbers))


def objection(version: str) -> str | None:
    """Return a sentence on why this version can't be released now, or None if it can."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return f"{version!r} is no version such as 1.1.0."
    if numbers(version) <= numbers(last_version()):
        return f"{version} is not above {last_version()}, the last version."
    if (branch := output("git", "branch", "--show-current")) != "main":
        return f"A release is made on the branch main, not on {branch}."
    if changed := output("git", "status", "--porcelain"):
        return f"The tree is not clean:\n{changed}"
    if not [path for path in Path("changes").glob("*.*.md") if not path.name.endswith(".none.md")]:
        return "No fragment in changes/ says what is different in this version."
    return None


def steps(version: str) -> list[list[str]]:
    """Return the commands of a release, run after its version and notes were written."""
    image = ["docker", "build", "-f", "deploy/Dockerfile", "-t", f"tables:{version}", "-t", "tables", "."]
    return [
        [*TOWNCRIER, version, "--yes"],
        image,
        ["git", "add", PROJECT.as_posix()],
        ["git", "commit", "--quiet", "-m", f"Release {version}"],
        ["git", "tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--file", NOTES.as_posix()],
    ]


def release(version: str, notes: str) -> None:
    """Make the release `version` with the text `notes`; if a command fails, reset all files.

    Raises:
        CalledProcessError, FileNotFoundError: a command failed or is not installed.
    """
    NOTES.parent.mkdir(exist_ok=True)
    NOTES.write_text(notes + "\n", "utf-8")
    PROJECT.write_text(VERSION.sub(f'version = "{version}"', PROJECT.read_text("utf-8"), 1), "utf-8")
    begun = output("git", "rev-parse", "HEAD")
    try:
        for command in steps(version):
            subprocess.run(command, check=True)
    except (subprocess.CalledProcessError, FileNotFoundError):
        subprocess.run(["git", "reset", "--quiet", "--hard", begun], check=True)
        raise


def main() -> None:
    """Show the release that the command line names, or with `--go` make it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version")
    parser.add_argument("--go", action="store_true", help="do it")
    chosen = parser.parse_args()
    if refused := objection(chosen.version):
        sys.exit(refused)
    notes = output(*TOWNCRIER, chosen.version, "--draft")
    notes = notes[notes.index("## ") :]
    if chosen.go:
        release(chosen.version, notes)
        print(f"Released {chosen.version}. Publish it: git push --follow-tags; the notes are in {NOTES}.")
        return
    print(f"Would release {chosen.version} after {last_version()}; GO=1 does it.\n")
    print(f'{PROJECT}: version = "{chosen.version}"\n{NOTES} and CHANGELOG.md:\n\n{notes}\n')
    for command in steps(chosen.version):
        print("$", shlex.join(command))


if __name__ == "__main__":
    main()
