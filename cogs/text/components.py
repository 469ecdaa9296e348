"""Messages made of Discord's components: one coloured container with the parts in it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from cogs.text import ui

Item = ui.Item
"""A part of a message: a text, a row of buttons, a section, a separator."""


def message(items: Sequence[Item], colour: int | None = None) -> ui.LayoutView:
    """A message of `items`; `colour` is that of its edge."""
    return ui.LayoutView(ui.Container(*items, accent_colour=colour))


def fits(items: Sequence[Item]) -> bool:
    """Whether a message may have so many parts."""
    return ui.parts_in(items) < ui.MOST_PARTS  # One more is what they stand in.


def plain(*lines: str) -> ui.LayoutView:
    """A message of lines of text only."""
    return ui.LayoutView(text(*lines))


def digest(view: ui.LayoutView) -> str:
    """A short text that is the same for two messages if they look the same."""
    return view.once(_digest)


def _digest(view: ui.LayoutView) -> str:
    return blake2b(msgspec.json.encode(view.to_components()), digest_size=12).hexdigest()


def rows(buttons: Sequence[ui.Button], width: int = 5) -> list[Item]:
    """Buttons in rows of at most `width`."""
    return [ui.ActionRow(*buttons[at : at + width]) for at in range(0, len(buttons), width)]


def text(*lines: str) -> ui.TextDisplay:
    """A part of a message with these lines of text."""
    return ui.TextDisplay("\n".join(lines))
