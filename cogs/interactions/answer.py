"""Answers each interaction once, within Discord's 3 seconds: by its reply or by a sentence on a failure.

The router and all commands call `answer`, in discord.py's task for the click or command.  `answer` waits
until `Capacity` lets it begin, does the work, and sends the reply; pictures that take long follow the reply.

If a click on the clicker's own panel is refused, the panel is repainted with the refusal as its first line,
and the player can go on there.  If other people read the clicked message, or it is no panel (a list, a
replay, an end card), the message stays as it is, and the refusal is a new message for the clicker alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final
from weakref import ref

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.attachments import NO_FILES, PURPOSE, Files, pictures, sent_anyhow, without_pictures
from cogs.discord_io.delivery import TOKEN_LASTS_S, Delivery, Dropped, MadePrivate, Reply
from cogs.discord_io.faults import (
    INVALID_FORM,
    SIGN,
    TROUBLE,
    UNKNOWN_MESSAGE,
    code_of,
    is_refused,
    sentence,
)
from cogs.discord_io.watching import DRAWN, SENT, WAITED, WORKED, Answered
from cogs.interactions.click import Click, ClickParts
from cogs.interactions.learn import lesson_now
from cogs.interactions.lobby import endable_reply, is_of_list, set_up_reply
from cogs.interactions.my_games import follow_choice
from cogs.interactions.panel import panel_reply
from cogs.interactions.seat_menu import menu_reply
from cogs.messages.tracked_message import TrackedMessage
from cogs.people.access import AtOwner
from cogs.text import ui
from cogs.text.ui import plain
from cogs.views.end_card import SHARE
from cogs.views.follow import left_message
from cogs.views.invite import OPEN, RESERVE
from cogs.views.panel import NEXT
from cogs.views.replay import PLAY_ON
from cogs.views.review import FIND
from pictures import Purpose, Rank, Unwanted
from tables import Phase, Refused, StorageFailed
from tables.model.texts import is_lesson
from tables.verbs.access import Right

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

HAND_OVER_S: Final = 3.0
"""Seconds for which the edit of a message that repaints update is retried; then a repaint shows the view."""
Work = Coroutine[Any, Any, Reply]
Drawn = tuple[ui.LayoutView, Files]
"""A view whose pictures are drawn, and the pictures' files."""
Late = asyncio.Future[Drawn | None] | None
"""The future of a view whose pictures follow its answer; None: no pictures follow."""
RELAYED: Final = "relayed"
"""The outcome of an interaction that was relayed to another process."""
TASK_NAME: Final = "late-pictures"
"""The name of the tasks that send pictures after the answers."""
ELSEWHERE: Final = frozenset(
    {"cards", "replay", "record", "follow", SHARE, NEXT, RESERVE, OPEN, FIND, PLAY_ON}
)
"""The verbs of buttons that stand on lists, replays and end cards as well as on panels."""
IN_MENU: Final = frozenset({"wish", "offer", "withdraw"})
"""The verbs of the buttons and lists in a player's menu; a refused click on one shows the menu again."""


async def answer(click: Click, work: Work) -> None:
    """Do the work that a click asks for, and show its reply; tell the clicker alone about a failure."""
    parts, answering = click.parts, Answering(click)
    delivery = answering.delivery
    try:
        with parts.capacity.answering():
            await answering.run(work)
    except asyncio.CancelledError:  # The bot is being stopped, before Discord took the answer.
        delivery.outcome = "unsent"
        raise
    finally:
        work.close()  # The coroutine may never have been started.
        if parts.watchers and delivery.outcome != RELAYED:
            tell_watchers(click, delivery.outcome, delivery.steps, is_deferred=delivery.is_deferred)


def tell_watchers(click: Click, outcome: str, steps: dict[str, float], *, is_deferred: bool = False) -> None:
    """Tell all watchers that the work on a click or command has ended."""
    ended = Answered(click.asked_for, outcome, click.table or None, is_deferred, steps)
    for watcher in click.parts.watchers:
        watcher.answered(ended)


def outcome_of(fault: Exception) -> str:
    """Return the outcome of a failed click: `refused`, or `failed` if our code or the disk is at fault."""
    is_ours = not isinstance(fault, Refused) or isinstance(fault, StorageFailed)
    return "failed" if is_ours else "refused"


