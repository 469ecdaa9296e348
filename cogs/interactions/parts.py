"""The value that clicks and commands work with: `Parts`, and what shows the outcome of a click."""

from __future__ import annotations

from dataclasses import dataclass

from cogs.interactions.replay_player import ReplayPlayer
from cogs.interactions.reviewer import Reviewer
from cogs.messages.painters import Painters
from cogs.messages.parts import Parts
from cogs.ops.relay import Relay


@dataclass(frozen=True)
class ClickParts(Parts):
    """The objects that clicks and commands need.

    Attributes:
        painters: Keep the messages of tables up to date.
        relay: Has interactions answered by the owners of their tables.
        replay_player: Shows replays.
        reviewer: Shows reviews.
        pictures_s: Seconds that an answer waits for its pictures.
    """

    painters: Painters
    relay: Relay
    replay_player: ReplayPlayer
    reviewer: Reviewer
    pictures_s: float
