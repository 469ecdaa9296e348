"""Messages by which a moderator repairs a table's game; they contain only what a spectator may know."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import discord

from cogs.games import screens
from cogs.text import ui
from cogs.text.ids import TableId
from cogs.text.language import Localizer
from cogs.text.names import Names, spoken
from cogs.text.ui import Item, list_row, message, text
from cogs.views.board import title
from cogs.views.story_lines import first_line, names_then, undoing_lines
from tables import LogEntry, Look
from tables.model.table import Matter
from tables.model.values import Undoing

REPAIR: Final = "repair"
"""The verb of all buttons and lists in these messages."""


class Step(StrEnum):
    """The steps of a repair, as names in buttons' ids; the number of a page, move or seat may follow."""

    PAGE = "page"
    POINT = "point"
    BACK = "back"
    SEAT = "seat"
    GIVE = "give"
    FILL = "fill"


def repair_message(
    look: Look, moves: Sequence[LogEntry], words: Localizer, page: int, *, moderates: bool
) -> ui.LayoutView:
    """The public moves that can be undone, the newest first, and the seats that can be given to others.

    `page`: the page of moves, from 0; numbers beyond the end mean the last page.  `moderates`: whether the
    reader is a moderator; other players can only propose to undo moves, and can't give seats away.
    """
    table, last = look.table, max(0, len(moves) - 1) // ui.MOST_OPTIONS
    page = max(0, min(page, last))
    newest = moves[::-1][page * ui.MOST_OPTIONS :][: ui.MOST_OPTIONS]
    options = [discord.SelectOption(label=_label(one, look, words), value=str(one.number)) for one in newest]
    lines, items = [words("repair.may" if moderates else "repair.propose")], list[Item]()
    if options:
        items.append(list_row(_id(look, Step.POINT), words("repair.points"), options))
    else:
        lines.append(words("repair.no_points"))
    if last:
        newer = _button(look, Step.PAGE, page - 1, words("table.button_previous"), disabled=page == 0)
        older = _button(look, Step.PAGE, page + 1, words("table.button_next"), disabled=page == last)
        foot = f"-# {words('table.page', page=page + 1, pages=last + 1)}"
        items += [text(foot), ui.ActionRow(newer, older)]
    names = Names(table.seats, words).for_alt_text
    seats = [
        discord.SelectOption(label=names.plain(info.seat), value=str(info.seat))
        for info in table.seats
        if info.is_persons
    ]
    if moderates and seats:
        items.append(list_row(_id(look, Step.SEAT), words("repair.seats"), seats))
    return _message(look, words, lines, items)


def point_message(
    look: Look, number: int, undoing: Undoing | None, words: Localizer, *, moderates: bool
) -> ui.LayoutView:
    """The question whether to undo, or to propose to undo, move `number` and all later ones (`undoing`)."""
    asks = words("repair.sure" if moderates else "repair.sure_propose")
    label = words("repair.button_back" if moderates else "repair.button_propose")
    back = _button(look, Step.BACK, number, label, style=discord.ButtonStyle.primary)
    lines = [asks, *undoing_lines(Matter.BACK, undoing, look, words)]
    return _message(look, words, lines, [ui.ActionRow(back, _list_button(look, words))])


def seat_message(look: Look, seat: int, words: Localizer) -> ui.LayoutView:
    """The question to whom a moderator gives a seat."""
    people = ui.UserSelect(_id(look, Step.GIVE, seat), words("repair.offer"))
    fill = _button(look, Step.FILL, seat, words("menu.fill"))
    rows = [ui.ActionRow(people), ui.ActionRow(fill, _list_button(look, words))]
    return _message(look, words, [words("repair.whom", whose=Names(look.table.seats, words)(seat))], rows)


def _message(look: Look, words: Localizer, lines: Sequence[str], items: Sequence[Item]) -> ui.LayoutView:
    return message([text(title(look.table, words), *lines), *items], screens()[look.table.game_id].colour)


def _id(look: Look, step: Step, number: int | None = None) -> str:
    return str(TableId(look.table.id, REPAIR, step if number is None else f"{step}.{number}"))


def _button(look: Look, step: Step, number: int, label: str, **about: Any) -> ui.Button:
    return ui.Button(label, custom_id=_id(look, step, number), **about)


def _list_button(look: Look, words: Localizer) -> ui.Button:
    return _button(look, Step.PAGE, 0, words("repair.button_list"))


def _label(move: LogEntry, look: Look, words: Localizer) -> str:
    """A move's first line in the play-by-play, in plain text."""
    names = names_then(move, look, words).for_alt_text
    lines = screens()[look.table.game_id].tell(move.events, names, words.for_alt_text)
    told = spoken([first_line(lines)] if lines else [], words) or str(move.number)
    return ui.fit(told, ui.MOST_OF_AN_OPTION)
