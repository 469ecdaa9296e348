"""Digits and capitals as strokes, as a chisel draws them: no font.  Boxes are 60 x 100."""

from __future__ import annotations

from typing import Final

from pictures.palette import INKS, OUTLINE

STROKES: Final = {
    "0": "M30 8 C50 8 54 30 54 50 C54 70 50 92 30 92 C10 92 6 70 6 50 C6 30 10 8 30 8Z",
    "1": "M14 26 L34 8 L34 92",
    "2": "M8 30 C8 14 20 8 30 8 C44 8 53 18 53 31 C53 48 30 62 8 92 L54 92",
    "3": "M9 18 C14 11 22 8 30 8 C43 8 51 17 51 28 C51 40 42 47 28 47 C44 47 54 56 54 69"
    " C54 83 44 92 30 92 C19 92 11 88 6 80",
    "4": "M42 92 L42 8 L5 68 L56 68",
    "5": "M50 8 L15 8 L11 46 C16 41 23 38 30 38 C45 38 54 49 54 64 C54 81 44 92 29 92 C19 92 11 88 6 81",
    "6": "M47 14 C42 10 37 8 31 8 C14 8 6 28 6 58 C6 80 15 92 30 92 C44 92 54 81 54 66"
    " C54 52 44 42 31 42 C18 42 8 52 7 62",
    "7": "M6 8 L54 8 L24 92",
    "8": "M30 8 C43 8 51 16 51 27 C51 39 42 47 30 47 C18 47 9 39 9 27 C9 16 17 8 30 8Z"
    " M30 47 C45 47 54 56 54 69 C54 83 44 92 30 92 C16 92 6 83 6 69 C6 56 15 47 30 47Z",
    "9": "M13 86 C18 90 23 92 29 92 C46 92 54 72 54 42 C54 20 45 8 30 8 C16 8 6 19 6 34"
    " C6 48 16 58 29 58 C42 58 52 48 53 38",
    "+": "M30 28 L30 76 M6 52 L54 52",
    "-": "M8 52 L52 52",
    "x": "M12 34 L48 70 M48 34 L12 70",
    "'": "M30 8 L28 30",
    " ": "M30 90",
    "A": "M4 92 L30 8 L56 92 M15 62 L45 62",
    "B": "M10 8 L10 92 M10 8 L32 8 C48 8 50 20 50 28 C50 40 42 46 32 46 L10 46 M32 46 C48 46 54 58 54 69"
    " C54 82 46 92 32 92 L10 92",
    "C": "M53 26 C49 14 41 8 31 8 C14 8 6 28 6 50 C6 72 14 92 31 92 C41 92 49 86 53 74",
    "D": "M10 8 L10 92 L24 92 C46 92 55 74 55 50 C55 26 46 8 24 8Z",
    "E": "M52 8 L10 8 L10 92 L52 92 M10 48 L44 48",
    "F": "M52 8 L10 8 L10 92 M10 48 L44 48",
    "G": "M53 26 C49 14 41 8 31 8 C14 8 6 28 6 50 C6 72 14 92 31 92 C44 92 54 82 54 66 L54 56 L34 56",
    "H": "M8 8 L8 92 M52 8 L52 92 M8 48 L52 48",
    "I": "M30 8 L30 92",
    "K": "M9 8 L9 92 M52 8 L9 54 M24 40 L54 92",
    "M": "M5 92 L8 8 L30 60 L52 8 L55 92",
    "N": "M8 92 L8 8 L52 92 L52 8",
    "O": "M30 8 C46 8 55 28 55 50 C55 72 46 92 30 92 C14 92 5 72 5 50 C5 28 14 8 30 8Z",
    "P": "M10 92 L10 8 L32 8 C47 8 54 18 54 31 C54 44 47 54 32 54 L10 54",
    "R": "M10 92 L10 8 L32 8 C47 8 54 17 54 29 C54 41 47 50 32 50 L10 50 M32 50 L54 92",
    "T": "M4 8 L56 8 M30 8 L30 92",
    "U": "M8 8 L8 64 C8 82 16 92 30 92 C44 92 52 82 52 64 L52 8",
    "V": "M4 8 L30 92 L56 8",
    "?": "M10 27 C12 14 20 8 30 8 C43 8 52 17 52 29 C52 45 30 46 30 66 M30 90 L30 91",
}


def number_svg(text: str, colour: str) -> str:
    """Digits and signs as SVG, 64 wide each and 20 for the edge, 120 high."""
    paths = "".join(
        f'<path transform="translate({12 + 64 * place} 10)" d="{STROKES[glyph]}"/>'
        for place, glyph in enumerate(text)
    )
    line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {64 * len(text) + 20} 120">'
        f'<g {line} stroke="{OUTLINE}" stroke-width="26">{paths}</g>'
        f'<g {line} stroke="{INKS[colour]}" stroke-width="14">{paths}</g></svg>'
    )
