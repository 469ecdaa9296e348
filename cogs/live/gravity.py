"""What a fault of one part of a repaint means for the whole of it."""

from __future__ import annotations

from enum import IntEnum, auto

import discord

from cogs.kit.faults import TROUBLE
from tables import Refused, StorageFailed


class Gravity(IntEnum):
    """What a fault of one part means for all that are kept: the first of these decides what is done."""

    PASSES = auto()
    """Discord, the way to it or the disk is not at its best: tried again until it goes."""
    OURS = auto()
    """Nobody has thought of it: tried again, but not for ever."""
    REFUSED = auto()
    """The table is not there any more, or can't be read."""
    BARRED = auto()
    """Nothing to be gained by asking again."""


def gravity(fault: Exception) -> Gravity:
    """How grave a fault is."""
    if isinstance(fault, discord.Forbidden | discord.NotFound):
        return Gravity.BARRED
    if isinstance(fault, Refused):
        return Gravity.REFUSED
    return Gravity.PASSES if isinstance(fault, (*TROUBLE, StorageFailed)) else Gravity.OURS
