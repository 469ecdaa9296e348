"""Each player's panel as a direct message: new when it becomes their turn, else kept up to date."""

from __future__ import annotations

from typing import NamedTuple

import discord
import structlog
from discord import ui

from cogs.kit.attachments import Call
from cogs.kit.faults import CLOSED_TO_US, TROUBLE, code_of, is_too_old
from cogs.kit.language import Speech
from cogs.kit.people import CLOSED, OFF, may_be_open
from cogs.live.notes import PanelNote, TurnMark
from cogs.live.parts import Parts
from cogs.live.surfaces import (
    FRESH_S,
    THREAD,
    UNTIL_THE_END,
    Drawn,
    Shown,
    age_s,
    channel,
    hand,
    message_url,
    nonce,
    partial,
    seen,
)
from cogs.views import calls
from cogs.views.board import own_label
from cogs.views.panel import panel_message
from cogs.views.story_lines import story_lines
from cogs.views.times import moment
from engine.game import Seat
from tables import Facts, Look, MessageRef, PersonNotes, Phase, Preferences
from tables.odd import number
from tables.preferences import Notice, is_silent, preferences, reminders_at

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Panel(NamedTuple):
    """A panel, and the turn that it calls its player to."""

    view: ui.LayoutView
    turn: TurnMark | None


