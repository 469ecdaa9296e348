"""Each player's panel in their direct messages: posted anew when it becomes their turn, else edited.

`Painters` calls it at each repaint of a table; clicks on a panel note here what they made it show.
"""

from __future__ import annotations

from typing import NamedTuple

import discord
import structlog
from msgspec.structs import replace

from cogs.discord_io.attachments import Call
from cogs.discord_io.faults import TROUBLE, code_of, is_denied
from cogs.messages import threads
from cogs.messages.notes import PanelNote, TurnMark
from cogs.messages.noting import Noting, Post
from cogs.messages.parts import Parts
from cogs.messages.readers import reader_of
from cogs.messages.story import mentions
from cogs.messages.surface import Surface
from cogs.messages.surfaces import (
    FRESH_S,
    THREAD,
    UNTIL_THE_END,
    Shown,
    age_s,
    answered,
    channel,
    hand,
    message_url,
    nonce,
    partial,
)
from cogs.messages.threads import Reopen
from cogs.people.contacts import CLOSED, OFF, may_be_open
from cogs.text import ui
from cogs.text.components import message, text
from cogs.text.details import Pick
from cogs.views import calls
from cogs.views.board import own_label
from cogs.views.times import moment
from engine.game import Seat
from tables import Look, MessageRef, PersonNotes, Phase, Preferences
from tables.store.messages import Note
from tables.timing.preferences import Notice, is_silent, preferences, reminders_at

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Panel(NamedTuple):
    """A panel, and the turn that it calls its player to; None: it calls them to none."""

    view: ui.LayoutView
    turn: TurnMark | None


class DirectPanelPainter:
    """Keeps each player's panel in their direct messages up to date, if they take any."""

    def __init__(self, parts: Parts, reopen: Reopen) -> None:
        self._parts = parts
        self._reopen = reopen

    def answered(
        self,
        look: Look,
        panel: Panel,
        picked: str,
        has_note: bool,
        stamp: int,
        message_id: int,
        is_sure: bool,
    ) -> None:
        """Note that a message shows this panel as the reply to a click, so its player knows of the turn.

        `picked`: how far they have come in choosing a move; repaints keep it until another question is asked.
        `has_note`: it shows a line more, which stays until something else changes.
        """
        surface = self._parts.surfaces.of(message_id)
        surface.choice = Pick(look.asked, picked) if picked and look.asked is not None else None
        if is_sure:
            surface.told = panel.turn
        answered(self._parts, look.table, panel.view, stamp, message_id, is_sure, has_note=has_note)

    async def paint(self, table_id: str, seat: Seat, person_id: int, shown: Shown, noting: Noting) -> None:
        """Bring one player's panel up to date; called for each repaint of the table.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        notes = self._parts.people.get(person_id)
        if notes.dm_state in (CLOSED, OFF):
            await self.tell_closed(table_id, seat, person_id, shown, was_closed=notes.dm_state == CLOSED)
            if not may_be_open(notes, self._parts.now()):
                return
        look = await self._parts.tables.look(table_id, person_id)
        if look.seat != seat:
            return  # They have just left the seat, which has marked the table for another repaint.
        turn = called_to(look, seat, preferences(notes), self._parts.now())
        if notes.dm_state in (CLOSED, OFF):
            # A refused call would be lost, so a panel without a call tries whether messages are open again.
            if turn is None and look.table.phase is Phase.RUNNING:
                ref = await self._own_ref(notes, seat, shown.get(hand(seat)))
                way = PanelWay(self, self._parts, look, None, ref, noting)
                await way.post((await self._panel(look, None, shown)).view, way.former)
            return
        ref = await self._own_ref(notes, seat, shown.get(hand(seat)))
        if turn is None and notes.dm_channel_id is not None:
            await self._parts.attachments.give_up(about(table_id, seat))
        picked = self._parts.surfaces.of(ref.message_id if ref else 0).picked(look.asked)
        view = (await self._panel(look, turn, shown, picked=picked)).view
        way = PanelWay(self, self._parts, look, turn, ref, noting)
        if ref is None:
            if look.table.phase is Phase.RUNNING:
                await way.post(view, way.former)
        elif ref.message_id or way.is_call:  # Else it was deleted; the next turn brings a new one.
            await way.former.show(view, way, way.kept)

    async def panel(self, look: Look, note: str, picked: str) -> Panel:
        """A player's panel in direct messages as `paint` would draw it, as the reply to their click on it."""
        assert look.seat is not None
        person_id = look.table.seats[look.seat].person_id or 0
        wanted = self._parts.tables.people.preferences(person_id)
        turn = called_to(look, look.seat, wanted, self._parts.now())
        shown = await self._parts.tables.messages.get(look.table.id)
        return await self._panel(look, turn, shown, note, picked)

    async def _panel(
        self, look: Look, turn: TurnMark | None, shown: Shown, note: str = "", picked: str = ""
    ) -> Panel:
        """The panel; when it calls to a turn, with the board."""
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
        view = self._parts.panels.panel(look, words, url, note, board=board, picked=picked, reader=reader)
        return Panel(view, turn)

    async def _own_ref(self, notes: PersonNotes, seat: Seat, ref: MessageRef | None) -> MessageRef | None:
        """The panel of this person; the panel of somebody who sat here before is deleted, giving None."""
        if ref is None or not ref.message_id or ref.channel_id == notes.dm_channel_id:
            return ref
        await self.retire(seat, ref)
        return None

    async def retire(self, seat: Seat, ref: MessageRef) -> None:
        """Delete the panel of somebody who does not sit there any more, and what is noted of it."""
        await self._parts.tables.messages.remove(ref.table_id, hand(seat))
        await self.delete(ref.table_id, ref.channel_id, ref.message_id)

    async def adopt(self, look: Look, channel_id: int, message_id: int, shown: Shown) -> None:
        """Note a clicked panel as the player's, if it is newer than the one noted, which is deleted.

        Such a panel was posted by a process that was killed before it noted that.  Where another one looks
        after the table, that one is about to note it, or posts it again and is given the same.
        """
        if look.seat is None or not self._parts.elsewhere.is_ours(look.table.id):
            return
        former = shown.get(hand(look.seat))
        if former is None or self._parts.surfaces.of(former.message_id).is_replaced:
            return  # This process is about to note it: a click may come before Discord's answer to our post.
        if former.message_id and message_id > former.message_id:
            surface = self._parts.surfaces.of(message_id)
            note = panel_noted(look, channel_id, surface, PanelNote.parse(former.extra).turn)
            await self._parts.tables.messages.put_all(look.table.id, [note])
            await self.delete(former.table_id, former.channel_id, former.message_id)

    async def delete(self, table_id: str, channel_id: int, message_id: int) -> None:
        """Delete a panel, once no click on it is being answered: the reply needs it."""
        if not message_id:
            return
        await self._parts.surfaces.of(message_id).unclicked()
        self._parts.surfaces.forget(message_id)
        try:
            await partial(self._parts, channel_id, message_id).delete()
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
            self._reopen,
            look,
            lambda before: message([text(*filter(None, (before, line)))]),
            nonce=nonce(self._parts, table_id, name),
            call=Call(line, f"{table_id} {name}"),
            allowed_mentions=mentions([person_id]),
        )
        await self._parts.tables.messages.put(table_id, name, told.message.channel.id, 0, UNTIL_THE_END)


