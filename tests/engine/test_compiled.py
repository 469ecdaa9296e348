"""The compiled engine, if `make compiled` has made it, does the same as the engine in Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from deploy import compiled
from engine.game import AnyGame
from tests.engine.test_playthroughs import RECORDED
from tests.engine.transcript import COMPILED, IN_PYTHON, engine, transcript


def asked(*code: str) -> subprocess.CompletedProcess[str]:
    """Return what a Python with the compiled engine prints."""
    command = [sys.executable, *code]
    return subprocess.run(
        command, cwd=compiled.ROOT, env=compiled.environment(), capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def has_compiled() -> None:
    """Skip a test, with the reason, if there is no compiled engine of this version."""
    if not compiled.has_compiler():
        pytest.skip(compiled.MISSING)
    if not compiled.BUILT.is_dir():
        pytest.skip("The engine is not compiled: make compiled")
    if asked("-c", "import engine").returncode:
        pytest.skip("The compiled engine is of another version: make compiled")


@pytest.mark.slow
@pytest.mark.usefixtures("has_compiled")
@pytest.mark.parametrize(("game", "seats"), RECORDED)
def test_the_compiled_engine_plays_and_thinks_as_the_one_in_python(game: AnyGame, seats: int) -> None:
    assert engine() == IN_PYTHON
    said = asked("-m", "tests.engine.transcript", game.id, str(seats))
    assert said.returncode == 0, said.stderr
    found, *lines = said.stdout.splitlines()
    assert found == COMPILED
    assert lines == list(transcript(game, seats))


WHERE_PLAYERS_THINK = """
import asyncio
from pathlib import Path
from tables.computers.thinking import InProcesses

async def main():
    thinking = InProcesses()
    process = await thinking._free()
    print("__mypyc" in Path(f"/proc/{process.pid}/maps").read_text())
    await thinking.close()

asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/maps").exists(), reason="Linux alone tells what a process has loaded"
)
@pytest.mark.usefixtures("has_compiled")
def test_computer_players_think_with_the_engine_that_the_bot_has() -> None:
    said = asked("-c", WHERE_PLAYERS_THINK)
    assert said.stdout.strip() == "True", said.stderr


def test_a_compiled_engine_of_another_version_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "build" / "compiled" / "engine"
    for folder in (copy, tmp_path / "engine"):
        folder.mkdir(parents=True)
        (folder / "counts.py").write_text("")
    (copy / "__init__.py").write_text(compiled.GUARD)
    taken = [sys.executable, "-c", "import engine"]
    assert subprocess.run(taken, cwd=copy.parent, check=False).returncode == 0
    (tmp_path / "engine" / "counts.py").write_text("changed = 1")
    refused = subprocess.run(taken, cwd=copy.parent, capture_output=True, text=True, check=False)
    assert "make compiled" in refused.stderr