class HandPainter:
    """Keeps every player's own panel in their direct messages; without them, *My cards* serves."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._drawn = Drawn()
        self._told: dict[int, TurnMark | None] = {}
        self._replaced: set[int] = set()

    def stamp(self, message_id: int) -> int:
        """A number that changes with each repaint of a message."""
        return self._drawn.stamp(message_id)

    def answered(self, table: Facts, panel: Panel, stamp: int, message_id: int, is_sure: bool) -> None:
        """Note that a message already shows this, as the answer to a click: its player knows of the turn."""
        if is_sure:
            self._told[message_id] = panel.turn
        is_sure = self._drawn.answered(message_id, panel.view, stamp, is_sure)
        self._parts.refresher.answered(table.id, table.version, is_sure=is_sure)

    async def paint(self, table_id: str, seat: Seat, person_id: int, shown: Shown) -> None:
        """Bring one player's panel to what the journal says.

        Raises:
            discord.HTTPException: Discord is not at its best; try again later.
        """
        notes = await self._parts.people.get(person_id)
        if notes.dm_state in (CLOSED, OFF):
            await self._tell_closed(table_id, seat, person_id, shown, was_closed=notes.dm_state == CLOSED)
            if may_be_open(notes, self._parts.now()):
                await self._try_again(table_id, seat, person_id, shown)
            return
        look = await self._parts.tables.look(table_id, person_id)
        if look.table.seats[seat].person_id != person_id:
            return  # They have just stood up, which brings the next repaint.
        screen = await self._own_screen(notes, seat, shown.get(hand(seat)))
        turn = called_to(look, seat, preferences(notes), self._parts.now())
        if not turn and notes.dm_channel_id is not None:
            await self._parts.gallery.give_up(notes.dm_channel_id, about(table_id, seat))
        view = (await self._panel(look, seat, person_id, turn, shown)).view
        if screen is None:
            if look.table.phase is Phase.RUNNING:
                await self._send(look, seat, person_id, view, turn, None, is_call=bool(turn))
            return
        note = PanelNote.parse(screen.extra)
        told = self._told.get(screen.message_id) or note.turn
        kept = "" if self._parts.refresher.was_behind(table_id) else note.digest
        is_call = turn is not None and turn != told
        if not screen.message_id and not is_call:
            return  # It was deleted; the next turn brings a new one.
        is_reminder = is_call and turn is not None and turn.is_reminder
        if self._drawn.shows(screen.message_id, kept, view) and not is_reminder:
            if screen.version < look.table.version:
                called = turn if is_call else told
                await self._note(look, seat, screen.channel_id, screen.message_id, called, kept)
        elif is_call or age_s(screen.message_id, self._parts.now()) > FRESH_S:
            if self._parts.refresher.is_clicked(screen.message_id):
                self._parts.refresher.mark(table_id)  # Later, if the answer does not tell of the turn.
                return
            await self._replace(look, seat, person_id, view, turn, screen, is_call=is_call)
        else:
            await self._edit(look, seat, person_id, view, screen)

    async def _try_again(self, table_id: str, seat: Seat, person_id: int, shown: Shown) -> None:
        """Send a panel that calls nobody to somebody who took none: a call that is refused would be lost."""
        notes, look = (
            await self._parts.people.get(person_id),
            await self._parts.tables.look(table_id, person_id),
        )
        if look.seat != seat or look.table.phase is not Phase.RUNNING:
            return
        if called_to(look, seat, preferences(notes), self._parts.now()):
            return
        screen = await self._own_screen(notes, seat, shown.get(hand(seat)))
        view = (await self._panel(look, seat, person_id, None, shown)).view
        await self._send(look, seat, person_id, view, None, screen, is_call=False)

    async def panel(self, look: Look, note: str, picked: str) -> Panel:
        """The panel in direct messages of a player who has just clicked on it, as `paint` would draw it."""
        assert look.seat is not None
        person_id = look.table.seats[look.seat].person_id or 0
        turn = called_to(
            look, look.seat, preferences(await self._parts.people.get(person_id)), self._parts.now()
        )
        shown = await self._parts.tables.messages.get(look.table.id)
        return await self._panel(look, look.seat, person_id, turn, shown, note, picked)

    async def _panel(
        self,
        look: Look,
        seat: Seat,
        person_id: int,
        turn: TurnMark | None,
        shown: Shown,
        note: str = "",
        picked: str = "",
    ) -> Panel:
        """The panel, at one's turn with the board and what has happened since one looked last."""
        words = await self._parts.people.words(person_id)
        news = await self._news(look, seat, person_id, words, shown) if turn else []
        if turn and turn.is_reminder and (clock := look.clocks.get(seat)) and clock.runs_out is not None:
            reminder = f"⏰ **{words('time.reminder', when=moment(clock.runs_out))}**"
            note = f"{note}\n{reminder}" if note else reminder
        url = message_url(look, shown)
        view = panel_message(look, words, url, note, news=news, has_board=bool(turn), picked=picked)
        return Panel(view, turn)

    async def _news(self, look: Look, seat: Seat, person_id: int, words: Speech, shown: Shown) -> list[str]:
        happenings = await self._parts.tables.log(look.table.id, person_id)
        looked = shown.get(seen(seat))
        own = (one.number for one in happenings if one.seat == seat and one.by_hand)
        last = max([(number(looked.extra) if looked else None) or 0, *own])
        # What is still being asked stands there by itself.
        asked = look.proposal.entry if look.proposal is not None else 0
        new = [one for one in happenings if one.number > last and one.number != asked]
        return story_lines(new, look, words)

    async def looked(self, look: Look) -> None:
        """Note that a player has seen their table as it is now."""
        if look.seat is None or look.table.phase is not Phase.RUNNING:
            return
        name, version = seen(look.seat), str(look.table.version)
        known = (await self._parts.tables.messages.get(look.table.id)).get(name)
        if known is None or known.extra != version:
            await self._parts.tables.messages.put(look.table.id, name, 0, 0, UNTIL_THE_END, version)

    async def _own_screen(
        self, notes: PersonNotes, seat: Seat, screen: MessageRef | None
    ) -> MessageRef | None:
        """The panel of this very person: whoever sat here before keeps none."""
        if screen is None or not screen.message_id or screen.channel_id == notes.dm_channel_id:
            return screen
        await self.retire(seat, screen)
        return None

    async def retire(self, seat: Seat, screen: MessageRef) -> None:
        """Take a panel from somebody who does not sit there any more."""
        await self._parts.tables.messages.remove(screen.table_id, hand(seat))
        await self._parts.tables.messages.remove(screen.table_id, seen(seat))
        if screen.message_id:
            await self._delete(screen)

    async def _replace(
        self,
        look: Look,
        seat: Seat,
        person_id: int,
        view: ui.LayoutView,
        turn: TurnMark | None,
        former: MessageRef,
        *,
        is_call: bool,
    ) -> None:
        self._replaced.add(former.message_id)
        try:
            await self._send(look, seat, person_id, view, turn, former, is_call=is_call)
        finally:
            self._replaced.discard(former.message_id)

    async def _send(
        self,
        look: Look,
        seat: Seat,
        person_id: int,
        view: ui.LayoutView,
        turn: TurnMark | None,
        former: MessageRef | None,
        *,
        is_call: bool,
    ) -> None:
        name = hand(seat)
        call = await self._call(look, seat, person_id, turn) if is_call and turn else None
        try:
            channel_id = await self._parts.people.direct_channel(self._parts.client, person_id)
            sent = await self._parts.gallery.send(
                channel(self._parts, channel_id),
                view,
                nonce=nonce(
                    self._parts,
                    look.table.id,
                    name,
                    await public_turn(self._parts, look, turn),
                    former.message_id if former else 0,
                ),
                silent=call is None,  # Else the call in the thread has pinged them, or nothing should.
                call=call,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.Forbidden as fault:
            if fault.code not in CLOSED_TO_US:
                raise
            if await self._parts.left_players.refused(look.table, person_id, fault.code):
                return  # They have left the server, which the board says.
            await self._parts.people.closed(person_id, self._parts.now())
            shown = await self._parts.tables.messages.get(look.table.id)
            await self._tell_closed(look.table.id, seat, person_id, shown, was_closed=True)
            return
        await self._parts.people.opened(person_id)
        if f"closed:{seat}" in await self._parts.tables.messages.get(look.table.id):
            await self._parts.tables.messages.remove(look.table.id, f"closed:{seat}")
        if self._parts.refresher.is_doubtful(look.table.id, name) and call is None:
            self._parts.refresher.mark(look.table.id)
        else:
            self._drawn.note(sent.id, view)
        if not await self._note(look, seat, channel_id, sent.id, turn):
            # They do not sit there any more: nobody else would ever delete it.
            await self._delete(MessageRef(look.table.id, name, channel_id, sent.id, 0, 0.0, ""))
        if former is not None and former.message_id:
            await self._delete(former)

    async def _call(self, look: Look, seat: Seat, person_id: int, turn: TurnMark) -> Call | None:
        """The call to a turn; none where its player wants to hear of it elsewhere, or nothing now."""
        notes, now = await self._parts.people.get(person_id), self._parts.now()
        wanted = preferences(notes)
        if await self._parts.people.notice(person_id) is not Notice.DIRECT or is_silent(now, wanted):
            return None
        seen_by_all = await self._parts.tables.look(look.table.id, None)
        words = await self._parts.people.words(person_id)
        sentence = calls.to_turn(seen_by_all, seat, now, words, wanted.zone, is_reminder=turn.is_reminder)
        return Call(sentence, about(look.table.id, seat))

    async def adopt(self, look: Look, channel_id: int, message_id: int, shown: Shown) -> None:
        """Take a newer panel for the player's own, which a process posted that died before it noted that."""
        if look.seat is None:
            return
        former = shown.get(hand(look.seat))
        if former is None or former.message_id in self._replaced:
            return  # This process is about to note it: a player may be quicker than Discord's answer to us.
        if former.message_id and message_id > former.message_id:
            await self._note(look, look.seat, channel_id, message_id, PanelNote.parse(former.extra).turn)
            await self._delete(former)

    async def _delete(self, former: MessageRef) -> None:
        # It may have been clicked while its successor was drawn: the answer needs it.
        await self._parts.refresher.unclicked(former.message_id)
        self._drawn.forget(former.message_id)
        self._told.pop(former.message_id, None)
        try:
            await partial(self._parts, former.channel_id, former.message_id).delete()
        except TROUBLE as fault:
            log.info(
                "old_panel_stays", table=former.table_id, code=code_of(fault), fault=type(fault).__name__
            )

    async def _edit(
        self, look: Look, seat: Seat, person_id: int, view: ui.LayoutView, screen: MessageRef
    ) -> None:
        try:
            message = partial(self._parts, screen.channel_id, screen.message_id)
            self._drawn.touch(screen.message_id)
            await self._parts.gallery.edit(message, view)
        except discord.NotFound:
            await self._note(look, seat, screen.channel_id, 0, None)
        except (discord.HTTPException, discord.RateLimited) as fault:
            if not is_too_old(fault):
                raise
            turn = PanelNote.parse(screen.extra).turn
            await self._replace(look, seat, person_id, view, turn, screen, is_call=False)
        else:
            self._drawn.touch(screen.message_id)
            self._drawn.note(screen.message_id, view)
            told = self._told.get(screen.message_id) or PanelNote.parse(screen.extra).turn
            await self._note(look, seat, screen.channel_id, screen.message_id, told)

    async def _note(
        self,
        look: Look,
        seat: Seat,
        channel_id: int,
        message_id: int,
        turn: TurnMark | None,
        kept: str = "",
    ) -> bool:
        """Note what their panel shows, and which it is; whether this very person still sits there."""
        table, person_id = look.table, look.table.seats[seat].person_id
        note = PanelNote(turn, self._drawn.known(message_id) or kept)
        return await self._parts.tables.messages.put_of(
            person_id or 0, table.id, hand(seat), channel_id, message_id, table.version, note.encode()
        )

    async def _tell_closed(
        self, table_id: str, seat: Seat, person_id: int, shown: Shown, *, was_closed: bool
    ) -> None:
        """Say once, in the thread, that *My cards* serves instead; whoever switched them off knows it."""
        thread = shown.get(THREAD)
        if thread is None or f"closed:{seat}" in shown or not was_closed:
            return
        place = thread.message_id or thread.channel_id
        table = await self._parts.tables.table(table_id)
        speech = self._parts.speech(table.locale)
        button = own_label(table.game_id, speech)
        line = speech("table.dm_closed", who=f"<@{person_id}>", button=button)  # Plain: notices show it.
        await self._parts.tables.messages.put(table_id, f"closed:{seat}", place, 0, UNTIL_THE_END)
        try:
            await channel(self._parts, place).send(
                line,
                nonce=nonce(self._parts, table_id, f"closed:{seat}"),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(person_id)]),
            )
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("closed_untold", table=table_id, code=fault.code)


def about(table_id: str, seat: Seat) -> str:
    """What the calls to a player's turns are about: see `Call`."""
    return f"{table_id} {hand(seat)}"


def called_to(look: Look, seat: Seat, wanted: Preferences, now: float) -> TurnMark | None:
    """The turn that its player is called to by now.

    None where they owe no decision, or a computer player plays for them.
    """
    if seat not in look.to_move or not look.table.seats[seat].is_played_by_person:
        return None
    since, clock = look.owed_since[seat], look.clocks.get(seat)
    if clock is None or clock.runs_out is None:
        return TurnMark(since)
    return TurnMark(since, sum(at <= now for at in reminders_at(clock.since, clock.runs_out, wanted)))


async def public_turn(parts: Parts, look: Look, turn: TurnMark | None) -> str:
    """The text of what `called_to` gave, by numbers that everybody may know; empty for no turn."""
    if turn is None:
        return ""
    return TurnMark(await parts.tables.public_number(look.table.id, turn.since), turn.reminder).encode()
