"""The local Discord of our tests, with the names that `make play` uses."""

from __future__ import annotations

from typing import Any

from bot import LOCAL_NAMES
from localdiscord import LocalDiscord


def local_discord(**options: Any) -> LocalDiscord:
    """Return a local Discord; `options`: those of `LocalDiscord`."""
    return LocalDiscord(**{**LOCAL_NAMES, **options})
