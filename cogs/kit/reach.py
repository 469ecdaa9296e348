"""What is known of servers and channels that are gone; the housekeeping writes it, others read it."""

from __future__ import annotations


class Reach:
    """Which places can be reached, as far as is known.

    Attributes:
        has_heard: The gateway has told in which servers the bot is.
        deleted: The ids of channels that are known to be deleted, as long as their tables may not know it,
            or discord.py doesn't.
    """

    def __init__(self) -> None:
        self.has_heard = False
        self.deleted: set[int] = set()
