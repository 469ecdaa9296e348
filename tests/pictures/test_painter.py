"""Pictures are drawn by another process, which forgets names, and ends with ours in all cases."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from msgspec import msgpack

from pictures import Placed, Scene, painter
from pictures.painter import PATIENCE_S, Painter, answer
from pictures.render import _tile, render, shape, words

NAMED = Scene(100, 100, "shore", (Placed("player/0", "text:light:Tane", 10, 10, 80, 30),))
AN_END = """
import os
import signal
from pictures import Scene
from pictures.painter import PAINTER
PAINTER.draw(Scene(100, 100, "shore", ()))
print("drawn", flush=True)
signal.signal(signal.SIGINT, signal.SIG_DFL)  # A test run in the background ignores it, and so would this.
os.kill(os.getpid(), {signal})
"""
BROKEN = Scene(100, 100, "shore", (Placed("n", "art:no_such_thing", 10, 10, 60, 60),))


@pytest.fixture
def other() -> Iterator[Painter]:
    made = Painter()
    yield made
    made.close()


def drawn(other: Painter, scene: Scene) -> bytes:
    """Ask a painter for a picture until it has drawn it."""
    while (picture := other.draw(scene)) is None:
        pass
    return picture


def kept() -> tuple[int, int]:
    """Return the numbers of cached words and of cached parts of pictures."""
    return words.cache_info().currsize, _tile.cache_info().currsize


def test_another_process_draws_the_same_and_what_it_can_not_is_told(
    other: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = render(NAMED)
    with pytest.raises(FileNotFoundError):
        drawn(other, BROKEN)
    monkeypatch.setattr(painter, "render", lambda _: b"drawn by this process")
    assert [drawn(other, NAMED) for _ in range(2)] == [expected] * 2
    other.forget()
    assert drawn(other, NAMED) == expected
    assert other._process is not None
    other._process.kill()
    other._process.wait()
    assert drawn(other, NAMED) == b"drawn by this process"
    assert drawn(other, NAMED) == expected


def test_where_the_other_process_hangs_this_one_draws_and_then_a_new_one(
    other: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = drawn(other, NAMED)
    monkeypatch.setattr(painter, "render", lambda _: b"drawn by this process")
    former, other.patience_s = other._process, 0.0
    assert former is not None
    former.send_signal(signal.SIGSTOP)
    assert drawn(other, NAMED) == b"drawn by this process"
    assert former.poll() is not None
    other.patience_s = PATIENCE_S
    assert drawn(other, NAMED) == expected


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


def test_where_no_process_can_be_started_this_one_draws(
    other: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", os.path.join(os.sep, "no", "such", "python"))
    assert drawn(other, NAMED) == render(NAMED)
    other.forget()
    assert kept() == (0, 0)


def test_a_painter_keeps_no_part_that_shows_a_name_once_it_is_to_forget() -> None:
    answer(painter.FORGET)
    assert kept() == (0, 0)
    while answer(msgpack.encode(NAMED)) == painter.LATER:
        assert kept() == (0, 0)
    assert kept() == (1, 1)
    answer(painter.FORGET)
    assert kept() == (0, 0)


def test_what_takes_long_is_made_in_parts_and_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    signs = tuple(Placed("n", f"number:gold:{n}", 10 * n, 10, 61, 61) for n in range(5))
    scene = Scene(100, 100, "shore", (*signs, *NAMED.placed))
    # A clock by which each sprite takes a second.
    monkeypatch.setattr(painter, "time", SimpleNamespace(monotonic=lambda: shape.cache_info().misses))
    monkeypatch.setattr(painter, "SLICE_S", 1.5)
    before, made, answers = shape.cache_info().misses, list[int](), list[bytes]()
    while painter.LATER in answers[-1:] or not answers:
        answers.append(answer(msgpack.encode(scene)))
        made.append(shape.cache_info().misses - before)
    assert made == [2, 4, 5]
    assert answers == [painter.LATER, painter.LATER, render(scene)]
