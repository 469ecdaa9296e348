"""The one place that turns what went wrong into a kind sentence for that person alone.

In this order: the disk (a sentence, and the log), a refusal of a table or a game (the game's own sentence,
or the common one), Discord (what it forbids, or that it is not at its best), anything unforeseen (a
sentence with a number that the log has too).
"""

from __future__ import annotations

import discord
import structlog

from cogs.kit.faults import TROUBLE, code_of
from cogs.kit.language import Localizer, catalogue
from tables import Refused, StorageFailed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def sentence(fault: Exception, words: Localizer, game_id: str | None, number: str) -> str:
    """What to tell somebody whose click or command met `fault`.

    Args:
        fault: What was raised.
        words: Their language.
        game_id: The game of the table, where it is known: it may have its own sentence.
        number: Stands in the sentence and the log, where the fault is unforeseen.
    """
    if isinstance(fault, StorageFailed):
        log.error("storage_failed", number=number, reason=fault.reason)
    if isinstance(fault, Refused):
        return refusal(fault, words, game_id)
    if isinstance(fault, TROUBLE):
        log.warning("discord_refused", number=number, fault=type(fault).__name__, code=code_of(fault))
        forbids = isinstance(fault, discord.Forbidden | discord.NotFound)
        return words("refused.discord_forbids" if forbids else "refused.discord_trouble")
    log.error("unforeseen", number=number, exc_info=fault)
    return words("refused.unforeseen", number=number)


def refusal(refused: Refused, words: Localizer, game_id: str | None) -> str:
    """The sentence of a refusal: the game's own, or the common one."""
    own = f"{catalogue(game_id)}.refused_{refused.code}" if game_id else ""
    if own and words.has(own):
        return words(own, **refused.facts)
    common = f"refused.{refused.code}"
    if words.has(common):
        return words(common, **refused.facts)
    log.error("refusal_without_sentence", code=refused.code)
    return words("refused.not_now")
