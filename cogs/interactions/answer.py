"""Answers an interaction: within Discord's 3 seconds, once, and with a kind sentence if it goes wrong.

The router and all commands call `answer`, in the task that discord.py runs for the click or command.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import discord
import msgspec
import structlog

from cogs.discord_io.attachments import PURPOSE, without_files
from cogs.discord_io.capacity import PATIENCE_S, Capacity, Dropped
from cogs.discord_io.delivery import TOKEN_LASTS_S, Delivery
from cogs.discord_io.errors import sentence
from cogs.discord_io.faults import (
    INVALID_FORM,
    MISSING_PERMISSIONS,
    TROUBLE,
    UNKNOWN_MESSAGE,
    code_of,
    is_refused,
)
from cogs.discord_io.kept_files import Files
from cogs.discord_io.reply import Reply
from cogs.discord_io.watching import DRAWN, OTHER, SENT, WAITED, WORKED, Answered
from cogs.interactions.late_pictures import Ready, ready
from cogs.interactions.parts import ClickParts
from cogs.messages.elsewhere import COVERED
from cogs.text.components import plain
from pictures import Purpose, Rank
from tables import Refused, StorageFailed
from tables.lessons.lessons import is_lesson

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

HAND_OVER_S: Final = 3.0
"""A reply that takes longer to send is left to the painters, where they show the same anyway."""


async def answer(
    parts: ClickParts,
    interaction: discord.Interaction,
    work: Coroutine[Any, Any, Reply],
    table_id: str | None = None,
    within: Callable[[str], Coroutine[Any, Any, Reply]] | None = None,
    verb: str | None = None,
) -> discord.InteractionMessage | None:
    """Do the work and show its reply, or tell that person alone what went wrong.

    Args:
        parts: The bot.
        interaction: The click or command.
        work: What it asks for.
        table_id: The table that it names.
        within: Makes the reply that tells a sentence in the panel clicked; refuses where there is none.
        verb: What was clicked, as `Answered.verb`; None: it is a command.

    Returns:
        The public message, where a command was answered with one.
    """
    delivery = Delivery(interaction, parts.attachments.kept)
    try:
        return await _answered(parts, interaction, delivery, work, table_id, within)
    except asyncio.CancelledError:  # The bot is being stopped, and Discord was too slow.
        delivery.outcome = "unsent"
        raise
    finally:
        if parts.watchers:
            asked = verb or (interaction.command.qualified_name if interaction.command else OTHER)
            ended = Answered(asked, delivery.outcome, table_id, delivery.is_deferred, delivery.steps)
            for watcher in parts.watchers:
                watcher.answered(ended)


async def _answered(
    parts: ClickParts,
    interaction: discord.Interaction,
    delivery: Delivery,
    work: Coroutine[Any, Any, Reply],
    table_id: str | None,
    within: Callable[[str], Coroutine[Any, Any, Reply]] | None,
) -> discord.InteractionMessage | None:
    with parts.capacity.answering(), contextlib.closing(Unbegun(work)) as unbegun:
        try:
            with await parts.capacity.place(delivery) as place:
                delivery.passed(WAITED)
                made = await _made(parts, delivery, unbegun.begin(), place.close)
        except Exception as fault:
            if isinstance(fault, Dropped):
                delivery.outcome = "dropped"
                log.warning("click_dropped", waited_s=round(delivery.age_s, 1))
                return None
            delivery.passed(WORKED if unbegun.has_begun else WAITED)
            is_ours = not isinstance(fault, Refused) or isinstance(fault, StorageFailed)
            delivery.outcome = "failed" if is_ours else "refused"
            words = parts.people.words_for(interaction)
            game_id = await _game_of(parts, table_id)
            text = sentence(fault, words, game_id, f"{(interaction.id >> 16) % 16**6:06x}")
            made = await _told(parts, delivery, text, within if unbegun.has_begun else None)
        delivery.passed(DRAWN)
        sent = await _show(parts, interaction, delivery, made)
        delivery.passed(SENT)
    return sent if made.reply.public and isinstance(sent, discord.InteractionMessage) else None


async def _told(
    parts: ClickParts,
    delivery: Delivery,
    text: str,
    within: Callable[[str], Coroutine[Any, Any, Reply]] | None,
) -> Ready:
    """What went wrong: in the panel that was clicked, else in a message of its own."""
    if within is not None:
        try:
            return await _made(parts, delivery, within(text), lambda: None)
        except Refused:
            pass  # There is no panel to go back to, or none that can be read.
        except Exception:
            log.exception("panel_not_shown")
    return Ready(Reply(plain(text)))


class Unbegun:
    """A coroutine that may never be awaited, and is closed then."""

    def __init__(self, work: Coroutine[Any, Any, Reply]) -> None:
        self._work: Coroutine[Any, Any, Reply] | None = work

    @property
    def has_begun(self) -> bool:
        """Whether somebody has asked for it."""
        return self._work is None

    def begin(self) -> Coroutine[Any, Any, Reply]:
        """The coroutine, to be awaited by whoever asks for it."""
        assert self._work is not None
        work, self._work = self._work, None
        return work

    def close(self) -> None:
        """Close the coroutine, if nobody has asked for it."""
        if self._work is not None:
            self._work.close()


async def _made(
    parts: ClickParts,
    delivery: Delivery,
    work: Coroutine[Any, Any, Reply],
    leave: Callable[[], None],
) -> Ready:
    """Do the work; if it takes long, defer the interaction meanwhile."""
    if delivery.is_deferred:
        made = await _hung(parts, delivery, work, leave)
    else:
        async with Deferral(parts.capacity, delivery):
            made = await _hung(parts, delivery, work, leave)
    if delivery.is_deferred and made.reply.late is not None:
        return await _hung(parts, delivery, made.reply.late(), leave)
    return made


class Deferral:
    """Surrounds work on an interaction: it is deferred once the work has taken too long."""

    def __init__(self, capacity: Capacity, delivery: Delivery) -> None:
        self._capacity = capacity
        self._delivery = delivery
        self._telling: asyncio.Task[bool] | None = None

    async def __aenter__(self) -> None:
        left_s = max(0.0, PATIENCE_S - self._delivery.age_s)
        self._timer = asyncio.get_running_loop().call_later(left_s, self._begin)

    def _begin(self) -> None:
        self._telling = asyncio.create_task(self._capacity.told(self._delivery), name="deferral")

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._timer.cancel()
        if self._telling is not None:
            if kind is asyncio.CancelledError:
                self._telling.cancel()
            else:
                await self._telling


async def _hung(
    parts: ClickParts,
    delivery: Delivery,
    work: Awaitable[Reply],
    leave: Callable[[], None],
) -> Ready:
    """Do the work, `leave`, and draw the pictures of what came of it, if anybody will see them."""
    before = PURPOSE.set(Purpose(Rank.CLICK))
    try:
        reply = await work
        delivery.passed(WORKED)
        leave()
        clicked = delivery.clicked
        is_kept = reply.edit and reply.shown is not None
        if is_kept and clicked is not None:
            surface = parts.surfaces.of(clicked.id)
            if not surface.needs(reply.view):
                return Ready(reply, is_shown=True)
        return await ready(parts, delivery, reply, parts.pictures_s)
    finally:
        PURPOSE.reset(before)


async def _game_of(parts: ClickParts, table_id: str | None) -> str | None:
    """The game of a table, which may have its own sentences."""
    if table_id is None:
        return None
    try:
        if is_lesson(table_id):
            return parts.tables.lessons.game_of(table_id)
        return (await parts.tables.facts(table_id)).game_id
    except (Refused, StorageFailed):
        return None


async def _show(
    parts: ClickParts, interaction: discord.Interaction, delivery: Delivery, made: Ready
) -> discord.Message | None:
    """Send the reply; what fails is only logged, since the person can't be told any more."""
    reply = made.reply
    try:
        sent = await _sent(delivery, made)
    except TROUBLE as fault:
        if reply.edit and code_of(fault) == UNKNOWN_MESSAGE:
            # The message was replaced while it was clicked, by one that shows the same or something newer.
            await delivery.defer()
            return None
        delivery.outcome = "unsent"
        log.warning("not_answered", code=code_of(fault), fault=type(fault).__name__)
        is_unfit = code_of(fault) == INVALID_FORM  # A fault of ours: what was clicked has been done.
        clicked = interaction.message
        is_doubtful = is_unfit or not is_refused(fault)
        if is_doubtful and reply.edit and reply.shown is not None and clicked is not None:
            reply.shown(clicked.id, False)
        if is_unfit:
            await delivery.defer()
        return None
    if sent is not None and reply.shown is not None:
        with parts.surfaces.of(sent.id).unsent() if made.is_shown else contextlib.nullcontext():
            reply.shown(sent.id, True)
        if made.late is not None:
            made.late.follow(interaction, sent.id)
    elif sent is not None and reply.edit:
        parts.surfaces.of(sent.id).covered()
        parts.painters.ephemerals.replaced(sent.id)
        if parts.elsewhere.are_there:
            parts.elsewhere.tell(COVERED, message_id=sent.id)
    return sent


async def _sent(delivery: Delivery, made: Ready) -> discord.Message | None:
    """Send the reply, without its files where those are refused; if it is shown already, say only so."""
    reply, files = made.reply, made.files
    if reply.form is not None and await delivery.ask(reply.form):
        return None
    if made.is_shown:
        await delivery.defer()
        return delivery.clicked
    try:
        return await _send(delivery, reply, files)
    except discord.Forbidden as fault:
        if not files or fault.code != MISSING_PERMISSIONS:
            raise
        return await _send(delivery, msgspec.structs.replace(reply, view=without_files(reply.view)), {})


async def _send(delivery: Delivery, reply: Reply, files: Files) -> discord.Message | None:
    if not reply.edit:
        is_wanted, is_beside = reply.public or reply.shown is not None, reply.beside is not None
        sent = await delivery.post(
            reply.view, files, hidden=not reply.public, is_wanted=is_wanted, is_beside=is_beside
        )
        if reply.beside is not None and delivery.edits_clicked:
            reply.beside()
        return sent
    patience_s = TOKEN_LASTS_S if reply.shown is None else HAND_OVER_S
    return await delivery.edit(reply.view, files, patience_s=patience_s)
