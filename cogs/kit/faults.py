"""What can go wrong between the bot and Discord: the exceptions, and what Discord's error codes mean."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

CUT: Final = (aiohttp.ClientError, OSError)
"""The connection to Discord failed, or took too long: nobody knows whether the request was carried out."""
TROUBLE: Final = (discord.HTTPException, discord.RateLimited, *CUT)
"""All exceptions that a request to Discord may raise."""

# Discord's error codes

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_USER: Final = 10013
UNKNOWN_WEBHOOK: Final = 10015
"""Also for an interaction that was never answered."""
TOO_OLD_TO_EDIT: Final = 30046
"""A message older than an hour was edited too often."""
ALREADY_ANSWERED: Final = 40060
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
TOKEN_RUN_OUT: Final = 50027
INVALID_FORM: Final = 50035
"""Also for a name that is taken."""
THREAD_ASLEEP: Final = 50083
"""For an archived thread that is locked; posting to one that isn't locked unarchives it."""
NO_COMMON_SERVER: Final = 50278
THREAD_EXISTS: Final = 160004

CLOSED_TO_US: Final = frozenset({50007, NO_COMMON_SERVER})
"""Somebody takes no direct messages from the bot, or shares no server with it any more."""
OUT_OF_REACH: Final = CLOSED_TO_US | {UNKNOWN_CHANNEL, UNKNOWN_USER}
"""Somebody can't be sent a direct message."""
THREAD_LOST: Final = frozenset({UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ASLEEP})
"""A thread takes no posts from the bot."""
ANSWER_GONE: Final = frozenset({UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, TOKEN_RUN_OUT})
"""An answer was dismissed by its reader, or is too old to be edited."""


def code_of(fault: BaseException) -> int | None:
    """Discord's error code; None if the exception did not come from Discord."""
    return fault.code if isinstance(fault, discord.HTTPException) else None


def is_refused(fault: BaseException) -> bool:
    """Whether Discord understood the request and refused it, so that trying again would not help."""
    return isinstance(fault, discord.HTTPException) and fault.status < 500 and fault.status != 429


def is_too_old(fault: BaseException) -> bool:
    """Whether a message can't be edited now, or only much later, so that it is posted anew instead."""
    return isinstance(fault, discord.RateLimited) or code_of(fault) == TOO_OLD_TO_EDIT
