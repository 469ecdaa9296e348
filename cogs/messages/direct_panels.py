"""Each player's panel in their direct messages: posted anew when it becomes their turn, else edited.

`Painters` calls it at each repaint of a table; clicks on a panel note here what they made it show.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.attachments import Call
from cogs.discord_io.faults import TROUBLE, code_of, is_denied
from cogs.messages import threads
from cogs.messages.display import age_s
from cogs.messages.notes import PanelNote, TurnMark
from cogs.messages.noting import Noting, Post
from cogs.messages.parts import Parts
from cogs.messages.private_panels import reader_of
from cogs.messages.story import mentions
from cogs.messages.tracked_message import TrackedMessage, Update
from cogs.messages.whereabouts import (
    FRESH_S,
    THREAD,
    UNTIL_THE_END,
    Shown,
    answered,
    channel,
    hand,
    message_at,
    message_url,
    nonce,
)
from cogs.people.contacts import CLOSED, OFF, may_be_open
from cogs.text import ui
from cogs.text.ids import Pick
from cogs.text.ui import message, text
from cogs.views import calls
from cogs.views.board import own_label
from cogs.views.panel import panel_message
from cogs.views.times import moment
from engine.game import Seat
from tables import Facts, Look, MessageRef, PersonNotes, Phase, Preferences
from tables.store.messages import Note
from tables.timing.preferences import Notice, preferences, reminders_at, silence
from tables.views.looks import public_number

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Panel(NamedTuple):
    """A player's panel, and the turn to which the panel calls its player; None: the panel is no call."""

    view: ui.LayoutView
    turn: TurnMark | None


