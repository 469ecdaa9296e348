"""Displays of tables for tests that need no bot."""

from __future__ import annotations

from cogs.discord_io.discord_clock import DiscordClock
from cogs.messages.display import Displays
from tables.session import Sessions
from tests.clock import Clock

PAUSES_S = (2.0, 60.0)


def displays(clock: Clock | None = None) -> Displays:
    """Return displays whose sessions belong to no bot."""
    now = (clock or Clock()).now
    return Displays(Sessions(), DiscordClock(now), now, PAUSES_S)
