"""The callbacks for metrics and logs: how clicks, repaints and notices went.

Nothing in them tells who plays what: a click's verb is one of ours or `other`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tables.store import database

OTHER: Final = "other"
"""The verb of a click whose id is on no button of this version."""
WAITED: Final = "waited"
"""The step of a click that ends when its work begins."""
WORKED: Final = "worked"
"""The step of a click that ends when its outcome is decided and on the disk."""
DRAWN: Final = "drawn"
"""The step of a click that ends when its answer's pictures are drawn, or no longer waited for."""
SENT: Final = "sent"
"""The step of a click that ends when Discord has accepted or refused the answer."""


class Answered(NamedTuple):
    """The end of a click or command, whether it was answered or not.

    Attributes:
        verb: What was asked for: a button's verb, or a command.
        outcome: `done`; `refused`; `failed`, by a bug of ours or the disk; `dropped`: nothing was done, since
            nobody would have seen an answer; `unsent`: Discord did not take the answer.
        table_id: The table that the click names; None: none.
        is_deferred: Discord was told that the answer takes longer.
        steps: Seconds that each step took, by name; steps that were not reached are missing.
    """

    verb: str
    outcome: str
    table_id: str | None
    is_deferred: bool
    steps: dict[str, float]


class Watcher(database.Watcher):
    """Callbacks for the end of clicks, repaints and notices; they must be quick, and not raise."""

    def answered(self, click: Answered) -> None:
        """A click or command has come to its end."""

    def repainted(self, late_s: float) -> None:
        """A table's messages show a change now that was made `late_s` seconds ago."""

    def called(self, is_sent: bool) -> None:
        """A notice to somebody was sent or, if not `is_sent`, could not be."""


Watchers = tuple[Watcher, ...]
"""The watchers of a bot; mostly none."""
