"""Films are made by a process of their own, each only once, and don't delay other pictures."""

from __future__ import annotations

import asyncio
import io
import threading

import pytest
from PIL import Image

from pictures import Film, Scene, Studio, painter
from pictures.animation import filmed
from pictures.painter import Painter

LOW, HIGH = Scene(60, 40, "dusk", ()), Scene(60, 50, "shore", ())
FILM = Film((LOW, HIGH), (100, 300))


def test_a_process_of_its_own_makes_the_same_film() -> None:
    made = painter.filmed(FILM)
    assert made == filmed(FILM)
    with Image.open(io.BytesIO(made)) as image:
        assert (image.size, getattr(image, "n_frames", 1)) == ((60, 50), 2)


def test_a_process_that_dies_makes_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def died(self: Painter, request: bytes) -> bytes:
        raise EOFError

    monkeypatch.setattr(Painter, "_asked", died)
    with pytest.raises(OSError, match="no film"):
        painter.filmed(FILM)


async def test_a_scene_does_not_wait_for_a_film_which_is_made_once() -> None:
    may, made = threading.Event(), list[Film]()

    def slow(film: Film) -> bytes:
        may.wait(10)
        made.append(film)
        return b"film"

    studio = Studio(film=slow)
    asked = [asyncio.create_task(studio.picture(FILM)) for _ in range(2)]
    await asyncio.sleep(0)
    assert (await studio.picture(LOW)).startswith(b"\x89PNG")
    assert not made
    may.set()
    assert await asyncio.gather(*asked) == [b"film", b"film"]
    assert await studio.picture(FILM) == b"film"
    assert made == [FILM]
    studio.close()


async def test_a_film_of_names_is_forgotten_with_all_pictures() -> None:
    made = list[Film]()
    studio = Studio(film=lambda film: made.append(film) or b"film")  # type: ignore[func-returns-value]
    await studio.picture(FILM)
    studio.forget()
    await studio.picture(FILM)
    assert made == [FILM, FILM]
    studio.close()
