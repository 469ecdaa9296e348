"""Whoever measures how tables are kept is told of it here; nothing of who plays what."""

from __future__ import annotations


class Watcher:
    """Is told what happened, and how long it took; does nothing with it.  It must be quick, and not raise."""

    def committed(self, pieces: int, seconds: float) -> None:
        """A transaction with what so many callers wanted written is on the disk."""

    def thought(self, seconds: float) -> None:
        """A computer player has thought about a turn, or given up."""
