"""The place that a command or click came from, and whether a table can be shown there."""

from __future__ import annotations

from typing import Any, Final

import discord

from locales import in_language
from tables import Refused

Interaction = discord.Interaction[Any]

NEEDED: Final = ("view_channel", "send_messages")
"""The permissions that the bot needs to show a table in a channel."""


def board_channel(interaction: Interaction) -> int:
    """Return the id of the channel that an interaction came from; for a thread, the thread's channel."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return interaction.channel_id or 0


def is_private(interaction: Interaction) -> bool:
    """Whether nobody but the person who clicked can read the clicked message."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


def is_ephemeral(interaction: Interaction) -> bool:
    """Whether the clicked message is ephemeral, so that a reply may replace it; a direct message isn't."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def may_write(allowed: discord.Permissions, *, in_thread: bool = False) -> bool:
    """Whether a member with permissions `allowed` in a channel may write there, and use the bot's commands.

    discord.py leaves out the permissions that a timeout takes from a member.
    """
    writes = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return allowed.view_channel and writes and allowed.use_application_commands


def check_channel(interaction: Interaction) -> None:
    """Refuse a command or click that came from a place where no table can be shown.

    Raises:
        Refused: `not_in_thread` with the thread's `channel`; `not_here` in a forum or a direct message;
            `you_may_not_post`: its author may not write there; or whatever `check_bot` raises.
    """
    place = interaction.channel
    if isinstance(place, discord.Thread) and not isinstance(place.parent, discord.ForumChannel):
        raise Refused("not_in_thread", channel=f"<#{place.parent_id}>")
    if isinstance(place, discord.Thread) or interaction.guild_id is None:
        raise Refused("not_here")
    check_bot(interaction)
    if not may_write(interaction.permissions):
        raise Refused("you_may_not_post")


def check_bot(interaction: Interaction) -> None:
    """Refuse a command or click from a channel in which the bot may not show a table.

    Raises:
        Refused: `may_not_post` with the missing permissions.
    """
    lacking = [name for name in NEEDED if not getattr(interaction.app_permissions, name)]
    if lacking:
        words = in_language(str(interaction.locale))
        raise Refused(
            "may_not_post", lacking=words.listed(words(f"table.permission_{name}") for name in lacking)
        )