class Answering:
    """The work on one interaction, and its answer.

    Attributes:
        delivery: Sends the answer to Discord.
    """

    def __init__(self, click: Click) -> None:
        self._click = click
        self._parts = click.parts
        self._interaction = click.interaction
        self.delivery = Delivery(click.interaction, click.parts.attachments.kept)
        self._drawing: asyncio.Future[Drawn | None] | None = None
        self._lacking: TrackedMessage | None = None

    async def run(self, work: Work) -> None:
        """Wait until `Capacity` lets the work begin, do the work, and show its reply.

        If the work fails, tell the clicker; if another process owns the table, relay the interaction.
        """
        delivery, has_begun = self.delivery, False
        try:
            async with self._parts.capacity.deferring(delivery):
                async with self._parts.capacity.place(delivery):
                    delivery.passed(WAITED)
                    has_begun = True
                    reply = await work
                delivery.passed(WORKED)
                await self._show(reply)
        except Dropped:
            delivery.outcome = "dropped"
            log.warning("click_dropped", waited_s=round(delivery.age_s, 1))
        except AtOwner as fault:
            delivery.outcome = RELAYED
            await self._parts.relay.hand_over(fault.about, delivery)
        except Exception as fault:
            delivery.passed(WORKED if has_begun else WAITED)
            delivery.outcome = outcome_of(fault)
            game_id = await game_of(self._parts, self._click.table)
            await self._tell(sentence(fault, self._click.words, game_id, self._number), in_panel=has_begun)

    @property
    def _number(self) -> str:
        """The number that stands for a failure in the clicker's sentence and in the log."""
        return f"{(self._interaction.id >> 16) % 16**6:06x}"

    async def _tell(self, text: str, *, in_panel: bool) -> None:
        """Tell the clicker about a failure: on the clicked panel, if `in_panel`; else in a new message."""
        if in_panel:
            try:
                await self._show(await panel_telling(self._click, text))
            except (Refused, AtOwner):
                pass  # The clicker has no panel, or another process owns its table.
            except Exception:
                log.exception("panel_not_shown")
            else:
                return
        await self._show(Reply(plain(text)))

    async def _show(self, reply: Reply) -> None:
        """Send the reply; if the sending fails, log that.

        After a failure, a repaint shows a reply that repaints keep up to date; the clicker is told of a reply
        that is malformed.
        """
        delivery, clicked = self.delivery, self._interaction.message if reply.edit else None
        if self._click.is_on_guests_board and self._click.table and not reply.public:
            with suppress(Refused):
                await self._parts.updaters.board.clicked(self._click.table, self._interaction)
        try:
            if reply.form is not None and await delivery.ask(reply.form):
                return
            if reply.launched is not None and (instance := await delivery.launch()) is not None:
                if instance:
                    await reply.launched(instance)
                return
            if clicked is None:
                await self._post(reply)
            else:
                await self._edit(reply, clicked)
        except TROUBLE as fault:
            if clicked is not None and code_of(fault) == UNKNOWN_MESSAGE:
                # The clicked message has been replaced by one that shows the same state or a newer one.
                await delivery.defer()
                return
            delivery.outcome = "unsent"
            code, kind = code_of(fault), type(fault).__name__
            log.warning("not_answered", number=self._number, code=code, fault=kind)
            if reply.posted is not None:
                await reply.posted(None)
            is_unfit = code_of(fault) == INVALID_FORM  # Our reply is malformed, but the work is done.
            if clicked is not None and reply.shown is not None and (is_unfit or not is_refused(fault)):
                reply.shown(clicked.id, False)
                if is_unfit:
                    await delivery.defer()
            elif is_unfit:
                told = plain(self._click.words("refused.not_shown", number=self._number))
                with suppress(*TROUBLE):
                    await delivery.post(told, NO_FILES, hidden=True)
        finally:
            delivery.passed(SENT)

    async def _edit(self, reply: Reply, clicked: discord.Message) -> None:
        """Edit the clicked message to show the reply; if it is shown already, acknowledge the click."""
        message = self._parts.displays.message(clicked.id)
        patience_s = TOKEN_LASTS_S if reply.shown is None else HAND_OVER_S

        async def edit() -> Late:
            view, files, late = await self._drawn(reply)
            await sent_anyhow(partial(self.delivery.edit, patience_s=patience_s), view, files)
            return late

        if not await message.answer(reply.view, edit, reply.kept):
            await self.delivery.defer()
        if reply.shown is None:
            self._parts.displays.covered(clicked.id)
        else:
            reply.shown(clicked.id, True)
            self._follow(reply, message)

    async def _post(self, reply: Reply) -> None:
        """Send the reply as a new message; if it can't be public any more, send its private form (`late`)."""
        if not reply.public and self._click.is_on_guests_board:
            await self.delivery.defer()  # Else the token could edit the new message, but not the board.
        view, files, late = await self._drawn(reply)
        post = partial(self.delivery.post, hidden=not reply.public)
        try:
            sent = await sent_anyhow(post, view, files)
        except MadePrivate:
            await self._post(replace(reply, public=False) if reply.late is None else await reply.late())
            return
        if sent is not None and reply.shown is not None:
            message = self._parts.displays.message(sent.id)
            message.posted(reply.kept or reply.view, has_note=reply.kept is not None)
            message.pictures = late
            reply.shown(sent.id, True)
            self._follow(reply, message)
        if reply.posted is not None:
            await reply.posted(sent)

    async def _drawn(self, reply: Reply) -> tuple[ui.LayoutView, Files, Late]:
        """Return the view to send, its files, and the future of pictures to follow (None: none follow)."""
        view, files = reply.view, reply.files
        if not pictures(view):
            self.delivery.passed(DRAWN)
            return view, files, None
        asker = ref(self)  # Weak, as `self` refers to the task, and the task to its purpose.
        wanted = Purpose(Rank.CLICK, lambda: (one := asker()) is not None and one._are_wanted())
        self._drawing = drawing = asyncio.create_task(_rendered(self._parts, view, wanted), name="pictures")
        is_late = reply.meanwhile is not None and self.delivery.is_deferred  # No pictures could follow.
        if reply.shown is not None and not reply.is_whole and not is_late:
            await asyncio.wait([drawing], timeout=self._parts.pictures_s)
            if not drawing.done():
                self.delivery.passed(DRAWN)
                return reply.meanwhile or without_pictures(view), files, drawing
        drawn = await drawing
        self.delivery.passed(DRAWN)
        return (
            (without_pictures(view), files, None)
            if drawn is None
            else (drawn[0], {**files, **drawn[1]}, None)
        )

    def _are_wanted(self) -> bool:
        """Whether the reply's pictures are still needed; False: an answer or repaint has replaced them."""
        if self._lacking is None:
            return not self.delivery.is_lost
        return self._lacking.pictures is self._drawing

    def _follow(self, reply: Reply, message: TrackedMessage) -> None:
        """If the answer lacked pictures, start the task that sends the pictures."""
        if message.pictures is not None and not self._parts.capacity.is_closed:
            self._lacking = message
            message.following = asyncio.create_task(
                self._bring(reply, message, message.pictures), name=TASK_NAME
            )

    async def _bring(
        self, reply: Reply, message: TrackedMessage, drawing: asyncio.Future[Drawn | None]
    ) -> None:
        """Wait for the pictures (`drawing`), and edit the message to show them if they are still needed."""
        with self._parts.capacity.answering():
            drawn = await drawing
            await message.unclicked()
            if drawn is None or message.pictures is not drawing:
                return  # Another answer or a repaint has brought newer pictures.
            edit = self._parts.attachments.kept.try_edit_answer
            edit = partial(edit, self._interaction, message.message_id, *drawn)
            try:
                await message.show(reply.view, edit, lambda: message.pictures is drawing)
            except TROUBLE as fault:
                log.info("pictures_not_sent", code=code_of(fault), fault=type(fault).__name__)
                assert reply.shown is not None
                reply.shown(message.message_id, False)


