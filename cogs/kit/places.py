"""Where a command or click came from, and whether a table can be shown there."""

from __future__ import annotations

from typing import Any, Final

import discord

from locales import in_language
from tables import Refused

Interaction = discord.Interaction[Any]

NEEDED: Final = ("view_channel", "send_messages")
"""The permissions that the bot needs to show a table in a channel."""


def board_channel(interaction: Interaction) -> int:
    """The id of the channel that a command is about: for one given in a thread, the thread's channel."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return interaction.channel_id or 0


def is_private(interaction: Interaction) -> bool:
    """Whether only the clicker can read the message that was clicked."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


def is_ephemeral(interaction: Interaction) -> bool:
    """Whether the message clicked is ephemeral, and may be replaced; a panel in direct messages may not."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def check_channel(interaction: Interaction) -> None:
    """Refuse a channel in which no table can be shown.

    Raises:
        Refused: `may_not_post` with the missing permissions; `not_here` in a thread or a direct message.
    """
    if isinstance(interaction.channel, discord.Thread) or interaction.guild_id is None:
        raise Refused("not_here")
    lacking = [name for name in NEEDED if not getattr(interaction.app_permissions, name)]
    if lacking:
        words = in_language(str(interaction.locale))
        raise Refused(
            "may_not_post", lacking=words.listed(words(f"table.permission_{name}") for name in lacking)
        )
