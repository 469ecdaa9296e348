"""Ids of tables: short texts of digits and small letters, a different one for each serial number."""

from __future__ import annotations

from typing import Final

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
SHORT: Final = 36**5
STRIDE: Final = 23_456_789  # It has no factor in common with 36**5, so no two numbers share an id.


def id_of(serial: int) -> str:
    """The id of table number `serial` (from 1): five characters, more after about sixty million tables.

    Ids of consecutive tables look different, so that people don't confuse them.
    """
    return digits(serial * STRIDE % SHORT if serial < SHORT else serial).rjust(5, "0")


def digits(number: int) -> str:
    """A number written in base 36; nothing for 0."""
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text
