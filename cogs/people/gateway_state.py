"""What is known of servers and channels that are gone; the housekeeping writes it, others read it."""

from __future__ import annotations

from typing import NamedTuple


class Shard(NamedTuple):
    """Which of how many parts of all servers the gateway tells this process of."""

    number: int
    of: int


class Reach:
    """Which places can be reached, as far as is known.

    Attributes:
        is_told: The gateway tells of servers and channels, of some at least; else Discord is asked where it
            matters.
        has_heard: The gateway has told in which servers the bot is; where nothing is told, there is no wait.
        deleted: The ids of channels that are known to be deleted, as long as their tables may not know it,
            or discord.py doesn't.
    """

    def __init__(self, is_told: bool = True, shard: Shard | None = None) -> None:
        self.is_told = is_told
        self._shard = shard
        self.has_heard = not is_told
        self.deleted: set[int] = set()

    def is_told_of(self, guild_id: int | None) -> bool:
        """Whether the gateway tells this process of a server: others have the servers of other shards."""
        if self._shard is None or guild_id is None:
            return self.is_told
        return self.is_told and (guild_id >> 22) % self._shard.of == self._shard.number
