"""Receives every click on our components, reads its id, calls its button's handler and shows the reply.

discord.py's store of views is not used, since the custom_id alone determines a button's effect.  So
buttons that an earlier process sent work, and no views are kept in memory.  A forged id is checked like any
other.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

import discord
import structlog
from discord.ext import commands

import cogs.interactions
from cogs.discord_io.delivery import Reply
from cogs.interactions.answer import answer
from cogs.interactions.click import Click, ClickParts, button_of
from cogs.interactions.learn import clicked_lesson
from cogs.interactions.practice import clicked_puzzle
from cogs.text import ids
from tables import Refused
from tables.model.texts import is_lesson

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

CLICKS: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""The types of interactions by our messages: clicks, and sent forms, whose ids are those of buttons."""


class Router(commands.Cog):
    """Receives clicks and sent forms, and calls the handlers of their buttons."""

    def __init__(self, parts: ClickParts) -> None:
        self._parts = parts
        for module in iter_modules(cogs.interactions.__path__):
            import_module(f"{cogs.interactions.__name__}.{module.name}")

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer a click or sent form, in discord.py's task for it; `cogs.commands` answers commands."""
        if interaction.type not in CLICKS or interaction.message is None or not interaction.data:
            return
        log.debug("click", person=interaction.user.id)
        click = Click(self._parts, interaction)
        asked = chosen(interaction.data)
        if asked is not None:
            click.verb, click.table, click.detail = asked.verb, asked.table, asked.detail
        with self._parts.displays.message(interaction.message.id).clicked():
            await answer(click, reply(click))


def chosen(data: Mapping[str, Any]) -> ids.MoveId | ids.TableId | ids.OtherId | None:
    """Return the id of the pressed button, or of the chosen option if the list's options have ids."""
    asked = ids.read(str(data.get("custom_id", "")))
    if isinstance(asked, ids.OtherId) and asked.verb == ids.CHOOSE:
        return ids.read(str((data.get("values") or [""])[0]))
    return asked


async def reply(click: Click) -> Reply:
    """Return the reply of the clicked button's handler, if the clicker has the right that the button needs.

    Raises:
        AtOwner: Another process owns the table.
        Refused: `unknown_button`; what `Access.checked` and the button's handler raise.
    """
    if len(click.table) > ids.LONGEST:
        return await (clicked_lesson if is_lesson(click.table) else clicked_puzzle)(click)
    found = button_of(click.verb, click.table, click.detail)
    if found is None:
        raise Refused("unknown_button")
    if found.right is not None:
        await click.check(found.right)
    return await found.handle(click)
