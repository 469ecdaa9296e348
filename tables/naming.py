"""People's names as they may stand in a line of text: anybody may be called anything."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from tables.limits import FILE_NAME_LENGTH

UNWANTED: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""What no name has: control characters, halves of characters, ends of lines."""
TURNING: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that turn the direction of the text around them."""
EMPTY: Final = frozenset({"Cf", "Zs", "Mn", "Me"})
"""Characters of which nothing is seen where they stand alone."""
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like nothing."""


@lru_cache(maxsize=4096)
def cleaned(name: str) -> str:
    """A name on one line, not too long; empty where nothing of it would be seen."""
    kept = (
        sign
        for sign in name
        if unicodedata.category(sign) not in UNWANTED and unicodedata.bidirectional(sign) not in TURNING
    )
    short = "".join(kept)[:FILE_NAME_LENGTH].strip()
    seen = any(unicodedata.category(sign) not in EMPTY and sign not in BLANK for sign in short)
    return short if seen else ""
