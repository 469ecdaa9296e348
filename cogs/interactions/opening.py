"""What is agreed at a table that somebody opens, with what is usual where they have not been asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord

from cogs.discord_io.places import board_channel
from cogs.views.times import PACES
from tables import Opening

PACE: Final = "brisk"
"""How fast computer players move where nothing else is chosen."""


def opening(
    interaction: discord.Interaction[Any],
    game_id: str,
    seats: int | None,
    options: Mapping[str, str] | None = None,
) -> Opening:
    """A table in the channel of a command or click.

    Args:
        interaction: The command or click.
        game_id: The game.
        seats: How many play; None: as many as sit down.
        options: The game's options that differ from their defaults.
    """
    return Opening(
        game_id=game_id,
        options=options or {},
        wanted_seats=seats,
        guild_id=interaction.guild_id,
        channel_id=board_channel(interaction),
        pace_s=PACES[PACE],
        locale=str(interaction.guild_locale or interaction.locale),
    )
