"""A database that root has used can still be opened by a bot that runs as another user."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.test_house import ROOT
from tests.tables.test_tables_open import NAME, filled

NOBODY = 65534

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.slow,
    pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can act as somebody else"
    ),
]


@pytest.fixture
def theirs() -> Iterator[Path]:
    """A folder of another user, with a database."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = asyncio.run(filled(folder))
        for one in (folder, *folder.iterdir()):
            os.chown(one, NOBODY, NOBODY)
        path.with_name(NAME + ".lock").unlink()
        yield folder


def done(*command: str) -> None:
    subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, check=True)


def foreign(folder: Path) -> set[str]:
    """Return the files in a folder that belong to somebody else, or are less protected than the database."""
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.stat().st_uid != NOBODY or (path.is_file() and path.stat().st_mode & 0o077)
    }


@pytest.mark.parametrize(
    "command",
    [
        pytest.param("tables.backup sqlite:{db}", id="backup"),
        pytest.param("tables.backup sqlite:{db} --to {folder}/far/away", id="backup elsewhere"),
        pytest.param("tables.move sqlite:{db} sqlite:{folder}/new/file.sqlite3", id="move"),
    ],
)
def test_what_root_makes_beside_a_database_is_its_owners(theirs: Path, command: str) -> None:
    words = command.format(db=theirs / NAME, folder=theirs).split()
    if words[0] == "tables.backup":
        os.environ["DATABASE_PATH"] = str(theirs / NAME)
        try:
            done(*[word for word in words if not word.startswith("sqlite:")])
        finally:
            del os.environ["DATABASE_PATH"]
    else:
        done(*words)
    assert foreign(theirs) == set()


def test_where_root_ran_the_bot_its_user_can_go_on(theirs: Path) -> None:
    asyncio.run(filled(theirs))
    assert foreign(theirs) == set()


def test_a_first_start_by_root_belongs_to_whom_the_folder_belongs(theirs: Path) -> None:
    asyncio.run(filled(theirs / "data" / "deeper"))
    assert foreign(theirs) == set()


def test_a_lock_is_as_open_as_its_database(theirs: Path) -> None:
    (theirs / NAME).chmod(0o660)
    asyncio.run(filled(theirs))
    assert stat.S_IMODE((theirs / f"{NAME}.lock").stat().st_mode) == 0o660


def test_a_check_by_root_leaves_nothing_of_roots(theirs: Path) -> None:
    before = {path.name for path in theirs.iterdir()}
    subprocess.run(
        [sys.executable, "bot.py", "--check"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_PATH": str(theirs / NAME)},
        capture_output=True,
        check=False,  # It knows no toys.
    )
    assert {path.name for path in theirs.iterdir()} - {f"{NAME}-shm", f"{NAME}-wal"} == before
    assert foreign(theirs) == set()
