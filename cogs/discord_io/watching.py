"""The interface for metrics and logs: methods that are called at the end of clicks, repaints and notices.

Their arguments name no person and no move; a click's verb is a registered button's, or `other`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from tables.store import database

OTHER: Final = "other"
"""The verb that is reported for a click whose id belongs to no registered button."""
WAITED: Final = "waited"
"""The name of a click's first step, which ends when the work on the click begins."""
WORKED: Final = "worked"
"""The name of the step of a click that ends when its change is made and stored on the disk."""
DRAWN: Final = "drawn"
"""The name of the step that ends when the answer's pictures are drawn, or the answer goes without them."""
SENT: Final = "sent"
"""The name of a click's last step, which ends when Discord has accepted or refused the answer."""


class Answered(NamedTuple):
    """The end of the work on a click or command, whether it was answered or not.

    Attributes:
        verb: The verb of the clicked button, or the command's name.
        outcome: `done`; `refused`; `failed`, by a bug of ours or the disk; `dropped`: nothing was done, since
            nobody would have seen an answer; `unsent`: Discord did not take the answer.
        table_id: The id of the table that the click names; None: no table.
        is_deferred: Whether Discord was told that the answer takes longer.
        steps: Seconds that each step took, by name; steps that were not reached are missing.
    """

    verb: str
    outcome: str
    table_id: str | None
    is_deferred: bool
    steps: dict[str, float]


class Watcher(database.Watcher):
    """Callbacks for the end of clicks, repaints and notices; they must be quick, and must not raise."""

    def answered(self, click: Answered) -> None:
        """Called when the work on a click or command has ended."""

    def repainted(self, late_s: float) -> None:
        """Called when a table's messages show a change that was made `late_s` seconds ago."""

    def called(self, is_sent: bool) -> None:
        """Called when a notice to a person was sent or, if not `is_sent`, could not be sent."""

    def errors(self) -> Mapping[str, int] | None:
        """The number of errors of each kind since the start; None: this watcher doesn't count."""
        return None


Watchers = tuple[Watcher, ...]
"""The watchers of a bot; mostly an empty tuple."""
