"""Texts of a certain kind: emojis, data addresses, names of commands."""

from __future__ import annotations

import re
import unicodedata

KEYCAP = re.compile(r"[0-9#*]\ufe0f?\u20e3")


def is_unicode_emoji(text: str) -> bool:
    """Whether a text can be one emoji of Unicode (symbols and their joiners, no letters)."""
    if not text or len(text) > 32:
        return False
    if KEYCAP.fullmatch(text):
        return True
    return all(
        (ord(sign) > 0xA8 and unicodedata.category(sign)[0] not in "LNZP") or joins(sign) for sign in text
    )


def joins(sign: str) -> bool:
    """Whether a sign holds an emoji together or changes it."""
    code = ord(sign)
    return code in (0x200D, 0xFE0F, 0x20E3, 0x203C, 0x2049, 0x3030, 0x303D) or 0xE0020 <= code <= 0xE007F


def is_command_name(text: str) -> bool:
    """Whether a text fits Discord's pattern for names of slash commands and their options."""
    return 1 <= len(text) <= 32 and text == text.lower() and all(map(_in_command_name, text))


def _in_command_name(sign: str) -> bool:
    if sign in "-_'" or unicodedata.category(sign)[0] in "LN":
        return True
    return unicodedata.name(sign, "").startswith(("DEVANAGARI", "THAI"))
