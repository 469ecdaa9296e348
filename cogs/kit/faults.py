"""What can go wrong between us and Discord: which exceptions that are, and what Discord's codes mean."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

CUT: Final = (aiohttp.ClientError, OSError)
"""The way to Discord failed, or took too long: nobody knows whether what was asked has been carried out."""
TROUBLE: Final = (discord.HTTPException, discord.RateLimited, *CUT)
"""What Discord, or the way to it, may do to us."""

# Discord's codes

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_USER: Final = 10013
UNKNOWN_WEBHOOK: Final = 10015
"""Also said of an interaction that was never answered."""
TOO_OLD_TO_EDIT: Final = 30046
"""Messages older than an hour can be edited only rarely."""
ALREADY_ANSWERED: Final = 40060
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
TOKEN_RUN_OUT: Final = 50027
INVALID_FORM: Final = 50035
"""Also said of a name that is taken."""
THREAD_ASLEEP: Final = 50083
"""Of a locked thread; an unlocked one wakes up."""
NO_COMMON_SERVER: Final = 50278
THREAD_EXISTS: Final = 160004

CLOSED_TO_US: Final = frozenset({50007, NO_COMMON_SERVER})
"""Somebody takes no direct messages from us, or shares no server with us any more."""
OUT_OF_REACH: Final = CLOSED_TO_US | {UNKNOWN_CHANNEL, UNKNOWN_USER}
"""Somebody can't be written to."""
THREAD_LOST: Final = frozenset({UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ASLEEP})
"""A thread takes no posts of ours."""
ANSWER_GONE: Final = frozenset({UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, TOKEN_RUN_OUT})
"""An answer was put away by its reader, or has become too old."""


def code_of(fault: BaseException) -> int | None:
    """Discord's code for a fault, if it came from Discord."""
    return fault.code if isinstance(fault, discord.HTTPException) else None


def is_refused(fault: BaseException) -> bool:
    """Whether Discord understood and said no, so that asking again would change nothing."""
    return isinstance(fault, discord.HTTPException) and fault.status < 500 and fault.status != 429


def is_too_old(fault: BaseException) -> bool:
    """Whether a message can't be edited any more, or only much later: it is posted anew instead."""
    return isinstance(fault, discord.RateLimited) or code_of(fault) == TOO_OLD_TO_EDIT
