"""Private panels, each built once: refreshed, or repainted after a click, a panel mostly shows the same."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final, NamedTuple

from cogs.text import ui
from cogs.text.language import Localizer
from cogs.views.panel import USUAL, Reader, panel_message
from tables import Look

KNOWN: Final = 128
"""So many of the latest panels are known."""


class Built(NamedTuple):
    """A panel, with the objects whose ids it is known by: while they are held, no others have these ids."""

    view: ui.LayoutView
    look: Look
    words: Localizer
    board: Look | None


class Panels:
    """Builds panels, and knows the latest.

    What a panel shows depends on its arguments alone, which never change; so it is known by them.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Any, ...], Built] = OrderedDict()

    def forget(self, table_id: str) -> None:
        """Forget the panels of a table, which has changed, or whose people want to be forgotten."""
        for key in [key for key, built in self._known.items() if built.look.table.id == table_id]:
            del self._known[key]

    def panel(
        self,
        look: Look,
        words: Localizer,
        board_url: str | None,
        note: str = "",
        *,
        board: Look | None = None,
        picked: str = "",
        reader: Reader = USUAL,
    ) -> ui.LayoutView:
        """As `panel_message`; where the very same objects are shown, the very same panel."""
        key = id(look), id(words), board_url, note, id(board), picked, reader
        if key not in self._known:
            view = panel_message(look, words, board_url, note, board=board, picked=picked, reader=reader)
            self._known[key] = Built(view, look, words, board)
        self._known.move_to_end(key)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
        return self._known[key].view
