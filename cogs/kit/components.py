"""Messages made of Discord's components: one coloured container with the parts in it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from discord import ui

Item = ui.Item[ui.LayoutView]
"""A part of a message: a text, a row of buttons, a section, a separator."""


class Message(ui.LayoutView):
    """A message as it is sent, which is complete: what Discord is sent of it is made once.

    It is stopped at once, so that discord.py doesn't keep it: `cogs/clicks/router.py` reads each click from
    its custom_id, in this process or a later one.
    """

    def __init__(self, *items: Item) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()
        self._payload: list[dict[str, Any]] | None = None

    def to_components(self) -> list[dict[str, Any]]:
        """As discord.py's."""
        if self._payload is None:
            self._payload = super().to_components()  # type: ignore[no-untyped-call]
        return self._payload


def message(items: Sequence[Item], colour: int | None = None) -> ui.LayoutView:
    """A message of `items`; `colour` is that of its edge."""
    return Message(ui.Container(*items, accent_colour=colour))


def plain(*lines: str) -> ui.LayoutView:
    """A message of lines of text only."""
    return Message(text(*lines))


def digest(view: ui.LayoutView) -> str:
    """A short text that is the same for two messages if they look the same."""
    drawn = view.to_components()  # type: ignore[no-untyped-call]
    return blake2b(msgspec.json.encode(drawn), digest_size=12).hexdigest()


def rows(buttons: Sequence[ui.Button[ui.LayoutView]], width: int = 5) -> list[Item]:
    """Buttons in rows of at most `width`."""
    return [ui.ActionRow(*buttons[at : at + width]) for at in range(0, len(buttons), width)]


def text(*lines: str) -> ui.TextDisplay[ui.LayoutView]:
    """A part of a message with these lines of text."""
    return ui.TextDisplay("\n".join(lines))
