"""What clicks and commands work with: the parts of the bot, and those that show what came of a click."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.clicks.replay_player import ReplayPlayer
from cogs.live.painters import Painters
from cogs.live.parts import Parts


@dataclass(frozen=True)
class ClickParts(Parts):
    """All parts.

    Attributes:
        painters: Draw what a table shows.
        replay_player: Shows replays.
    """

    painters: Painters
    replay_player: ReplayPlayer