class PanelWay:
    """How a player's panel is repainted (see `Way`): posted anew to call them or when old, else edited."""

    may_be_answered = True

    def __init__(
        self,
        painter: DirectPanelPainter,
        parts: Parts,
        look: Look,
        turn: TurnMark | None,
        ref: MessageRef | None,
        noting: Noting,
    ) -> None:
        assert look.seat is not None
        self._painter = painter
        self._parts = parts
        self._look = look
        self._table = look.table
        self._seat = look.seat
        self._person_id = look.table.seats[look.seat].person_id or 0
        self._turn = turn
        self._ref = ref
        self._noting = noting
        clock = look.clocks.get(look.seat)
        self._is_called_late = clock is not None and clock.is_called_late
        # Found out once: by the time that this repaint is noted, the moment may have come.
        self._is_uncalled = turn is not None and not is_called(look, look.seat, turn, parts.now())
        self._note = PanelNote.parse(ref.extra if ref else "")
        self.former = parts.surfaces.of(ref.message_id if ref else 0)

    @property
    def kept(self) -> str:
        """The digest that an earlier process noted of what the panel shows; empty: not known for certain."""
        return "" if self._parts.surfaces.was_behind(self._table.id) else self._note.digest

    @property
    def _told(self) -> TurnMark | None:
        """The turn that its player was called to, by the panel or by the reply to a click on it."""
        return self.former.told or self._note.turn

    @property
    def is_call(self) -> bool:
        """As `Way.is_call`."""
        return self._turn is not None and self._turn != self._told and not self._is_uncalled

    @property
    def is_reminder(self) -> bool:
        """As `Way.is_reminder`."""
        return self.is_call and self._turn is not None and (self._turn.is_reminder or self._is_called_late)

    @property
    def is_old(self) -> bool:
        """As `Way.is_old`."""
        return (
            self._ref is not None and age_s(self._ref.message_id, self._parts.discord_clock.now()) > FRESH_S
        )

    async def edit(self, view: ui.LayoutView, surface: Surface) -> bool:
        """As `Way.edit`."""
        assert self._ref is not None
        with surface.repaint(view):
            await self._parts.attachments.edit(
                partial(self._parts, self._ref.channel_id, surface.message_id), view
            )
        return True

    async def post(self, view: ui.LayoutView, former: Surface) -> None:
        """As `Way.post`; the former panel is deleted once this one is noted."""
        parts, table, name = self._parts, self._table, hand(self._seat)
        call = await self._call() if self.is_call else None
        turn = await public_turn(parts, self._look, self._turn)
        try:
            channel_id = await parts.people.direct_channel(parts.client, self._person_id)
            sent = await parts.attachments.send(
                channel(parts, channel_id),
                view,
                nonce=nonce(parts, table.id, name, turn, former.message_id),
                silent=call is None,  # Without a call, the thread has pinged them, or nothing should.
                call=call,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as fault:
            await self._refused(fault)
            former.is_replaced = False
            return
        await parts.people.opened(self._person_id, channel_id)
        if f"closed:{self._seat}" in await parts.tables.messages.get(table.id):
            await parts.tables.messages.remove(table.id, f"closed:{self._seat}")
        surface = parts.surfaces.of(sent.id)
        surface.choice = former.choice
        if parts.surfaces.is_doubtful(table.id, name) and call is None:
            parts.refresher.mark(table.id)
        else:
            surface.posted(view)

        async def noted(is_noted: bool) -> None:
            if not is_noted:
                # They do not sit there any more; nothing else would ever delete it.
                await self._painter.delete(table.id, channel_id, sent.id)
            if self._ref is not None and self._ref.message_id != sent.id:
                await self._painter.delete(table.id, self._ref.channel_id, self._ref.message_id)

        note = panel_noted(self._look, channel_id, surface, None if self._is_uncalled else self._turn)
        self._noting.put(note, Post(former, noted))

    async def _refused(self, fault: discord.HTTPException) -> None:
        """Note that their player has left, or can't be sent a direct message: then the thread calls them.

        Raises:
            discord.HTTPException: It is to be tried again.
        """
        parts = self._parts
        was_closed = parts.people.get(self._person_id).dm_state == CLOSED
        part = self._table.id, hand(self._seat)
        if not (parts.refresher.rests.is_hopeless(part, fault) or (was_closed and is_denied(fault))):
            raise fault
        if await parts.left_players.ask(self._table.guild_id, self._person_id):
            return  # They have left the server, and the board says so.
        await parts.people.closed(self._person_id, parts.now(), fault)
        shown = await self._parts.tables.messages.get(self._table.id)
        await self._painter.tell_closed(self._table.id, self._seat, self._person_id, shown, was_closed=True)

    async def _call(self) -> Call | None:
        """The call to a turn; None where its player wants to be told elsewhere, or left alone now."""
        people, now = self._parts.people, self._parts.now()
        wanted = preferences(people.get(self._person_id))
        if people.notice(self._person_id) is not Notice.DIRECT or is_silent(now, wanted):
            return None
        seen_by_all = await self._parts.tables.look(self._table.id, None)
        words = people.words(self._person_id)
        is_reminder = self._turn is not None and self._turn.is_reminder
        sentence = calls.to_turn(seen_by_all, self._seat, now, words, wanted.zone, is_reminder=is_reminder)
        return Call(sentence, about(self._table.id, self._seat))

    async def note(self, surface: Surface) -> None:
        """As `Way.note`."""
        assert self._ref is not None
        turn = self._turn if self.is_call else self._told
        note = panel_noted(self._look, self._ref.channel_id, surface, turn, self.kept)
        self._noting.put(replace(note, still=self._ref.message_id))

    async def gone(self) -> None:
        """As `Way.gone`."""
        assert self._ref is not None
        note = panel_noted(self._look, self._ref.channel_id, Surface(0), None)
        self._noting.put(replace(note, still=self._ref.message_id))

    def wait(self) -> None:
        """As `Way.wait`."""
        self._parts.refresher.mark(self._table.id)


def panel_noted(look: Look, channel_id: int, surface: Surface, turn: TurnMark | None, kept: str = "") -> Note:
    """The note of a player's panel; it is written only if they still sit there."""
    assert look.seat is not None
    extra = PanelNote(turn, surface.digest(kept)).encode()
    of = look.table.seats[look.seat].person_id or 0
    return Note(hand(look.seat), channel_id, surface.message_id, look.table.version, extra, of)


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
    """Whether a seat's player is to be told of their turn by now; who has just moved sees it before them."""
    clock = look.clocks.get(seat)
    return clock is None or turn.is_reminder or clock.called_at <= now


async def public_turn(parts: Parts, look: Look, turn: TurnMark | None) -> str:
    """The text of a turn that `called_to` gave, in numbers that everybody may know; empty for no turn."""
    if turn is None:
        return ""
    return TurnMark(await parts.tables.public_number(look.table.id, turn.since), turn.reminder).encode()
