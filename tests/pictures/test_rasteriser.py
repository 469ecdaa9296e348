"""Drawings are made by another process, whatever becomes of it, and never outlive ours."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from pictures import rasteriser
from pictures.rasteriser import PATIENCE_S, Rasteriser, drawn
from pictures.sprites import svg

SVG = svg("art:seat_1", 40, 40)
FILE = drawn(SVG, 40, 40)

AN_END = """
import os
import signal
from pictures.rasteriser import RASTERISER
from pictures.sprites import svg
RASTERISER.png(svg("art:seat_1", 40, 40), 40, 40)
print("drawn", flush=True)
signal.signal(signal.SIGINT, signal.SIG_DFL)  # A test run in the background ignores it, and so would this.
os.kill(os.getpid(), {signal})
"""


@pytest.fixture
def other() -> Iterator[Rasteriser]:
    made = Rasteriser()
    yield made
    made.close()


def refused(svg: str, width: int, height: int) -> bytes:
    raise AssertionError("drawn by this process")


def process_of(one: Rasteriser) -> subprocess.Popen[bytes]:
    assert one._process is not None
    return one._process


def test_another_process_draws_the_same(other: Rasteriser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rasteriser, "drawn", refused)
    assert [other.png(SVG, 40, 40) for _ in range(3)] == [FILE] * 3


def test_what_is_no_drawing_is_said_and_the_next_one_drawn(other: Rasteriser) -> None:
    with pytest.raises(ValueError, match="root node"):
        other.png("<nothing", 40, 40)
    process = process_of(other)
    assert other.png(SVG, 40, 40) == FILE
    assert process_of(other) is process


def test_where_the_other_process_was_killed_this_one_draws_and_then_a_new_one(other: Rasteriser) -> None:
    other.png(SVG, 40, 40)
    former = process_of(other)
    former.kill()
    former.wait()
    assert other.png(SVG, 40, 40) == FILE
    assert other.png(SVG, 40, 40) == FILE
    assert process_of(other).pid != former.pid


def test_where_the_other_process_hangs_this_one_draws_and_then_a_new_one(other: Rasteriser) -> None:
    other.png(SVG, 40, 40)
    former, other.patience_s = process_of(other), 0.0
    former.send_signal(signal.SIGSTOP)
    assert other.png(SVG, 40, 40) == FILE
    assert former.poll() is not None
    other.patience_s = PATIENCE_S
    assert other.png(SVG, 40, 40) == FILE
    assert process_of(other).pid != former.pid


def test_where_no_process_can_be_started_this_one_draws(
    other: Rasteriser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", os.path.join(os.sep, "no", "such", "python"))
    assert other.png(SVG, 40, 40) == FILE


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_the_other_process_ends_with_ours(number: int) -> None:
    # Both write to the same pipe: that it ends proves that both have.
    ours = subprocess.run(
        [sys.executable, "-c", AN_END.format(signal=int(number))],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ours.stdout == b"drawn\n"
    assert ours.returncode != 0
