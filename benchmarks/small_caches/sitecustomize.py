"""Makes the caches of functions small in the processes that find this folder on their path.

Python imports a `sitecustomize` before all else.  What a cache may hold takes some of them weeks to fill, and
until then nobody can tell it from what is never forgotten.
"""

from __future__ import annotations

import functools
from typing import Any, Final

SHARE: Final = 20
"""Caches that have a limit hold one of so many things that they would hold."""
DEAR: Final = ("pictures.render", "pictures.render")
"""The modules whose caches save the most time,"""
DEAR_SHARE: Final = 2
"""and what they hold: less than the pictures of an evening have in common would make a season last days."""
_lru_cache: Final = functools.lru_cache


def lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:
    """As `functools.lru_cache`, of which it is a smaller one."""
    if callable(maxsize):
        return lru_cache()(maxsize)

    def kept(function: Any) -> Any:
        share = DEAR_SHARE if function.__module__ in DEAR else SHARE
        return _lru_cache(None if maxsize is None else maxsize // share, typed)(function)

    return kept


if __name__ == "sitecustomize":
    functools.lru_cache = lru_cache
