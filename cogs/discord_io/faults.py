"""Failures: exceptions, the meaning of Discord's error codes, and the sentences that tell people of them.

`sentence` alone turns an exception into a sentence for people.  The causes are looked for in this order:

1. The disk failed: a sentence, and a line in the log.
2. A table or a game refused: the game's own sentence for this refusal, else the one for all games.
3. Discord refused or failed: a sentence for each case.
4. Anything unforeseen happened: a sentence with a number, by which the log entry is found.
"""

from __future__ import annotations

from typing import Final

import aiohttp
import discord
import structlog

from cogs.text.language import Localizer, catalogue
from tables import Refused, StorageFailed

SIGN: Final = "⚠️"
"""The sign before the sentence of a refusal."""
CUT: Final = (aiohttp.ClientError, OSError)
"""Exceptions of a failing connection to Discord: nobody knows whether the request was carried out."""
TROUBLE: Final = (discord.HTTPException, discord.RateLimited, *CUT)
"""All exceptions that a request to Discord may raise."""

# Discord's error codes

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_USER: Final = 10013
UNKNOWN_EMOJI: Final = 10014
TOO_OLD_TO_EDIT: Final = 30046
"""The code that refuses an edit, since a message older than an hour has been edited too often."""
ALREADY_ANSWERED: Final = 40060
MISSING_ACCESS: Final = 50001
MISSING_PERMISSIONS: Final = 50013
TOKEN_RUN_OUT: Final = 50027
INVALID_FORM: Final = 50035
"""The code that refuses a request with an invalid form, or an emoji whose name is taken."""
THREAD_ASLEEP: Final = 50083
"""The code that refuses a post in an archived, locked thread; an unlocked thread is unarchived by a post."""
NO_COMMON_SERVER: Final = 50278
THREAD_EXISTS: Final = 160004

TOO_LARGE: Final = 413
"""The HTTP status of a message whose files are too large."""

LOCKED: Final = frozenset({THREAD_ASLEEP, 160005})
"""The codes that refuse a post in a thread until a moderator opens the thread."""
MESSAGE_GONE: Final = frozenset({UNKNOWN_CHANNEL, UNKNOWN_MESSAGE})
"""The codes for a message that was deleted, alone or with its channel."""
PERSON_GONE: Final = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
"""The codes for a person who is not in a server: they left it, or their account was deleted."""
FORBIDDEN: Final = frozenset(
    {20026, 40007, 50003, 50005, 50007, 50008, 50009, 50021, 60003, 160002, NO_COMMON_SERVER, *LOCKED}
    | {ALREADY_ANSWERED, MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_EXISTS, TOKEN_RUN_OUT}
)
"""Codes for things gone or not allowed, besides those named `Unknown ...`; 20026: the bot counts as spam."""
BUSY: Final = frozenset({20016, 20022, 20028, 20029, 40003, 40004, 40006, 110001, 130000})
"""Codes of a rate limit or a busy server: such a refusal is temporary, whatever its HTTP status."""
MAY_PASS: Final = frozenset({401, 403, 404, 408, 409, 425})
"""HTTP statuses of refusals that may be temporary, unless the answer has an error code known as final."""


def code_of(fault: BaseException) -> int | None:
    """Return Discord's error code of an exception; None: the exception did not come from Discord."""
    return fault.code if isinstance(fault, discord.HTTPException) else None


def is_denied(fault: BaseException) -> bool:
    """Whether Discord refused a request, for now or for good; too many refusals get the bot blocked."""
    return isinstance(fault, discord.HTTPException) and fault.status < 500 and fault.status != 429


def is_final(fault: BaseException) -> bool:
    """Whether Discord says that something is gone or not allowed, so that an immediate retry is useless."""
    code = code_of(fault) or 0
    return is_denied(fault) and (10_000 < code < 20_000 or code in FORBIDDEN)


def is_unfit(fault: BaseException) -> bool:
    """Whether Discord refused a request for its content or form."""
    if not isinstance(fault, discord.HTTPException) or not is_denied(fault) or is_final(fault):
        return False
    return fault.status not in MAY_PASS and fault.code not in BUSY


def is_refused(fault: BaseException) -> bool:
    """Whether Discord would refuse the request again; False: the failure may be temporary."""
    return is_final(fault) or is_unfit(fault)


def is_too_old(fault: BaseException) -> bool:
    """Whether Discord refuses an edit because the message is old, so that a new one must be posted."""
    return isinstance(fault, discord.RateLimited) or code_of(fault) == TOO_OLD_TO_EDIT


log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def sentence(fault: Exception, words: Localizer, game_id: str | None, number: str) -> str:
    """Return the sentence that tells a person that their click or command failed with `fault`.

    `game_id`: the table's game, which may have sentences of its own for refusals; None: not known.  `number`:
    a number for the sentence and the log, by which an unforeseen exception is found in the log.
    """
    if isinstance(fault, StorageFailed):
        log.error("storage_failed", number=number, reason=fault.reason)
    if isinstance(fault, Refused):
        return refusal(fault, words, game_id)
    if isinstance(fault, TROUBLE):
        log.warning("discord_refused", number=number, fault=type(fault).__name__, code=code_of(fault))
        return words("refused.discord_forbids" if is_final(fault) else "refused.discord_trouble")
    log.error("unforeseen", number=number, exc_info=fault)
    return words("refused.unforeseen", number=number)


def refusal(refused: Refused, words: Localizer, game_id: str | None) -> str:
    """Return the sentence that tells a person of a refusal: the game's own sentence, else the common one."""
    own = f"{catalogue(game_id)}.refused_{refused.code}" if game_id else ""
    if own and words.has(own):
        return words(own, **refused.facts)
    common = f"refused.{refused.code}"
    if words.has(common):
        return words(common, **refused.facts)
    log.error("refusal_without_sentence", code=refused.code)
    return words("refused.not_now")
