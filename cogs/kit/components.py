"""Messages as Discord draws them: one coloured container with our parts in it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec
from discord import ui

Item = ui.Item[ui.LayoutView]
"""A part of a message: a text, a row of buttons, a section, a line between them."""


def message(items: Sequence[Item], colour: int | None = None) -> ui.LayoutView:
    """A message of `items`.

    The view is stopped at once, so that discord.py keeps nothing of it: every click is read from its
    custom_id by `cogs/clicks/router.py`, in this process or a later one.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=colour))
    view.stop()
    return view


def plain(*lines: str) -> ui.LayoutView:
    """A message of nothing but lines of text."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("\n".join(lines)))
    view.stop()
    return view


def digest(view: ui.LayoutView) -> str:
    """A short text that tells whether two messages are drawn alike."""
    drawn = view.to_components()  # type: ignore[no-untyped-call]
    return blake2b(msgspec.json.encode(drawn), digest_size=12).hexdigest()


def rows(buttons: Sequence[ui.Button[ui.LayoutView]], width: int = 5) -> list[Item]:
    """Buttons in rows of at most `width`."""
    return [ui.ActionRow(*buttons[at : at + width]) for at in range(0, len(buttons), width)]


def text(*lines: str) -> ui.TextDisplay[ui.LayoutView]:
    """Lines of text as one part of a message."""
    return ui.TextDisplay("\n".join(lines))
