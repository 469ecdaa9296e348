"""What is known of servers and channels that are gone; the housekeeping writes it, others read it."""

from __future__ import annotations


class Reach:
    """Which places can be reached, as far as is known.

    Attributes:
        is_told: The gateway tells of servers and channels; else Discord is asked where it matters.
        has_heard: The gateway has told in which servers the bot is; where nothing is told, there is no wait.
        deleted: The ids of channels that are known to be deleted, as long as their tables may not know it,
            or discord.py doesn't.
    """

    def __init__(self, is_told: bool = True) -> None:
        self.is_told = is_told
        self.has_heard = not is_told
        self.deleted: set[int] = set()
