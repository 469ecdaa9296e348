"""The local Discord that our tests play on, with the names that `make play` has."""

from __future__ import annotations

from typing import Any

from bot import LOCAL_NAMES
from localdiscord import LocalDiscord


def local_discord(**options: Any) -> LocalDiscord:
    """A local Discord; `options` are those of `LocalDiscord`."""
    return LocalDiscord(**{**LOCAL_NAMES, **options})
