"""Makes people's names, which may be anything, fit to stand in a line of text."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from tables.model.limits import FILE_NAME_LENGTH

UNWANTED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode categories that are removed: control characters, surrogates, line and paragraph separators."""
TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode directions of characters that turn the text around them; they are removed."""
EMPTY: Final = frozenset({"Cf", "Zs", "Mn", "Me"})
"""Unicode categories of characters that are invisible by themselves."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank."""


def cleaned(name: str) -> str:
    """A name on one line, not too long; empty if nothing of it would be visible.

    What is known of characters is kept, no name is: whoever asks to be forgotten is.
    """
    short = "".join(filter(_stays, name))[:FILE_NAME_LENGTH].strip()
    return short if any(map(_is_seen, short)) else ""


@lru_cache(maxsize=4096)
def _stays(sign: str) -> bool:
    return unicodedata.category(sign) not in UNWANTED and unicodedata.bidirectional(sign) not in TURNING


@lru_cache(maxsize=4096)
def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign) not in EMPTY and sign not in BLANK