class DirectPanelPainter:
    """Keeps each player's panel in their direct messages up to date, if they take any."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def answered(
        self, look: Look, turn: TurnMark | None, picked: str, message_id: int, is_sure: bool
    ) -> None:
        """Note that a message shows a player's panel as the answer to a click, so they know of the turn.

        `picked`: how far they have come in choosing a move; repaints keep it until another question is asked.
        """
        message = self._parts.displays.message(message_id)
        message.choice = Pick(look.asked, picked) if picked and look.asked is not None else None
        if is_sure:
            message.told = turn
        answered(self._parts, look.table, message_id, is_sure)

    async def paint(self, table_id: str, seat: Seat, person_id: int, shown: Shown, noting: Noting) -> None:
        """Bring one player's panel up to date; called for each repaint of the table.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        notes = self._parts.people.get(person_id)
        is_closed = notes.dm_state in (CLOSED, OFF)
        if is_closed:
            await self.tell_closed(table_id, seat, person_id, shown, was_closed=notes.dm_state == CLOSED)
            if not may_be_open(notes, self._parts.now()):
                return
        look = await self._parts.tables.look(table_id, person_id)
        if look.seat != seat:
            return  # They have just left the seat, which has marked the table for another repaint.
        turn = called_to(look, seat, preferences(notes), self._parts.now())
        if is_closed and (turn is not None or look.table.phase is not Phase.RUNNING):
            return  # A refused call would be lost, so a panel without a call tries whether they are open.
        ref = await self._own_ref(notes, seat, shown.get(hand(seat)))
        if turn is None and notes.dm_channel_id is not None and not is_closed:
            begun = self._parts.displays.of(table_id).begun
            await self._parts.attachments.give_up(begun, about(table_id, seat))
        await self._show(look, turn, ref, shown, noting, is_tried=is_closed)

    async def _show(
        self,
        look: Look,
        turn: TurnMark | None,
        ref: MessageRef | None,
        shown: Shown,
        noting: Noting,
        *,
        is_tried: bool,
    ) -> None:
        """Have a player's panel show `look`, posted anew to call them to `turn`, or where it is old.

        `is_tried`: their messages were closed, so a panel is posted to find out whether they still are.
        """
        assert look.seat is not None
        noted = PanelNote.parse(ref.extra if ref else "")
        known = self._parts.displays.noted(look.table.id, ref.message_id if ref else 0, noted.digest)
        # Found out once: by the time that this repaint is noted, the moment may have come.
        is_uncalled = turn is not None and not is_called(look, look.seat, turn, self._parts.now())
        is_call = turn is not None and turn != (known.told or noted.turn) and not is_uncalled
        view = (await self._panel(look, turn, shown, picked=known.picked(look.asked))).view
        post = partial(self._post, look, turn, ref, view, noting, is_call=is_call, is_uncalled=is_uncalled)
        if is_tried or (ref is None and look.table.phase is Phase.RUNNING):
            known.is_replaced = True
            await post()
            return
        if ref is None or not (ref.message_id or is_call):
            return  # It was deleted; the next turn brings a new one.
        clock = look.clocks.get(look.seat)
        is_reminder = turn is not None and (turn.is_reminder or (clock is not None and clock.is_called_late))
        done = await known.update(
            view,
            partial(
                self._parts.attachments.edit, message_at(self._parts, ref.channel_id, ref.message_id), view
            ),
            post,
            is_call=is_call,
            is_old=age_s(ref.message_id, self._parts.discord_clock.now()) > FRESH_S,
            is_again=is_call and is_reminder,
        )
        match done:
            case Update.SHOWN:
                note = panel_noted(look, ref.channel_id, known, turn if is_call else known.told or noted.turn)
                noting.put(replace(note, still=ref.message_id))
            case Update.GONE:
                note = panel_noted(look, ref.channel_id, TrackedMessage(0), None)
                noting.put(replace(note, still=ref.message_id))
            case Update.CLICKED:
                self._parts.refresher.mark(look.table.id)

    async def _post(
        self,
        look: Look,
        turn: TurnMark | None,
        ref: MessageRef | None,
        view: ui.LayoutView,
        noting: Noting,
        *,
        is_call: bool,
        is_uncalled: bool,
    ) -> None:
        """Post a player's panel; the former one is deleted once this one is noted."""
        assert look.seat is not None
        parts, table, seat, name = self._parts, look.table, look.seat, hand(look.seat)
        person_id = table.seats[seat].person_id or 0
        former = parts.displays.message(ref.message_id if ref else 0)
        call = await self._call(look, turn) if is_call else None
        public = await public_turn(parts, look, turn)
        try:
            channel_id = await parts.people.direct_channel(parts.client, person_id)
            sent = await parts.attachments.send(
                channel(parts, channel_id),
                view,
                nonce=nonce(parts, table.id, name, public, former.message_id),
                silent=call is None,  # Without a call, the thread has pinged them, or nothing should.
                call=call,
                begun=parts.displays.of(table.id).begun,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as fault:
            await self._refused(table, seat, person_id, fault)
            former.is_replaced = False
            return
        await parts.people.opened(person_id, channel_id)
        if f"closed:{seat}" in await parts.tables.messages.get(table.id):
            await parts.tables.messages.remove(table.id, f"closed:{seat}")
        posted = parts.displays.noted(table.id, sent.id, "")
        posted.choice = former.choice
        if parts.displays.of(table.id).is_doubtful(name) and call is None:
            parts.refresher.mark(table.id)
        else:
            posted.posted(view)

        async def noted(is_noted: bool) -> None:
            if not is_noted:
                # They do not sit there any more; nothing else would ever delete it.
                await self.delete(table.id, channel_id, sent.id)
            if ref is not None and ref.message_id != sent.id:
                await self.delete(table.id, ref.channel_id, ref.message_id)

        note = panel_noted(look, channel_id, posted, None if is_uncalled else turn)
        noting.put(note, Post(former, noted))

    async def _refused(self, table: Facts, seat: Seat, person_id: int, fault: discord.HTTPException) -> None:
        """Note that a player has left, or can't be sent a direct message: then the thread calls them.

        Raises:
            discord.HTTPException: It is to be tried again.
        """
        parts = self._parts
        was_closed = parts.people.get(person_id).dm_state == CLOSED
        is_hopeless = parts.displays.of(table.id).rests.is_hopeless(hand(seat), fault)
        if not (is_hopeless or (was_closed and is_denied(fault))):
            raise fault
        if await parts.left_players.ask(table.guild_id, person_id):
            return  # They have left the server, and the board says so.
        await parts.people.closed(person_id, parts.now(), fault)
        shown = await parts.tables.messages.get(table.id)
        await self.tell_closed(table.id, seat, person_id, shown, was_closed=True)

    async def _call(self, look: Look, turn: TurnMark | None) -> Call | None:
        """The call to a turn; None where its player wants to be told elsewhere, or left alone now."""
        assert look.seat is not None
        person_id = look.table.seats[look.seat].person_id or 0
        people, now = self._parts.people, self._parts.now()
        wanted = preferences(people.get(person_id))
        if people.notice(person_id) is not Notice.DIRECT or silence(now, wanted) is not None:
            return None
        seen_by_all = await self._parts.tables.look(look.table.id, None)
        words = people.words(person_id)
        is_reminder = turn is not None and turn.is_reminder
        sentence = calls.to_turn(seen_by_all, look.seat, now, words, wanted.zone, is_reminder=is_reminder)
        return Call(sentence, about(look.table.id, look.seat))

    async def panel(self, look: Look, note: str, picked: str) -> Panel:
        """A player's panel in direct messages, as the reply to their click on the panel."""
        assert look.seat is not None
        person_id = look.table.seats[look.seat].person_id or 0
        wanted = self._parts.tables.people.preferences(person_id)
        turn = called_to(look, look.seat, wanted, self._parts.now())
        shown = await self._parts.tables.messages.get(look.table.id)
        return await self._panel(look, turn, shown, note, picked)

    async def _panel(
        self, look: Look, turn: TurnMark | None, shown: Shown, note: str = "", picked: str = ""
    ) -> Panel:
        """A player's panel, with the board above if the panel calls the player to a turn."""
        assert look.seat is not None
        person_id = look.table.seats[look.seat].person_id or 0
        words = self._parts.people.words(person_id)
        clock = look.clocks.get(look.seat)
        if turn and turn.is_reminder and clock and clock.runs_out is not None:
            reminder = f"⏰ **{words('time.reminder', when=moment(clock.runs_out))}**"
            note = f"{note}\n{reminder}" if note else reminder
        url = message_url(look, shown)
        board = await self._parts.tables.look(look.table.id, None) if turn else None
        reader = await reader_of(self._parts, person_id, look)
        view = panel_message(look, words, url, note, board=board, picked=picked, reader=reader)
        return Panel(view, turn)

    async def _own_ref(self, notes: PersonNotes, seat: Seat, ref: MessageRef | None) -> MessageRef | None:
        """The noted panel, if it is this person's; the panel of a seat's former player is deleted."""
        if ref is None or not ref.message_id or ref.channel_id == notes.dm_channel_id:
            return ref
        await self.retire(seat, ref)
        return None

    async def retire(self, seat: Seat, ref: MessageRef) -> None:
        """Delete the panel of a player who has left the seat, and the panel's note."""
        await self._parts.tables.messages.remove(ref.table_id, hand(seat))
        await self.delete(ref.table_id, ref.channel_id, ref.message_id)

    async def adopt(self, look: Look, channel_id: int, message_id: int, shown: Shown) -> None:
        """Note a clicked panel as the player's, if it is newer than the one noted, which is deleted.

        Such a panel was posted by a process that was killed before it noted that.  Where another one looks
        after the table, that one is about to note it, or posts it again and is given the same.
        """
        if look.seat is None or not self._parts.tables.others.is_ours(look.table.id):
            return
        former = shown.get(hand(look.seat))
        if former is None or self._parts.displays.message(former.message_id).is_replaced:
            return  # This process is about to note it: a click may come before Discord's answer to our post.
        if former.message_id and message_id > former.message_id:
            known = self._parts.displays.noted(look.table.id, message_id, "")
            note = panel_noted(look, channel_id, known, PanelNote.parse(former.extra).turn)
            await self._parts.tables.messages.put_all(look.table.id, [note])
            await self.delete(former.table_id, former.channel_id, former.message_id)

    async def delete(self, table_id: str, channel_id: int, message_id: int) -> None:
        """Delete a panel, once no click on it is being answered: the reply needs it."""
        if not message_id:
            return
        await self._parts.displays.message(message_id).unclicked()
        try:
            await message_at(self._parts, channel_id, message_id).delete()
        except TROUBLE as fault:
            log.info("old_panel_stays", table=table_id, code=code_of(fault), fault=type(fault).__name__)

    async def tell_closed(
        self, table_id: str, seat: Seat, person_id: int, shown: Shown, *, was_closed: bool
    ) -> None:
        """Say once in the thread that a player's messages are closed, and that *My cards* is there instead.

        `was_closed`: they are closed to us; False: the player has switched them off here, and knows it.
        """
        name = f"closed:{seat}"
        if THREAD not in shown or name in shown or not was_closed:
            return
        look = await self._parts.tables.look(table_id, None)
        words = self._parts.words(look.table.locale)
        button = own_label(look.table.game_id, words)
        line = words("table.dm_closed", who=f"<@{person_id}>", button=button)
        told = await threads.told(
            self._parts,
            look,
            lambda before: message([text(*filter(None, (before, line)))]),
            nonce=nonce(self._parts, table_id, name),
            call=Call(line, f"{table_id} {name}"),
            allowed_mentions=mentions([person_id]),
        )
        await self._parts.tables.messages.put(table_id, name, told.message.channel.id, 0, UNTIL_THE_END)


def panel_noted(look: Look, channel_id: int, message: TrackedMessage, turn: TurnMark | None) -> Note:
    """The note of a player's panel, which is written only if that player still has the seat."""
    assert look.seat is not None
    extra = PanelNote(turn, message.digest).encode()
    of = look.table.seats[look.seat].person_id or 0
    return Note(hand(look.seat), channel_id, message.message_id, look.table.version, extra, of)


def about(table_id: str, seat: Seat) -> str:
    """The subject of the calls to a player's turns at a table: see `Call`."""
    return f"{table_id} {hand(seat)}"


def called_to(look: Look, seat: Seat, wanted: Preferences, now: float) -> TurnMark | None:
    """The turn to which a seat's player is called, now or soon, and which reminder of it is due.

    None where the seat owes no decision, or a computer player plays for them.
    """
    if seat not in look.to_move or not look.table.seats[seat].is_played_by_person:
        return None
    since, clock = look.owed_since[seat], look.clocks.get(seat)
    if clock is None or clock.runs_out is None:
        return TurnMark(since)
    return TurnMark(since, sum(at <= now for at in reminders_at(clock.since, clock.runs_out, wanted)))


def is_called(look: Look, seat: Seat, turn: TurnMark, now: float) -> bool:
    """Whether a seat's player is to be told of their turn by now: later, if they have just moved."""
    clock = look.clocks.get(seat)
    return clock is None or turn.is_reminder or clock.called_at <= now


async def public_turn(parts: Parts, look: Look, turn: TurnMark | None) -> str:
    """The text of a turn that `called_to` gave, in numbers that everybody may know; empty for no turn."""
    if turn is None:
        return ""
    return TurnMark(await parts.tables.read(look.table.id, public_number, turn.since), turn.reminder).encode()
