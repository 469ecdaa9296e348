"""The list of a person's tables; for each, whose turn it is, since when, and a button."""

from __future__ import annotations

from typing import Final

from cogs.discord_io.faults import refusal
from cogs.text import ui
from cogs.text.ids import OtherId
from cogs.text.language import Localizer
from cogs.text.names import LIST, Names, place_link, written_table_name
from cogs.text.ui import Button, Item, message, plain, style_if, text
from cogs.views.board import own_button, signed_name, state_name, table_button
from cogs.views.panel import owes
from engine.game import Seat, Struct
from tables import Facts, Follower, Look, Phase, Refused
from tables.verbs.lobby import missing_seats

PAGE: Final = 8
"""The most tables on a page."""
MOST_CHARACTERS: Final = 3700
"""The most characters of the tables on a page; Discord's limit for all texts of a message is 4,000."""


class Entry(Struct, frozen=True, gc=True):
    """A table in the list.

    Attributes:
        table: The public facts about the table.
        look: The table as the reader may know it; None: the table can't be read.
        fault: The reason why the table can't be read; None: the table can be read.
        url: The address of the board's message; None: there is none.
        server: The server's name; empty: the bot doesn't know it.
        follower: The reader as a follower of the table; None: the reader sits at the table.
    """

    table: Facts
    look: Look | None
    fault: Refused | None
    url: str | None
    server: str
    follower: Follower | None = None


def games_message(found: list[Entry], number: int, words: Localizer) -> ui.LayoutView:
    """Page `number` (from 0) of the reader's tables, `found`; if there is no such page, the nearest one."""
    if not found:
        return plain(words("mine.empty"))
    pages = paged([(entry, entry_part(entry, words)) for entry in found])
    last = len(pages) - 1
    number = max(0, min(number, last))
    items: list[Item] = []
    is_followed: bool | None = None
    for entry, part in pages[number]:
        if is_followed is not (entry.follower is not None):
            is_followed = entry.follower is not None
            items.append(text(f"**{words('mine.followed' if is_followed else 'table.which')}**"))
        items.append(part)
    if last:
        items.append(text(f"-# {words('table.page', page=number + 1, pages=last + 1)}"))
        before = page_button(number - 1, words("table.button_previous"), disabled=number == 0)
        after = page_button(number + 1, words("table.button_next"), disabled=number == last)
        items.append(ui.ActionRow(before, after))
    return message(items)


def paged(parts: list[tuple[Entry, Item]]) -> list[list[tuple[Entry, Item]]]:
    """The tables and their items, split into pages within `PAGE` and `MOST_CHARACTERS`."""
    pages: list[list[tuple[Entry, Item]]] = [[]]
    room = MOST_CHARACTERS
    for entry, part in parts:
        shown = part.children if isinstance(part, ui.Section) else [part]
        length = sum(len(one.content) for one in shown if isinstance(one, ui.TextDisplay))
        if len(pages[-1]) == PAGE or (pages[-1] and length > room):
            pages.append([])
            room = MOST_CHARACTERS
        pages[-1].append((entry, part))
        room -= length
    return pages


def page_button(number: int, label: str, *, disabled: bool) -> Button:
    """A button to page `number`, counted from 0.

    For a disabled button, pass the number before the first page or after the last page, so that no two
    buttons of the message have the same id.
    """
    return Button(label=label, custom_id=str(OtherId("games", str(number % 1000))), disabled=disabled)


def entry_part(entry: Entry, words: Localizer) -> Item:
    """A table's item: game, name, place, whose turn it is, and a button; or why the table can't be read."""
    table, look = entry.table, entry.look
    is_played = table.phase is Phase.RUNNING
    may_start = look is not None and is_ready(look)
    board = (
        [f"[{words('table.button_board')}]({entry.url})"] if entry.url and (is_played or may_start) else []
    )
    name = f"**{signed_name(table.game_id, words)}**"
    head = LIST.join([name, written_table_name(table), *board])
    place = [place_link(table, words), *([entry.server] if entry.server else [])]
    lines = [head, f"-# {LIST.join(place)}"]
    if entry.fault is not None or look is None:
        return text(*lines, refusal(entry.fault or Refused("not_now"), words, table.game_id))
    lines.append(LIST.join(state(look, words)))
    if entry.follower is not None:
        lines.append(f"-# {words(f'mine.follows_{entry.follower.what.value}')}")
        change = table_button(table.id, "follow", words, label=words("mine.button_change"))
        return ui.Section(text(*lines), accessory=change)
    if is_played:
        return ui.Section(text(*lines), accessory=own_button(table, words, style_if(owes(look))))
    if may_start:
        return ui.Section(text(*lines), accessory=table_button(table.id, "start", words, style_if(may_start)))
    if entry.url:
        return ui.Section(text(*lines), accessory=Button(label=words("table.button_board"), url=entry.url))
    return text(*lines, words("table.see_show"))


def state(look: Look, words: Localizer) -> list[str]:
    """Texts on the players to move, since when, and their time left; if no game runs, on the phase."""
    if is_ready(look):
        return [words("mine.ready", start=words("table.button_start"))]
    if look.table.phase is not Phase.RUNNING:
        return [state_name(look.table, words)]
    clocks = look.clocks.values()
    mine = look.clocks.get(look.seat) if look.seat is not None else None
    told = [mine] if mine is not None and owes(look) else list(clocks)
    parts = [words("mine.to_move", who=words.listed(called(look, seat, words) for seat in look.to_move))]
    if told:
        parts.append(words("mine.since", when=f"<t:{int(min(clock.since for clock in told))}:R>"))
    runs_out = [clock.runs_out for clock in told if clock.runs_out is not None and clock.away_until is None]
    if runs_out:
        parts.append(words("mine.runs_out", when=f"<t:{int(min(runs_out))}:R>"))
    elif any(clock.is_late for clock in told):
        parts.append(words("mine.late"))
    return parts


def is_ready(look: Look) -> bool:
    """Whether the viewer may start the table's game now."""
    table = look.table
    is_owner = look.seat is not None and look.seat == table.owner_seat
    return table.phase is Phase.LOBBY and is_owner and missing_seats(look.game, table) == 0


def called(look: Look, seat: Seat, words: Localizer) -> str:
    """The name of a player who is to move ("you" for the reader), with the last day of an absence, if any."""
    # No mentions, since many of these people are on another server.
    name = Names(look.table.seats, words).plain(seat)
    who = f"**{words('table.you')}**" if seat == look.seat else name
    clock = look.clocks.get(seat)
    if clock is None or clock.away_until is None:
        return who
    # `away_until` is the moment after the absence's last day.
    return words("mine.away", who=who, day=f"<t:{int(clock.away_until) - 1}:D>")
