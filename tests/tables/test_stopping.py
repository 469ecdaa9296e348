"""Programs on a terminal end in order when they are stopped, and leave no copies behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from tables.store import signals
from tables.store.sqlite.prepare import prepare
from tests.tables.stores import NAME

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 60
SIGNALS: Final = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
EACH_SIGNAL = pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
COPIED: Final = "tables.store.dump:copied"
EACH_COPY = pytest.mark.parametrize("call", [1, 2], ids=["copied", "proven"])
NO_COPY: Final = "Stopped. No copy was made, and nothing was left behind."
NOT_CHECKED: Final = "Stopped. Nothing was changed or left behind."
NOT_MOVED: Final = "Stopped. Nothing was moved. Run this again to start over."
SOMEBODY: Final = b"swordfish"
"""What a copy has of somebody."""
pytestmark = pytest.mark.sqlite

TOLD = """
import os, runpy, sys, threading
from importlib import import_module

program, place, call, numbers, *arguments = sys.argv[1:]
module, _, name = place.partition(":")
holder = import_module(module)
work, calls = getattr(holder, name), 0

def told(*given):
    global calls
    calls += 1
    done = work(*given)
    if calls == int(call):
        for number in numbers.split(","):
            os.kill(os.getpid(), int(number))
        while threading.current_thread() is not threading.main_thread():
            try:  # It goes on writing until the process has ended.
                given[-1].with_name(f"{given[-1].name}-journal").touch()
            except FileNotFoundError:
                pass
    return done

setattr(holder, name, told)
sys.argv = [program, *arguments]
runpy.run_module(program, run_name="__main__")
"""
"""Runs a program that is told to end when it has called a function for the so-manieth time."""


def hear_all() -> None:
    """Reset all signals, since `nohup` or a script's `&` may have them ignored."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def ended(
    program: str, place: str, call: int, numbers: Sequence[int], *arguments: str, **how: Any
) -> tuple[int, list[str]]:
    """Run a program that is stopped, perhaps repeatedly; return its exit status and its lines of output."""
    told = ",".join(str(int(number)) for number in numbers)
    done = subprocess.run(
        [sys.executable, "-c", TOLD, program, place, str(call), told, *arguments],
        cwd=ROOT,
        timeout=PATIENCE_S,
        text=True,
        check=False,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "preexec_fn": hear_all, **how},
    )
    return done.returncode, (done.stdout or "").splitlines()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with a person in it."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / NAME))
    prepare(tmp_path / NAME)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection, connection:
        sql = "INSERT INTO people (person_id, dm_state, settings) VALUES (1, ?, '{}')"
        connection.execute(sql, (SOMEBODY.decode(),))
    return tmp_path / NAME


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The path to which the database is moved."""
    return tmp_path / "new" / "other.sqlite3"


def moving(file: Path, other: Path) -> tuple[str, str]:
    return f"sqlite:{file}", f"sqlite:{other}"


def folders(folder: Path) -> list[str]:
    return sorted(next(os.walk(folder))[1])


def kept(folder: Path) -> bytes:
    """Return the contents of all files in a folder."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


@pytest.mark.slow
@EACH_SIGNAL
@EACH_COPY
def test_a_backup_that_is_stopped_leaves_no_copy_though_its_threads_go_on(
    file: Path, number: int, call: int
) -> None:
    status, said = ended("tables.backup", COPIED, call, [number, number])
    assert (status, said[1:]) == (2, ["", NO_COPY])
    assert list((file.parent / "backups").iterdir()) == []


@pytest.mark.slow
@EACH_SIGNAL
def test_a_check_that_is_stopped_leaves_no_copy(
    file: Path, number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    status, said = ended("bot", COPIED, 1, [number, number], "--check")
    assert (status, said) == (1, ["", NOT_CHECKED])
    assert list(temporary.iterdir()) == []


@pytest.mark.slow
def test_a_backup_whose_copy_is_in_its_place_is_not_stopped_any_more(file: Path) -> None:
    status, said = ended("tables.backup", "tables.store.sqlite.files:put", 1, SIGNALS, "--keep", "1")
    assert (status, NO_COPY in said) == (0, False)
    assert len(list((file.parent / "backups").iterdir())) == 1


@pytest.mark.slow
@EACH_SIGNAL
@EACH_COPY
def test_a_move_that_is_stopped_has_moved_nothing_and_leaves_nothing(
    file: Path, other: Path, number: int, call: int
) -> None:
    calls = 2 * call - 1  # The second one asks what is in the other database.
    status, said = ended("tables.move", COPIED, calls, [number, number], *moving(file, other))
    assert (status, said[-2:]) == (1, ["", NOT_MOVED])
    assert "Traceback" not in "".join(said)
    assert folders(file.parent) == ["new"]
    assert folders(other.parent) == []
    assert SOMEBODY not in kept(other.parent)
    status, said = ended("tables.move", COPIED, 0, [], *moving(file, other))
    assert (status, SOMEBODY in kept(other.parent)) == (0, True)


@pytest.mark.slow
def test_a_move_that_is_being_kept_is_not_stopped_any_more(file: Path, other: Path) -> None:
    status, said = ended("tables.move", "tables.store.sqlite.files:put", 1, SIGNALS, *moving(file, other))
    assert (status, said[-1].startswith("Done.")) == (0, True)
    assert SOMEBODY in kept(other.parent)


@pytest.mark.slow
def test_what_a_program_was_started_to_ignore_does_not_stop_it(file: Path, other: Path) -> None:
    status, _ = ended(
        "tables.move",
        "tables.store.sqlite.prepare:counts",
        1,
        [signal.SIGHUP],
        *moving(file, other),
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),  # As `nohup` does.
    )
    assert status == 0


@pytest.mark.slow
@pytest.mark.parametrize(("program", "status"), [("tables.move", 1), ("tables.backup", 2)])
def test_it_ends_in_order_though_the_terminal_is_gone(
    file: Path, other: Path, program: str, status: int
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    arguments = moving(file, other) if program == "tables.move" else ()
    try:
        gone = {"stdout": writing, "stderr": writing}
        assert ended(program, COPIED, 1, [signal.SIGHUP], *arguments, **gone) == (status, [])
    finally:
        os.close(writing)
    assert SOMEBODY not in kept(file.parent / "backups") + kept(other.parent)


@pytest.mark.parametrize("is_too_late", [False, True])
def test_a_signal_after_the_work_is_heeded_as_during_it(is_too_late: bool) -> None:
    before = {number: signal.getsignal(number) for number in SIGNALS}

    async def work() -> dict[int, Any]:
        if is_too_late:
            signals.too_late()
        return {number: signal.getsignal(number) for number in SIGNALS}

    try:
        signals.stoppable(lambda: None, 1)
        during = asyncio.run(signals.heard(work()))
        assert during == {number: signal.getsignal(number) for number in SIGNALS} != before
    finally:
        signals._heeded.clear()
        for number, handler in before.items():
            signal.signal(number, handler)
