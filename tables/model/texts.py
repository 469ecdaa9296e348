"""Short texts: ids of tables, cleaned names of people, and values in rows.

A value in a row that this bot can't have written is logged, and replaced by a default.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeVar

import msgspec
import structlog

from tables.model.limits import FILE_NAME_LENGTH

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

E = TypeVar("E", bound=StrEnum)
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
LENGTH: Final = 5
SHORT: Final = 36**LENGTH
STRIDE: Final = 23_456_789  # No factor in common with SHORT, so no two serial numbers get the same id.
LESSON: Final = "learn"
LESSON_WIDTH: Final = 4
"""A lesson's id is `LESSON`, this many digits for its game, and as many for how often it was begun."""


def id_of(serial: int) -> str:
    """The id of the table with that serial number (from 1): five characters, six after sixty million tables.

    Ids of consecutive tables look different, so that people don't confuse them.
    """
    return digits(serial * STRIDE % SHORT if serial < SHORT else serial).rjust(LENGTH, "0")


def is_lesson(table_id: str) -> bool:
    """Whether an id is a lesson's, not a table's."""
    return table_id.startswith(LESSON) and len(table_id) == len(LESSON) + 2 * LESSON_WIDTH


def serial_of(table_id: str) -> int:
    """The serial number of the table with that id; for a text that is no id, an arbitrary number."""
    try:
        number = int(table_id, 36)
    except ValueError:
        return sum(table_id.encode(errors="replace"))
    return number if len(table_id) > LENGTH else number * pow(STRIDE, -1, SHORT) % SHORT


def digits(number: int) -> str:
    """A number written in base 36; empty for 0."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


UNWANTED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that are removed: control characters, surrogates, line and paragraph separators."""
TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode directions of characters that change the direction of the text around them; these are removed."""
EMPTY: Final = frozenset({"Cf", "Zs", "Mn", "Me"})
"""Unicode categories of characters that are invisible by themselves."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that look blank."""


def cleaned(name: str) -> str:
    """A name, put on one line and cut to `FILE_NAME_LENGTH`; empty if nothing of it would be visible."""
    kept = (
        sign
        for sign in name
        if unicodedata.category(sign) not in UNWANTED and unicodedata.bidirectional(sign) not in TURNING
    )
    short = "".join(kept)[:FILE_NAME_LENGTH].strip()
    is_seen = any(unicodedata.category(sign) not in EMPTY and sign not in BLANK for sign in short)
    return short if is_seen else ""


def one_of(otherwise: E, text: str) -> E:
    """The enum's member whose value is `text`; `otherwise` if there is none, which is logged."""
    try:
        return type(otherwise)(text)
    except ValueError:
        log.error("value_unknown", kind=type(otherwise).__name__)
        return otherwise


def texts(text: str) -> Mapping[str, str]:
    """Parse a JSON object whose values are texts; anything else gives an empty mapping, and is logged."""
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.MsgspecError, ValueError):
        log.error("texts_unreadable", length=len(text))
        return {}


def number(text: str) -> int | None:
    """Parse a whole number; an empty text gives None, and so does any other text, which is logged."""
    if text.isascii() and text.isdigit():
        return int(text)
    if text:
        log.error("number_unreadable", length=len(text))
    return None
