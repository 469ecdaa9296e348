"""A part of a board seen from nearer, where a game's board has parts: for anybody who can see the board."""

from __future__ import annotations

import discord
from discord import ui

from cogs.board import CLOSER, catalogue, table_button, title
from cogs.layout import message
from cogs.screens import screens
from cogs.screens.contract import rows, text
from cogs.seats import Names
from cogs.speech import Speech
from tables import Look, Refused


def closer_message(look: Look, region: str, words: Speech) -> ui.LayoutView:
    """One part of the board, and buttons to the others; `look` is a spectator's.

    Raises:
        Refused: The game has not begun (`not_started`), or its board has no such part (`unknown_button`).
    """
    table = look.table
    screen, name = screens()[table.game_id], catalogue(table.game_id)
    if look.observation is None:
        raise Refused("not_started", table=table.id)
    region = region or next(iter(screen.regions), "")
    if region not in screen.regions:
        raise Refused("unknown_button")

    def button(other: str) -> ui.Button[ui.LayoutView]:
        style = discord.ButtonStyle.primary if other == region else discord.ButtonStyle.secondary
        label = words(f"{name}.region_{other}")
        return table_button(table.id, CLOSER, words, style, detail=other, label=label)

    shown = screen.region(look.observation, region, Names(table.seats, words), words)
    buttons = rows([button(other) for other in screen.regions])
    return message([text(title(table, words)), *shown, *buttons], screen.colour)
