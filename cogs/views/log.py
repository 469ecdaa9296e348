"""The latest of the play-by-play, for one person."""

from __future__ import annotations

from typing import Final

from cogs.games import screens
from cogs.text import ui
from cogs.text.components import Item, message, rows, text
from cogs.text.language import Localizer
from cogs.views.board import back_button, replay_button, title
from cogs.views.story_lines import newest_lines, story_lines
from tables import LogEntry, Look

LINES: Final = 25


def log_message(
    look: Look, logged: list[LogEntry], words: Localizer, thread_id: int | None, *, has_back: bool = False
) -> ui.LayoutView:
    """The newest lines of what happened at a table, and a link to the thread, which has them all.

    `has_back`: It is shown in place of the viewer's own panel, and has a button back.
    """
    lines = newest_lines(story_lines(logged, look, words), words, most_lines=LINES)
    more = [words("table.story_in", thread=f"<#{thread_id}>")] if thread_id else []
    body = lines or [words("table.nothing_yet")]
    items: list[Item] = [text(title(look.table, words), *body, *(f"-# {line}" for line in more))]
    buttons = [replay_button(look.table.id, words)] if look.observation is not None else []
    buttons += [back_button(look.table, words)] if has_back else []
    return message([*items, *rows(buttons)], screens()[look.table.game_id].colour)