async def _rendered(parts: ClickParts, view: ui.LayoutView, purpose: Purpose) -> Drawn | None:
    """Draw a view's pictures; return the view with them, and the files; None: nobody needs them any more."""
    PURPOSE.set(purpose)
    try:
        return await parts.attachments.rendered(view)
    except Unwanted:
        return None


async def game_of(parts: ClickParts, table_id: str) -> str | None:
    """Return the id of a table's game, which may have its own sentences for refusals; None: not known."""
    if not table_id:
        return None
    try:
        if is_lesson(table_id):
            return parts.tables.lessons.game_of(table_id)
        return (await parts.tables.facts(table_id)).game_id
    except (Refused, StorageFailed):
        return None


async def panel_telling(click: Click, told: str) -> Reply:
    """Return a reply that repaints the clicked panel in its present state, with `told` as its first line.

    Raises:
        AtOwner: Another process owns the table.
        Refused: The clicked message is no panel, or the clicker has no panel any more.
    """
    if not click.table or not click.is_private:
        raise Refused("not_now")
    note = f"{SIGN} {told}"
    if is_lesson(click.table):
        return await lesson_now(click, note)
    if click.verb == "follow" and click.detail:
        return await follow_choice(click, note)
    if is_of_list(click):
        return await endable_reply(click, note)
    if not click.verb or click.verb in ELSEWHERE:
        raise Refused("not_now")
    return await _own_panel(click, note)


async def _own_panel(click: Click, note: str) -> Reply:
    """Return the clicker's *Set up…* (in a lobby), menu or panel, with the line `note` on top.

    A clicker who has left their seat gets a message that says so, without the line.
    """
    facts = await click.facts()
    if facts.seat_left_by(click.user_id) is not None:
        await click.check(Right.READ)
        return Reply(left_message(facts, click.user_id, click.words), edit=True)
    await click.check(Right.ACT)
    look = await click.tables.look(click.table, click.user_id)
    if look.table.phase is Phase.LOBBY:
        if look.table.owner_id != click.user_id or not click.is_ephemeral:
            raise Refused("not_owner")
        return await set_up_reply(click, look, note)
    look = await click.own_look()
    if click.verb in IN_MENU and look.table.phase is Phase.RUNNING:
        return menu_reply(click, look, note)
    return await panel_reply(click, look, note)
