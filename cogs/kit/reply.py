"""Answering an interaction: within Discord's 3 seconds, once, and kindly when it goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import discord
import msgspec
import structlog
from discord import ui

from cogs.kit.admission import PATIENCE_S, Dropped
from cogs.kit.attachments import NO_FILES, PURPOSE, Files, without_files, without_pictures
from cogs.kit.components import plain
from cogs.kit.delivery import TOKEN_LASTS_S, Delivery, edited
from cogs.kit.errors import sentence
from cogs.kit.faults import ANSWER_GONE, TROUBLE, UNKNOWN_MESSAGE, code_of, is_refused
from cogs.kit.language import Speech
from engine.game import Struct
from pictures import Purpose, Rank, Unwanted
from tables import Refused, StorageFailed

if TYPE_CHECKING:
    from cogs.client import TableBot

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

HAND_OVER_S: Final = 3.0
"""After so long an answer that the painters look after anyway is left to them."""


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


async def answer(
    interaction: discord.Interaction[TableBot],
    work: Coroutine[Any, Any, Reply],
    table_id: str | None = None,
) -> discord.InteractionMessage | None:
    """Do the work and show what came of it, or say to that person alone what went wrong.

    Returns:
        The public message, where a command was answered with one.
    """
    bot, delivery = interaction.client, Delivery(interaction)
    with bot.admission.answering(), contextlib.closing(Unbegun(work)) as unbegun:
        try:
            async with bot.admission.place(delivery) as place:
                reply, files = await _made(interaction, delivery, unbegun.begin(), place.close)
        except Dropped:
            log.warning("click_dropped", waited_s=round(delivery.age_s, 1))
            return None
        except Exception as fault:
            words = await _words(interaction)
            game_id = await _game_of(interaction, table_id)
            text = sentence(fault, words, game_id, f"{(interaction.id >> 16) % 16**6:06x}")
            reply, files = Reply(plain(text)), {}
        sent = await _show(interaction, delivery, reply, files)
    return sent if reply.public and isinstance(sent, discord.InteractionMessage) else None


class Unbegun:
    """Work that may never be begun."""

    def __init__(self, work: Coroutine[Any, Any, Reply]) -> None:
        self._work: Coroutine[Any, Any, Reply] | None = work

    def begin(self) -> Coroutine[Any, Any, Reply]:
        """The work, for whoever does it."""
        assert self._work is not None
        work, self._work = self._work, None
        return work

    def close(self) -> None:
        """Forget the work, if nobody has begun it."""
        if self._work is not None:
            self._work.close()


async def _made(
    interaction: discord.Interaction[TableBot],
    delivery: Delivery,
    work: Coroutine[Any, Any, Reply],
    leave: Callable[[], None],
) -> tuple[Reply, Files]:
    """Do the work; where that takes long, tell Discord so."""
    admission = interaction.client.admission
    making = asyncio.ensure_future(_hung(interaction, delivery, work, leave))
    try:
        if not delivery.is_deferred:
            await asyncio.wait([making], timeout=max(0.0, PATIENCE_S - delivery.age_s))
            if not making.done():
                await admission.told(delivery)
        reply, files = await making
        if delivery.is_deferred and reply.late is not None:
            return await _hung(interaction, delivery, reply.late(), leave)
        return reply, files
    finally:
        making.cancel()


async def _hung(
    interaction: discord.Interaction[TableBot],
    delivery: Delivery,
    work: Awaitable[Reply],
    leave: Callable[[], None],
) -> tuple[Reply, Files]:
    """Do the work, `leave`, and draw the pictures of what came of it, if anybody will see them."""
    PURPOSE.set(Purpose(Rank.CLICK))
    reply = await work
    leave()
    PURPOSE.set(Purpose(Rank.CLICK, lambda: not delivery.is_lost))
    try:
        view, files = await interaction.client.gallery.hung(reply.view)
    except Unwanted:
        view, files = without_pictures(reply.view), {}
    return msgspec.structs.replace(reply, view=view), {**reply.files, **files}


async def _words(interaction: discord.Interaction[TableBot]) -> Speech:
    """Their language; where the disk does not tell which they chose, their Discord's."""
    try:
        return await interaction.client.people.words_for(interaction)
    except StorageFailed:
        return interaction.client.speech(str(interaction.locale))


async def _game_of(interaction: discord.Interaction[TableBot], table_id: str | None) -> str | None:
    """The game of a table, which may have its own sentences."""
    if table_id is None:
        return None
    try:
        return (await interaction.client.tables.facts(table_id)).game_id
    except (Refused, StorageFailed):
        return None


async def edit_answer(interaction: discord.Interaction[TableBot], view: ui.LayoutView, files: Files) -> bool:
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


async def _show(
    interaction: discord.Interaction[TableBot], delivery: Delivery, reply: Reply, files: Files
) -> discord.Message | None:
    """Send the reply; a token that has run out is nothing that anybody can be told of."""
    try:
        sent = await _sent(delivery, reply, files)
    except TROUBLE as fault:
        if reply.edit and code_of(fault) == UNKNOWN_MESSAGE:
            # The message was replaced while it was being clicked, by one that shows this and perhaps more.
            await delivery.defer()
            return None
        log.warning("not_answered", code=code_of(fault), fault=type(fault).__name__)
        clicked = interaction.message
        if reply.edit and reply.shown is not None and clicked is not None and not is_refused(fault):
            reply.shown(clicked.id, False)
        return None
    if sent is not None and reply.shown is not None:
        reply.shown(sent.id, True)
    elif sent is not None and reply.edit:
        interaction.client.refresher.ephemerals.covered(sent.id)
    return sent


async def _sent(delivery: Delivery, reply: Reply, files: Files) -> discord.Message | None:
    """Send the reply, without its files where those are refused."""
    try:
        return await _send(delivery, reply, files)
    except discord.Forbidden:
        if not files:
            raise
        return await _send(delivery, msgspec.structs.replace(reply, view=without_files(reply.view)), {})


async def _send(delivery: Delivery, reply: Reply, files: Files) -> discord.Message | None:
    if not reply.edit:
        return await delivery.post(reply.view, files, hidden=not reply.public)
    patience_s = TOKEN_LASTS_S if reply.shown is None else HAND_OVER_S
    return await delivery.edit(reply.view, files, patience_s=patience_s)
