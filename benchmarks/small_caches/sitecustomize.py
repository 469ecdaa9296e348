"""Makes the caches of functions small in the processes that find this folder on their path.

Python imports a `sitecustomize` before all else.  Some caches take weeks to fill; until then, nobody can tell
their growth from a leak.
"""

from __future__ import annotations

import functools
from typing import Any, Final

SHARE: Final = 20
"""Limited caches hold the number of results that their code says, divided by this."""
DEAR: Final = ("pictures.render", "pictures.render")
"""The modules whose caches save most time; `DEAR_SHARE` holds for them."""
DEAR_SHARE: Final = 2
"""The divisor for caches in `DEAR`: with less cached than successive pictures share, a season takes days."""
_lru_cache: Final = functools.lru_cache


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """Replace `functools.lru_cache` by one with a smaller cache."""
    if callable(maxsize):
        return lru_cache()(maxsize)

    def kept(function: Any) -> Any:
        share = DEAR_SHARE if function.__module__ in DEAR else SHARE
        return _lru_cache(None if maxsize is None else maxsize // share, typed)(function)

    return kept


if __name__ == "sitecustomize":
    functools.lru_cache = lru_cache
