"""Following a table: the messages to a follower, and the message in which a person chooses which to get.

A follower sees what a spectator may know: the board as in the channel, without its buttons.
"""

from __future__ import annotations

from typing import Final

from cogs.discord_io.attachments import without_pictures
from cogs.games import screens
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import Names
from cogs.text.ui import Item, message, rows, style_if, text
from cogs.views.board import board_link, board_message, colour, done_line, table_button, title
from cogs.views.story_lines import newest_lines, story_lines
from tables import Facts, Follower, LogEntry, Look, What
from tables.model.table import OPEN_PHASES

STOP: Final = "stop"
LINES: Final = 8
"""The most lines of news in a message to a follower; the table's thread has the others."""
MOST_CHARACTERS: Final = 3900
"""The most characters of a message to a follower; Discord's limit for all texts of a message is 4,000."""


def follower_message(
    look: Look, what: What, logged: list[LogEntry], words: Localizer, url: str | None, *, is_first: bool
) -> ui.LayoutView:
    """A direct message to a table's follower: the board and, except in the first message, the news.

    `look` and `logged`, the journal's entries since the last message, hold only what a spectator may know.
    """
    table = look.table
    goes_on = table.phase in OPEN_PHASES
    head: list[Item] = []
    if is_first and goes_on:
        head = [text(f"👁️ **{words('follow.begun')}** {words(f'follow.now_{what.value}')}")]
    buttons = board_link(url, words)
    if goes_on:
        stop = words("follow.button_stop")
        buttons.append(table_button(table.id, "follow", words, detail=STOP, label=stop))
    foot = rows(buttons)
    bare = message([*head, *everybodys(look, words), *foot])
    room = MOST_CHARACTERS - without_pictures(bare).content_length()
    lines = [] if is_first or not goes_on else since_then(story_lines(logged, look, words), room, words)
    told: list[Item] = [ui.Separator(), text(*lines)] if lines else []
    return message([*head, *everybodys(look, words), *told, *foot], colour(table.game_id))


def everybodys(look: Look, words: Localizer) -> list[Item]:
    """The items of the board's message in the channel, without its buttons."""
    view = board_message(look, words)
    parts = [part for frame in view.children if isinstance(frame, ui.Container) for part in frame.children]
    return [part for part in parts if not isinstance(part, ui.ActionRow)]


def since_then(lines: list[str], room: int, words: Localizer) -> list[str]:
    """A heading and the newest of `lines` that fit into `room` characters; without lines, empty."""
    if not lines:
        return []
    heading = f"-# {words('follow.since')}"
    return [heading, *newest_lines(lines, words, room - len(heading) - 1, LINES)]


def choice_message(
    table: Facts, follower: Follower | None, words: Localizer, note: str = ""
) -> ui.LayoutView:
    """The message to choose which news of a table to get; `follower`: the reader (None: no follower yet)."""
    chosen = follower.what if follower is not None else None

    def button(detail: str, name: str, *, is_chosen: bool = False) -> ui.Button:
        label, style = words(f"follow.button_{name}"), style_if(is_chosen)
        return table_button(table.id, "follow", words, style, detail=detail, label=label)

    buttons = [button(what.value, what.value, is_chosen=what is chosen) for what in What]
    if follower is not None:
        buttons.append(button(STOP, "none"))
    now = words(f"follow.now_{chosen.value}") if chosen is not None else words("follow.now_none")
    head = [title(table, words), *([note] if note else [])]
    lines = (*head, f"**{words('follow.choose')}**", words("follow.how"), f"-# {now}")
    return message([text(*lines), ui.ActionRow(*buttons)], screens()[table.game_id].colour)


def left_message(table: Facts, person_id: int, words: Localizer) -> ui.LayoutView:
    """The message that replaces the panel of a person who has left the table; it names their successor."""
    seat, told = table.seat_left_by(person_id), done_line(table, person_id, words)
    if table.phase not in OPEN_PHASES:
        return message([text(title(table, words), told)], colour(table.game_id))
    if seat is not None:
        told = words("menu.plays_on", who=Names(table.seats, words)(seat))
    follow = table_button(table.id, "follow", words, label=words("follow.button_follow"))
    return message([text(title(table, words), told), ui.ActionRow(follow)], colour(table.game_id))


def stopped_message(table: Facts, words: Localizer, url: str | None) -> ui.LayoutView:
    """The message that says that the reader no longer follows a table; it has no buttons."""
    return message([text(title(table, words), words("follow.stopped")), *rows(board_link(url, words))])
