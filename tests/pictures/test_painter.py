"""Pictures are drawn by another process, whatever becomes of it, and it forgets names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from msgspec import msgpack

from pictures import Placed, Scene, painter
from pictures.painter import Painter, answer
from pictures.render import _tile, render
from pictures.sprites import words

NAMED = Scene(100, 100, "shore", (Placed("player/0", "text:light:Tane", 10, 10, 80, 30),))
BROKEN = Scene(100, 100, "shore", (Placed("n", "art:no_such_thing", 10, 10, 60, 60),))


@pytest.fixture
def other() -> Iterator[Painter]:
    made = Painter()
    yield made
    made.close()


def kept() -> tuple[int, int]:
    """How many words are kept, and how many parts of pictures."""
    return words.cache_info().currsize, _tile.cache_info().currsize


def test_another_process_draws_the_same_and_what_it_can_not_is_told(
    other: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = render(NAMED)
    with pytest.raises(FileNotFoundError):
        other.draw(BROKEN)
    monkeypatch.setattr(painter, "render", lambda _: b"drawn by this process")
    assert [other.draw(NAMED) for _ in range(2)] == [expected] * 2
    other.forget()
    assert other.draw(NAMED) == expected
    assert other._process is not None
    other._process.kill()
    other._process.wait()
    assert other.draw(NAMED) == b"drawn by this process"
    assert other.draw(NAMED) == expected


def test_where_no_process_can_be_started_this_one_draws(
    other: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", os.path.join(os.sep, "no", "such", "python"))
    assert other.draw(NAMED) == render(NAMED)
    other.forget()
    assert kept() == (0, 0)


def test_a_painter_keeps_no_part_that_shows_a_name_once_it_is_to_forget() -> None:
    answer(painter.FORGET)
    assert kept() == (0, 0)
    answer(msgpack.encode(NAMED))
    assert kept() == (1, 1)
    answer(painter.FORGET)
    assert kept() == (0, 0)
