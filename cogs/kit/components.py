"""Messages made of Discord's components: one coloured container with the parts in it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec
from discord import ui

Item = ui.Item[ui.LayoutView]
"""A part of a message: a text, a row of buttons, a section, a separator."""


def message(items: Sequence[Item], colour: int | None = None) -> ui.LayoutView:
    """A message of `items`; `colour` is that of its edge.

    The view is stopped at once, so that discord.py doesn't keep it: `cogs/clicks/router.py` reads each click
    from its custom_id, in this process or a later one.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=colour))
    view.stop()
    return view


def plain(*lines: str) -> ui.LayoutView:
    """A message of lines of text only."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay("\n".join(lines)))
    view.stop()
    return view


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
