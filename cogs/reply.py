"""Answering an interaction: within Discord's 3 seconds, once, and kindly when it goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import discord
import msgspec
import structlog
from discord import ui

from cogs.errors import sentence
from cogs.gallery import NO_FILES, Files, attached, without_files
from cogs.layout import plain
from engine.game import Struct
from tables import Refused, StorageFailed

if TYPE_CHECKING:
    from cogs.client import TableBot

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PATIENCE_S: Final = 1.2
"""After so long we tell Discord that the answer takes a little longer."""

UNKNOWN_MESSAGE: Final = 10008
GONE: Final = frozenset({UNKNOWN_MESSAGE, 10015, 50027})
"""What Discord says of an answer that its reader has put away, or that has become too old."""

NOBODY: Final = discord.AllowedMentions.none()


class Reply(Struct, frozen=True):
    """What to show for an interaction.

    Attributes:
        view: The message.
        edit: It takes the place of the message that was clicked; else it is a new one.
        public: A new message that everybody sees; else the person alone.
        shown: Called with the message's id once Discord has taken it, if the message can be edited later.
        files: What goes with it besides its pictures.
    """

    view: ui.LayoutView
    edit: bool = False
    public: bool = False
    shown: Callable[[int], None] | None = None
    files: Files = NO_FILES


async def answer(
    interaction: discord.Interaction[TableBot], work: Awaitable[Reply], table_id: str | None = None
) -> discord.InteractionMessage | None:
    """Do the work and show what came of it, or say to that person alone what went wrong.

    Returns:
        The public message, where a command was answered with one.
    """
    task = asyncio.ensure_future(_hung(interaction, work))
    try:
        try:
            reply, files = await asyncio.wait_for(asyncio.shield(task), PATIENCE_S)
        except TimeoutError:
            await _ask_for_patience(interaction)
            reply, files = await task
    except Exception as fault:
        words = await interaction.client.people.words_for(interaction)
        game_id = await _game_of(interaction, table_id)
        text = sentence(fault, words, game_id, f"{(interaction.id >> 16) % 16**6:06x}")
        reply, files = Reply(plain(text)), {}
    return await _show(interaction, reply, files)


async def _hung(interaction: discord.Interaction[TableBot], work: Awaitable[Reply]) -> tuple[Reply, Files]:
    """Do the work and draw the pictures of what came of it."""
    reply = await work
    view, files = await interaction.client.gallery.hung(reply.view)
    return msgspec.structs.replace(reply, view=view), {**reply.files, **files}


async def _game_of(interaction: discord.Interaction[TableBot], table_id: str | None) -> str | None:
    """The game of a table, which may have its own sentences."""
    if table_id is None:
        return None
    try:
        return (await interaction.client.tables.table(table_id)).game_id
    except (Refused, StorageFailed):
        return None


async def _ask_for_patience(interaction: discord.Interaction[TableBot]) -> None:
    try:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
    except discord.HTTPException as fault:
        log.warning("patience_refused", code=fault.code)


async def edit_answer(interaction: discord.Interaction[TableBot], view: ui.LayoutView, files: Files) -> bool:
    """Put something else, with the files of its pictures, into the answer of an interaction.

    Returns:
        Whether it is still there: its reader may have put it away, and after 15 minutes it is out of reach.

    Raises:
        discord.HTTPException: Discord is not at its best; try again later.
    """
    try:
        await _sent(interaction, Reply(view, edit=True), files)
    except discord.HTTPException as fault:
        if fault.code not in GONE:
            raise
        return False
    return True


async def _show(
    interaction: discord.Interaction[TableBot], reply: Reply, files: Files
) -> discord.InteractionMessage | None:
    """Send the reply; a token that has run out is nothing that anybody can be told of."""
    try:
        sent = await _sent(interaction, reply, files)
    except discord.HTTPException as fault:
        if reply.edit and fault.code == UNKNOWN_MESSAGE:
            # The message was replaced while it was being clicked, by one that shows this and perhaps more.
            if not interaction.response.is_done():
                await _ask_for_patience(interaction)
            return None
        log.warning("not_answered", code=fault.code, status=fault.status)
        return None
    if sent is not None and reply.shown is not None:
        reply.shown(sent.id)
    elif sent is not None and reply.edit:
        interaction.client.refresher.ephemerals.covered(sent.id)
    return sent if isinstance(sent, discord.InteractionMessage) else None


async def _sent(
    interaction: discord.Interaction[TableBot], reply: Reply, files: Files
) -> discord.Message | None:
    """Send the reply, without its files where those are refused: see `_send`."""
    try:
        return await _send(interaction, reply, attached(files))
    except discord.Forbidden:
        if not files:
            raise
        return await _send(interaction, msgspec.structs.replace(reply, view=without_files(reply.view)), [])


async def _send(
    interaction: discord.Interaction[TableBot], reply: Reply, files: list[discord.File]
) -> discord.Message | None:
    """Send the reply.

    Returns:
        The message that Discord takes for the answer from now on, if that is ours to edit: after a click that
        took longer it is the one clicked, and not the new one that follows.
    """
    response, hidden = interaction.response, not reply.public
    if reply.edit:
        if response.is_done():
            await interaction.edit_original_response(
                view=reply.view, attachments=files, allowed_mentions=NOBODY
            )
        else:
            await response.edit_message(view=reply.view, attachments=files, allowed_mentions=NOBODY)
        return interaction.message
    if response.is_done():
        followed = await interaction.followup.send(
            view=reply.view, files=files, ephemeral=hidden, allowed_mentions=NOBODY, wait=True
        )
        is_apart = response.type is discord.InteractionResponseType.deferred_message_update
        return None if is_apart else followed
    sent = await response.send_message(
        view=reply.view, files=files, ephemeral=hidden, allowed_mentions=NOBODY
    )
    resource = sent.resource
    return resource if isinstance(resource, discord.InteractionMessage) else None
