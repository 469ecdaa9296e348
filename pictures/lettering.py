"""Words in pictures, such as names of people, in fonts from Python packages.

The first font has Latin, Greek and Cyrillic letters, kana, hangul and ideographs; further fonts have other
scripts, and emojis.  A character that no font has is replaced by letters of a similar sound.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Final

import uharfbuzz as harfbuzz  # type: ignore[import-untyped]
from anyascii import anyascii
from noto_cjk_sans_jp_bold import FONT_PATH  # type: ignore[import-untyped]

from pictures.drawings import INKS, OUTLINE

LINE: Final = 1.7
"""The height of a line of text, relative to the font size."""
EDGE: Final = 0.12
"""The width of the dark edge around letters, relative to the font size."""
BASELINE: Final = 0.36
"""How far the baseline is below the middle of a line of text, relative to the font size."""
MORE: Final = "…"
UNKNOWN: Final = "□"
"""The replacement for a character that no font has and that can't be transliterated."""
UNSEEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs")
"""The Unicode categories of invisible characters: controls, formats, surrogates and separators."""
JOINERS: Final = "\u200c\u200d"
"""Invisible characters that change the shapes of the characters beside them."""
MOST_MARKS: Final = 5
"""The most diacritics drawn on one letter; no language has more."""
UNITS: Final = 1000
"""The number of font units that make the font size."""
_MARKS: Final = re.compile("[\u0300-\u036f]")
"""Matches combining diacritics, which the first font has but doesn't position."""
_STRETCH: Final = re.compile(r"R(?:[^L]*(?:[RD]|$))?|[^R]+")
"""Matches a run in one direction; letters: R (right to left), L (left to right), D (digit), N (neutral)."""
_DIRECTIONS: Final = {"L": "L", "R": "R", "AL": "R", "EN": "D", "AN": "D"}
_WORD: Final = re.compile(r"\d+|\s+|[^\d\s]+")
_WIDE: Final = "\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f"
"""The ranges of kana and ideographs, which are written without spaces."""
_OPENING: Final = "「『（【［〈《"
_CLOSING: Final = "」』）】］〉》、。，．！？：；…・〜ーぁぃぅぇぉっゃゅょァィゥェォッャュョヵヶ々"
"""Japanese characters that may not begin a line; those in `_OPENING` may not end a line."""
_PIECE: Final = re.compile(
    rf"\s*(?:[{_OPENING}]*(?:[{_WIDE}]|[^\s{_WIDE}{_OPENING}]+)|[{_OPENING}]+)[{_CLOSING}]*"
)
"""Matches an unbreakable piece of text, with the space before it: a word, or one Japanese character."""


def legible(text: str) -> str:
    """`text` on one line, with each character that no font has replaced by a legible one."""
    return " ".join("".join(map(_written, _clusters(unicodedata.normalize("NFC", text)))).split())


def width(text: str, size: int) -> float:
    """The width in pixels of a legible text at the font size `size`, with the edge around its letters."""
    return (_shaped(text)[1] / UNITS + 2 * EDGE) * size


def fitted(text: str, size: int, most: float) -> str:
    """`text` made legible and, if it is wider than `most` pixels, cut off at its end."""
    shown = legible(text)
    if width(shown, size) <= most:
        return shown
    while shown and width(shown + MORE, size) > most:
        shown = shown[:-1].rstrip()
    return shown + MORE if shown else ""


def wrapped(text: str, size: int, most: float) -> list[str]:
    """The lines of a text, each at most `most` pixels wide, broken at spaces or Japanese characters."""
    lines = [""]
    for piece in _PIECE.findall(legible(text)):
        joined = (lines[-1] + piece).lstrip()
        if width(joined, size) <= most:
            lines[-1] = joined
        else:
            lines += _broken(piece.strip(), size, most)
    return [line for line in lines if line]


def _broken(word: str, size: int, most: float) -> list[str]:
    """The parts of a word, each at most `most` pixels wide; a single wider character is a part, too."""
    parts = [""]
    for character in word:
        if parts[-1] and width(parts[-1] + character, size) > most:
            parts.append("")
        parts[-1] += character
    return parts


def drawing(text: str, colour: str, wide: int, high: int) -> str:
    """The SVG of a legible text, `wide` by `high` pixels; `colour` is a key of `INKS`."""
    size = high / LINE
    path = "".join(
        command + " ".join(f"{left + x:.1f} {up + y:.1f}" for x, y in zip(at[::2], at[1::2], strict=True))
        for font, glyph, left, up in _shaped(text)[0]
        for command, at in _outline(font, glyph)
    )
    edge = f'stroke="{OUTLINE}" stroke-width="{2 * EDGE * UNITS}" stroke-linejoin="round"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"><path d="{path}"'
        f' transform="translate({EDGE * size} {high / 2 + BASELINE * size}) scale({size / UNITS})"'
        f' fill="{INKS[colour]}" {edge} paint-order="stroke"/></svg>'
    )


