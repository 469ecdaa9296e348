"""Our PNG files can be read by another program."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from pictures.render import png


@pytest.mark.parametrize("size", [(1, 1), (1, 7), (8, 1), (255, 3), (1000, 402)])
@pytest.mark.parametrize("colours", [1, 2, 16, 255, 256])
def test_what_is_read_is_what_was_written(size: tuple[int, int], colours: int) -> None:
    dice = random.Random(f"{size}{colours}")
    image = Image.new("P", size)
    image.putpalette(dice.randbytes(3 * colours))
    image.putdata([dice.randrange(colours) for _ in range(size[0] * size[1])])
    with Image.open(io.BytesIO(png(image))) as read:
        read.load()
        assert (read.format, read.mode, read.size) == ("PNG", "P", size)
        assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()
