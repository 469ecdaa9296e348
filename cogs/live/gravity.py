"""How grave an exception in one part of a repaint is, which decides what becomes of the whole repaint.

`painters` logs and `refresher` tries again by it.
"""

from __future__ import annotations

from enum import IntEnum, auto

import discord

from cogs.kit.faults import TROUBLE
from tables import Refused, StorageFailed


class Gravity(IntEnum):
    """How grave an exception is; of several in one repaint, the first in this order decides what is done."""

    PASSES = auto()
    """Discord, the connection or the disk failed: tried again until it works."""
    OURS = auto()
    """A fault in our code: tried again, but only a few times."""
    REFUSED = auto()
    """The table doesn't exist any more, or can't be read."""
    BARRED = auto()
    """Discord forbids it, or the place is gone: trying again would not help."""


def gravity(fault: Exception) -> Gravity:
    """How grave an exception is."""
    if isinstance(fault, discord.Forbidden | discord.NotFound):
        return Gravity.BARRED
    if isinstance(fault, Refused):
        return Gravity.REFUSED
    return Gravity.PASSES if isinstance(fault, (*TROUBLE, StorageFailed)) else Gravity.OURS
