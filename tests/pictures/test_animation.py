"""Moving pictures: the file contains the given frames, in no more bytes than allowed."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from pictures.animation import Frame, TooLarge, animated

PLENTY = 1_000_000
RED, GREEN, BLUE = "#d03030", "#30d030", "#3030d0"


def plain(colour: str, ms: int = 100, size: tuple[int, int] = (60, 40)) -> Frame:
    return Frame(Image.new("RGB", size, colour), ms)


def noise(seed: int) -> Frame:
    """Return a frame of noise, which no format can compress."""
    return Frame(Image.frombytes("RGB", (120, 80), random.Random(seed).randbytes(120 * 80 * 3)), 100)


def read(content: bytes) -> list[Frame]:
    with Image.open(io.BytesIO(content)) as image:
        assert image.format == "WEBP"
        assert image.info["loop"] == 0  # For ever.
        return [
            Frame(frame.convert("RGB"), int(frame.info["duration"]))
            for frame in ImageSequence.Iterator(image)
        ]


def difference(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_frames_are_read_in_order_with_their_durations() -> None:
    given = [plain(RED, 70), plain(GREEN, 2000), plain(BLUE, 240), plain(RED, 90)]
    found = read(animated(given, PLENTY))
    assert [frame.ms for frame in found] == [70, 2000, 240, 90]
    for before, after in zip(given, found, strict=True):
        assert difference(before.image, after.image) < 6


def test_equal_neighbours_become_one_frame_that_is_seen_as_long_as_both() -> None:
    given = [plain(RED, 100), plain(RED, 50), plain(GREEN, 10), plain(RED, 30)]
    assert [frame.ms for frame in read(animated(given, PLENTY))] == [150, 10, 30]


def test_one_frame_alone_is_a_picture() -> None:
    with Image.open(io.BytesIO(animated([plain(RED), plain(RED)], PLENTY))) as image:
        assert image.size == (60, 40)


def test_a_limit_is_kept_by_lower_quality_and_then_by_less_size() -> None:
    given = [noise(seed) for seed in range(4)]
    best = animated(given, PLENTY)
    lower = animated(given, len(best) * 2 // 3)
    assert len(lower) <= len(best) * 2 // 3
    assert read(lower)[0].image.size == (120, 80)
    small = animated(given, len(best) // 10)
    assert len(small) <= len(best) // 10
    assert read(small)[0].image.size < (120, 80)
    assert [frame.ms for frame in read(small)] == [100] * 4


def test_a_limit_that_no_quality_keeps_is_refused() -> None:
    with pytest.raises(TooLarge):
        animated([noise(1), noise(2)], 100)


@pytest.mark.parametrize(
    "frames",
    [
        pytest.param([], id="none"),
        pytest.param([plain(RED), plain(GREEN, size=(40, 60))], id="another size"),
        pytest.param([plain(RED), plain(GREEN, 0)], id="no duration"),
    ],
)
def test_frames_that_make_no_moving_picture_are_refused(frames: list[Frame]) -> None:
    with pytest.raises(ValueError, match="frame"):
        animated(frames, PLENTY)
