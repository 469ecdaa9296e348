"""Words in pictures, such as names of people, in a font that a package brings.

The font has Latin, Greek and Cyrillic letters, kana, hangul and ideographs.  Of letters with rare accents the
letter alone is written; other characters are left out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from noto_cjk_sans_jp_bold import FONT_PATH  # type: ignore[import-untyped]
from PIL import Image, ImageDraw, ImageFont

from pictures.palette import INKS, OUTLINE

LINE: Final = 1.7
"""The height of a line, in letter sizes."""
EDGE: Final = 0.12
"""The width of the dark edge around letters, in letter sizes."""
BASELINE: Final = 0.36
"""How far below the middle of a line its letters stand, in letter sizes."""
MORE: Final = "…"
MISSING: Final = "\uffff"
"""No character, so no font has it."""
_WIDE: Final = "\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f"
"""Kana and ideographs, which are written without spaces."""
_OPENING: Final = "「『（【［〈《"
_CLOSING: Final = "」』）】］〉》、。，．！？：；…・〜ーぁぃぅぇぉっゃゅょァィゥェォッャュョヵヶ々"
"""Japanese characters that end no line, and those that begin none."""
_PIECE: Final = re.compile(
    rf"\s*(?:[{_OPENING}]*(?:[{_WIDE}]|[^\s{_WIDE}{_OPENING}]+)|[{_OPENING}]+)[{_CLOSING}]*"
)
"""What stays on one line, with the space before it: a word, or one Japanese letter with its marks."""


def legible(text: str) -> str:
    """A text without the characters that the font doesn't have, on one line."""
    return " ".join("".join(map(_written, unicodedata.normalize("NFC", text))).split())


def width(text: str, size: int) -> float:
    """How wide a legible text is, in pixels, with letters of this size and their edge."""
    return sum(_advance(character, size) for character in text) + 2 * EDGE * size


@lru_cache(4096)
def _advance(character: str, size: int) -> float:
    """How far a character goes; of a text it is the sum, since the font moves no letters closer together."""
    return _font(size).getlength(character)


def fitted(text: str, size: int, most: float) -> str:
    """A text as it is drawn on one line of at most `most` pixels: what is too much is cut off."""
    shown = legible(text)
    if width(shown, size) <= most:
        return shown
    while shown and width(shown + MORE, size) > most:
        shown = shown[:-1].rstrip()
    return shown + MORE if shown else ""


def wrapped(text: str, size: int, most: float) -> list[str]:
    """A text in lines of at most `most` pixels, broken at spaces, and in Japanese between letters."""
    lines = [""]
    for piece in _PIECE.findall(legible(text)):
        joined = (lines[-1] + piece).lstrip()
        if width(joined, size) <= most:
            lines[-1] = joined
        else:
            lines += _broken(piece.strip(), size, most)
    return [line for line in lines if line]


def _broken(word: str, size: int, most: float) -> list[str]:
    """A word in parts of at most `most` pixels, or of one character."""
    parts = [""]
    for character in word:
        if parts[-1] and width(parts[-1] + character, size) > most:
            parts.append("")
        parts[-1] += character
    return parts


def drawn(text: str, colour: str, wide: int, high: int) -> Image.Image:
    """A legible text in a picture of this size, as RGBA; `colour` is a name of `INKS`."""
    size = round(high / LINE)
    image = Image.new("RGBA", (wide, high))
    ImageDraw.Draw(image).text(
        (EDGE * size, high / 2 + BASELINE * size),
        text,
        INKS[colour],
        _font(size),
        anchor="ls",
        stroke_width=round(EDGE * size),
        stroke_fill=OUTLINE,
    )
    return image


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT_PATH), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(4096)
def _written(character: str) -> str:
    """A character, its letter without accents, or nothing: as much of it as the font has."""
    if not character.isprintable():
        return " " if character.isspace() else ""
    forms = (character, unicodedata.normalize("NFD", character)[0])
    return next((form for form in forms if _outline(form) != _outline(MISSING)), "")


def _outline(character: str) -> bytes:
    return bytes(_font(24).getmask(character))
