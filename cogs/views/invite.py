"""Two messages for a person who invites another: one asks to which lobby, one which game to open for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import OtherId
from cogs.text.language import Localizer
from cogs.text.ui import message, rows, text
from cogs.views.board import game_name, table_button
from cogs.views.lesson import teasers
from cogs.views.panel import choice_message
from tables import Facts

RESERVE: Final = "reserve"
"""The verb of a button that invites a person to a lobby."""
OPEN: Final = "open"
"""The verb of a button that opens a table of a game and invites a person to it."""


def lobbies_message(lobbies: Sequence[Facts], person_id: int, words: Localizer) -> ui.LayoutView:
    """The question which of several lobbies a person is invited to, with a button for each lobby."""
    found = [(one, table_button(one.id, RESERVE, words, detail=str(person_id)), False) for one in lobbies]
    return choice_message(words("table.invite_where", who=f"<@{person_id}>"), found, words)


def new_table_message(person_id: int, words: Localizer) -> ui.LayoutView:
    """A list of all games, each with a button that opens a table and invites a person there."""
    heading = text(f"**{words('table.invite_new', who=f'<@{person_id}>')}**")
    buttons = [
        ui.Button(
            game_name(game, words), emoji=one.symbol, custom_id=str(OtherId(OPEN, f"{game}.{person_id}"))
        )
        for game, one in screens().items()
    ]
    return message([heading, *teasers(words), *rows(buttons)])
