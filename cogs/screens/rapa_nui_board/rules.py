"""The rules in short pages."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.screens.contract import Item
from cogs.speech import Speech


def rules(words: Speech) -> Sequence[Sequence[Item]]:
    """Short pages."""
    return []
