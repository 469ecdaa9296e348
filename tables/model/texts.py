"""Short texts: ids of tables, people's names made fit to stand in a line, and values of rows.

A value of a row that this bot would not have written becomes a default, and that is logged.
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
STRIDE: Final = 23_456_789  # It has no factor in common with SHORT, so no two numbers share an id.
LESSON: Final = "learn"
LESSON_WIDTH: Final = 4
"""Digits for the game, and as many for how often the lesson was begun."""


def id_of(serial: int) -> str:
    """The id of table number `serial` (from 1): five characters, more after about sixty million tables.

    Ids of consecutive tables look different, so that people don't confuse them.
    """
    return digits(serial * STRIDE % SHORT if serial < SHORT else serial).rjust(LENGTH, "0")


def is_lesson(table_id: str) -> bool:
    """Whether an id is that of a lesson, not of a table."""
    return table_id.startswith(LESSON) and len(table_id) == len(LESSON) + 2 * LESSON_WIDTH


def serial_of(table_id: str) -> int:
    """The number of the table with that id; of a text that is no id, some number."""
    try:
        number = int(table_id, 36)
    except ValueError:
        return sum(table_id.encode(errors="replace"))
    return number if len(table_id) > LENGTH else number * pow(STRIDE, -1, SHORT) % SHORT


def digits(number: int) -> str:
    """A number written in base 36; nothing for 0."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


UNWANTED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that are removed: control characters, surrogates, line and paragraph separators."""
TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode directions of characters that turn the text around them; they are removed."""
EMPTY: Final = frozenset({"Cf", "Zs", "Mn", "Me"})
"""Unicode categories of characters that are invisible by themselves."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank."""


def cleaned(name: str) -> str:
    """A name on one line, not too long; empty if nothing of it would be visible."""
    kept = (
        sign
        for sign in name
        if unicodedata.category(sign) not in UNWANTED and unicodedata.bidirectional(sign) not in TURNING
    )
    short = "".join(kept)[:FILE_NAME_LENGTH].strip()
    is_seen = any(unicodedata.category(sign) not in EMPTY and sign not in BLANK for sign in short)
    return short if is_seen else ""


def one_of(otherwise: E, text: str) -> E:
    """The value that a text names; `otherwise` where it names none."""
    try:
        return type(otherwise)(text)
    except ValueError:
        log.error("value_unknown", kind=type(otherwise).__name__)
        return otherwise


def texts(text: str) -> Mapping[str, str]:
    """The texts of a JSON object by name; an empty mapping where it is anything else."""
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.MsgspecError, ValueError):
        log.error("texts_unreadable", length=len(text))
        return {}


def number(text: str) -> int | None:
    """The number that a text holds; None where it is empty or anything else."""
    if text.isascii() and text.isdigit():
        return int(text)
    if text:
        log.error("number_unreadable", length=len(text))
    return None