@cache
def _fonts() -> tuple[harfbuzz.Font, ...]:
    """The fonts, in the order in which they are searched for a character."""
    others = [one for one in files("manimgx_fonts").iterdir() if one.name.endswith("[wght].ttf")]
    last = ("Symbols", "Emoji", "Italic")
    others.sort(key=lambda one: (any(part in one.name for part in last), "Sans[" not in one.name, one.name))
    blobs = (harfbuzz.Blob.from_file_path(str(one)) for one in (FONT_PATH, *others))
    fonts = tuple(harfbuzz.Font(harfbuzz.Face(blob)) for blob in blobs)
    for font in fonts:
        font.set_variations({"wght": 700})
        font.scale = UNITS, -UNITS
    return fonts


def _font_of(text: str) -> int | None:
    """The index of the first font that has all characters of `text`; None if none has."""
    codes = [ord(character) for character in text if character not in JOINERS]
    fonts = enumerate(_fonts()[1:], 1) if _MARKS.search(text) else enumerate(_fonts())
    return next((at for at, font in fonts if all(map(font.get_nominal_glyph, codes))), None)


def _clusters(text: str) -> list[str]:
    """The characters of a text, each joined with the combining marks that follow it."""
    found: list[str] = []
    for character in text:
        if found and (character in JOINERS or unicodedata.category(character).startswith("M")):
            found[-1] += character
        else:
            found.append(character)
    return found


@lru_cache(4096)
def _written(cluster: str) -> str:
    """`cluster` if a font has it, else letters of a similar sound; if invisible, a space or nothing."""
    kind, whole, read = unicodedata.category(cluster[0]), cluster[: 1 + MOST_MARKS], anyascii(cluster)
    if kind in UNSEEN:
        return " " if cluster[0].isspace() else ""
    if len(read) > 2 and read[0] == read[-1] == ":":  # The name of an emoji: `:fire:`.
        read = ""
    forms = (whole, whole[0], unicodedata.normalize("NFKC", whole), read)
    fitting = (form for form in forms if form and _font_of(form) is not None)
    written = next(fitting, "" if kind.startswith("M") else UNKNOWN)
    return written if any(_outline(*glyph[:2]) for glyph in _shaped(written)[0]) else " "


def _shaped(text: str) -> tuple[list[tuple[int, int, float, float]], float]:
    """A text's glyphs from left to right, each (font index, glyph, x, y), and its width, in font units."""
    glyphs: list[tuple[int, int, float, float]] = []
    x = 0.0
    for number, run in _runs(text):
        buffer = harfbuzz.Buffer()
        buffer.add_str(run)
        buffer.guess_segment_properties()
        harfbuzz.shape(_fonts()[number], buffer)
        for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
            glyphs.append((number, info.codepoint, x + at.x_offset, at.y_offset))
            x += at.x_advance
    return glyphs, x


def _runs(text: str) -> Iterator[tuple[int, str]]:
    """The runs of a text from left to right: each a font's index, and text of one direction in that font."""
    directions = "".join(_DIRECTIONS.get(unicodedata.bidirectional(character), "N") for character in text)
    for stretch in _STRETCH.finditer(directions):
        runs: list[tuple[int, str]] = []
        for word in _WORD.findall(text[stretch.start() : stretch.end()]):
            whole = _font_of(word)
            parts = groupby(_clusters(word), _font_of) if whole is None else [(whole, word)]
            runs += [(font or 0, "".join(same)) for font, same in parts]
        yield from runs if directions[stretch.start()] != "R" else reversed(runs)


@lru_cache(4096)
def _outline(font: int, glyph: int) -> list[tuple[str, tuple[float, ...]]]:
    """The outline of a glyph as commands of an SVG path, each with its coordinates in font units."""
    path: list[tuple[str, tuple[float, ...]]] = []
    pen = harfbuzz.DrawFuncs()
    pen.set_move_to_func(lambda *at: path.append(("M", at[:-1])))
    pen.set_line_to_func(lambda *at: path.append(("L", at[:-1])))
    pen.set_quadratic_to_func(lambda *at: path.append(("Q", at[:-1])))
    pen.set_cubic_to_func(lambda *at: path.append(("C", at[:-1])))
    pen.set_close_path_func(lambda _: path.append(("Z", ())))
    _fonts()[font].draw_glyph(glyph, pen)
    return path
