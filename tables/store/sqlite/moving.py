"""The copies that `tables.move` works on, each in a folder beside the file that it moves from."""

from __future__ import annotations

import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

COPY: Final = "copy.sqlite3"
INFIX: Final = "-moving-"


def folder_for_a_copy(file: Path) -> tempfile.TemporaryDirectory[str]:
    """A folder for a file's copy, which is called `COPY` there."""
    return tempfile.TemporaryDirectory(prefix=f"{file.name}{INFIX}", dir=file.parent)


def delete_left(file: Path) -> None:
    """Delete what killed moves of a file have left: whole copies, with people's ids and names.

    Blocks: call it in a thread.  Whoever calls holds the lock of the file, so no move of it is under way.
    """
    named = re.compile(rf"{re.escape(file.name)}{INFIX}\w+")
    with suppress(OSError):  # They are in nobody's way.
        for folder in [one for one in file.parent.iterdir() if named.fullmatch(one.name)]:
            with suppress(OSError):
                if not folder.is_symlink() and all(map(_is_of_a_copy, folder.iterdir())):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_of_a_copy(path: Path) -> bool:
    """Whether it is a copy or what SQLite has beside one, and not what somebody else has put there."""
    return path.name.startswith(COPY) and path.is_file()
