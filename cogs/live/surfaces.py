"""What the painters share: how to reach messages, and how old they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord import ui
from discord.utils import snowflake_time

from cogs.kit.components import digest
from cogs.kit.faults import TROUBLE, UNKNOWN_MESSAGE, code_of
from cogs.live.parts import Parts
from tables import Look, MessageRef

FRESH_S: Final = 3600.0
"""Older messages can be edited only rarely (Discord's error 30046)."""
UNTIL_THE_END: Final = 2**60
"""The version of a screen that never needs to be drawn again."""

BOARD: Final = "board"
OLD: Final = "old:"
"""Begins the name of a screen that is a former board, which still has its buttons."""
THREAD: Final = "thread"
STORY: Final = "story"

Shown = Mapping[str, MessageRef]
"""What a table shows where, by name."""


def hand(seat: int) -> str:
    """The name of the screen that is a player's own panel."""
    return f"hand:{seat}"


def seen(seat: int) -> str:
    """The name under which it is kept what a player has seen of a table."""
    return f"seen:{seat}"


def is_there(screen: MessageRef | None) -> bool:
    """Whether a screen has a message: it was posted, and nobody was seen to delete it."""
    return screen is not None and screen.message_id != 0


def age_s(message_id: int, now: float) -> float:
    """How old a message is, in seconds."""
    return now - snowflake_time(message_id).timestamp()


def message_url(look: Look, shown: Shown) -> str | None:
    """The address of the board message."""
    screen = shown.get(BOARD)
    if screen is None or not screen.message_id:
        return None
    return (
        f"https://discord.com/channels/{look.table.guild_id or '@me'}/{screen.channel_id}/{screen.message_id}"
    )


def partial(
    parts: Parts, channel_id: int, message_id: int, guild_id: int | None = None
) -> discord.PartialMessage:
    """A message to edit or delete without asking for it first; opening a thread on it needs the guild."""
    return parts.client.get_partial_messageable(channel_id, guild_id=guild_id).get_partial_message(message_id)


def channel(parts: Parts, channel_id: int) -> discord.PartialMessageable:
    """A channel to post to without asking for it first."""
    return parts.client.get_partial_messageable(channel_id)


async def has_message(parts: Parts, channel_id: int, message_id: int) -> bool:
    """Whether a message is there, or Discord does not say."""
    if not message_id:
        return False
    try:
        await partial(parts, channel_id, message_id).fetch()
    except TROUBLE as fault:
        return code_of(fault) != UNKNOWN_MESSAGE
    return True


UNSURE: Final = "unsure"
"""Stands for what a message shows where nobody knows: it is drawn anew."""


class Drawn:
    """What messages show, as far as this process or an earlier one knows: none is sent for nothing."""

    def __init__(self) -> None:
        self._digests: dict[int, str] = {}
        self._edits: dict[int, int] = {}

    def note(self, message_id: int, view: ui.LayoutView) -> None:
        """A message shows this now."""
        self._digests[message_id] = digest(view)

    def forget(self, message_id: int) -> None:
        """A message is gone, or shows something else."""
        self._digests.pop(message_id, None)
        self._edits.pop(message_id, None)

    def stamp(self, message_id: int) -> int:
        """A number that changes with each repaint of a message, at its beginning and at its end."""
        return self._edits.get(message_id, 0)

    def touch(self, message_id: int) -> None:
        """A repaint of a message begins, or has ended."""
        self._edits[message_id] = self.stamp(message_id) + 1

    def answered(self, message_id: int, view: ui.LayoutView, stamp: int, is_sure: bool = True) -> bool:
        """Note that the answer to a click has put this on a message, or may have; whether that is sure.

        The answer goes another way than our repaints: if one of them was under way at the same time, nobody
        knows which of the two lies on top.
        """
        is_sure = is_sure and self.stamp(message_id) == stamp
        if is_sure:
            self.note(message_id, view)
        else:
            self._digests[message_id] = UNSURE
        return is_sure

    def known(self, message_id: int) -> str:
        """A text to keep with the message, for a later process; empty where nothing is known."""
        return self._digests.get(message_id, "")

    def shows(self, message_id: int, kept: str, view: ui.LayoutView) -> bool:
        """Whether a message shows just this, by what this process knows or another kept."""
        return (self.known(message_id) or kept) == digest(view)


def nonce(parts: Parts, *named: str | int) -> str:
    """A text that is the same for the same post, so that Discord posts it once (25 characters at most).

    Discord shows it to everybody.  What it is made of is known to everybody, and it is sealed besides.
    """
    return parts.tables.seal(*named)
