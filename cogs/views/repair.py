"""Messages by which a moderator repairs a table's game: they show only what a spectator may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import TableId
from cogs.text.language import Localizer
from cogs.text.names import Names, spoken
from cogs.text.ui import Item, list_row, message, rows, text
from cogs.views.board import table_button, title
from cogs.views.story_lines import first_line, names_then, undoing_lines
from tables import LogEntry, Look
from tables.model.table import Matter
from tables.model.values import Undoing

REPAIR: Final = "repair"
"""The verb of all buttons and lists here."""
PAGE: Final = "page"
POINT: Final = "point"
BACK: Final = "back"
SEAT: Final = "seat"
GIVE: Final = "give"
FILL: Final = "fill"
"""The steps in these buttons' details: turn to a page of moves; choose a move; go back to before it; choose a
seat; give that seat to a person; have a computer fill it."""
PAGE_MOVES: Final = 25
"""The most moves of a page; Discord's limit for a list."""
MOST_OF_A_LABEL: Final = 100
"""Discord's limit for an option's label, in characters."""


def _button(
    look: Look, step: str, number: int, words: Localizer, label: str, *, disabled: bool = False
) -> ui.Button:
    custom_id = str(TableId(look.table.id, REPAIR, f"{step}.{number}"))
    return ui.Button(words(label), custom_id=custom_id, disabled=disabled)


def repair_message(
    look: Look, moves: Sequence[LogEntry], words: Localizer, page: int, *, moderates: bool
) -> ui.LayoutView:
    """The public moves to which one may go back, the newest first, and the seats that may be handed on.

    `page`: the page of moves, from 0; the last, if there are fewer.  `moderates`: the reader is a moderator,
    and not only a player, who can propose to go back, but hand on no seat.
    """
    table, pages = look.table, max(1, -(-len(moves) // PAGE_MOVES))
    page = min(page, pages - 1)
    items: list[Item] = [text(title(table, words), words(f"repair.{'may' if moderates else 'propose'}"))]
    newest = moves[::-1][page * PAGE_MOVES :][:PAGE_MOVES]
    options = [discord.SelectOption(label=_label(one, look, words), value=str(one.number)) for one in newest]
    if options:
        items.append(list_row(str(TableId(table.id, REPAIR, POINT)), words("repair.points"), options))
    else:
        items.append(text(words("repair.no_points")))
    if pages > 1:
        older = _button(look, PAGE, page + 1, words, "repair.button_older", disabled=page + 1 >= pages)
        newer = _button(look, PAGE, max(page - 1, 0), words, "repair.button_newer", disabled=page == 0)
        foot = f"-# {words('table.page', page=page + 1, pages=pages)}"
        items += [text(foot), ui.ActionRow(*((older, newer) if page == 0 else (newer, older)))]
    names = Names(table.seats, words).for_alt_text
    seats = [
        discord.SelectOption(label=names.plain(info.seat)[:MOST_OF_A_LABEL], value=str(info.seat))
        for info in table.seats
        if info.is_persons
    ]
    if moderates and seats:
        items.append(list_row(str(TableId(table.id, REPAIR, SEAT)), words("repair.seats"), seats))
    return message(items, screens()[table.game_id].colour)


def _label(move: LogEntry, look: Look, words: Localizer) -> str:
    """A move's first line in the play-by-play, in plain text."""
    names = names_then(move, look, words).for_alt_text
    lines = screens()[look.table.game_id].tell(move.events, names, words.for_alt_text)
    told = spoken([first_line(lines)] if lines else [], words) or str(move.number)
    return told if len(told) <= MOST_OF_A_LABEL else f"{told[: MOST_OF_A_LABEL - 1]}…"


def unreadable_message(look: Look, words: Localizer) -> ui.LayoutView:
    """For a table that can't be read: that it can only be ended, with the button for that."""
    end = table_button(look.table.id, "cancel", words, discord.ButtonStyle.danger, label=words("menu.cancel"))
    return message([text(title(look.table, words), words("repair.unreadable")), *rows([end])])


def point_message(
    look: Look, number: int, undoing: Undoing | None, words: Localizer, *, moderates: bool
) -> ui.LayoutView:
    """The question whether to go back to before move `number`, or to propose it; `undoing`: what is lost."""
    lines = undoing_lines(Matter.BACK, undoing, look, words)
    what = words("repair.sure" if moderates else "repair.sure_propose")
    buttons = [
        _button(look, BACK, number, words, "repair.button_back" if moderates else "repair.button_propose"),
        _button(look, PAGE, 0, words, "repair.button_list"),
    ]
    return message([text(title(look.table, words), what, *lines), *rows(buttons)])


def seat_message(look: Look, seat: int, words: Localizer) -> ui.LayoutView:
    """The question to whom a seat is to be handed on."""
    names = Names(look.table.seats, words)
    people = ui.UserSelect(str(TableId(look.table.id, REPAIR, f"{GIVE}.{seat}")), words("menu.offer"))
    buttons = [
        _button(look, FILL, seat, words, "menu.fill"),
        _button(look, PAGE, 0, words, "repair.button_list"),
    ]
    asks = words("repair.whom", whose=names(seat))
    return message([text(title(look.table, words), asks), ui.ActionRow(people), *rows(buttons)])
