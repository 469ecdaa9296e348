"""Makes the caches of functions small in all processes that have this folder on their path.

Python imports a module `sitecustomize` before anything else.  Some caches take weeks to fill, and until then
their growth looks like a leak.
"""

from __future__ import annotations

import functools
from typing import Any, Final

SHARE: Final = 20
"""The divisor of caches' limits: a limited cache holds that many times fewer results than its code says."""
DEAR: Final = ("pictures.render", "pictures.render")
"""The modules whose caches save most time; their divisor is `DEAR_SHARE`."""
DEAR_SHARE: Final = 2
"""The divisor for the caches in `DEAR`: if they lost what successive pictures share, a season took days."""
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
