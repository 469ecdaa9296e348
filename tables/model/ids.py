"""Ids of tables: short texts of digits and small letters, a different one for each serial number."""

from __future__ import annotations

from typing import Final

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
LENGTH: Final = 5
SHORT: Final = 36**LENGTH
STRIDE: Final = 23_456_789  # It has no factor in common with SHORT, so no two numbers share an id.


def id_of(serial: int) -> str:
    """The id of table number `serial` (from 1): five characters, more after about sixty million tables.

    Ids of consecutive tables look different, so that people don't confuse them.
    """
    return digits(serial * STRIDE % SHORT if serial < SHORT else serial).rjust(LENGTH, "0")


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
