"""A bot's gateway session, which outlives its connection, so that events can be replayed."""

from __future__ import annotations

import uuid
from collections import deque
from typing import Protocol

REPLAYABLE = 5_000
RESUME = "/resume"
"""The path of the gateway's address for resuming; at Discord, this address is on another machine."""
GUILDS, GUILD_MEMBERS, GUILD_PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT


class Wire(Protocol):
    """The connection that a session uses at present."""

    def send(self, frame: bytes) -> None:
        """Queue one payload, to be sent after those queued before."""


class Session:
    """A gateway session, opened by one IDENTIFY."""

    def __init__(self, intents: int, shard: tuple[int, int] = (0, 1)) -> None:
        self.id = uuid.uuid4().hex
        self.intents = intents
        self.shard = shard
        self.number = 0
        self.wire: Wire | None = None
        self._sent: deque[tuple[int, bytes]] = deque(maxlen=REPLAYABLE)

    def hears(self, guild_id: str | None) -> bool:
        """Whether the session's shard gets a server's events; `guild_id` None: events without a server."""
        number, count = self.shard
        return (int(guild_id or 0) >> 22) % count == number

    def dispatch(self, event: str, raw: bytes) -> None:
        """Send an event; without a connection, keep the event until the bot resumes."""
        self.number += 1
        frame = b'{"op":0,"t":"%b","s":%d,"d":%b}' % (event.encode(), self.number, raw)
        self._sent.append((self.number, frame))
        if self.wire is not None:
            self.wire.send(frame)

    def replay(self, wire: Wire, after: int) -> bool:
        """Send all events after sequence number `after` again; False: some of these are no longer stored."""
        if after > self.number or (self._sent and self._sent[0][0] > after + 1):
            return False
        for number, frame in self._sent:
            if number > after:
                wire.send(frame)
        return True
