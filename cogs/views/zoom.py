"""A part of a board enlarged, for games whose board has parts; for anybody who can see the board."""

from __future__ import annotations

import discord

from cogs.games import screens
from cogs.text import ui
from cogs.text.components import message, rows, text
from cogs.text.language import Localizer, catalogue
from cogs.text.names import Names
from cogs.views.board import ZOOM, back_button, table_button, title
from tables import Look, Refused


def zoom_message(look: Look, region: str, words: Localizer, *, has_back: bool = False) -> ui.LayoutView:
    """One part of the board enlarged, and buttons to the others; `look` is a spectator's.

    `has_back`: It is shown in place of the viewer's own panel or lesson, and has a button back.

    Raises:
        Refused: The game has not begun (`not_started`), or its board has no such part (`unknown_button`).
    """
    table = look.table
    screen, name = screens()[table.game_id], catalogue(table.game_id)
    if look.observation is None:
        raise Refused("not_started", table=table.id)
    regions = screen.regions(look.observation)
    region = region or next(iter(regions), "")
    if region not in regions:
        raise Refused("unknown_button")

    def button(other: str) -> ui.Button:
        style = discord.ButtonStyle.primary if other == region else discord.ButtonStyle.secondary
        label = words(f"{name}.region_{other}")
        return table_button(table.id, ZOOM, words, style, detail=other, label=label)

    shown = screen.region(look.observation, region, Names(table.seats, words), words)
    back = rows([back_button(table, words)] if has_back else [])
    buttons = [*rows([button(other) for other in regions]), *back]
    return message([text(title(table, words)), *shown, *buttons], screen.colour)
