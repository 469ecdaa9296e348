"""Lays out pictures of moments on one sheet, each below its caption."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final, NamedTuple

from noto_cjk_sans_jp_bold import FONT_PATH  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

COLUMNS: Final = 6
GAP: Final = 16
"""The gap between tiles, in px."""
CAPTION: Final = 16
"""The size of a caption's letters, in px."""
LINE: Final = 26
"""The height of a caption, in px."""
GROUND, INK = "#3a3b42", "#ffffff"


class Tile(NamedTuple):
    """A picture (PNG) of some moment of a game."""

    moment: str
    png: bytes


def laid_out(name: str, tiles: Sequence[Tile]) -> Image.Image:
    """Lay out all tiles in columns, read from the top and from the left; captions begin with `name`."""
    images = [Image.open(io.BytesIO(tile.png)).convert("RGB") for tile in tiles]
    columns = in_columns([LINE + image.height + GAP for image in images])
    wide = max(image.width for image in images)
    high = max(sum(LINE + images[place].height + GAP for place in column) for column in columns)
    sheet = Image.new("RGB", (GAP + (wide + GAP) * len(columns), high + GAP), GROUND)
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(FONT_PATH, CAPTION)
    for number, column in enumerate(columns):
        left, top = GAP + (wide + GAP) * number, GAP
        for place in column:
            draw.text((left, top), f"{name} · {tiles[place].moment}", INK, font)
            sheet.paste(images[place], (left, top + LINE))
            top += LINE + images[place].height + GAP
    return sheet


def in_columns(heights: Sequence[int]) -> list[list[int]]:
    """Return the tiles' numbers, in order, in at most `COLUMNS` columns of about the same height."""
    columns: list[list[int]] = [[]]
    passed, whole = 0, sum(heights)
    for place, height in enumerate(heights):
        # A tile goes into the column in which its middle would be if all columns formed one strip.
        while (passed + height / 2) * COLUMNS > whole * len(columns) and columns[-1]:
            columns.append([])
        columns[-1].append(place)
        passed += height
    return columns
