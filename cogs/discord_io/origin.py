"""The place that a command or click came from, and whether a table can be shown in the place.

A place is a channel with messages, a thread, a post of a forum, or somebody's direct messages.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from locales import in_language
from tables import Refused

Interaction = discord.Interaction[Any]

NEEDED: Final = ("view_channel", "send_messages")
"""The permissions that the bot needs to show a table in a channel."""
IN_THREAD: Final = ("view_channel", "send_messages_in_threads")
"""The permissions that the bot needs to show a table in a thread."""


def places(interaction: Interaction) -> list[int]:
    """Return the ids of the place of an interaction and, if that is a thread, of the thread's channel."""
    place = interaction.channel
    parents = [place.parent_id] if isinstance(place, discord.Thread) else []
    return [interaction.channel_id or 0, *parents]


def is_guest(interaction: Interaction) -> bool:
    """Whether the bot is a guest where an interaction comes from: a person has installed it, not the server.

    Such a place is a group message, a direct message of two people, or a server without the bot.
    """
    is_in_server = interaction.guild_id is not None and not interaction.is_guild_integration()
    return interaction.context.private_channel or is_in_server


def is_direct(interaction: Interaction) -> bool:
    """Whether an interaction comes from a person's direct messages with the bot."""
    return interaction.guild_id is None and not is_guest(interaction)


def is_private(interaction: Interaction) -> bool:
    """Whether only the person who clicked can read the clicked message."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or is_direct(interaction))


def is_ephemeral(interaction: Interaction) -> bool:
    """Whether the clicked message is ephemeral, so that a reply may replace it; a direct message is not."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def may_write_here(interaction: Interaction) -> bool:
    """Whether an interaction's author may write in the interaction's place."""
    is_thread = isinstance(interaction.channel, discord.Thread)
    return interaction.guild_id is None or may_write(interaction.permissions, in_thread=is_thread)


def may_write(allowed: discord.Permissions, *, in_thread: bool = False) -> bool:
    """Whether a member with the permissions `allowed` may write and use the bot's commands in a place.

    `allowed` comes from discord.py, which leaves out the permissions that a timeout takes from a member.
    """
    writes = allowed.send_messages_in_threads if in_thread else allowed.send_messages
    return allowed.view_channel and writes and allowed.use_application_commands


def check_channel(interaction: Interaction) -> None:
    """Refuse a command or click if no table can be shown in its place.

    Raises:
        Refused: `you_may_not_post`: the author may not write in the place; `no_external_apps`: in a server
            without the bot, the bot's answers are visible to the author only; or any refusal of `check_bot`.
    """
    if is_guest(interaction):
        if not may_write_here(interaction):
            raise Refused("you_may_not_post")
        if interaction.guild_id is not None and not interaction.permissions.use_external_apps:
            raise Refused("no_external_apps")
        return
    check_bot(interaction)
    if not may_write_here(interaction):
        raise Refused("you_may_not_post")


def check_bot(interaction: Interaction, place: int | None = None) -> None:
    """Refuse a command or click if the bot may not show a table in a place.

    `place`: an id that `places` returns; None: the place of the interaction.

    Raises:
        Refused: `no_bot_here`: the server has added only the bot's commands, not the bot itself;
            `may_not_post`, with the missing permissions.
    """
    if interaction.guild_id is None:
        return  # In direct messages, the bot may answer anyone who has just used it.
    is_thread = isinstance(interaction.channel, discord.Thread) and place in (None, interaction.channel_id)
    needed = IN_THREAD if is_thread else NEEDED
    lacking = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if lacking:
        client, guild_id = interaction.client, interaction.guild_id
        if client.is_ready() and client.parts.reach.covers(guild_id) and not client.get_guild(guild_id):
            raise Refused("no_bot_here")
        words = in_language(str(interaction.locale))
        raise Refused(
            "may_not_post", lacking=words.listed(words(f"table.permission_{name}") for name in lacking)
        )
