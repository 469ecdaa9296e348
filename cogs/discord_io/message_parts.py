"""The parts of a message that was clicked, which are read only where somebody asks for them.

discord.py makes an object of each button and picture, and garbage of it afterwards, while few answers need
to know what the message shows.
"""

from __future__ import annotations

from typing import Any, Final

import discord

KEPT: Final = "message_components"
"""Where the parts are kept as Discord sent them: in what the interaction tells of the click."""


def put_aside(payload: Any) -> None:
    """Have discord.py make no objects of the parts of an interaction's message; called before it reads it."""
    message, told = payload.get("message"), payload.get("data")
    if message and told:
        told[KEPT], message["components"] = message.get("components", []), []


def shown_on(interaction: discord.Interaction) -> discord.Message | None:
    """The message that was clicked, with its parts; None: it is a command that was used."""
    told: Any = interaction.data
    kept = told.pop(KEPT, None) if told else None
    if interaction.message is not None and kept:
        interaction.message._handle_components(kept)
    return interaction.message


def let_go(interaction: discord.Interaction) -> None:
    """Forget the parts once the click is answered.

    An interaction and its response keep each other until garbage is collected, and the parts are most of
    what would be looked through then.
    """
    told: Any = interaction.data
    if told:
        told.pop(KEPT, None)
    if interaction.message is not None:
        interaction.message.components.clear()
