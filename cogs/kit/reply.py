"""What answers an interaction, and what stands in it later."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import ui

from cogs.kit.attachments import NO_FILES, Files, without_files
from cogs.kit.delivery import edited
from cogs.kit.faults import ANSWER_GONE
from engine.game import Struct


class Reply(Struct, frozen=True):
    """What to show for an interaction.

    Attributes:
        view: The message.
        edit: It takes the place of the message that was clicked; else it is a new one.
        public: A new message that everybody sees; else the person alone.
        shown: Called once Discord has taken it, or may have, if the message can be edited later: with its id,
            and whether it is sure that it shows this.
        files: What goes with it besides its pictures.
        late: Makes what to show instead of a public message that took so long that only the person sees it.
    """

    view: ui.LayoutView
    edit: bool = False
    public: bool = False
    shown: Callable[[int, bool], None] | None = None
    files: Files = NO_FILES
    late: Callable[[], Awaitable[Reply]] | None = None


async def edit_answer(interaction: discord.Interaction, view: ui.LayoutView, files: Files) -> bool:
    """Put something else, with the files of its pictures, into the answer of an interaction.

    Returns:
        Whether it is still there: its reader may have put it away, and after 15 minutes it is out of reach.

    Raises:
        discord.HTTPException: Discord is not at its best; try again later.
    """
    try:
        try:
            await edited(interaction, view, files)
        except discord.Forbidden:
            if not files:
                raise
            await edited(interaction, without_files(view), {})
    except discord.HTTPException as fault:
        if fault.code not in ANSWER_GONE:
            raise
        return False
    return True
