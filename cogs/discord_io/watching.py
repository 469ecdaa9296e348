"""What those who measure or log the bot are told: how clicks, repaints and notices went.

Nothing of it tells who plays what: a click's verb is one of ours or `other`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tables.store import database

OTHER: Final = "other"
"""The verb of a click that says none of ours: an id that is on no button of this version."""
WAITED: Final = "waited"
"""The step of a click that ends when it is let in."""
WORKED: Final = "worked"
"""The one that ends when it is decided and on the disk."""
DRAWN: Final = "drawn"
"""The one that ends when its pictures are drawn, as far as it waits for them."""
SENT: Final = "sent"
"""The one that ends when Discord has the answer, or does not take it."""


class Answered(NamedTuple):
    """A click or command that was answered, or not.

    Attributes:
        verb: What was asked for: a button's verb, or a command.
        outcome: `done`; `refused`; `failed`, by a fault of ours or of the disk; `dropped`: nothing was done,
            since nobody would have seen it; `unsent`: Discord did not take the answer.
        table_id: The table that it names; None: none.
        is_deferred: Discord was told that it takes longer.
        steps: Seconds that each step took; those that were not reached are missing.
    """

    verb: str
    outcome: str
    table_id: str | None
    is_deferred: bool
    steps: dict[str, float]


class Watcher(database.Watcher):
    """Is told how clicks, repaints and notices went; its methods must be quick, and not raise."""

    def answered(self, click: Answered) -> None:
        """A click or command has come to its end."""

    def repainted(self, late_s: float) -> None:
        """A table's messages show a change that was made so many seconds ago."""

    def called(self, is_sent: bool) -> None:
        """Somebody was sent a notice, or could not be."""


Watchers = tuple[Watcher, ...]
"""All who are told; mostly nobody."""
