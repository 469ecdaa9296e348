"""Moving pictures: makes films, or frames with durations, into animated WebPs of limited size."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace
from PIL import Image

from pictures.render import render
from pictures.scene import Film

MOST_BYTES: Final = 8_000_000
"""The most bytes of a film's file: Discord takes files of up to 10 MB."""
LOSSLESS: Final = 100
"""The quality at which nothing is lost."""
RUNGS: Final = (
    (LOSSLESS, 1.0),
    (90, 1.0),
    (80, 1.0),
    (65, 1.0),
    (50, 1.0),
    (65, 0.75),
    (50, 0.75),
    (50, 0.5),
    (30, 0.5),
)
"""Pairs of quality (0 to 100) and scale (1.0: full size), tried in order until the file is small enough."""
EFFORT: Final = 4
"""The effort of libwebp to find a smaller file, from 0 to 6."""


class Frame(NamedTuple):
    """A frame of a moving picture, and the milliseconds for which it is shown."""

    image: Image.Image
    ms: int


class TooLarge(Exception):
    """Raised for frames whose file is above the limit even at the lowest quality and scale."""


def animated(frames: Sequence[Frame], most_bytes: int) -> bytes:
    """An animated WebP of these frames, which repeats for ever, of at most `most_bytes`.

    The first quality and scale of `RUNGS` that suffice are used: the picture may be smaller than the frames.
    Discord plays WebP and GIF, but not APNG.  Sixty boards of 256 colours, 1000 x 1231 px, take 3.3 MB as
    GIF, 2.3 MB at quality 80, and 1.5 MB without loss.

    Raises:
        ValueError: There is no frame, a frame differs in size from the first, or a duration is 0.
        TooLarge: No quality and scale of `RUNGS` keep the limit.
    """
    if not frames:
        raise ValueError("no frames")
    if any(frame.image.size != frames[0].image.size or frame.ms < 1 for frame in frames):
        raise ValueError("a frame of another size or without a duration")
    for quality, scale in RUNGS:
        content = _encoded(frames, quality, scale)
        if len(content) <= most_bytes:
            return content
    raise TooLarge(f"{len(frames)} frames in {most_bytes} bytes")


def filmed(film: Film) -> bytes:
    """The moving picture of a film; scenes that are smaller than others get a margin."""
    wide, high = (max(sides) for sides in zip(*((one.width, one.height) for one in film.scenes), strict=True))
    scenes = (replace(scene, width=wide, height=high) for scene in film.scenes)
    images = (Image.open(io.BytesIO(render(scene))) for scene in scenes)
    return animated([Frame(image, ms) for image, ms in zip(images, film.ms, strict=True)], MOST_BYTES)


def _encoded(frames: Sequence[Frame], quality: int, scale: float) -> bytes:
    """The file at a quality and scale; libwebp merges equal neighbours into one frame."""
    first, *others = (_scaled(frame.image, scale) for frame in frames)
    content = io.BytesIO()
    first.save(
        content,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=[frame.ms for frame in frames],
        loop=0,
        lossless=quality == LOSSLESS,
        quality=quality % LOSSLESS,  # 0 for lossless files, where a higher quality saves little.
        method=1 if quality == LOSSLESS else EFFORT,
    )
    return content.getvalue()


def _scaled(image: Image.Image, scale: float) -> Image.Image:
    wide, high = (max(1, round(side * scale)) for side in image.size)
    return image if scale == 1.0 else image.convert("RGB").resize((wide, high), Image.Resampling.LANCZOS)
