"""The one place that turns an exception into a kind sentence for the person concerned.

In this order: the disk failed (a sentence, and a line in the log), a table or a game refused (the game's own
sentence, or the common one), Discord forbade it or failed (a sentence for each), anything unforeseen (a
sentence with a number that stands in the log too).
"""

from __future__ import annotations

import structlog

from cogs.discord_io.faults import TROUBLE, code_of, is_final
from cogs.text.language import Localizer, catalogue
from tables import Refused, StorageFailed

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def sentence(fault: Exception, words: Localizer, game_id: str | None, number: str) -> str:
    """What to tell somebody whose click or command failed with `fault`.

    Args:
        fault: The exception.
        words: The sentences in their language.
        game_id: The table's game, if known: it may have a sentence of its own.
        number: Stands in the sentence and in the log if the fault is unforeseen.
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
    """The sentence of a refusal: the game's own, or the common one."""
    own = f"{catalogue(game_id)}.refused_{refused.code}" if game_id else ""
    if own and words.has(own):
        return words(own, **refused.facts)
    common = f"refused.{refused.code}"
    if words.has(common):
        return words(common, **refused.facts)
    log.error("refusal_without_sentence", code=refused.code)
    return words("refused.not_now")
