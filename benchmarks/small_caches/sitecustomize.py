"""Makes the caches of functions small in the processes that find this folder on their path.

Python imports a `sitecustomize` before all else.  What a cache may hold takes some of them weeks to fill, and
until then nobody can tell it from what is never forgotten.
"""

from __future__ import annotations

import functools
from typing import Any, Final

SHARE: Final = 2
"""Caches that have a limit hold one of so many things that they would hold."""
_lru_cache: Final = functools.lru_cache


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """As `functools.lru_cache`, of which it is a smaller one."""
    if callable(maxsize):
        return lru_cache()(maxsize)
    return _lru_cache(None if maxsize is None else maxsize // SHARE, typed)


if __name__ == "sitecustomize":
    functools.lru_cache = lru_cache
