"""The reply to an interaction, and later edits of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from cogs.discord_io.attachments import without_files
from cogs.discord_io.delivery import edited
from cogs.discord_io.faults import MISSING_PERMISSIONS, is_final
from cogs.discord_io.kept_files import NO_FILES, Files, KeptFiles
from cogs.text import ui
from engine.game import Struct


class Reply(Struct, frozen=True, gc=True):
    """What to show as the reply to an interaction; `cogs.interactions.answer` sends it.

    Attributes:
        view: The message.
        edit: The clicked message is edited to show it; else it is a new message.
        form: A form is opened instead; the message is shown where it is too late for that.
        public: A new message is seen by everybody; else by the person alone.
        shown: Called, in the task of the click, once Discord has the reply, or may have, if its message can
            be edited later: with the message's id, and whether it certainly shows the view.
        beside: It is a new message, and the one clicked is to be kept up to date by this interaction, too:
            called once it can be edited so.
        files: Files that go with it besides its pictures.
        kept: The same view without a note to its reader, which stays until something else changes; None:
            `view` has no such note.
        is_whole: It waits for its pictures, since its message is not kept up to date.
        late: Makes the reply to show instead of a public one if that took so long that it can only be shown
            to the person.
    """

    view: ui.LayoutView
    edit: bool = False
    form: discord.ui.Modal | None = None
    public: bool = False
    shown: Callable[[int, bool], None] | None = None
    beside: Callable[[], None] | None = None
    files: Files = NO_FILES
    kept: ui.LayoutView | None = None
    is_whole: bool = False
    late: Callable[[], Awaitable[Reply]] | None = None


async def edit_answer(
    interaction: discord.Interaction, message_id: int, view: ui.LayoutView, files: Files, kept: KeptFiles
) -> bool:
    """Edit the answer to an interaction, which is that message, to show a view with its pictures.

    Returns:
        Whether it could be edited: its reader may have dismissed it, and after 15 minutes it is out of reach.

    Raises:
        discord.HTTPException: Discord failed; try again later.
    """
    try:
        try:
            await edited(interaction, view, files, kept, message_id)
        except discord.Forbidden as fault:
            if not files or fault.code != MISSING_PERMISSIONS:
                raise
            await edited(interaction, without_files(view), {}, kept, message_id)
    except discord.HTTPException as fault:
        if not is_final(fault):
            raise
        return False
    return True
