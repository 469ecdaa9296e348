"""One line of the log for each click and command: what it asked for, what came of it, where its time went.

It has no person and no card, and a refusal without its reason, which might tell of one.
"""

from __future__ import annotations

import structlog

from cogs.discord_io.watching import Answered, Watcher

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class ClickLog(Watcher):
    """Logs each click."""

    def answered(self, click: Answered) -> None:
        """As `Watcher.answered`."""
        took = {f"{step}_ms": round(seconds * 1000, 1) for step, seconds in click.steps.items()}
        log.info(
            "answered",
            verb=click.verb,
            outcome=click.outcome,
            table=click.table_id,
            deferred=click.is_deferred,
            **took,
        )
