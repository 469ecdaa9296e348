"""Reminders and late calls in the thread, for people who want their notices there.

Others get them with their panel.  A late call is for somebody who had just moved when their turn began.

`Painters` calls it at each repaint of a table; the scheduler has it repainted when a reminder is due.
"""

from __future__ import annotations

import discord
import structlog

from cogs.discord_io.attachments import Call
from cogs.discord_io.faults import TROUBLE, code_of, is_refused
from cogs.games import screens
from cogs.messages import threads
from cogs.messages.direct_panels import called_to, is_called, public_turn
from cogs.messages.notes import TurnMark
from cogs.messages.noting import Noting
from cogs.messages.parts import Parts
from cogs.messages.story import mentions
from cogs.messages.whereabouts import THREAD, UNTIL_THE_END, Shown, message_at, nonce
from cogs.text import ui
from cogs.text.language import Localizer
from cogs.text.names import written_table_name
from cogs.text.ui import message, text
from cogs.views import calls
from cogs.views.board import own_button
from cogs.views.times import moment
from engine.game import Seat
from tables import Look, MessageRef
from tables.store.messages import Note
from tables.timing.preferences import Notice, preferences

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class ReminderPainter:
    """Posts in the thread that somebody's time runs out, or that their turn still waits, once for each."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def paint(self, look: Look, seat: Seat, person_id: int, shown: Shown, noting: Noting) -> None:
        """Remind or call one player if that is due and was not done yet; once, if several are due.

        One that was answered is deleted, since its button would stay.

        Raises:
            discord.HTTPException: Discord failed; try again later.
        """
        thread, clock = shown.get(THREAD), look.clocks.get(seat)
        notes = self._parts.people.get(person_id)
        turn = called_to(look, seat, preferences(notes), self._parts.now())
        name = f"reminder:{seat}"
        former = shown.get(name)
        if former is not None and former.message_id:
            await self._withdraw(former, turn, noting)
        if thread is None or clock is None:
            return
        if self._parts.people.notice(person_id) is not Notice.THREAD:
            return
        if turn is None or not (turn.is_reminder or clock.is_called_late):
            return
        if not is_called(look, seat, turn, self._parts.now()):
            return
        if former is not None and TurnMark.parse(former.extra) == turn:
            return
        words = self._parts.words(look.table.locale)
        line = _line(look, seat, person_id, turn, words)

        def drawn(before: str) -> ui.LayoutView:
            button = own_button(look.table, words, discord.ButtonStyle.primary)
            lines = [before, line] if before else [line]
            items = [text(*lines), ui.ActionRow(button)]
            return message(items, screens()[look.table.game_id].colour)

        sent = await threads.told(
            self._parts,
            look,
            drawn,
            nonce=nonce(self._parts, look.table.id, name, await public_turn(self._parts, look, turn)),
            call=Call(_call(look, seat, turn, self._parts.now(), words), f"{look.table.id} {name}"),
            allowed_mentions=mentions([person_id]),
        )
        place, sent_id = sent.message.channel.id, sent.message.id
        # Noted after the sending: after a crash in between it is sent again, and Discord drops the second.
        await self._parts.tables.messages.put(
            look.table.id, name, place, sent_id, UNTIL_THE_END, turn.encode()
        )

    async def _withdraw(self, former: MessageRef, turn: TurnMark | None, noting: Noting) -> None:
        """Delete a reminder or call to a turn that is over."""
        mark = TurnMark.parse(former.extra)
        if mark is None or (turn is not None and turn.since == mark.since):
            return
        try:
            await message_at(self._parts, former.channel_id, former.message_id).delete()
        except TROUBLE as fault:
            rests = self._parts.displays.of(former.table_id).rests
            if not (is_refused(fault) or rests.is_hopeless(former.name, fault)):
                raise
            log.info("reminder_stays", table=former.table_id, code=code_of(fault))
        place, still = former.channel_id, former.message_id
        noting.put(Note(former.name, place, 0, UNTIL_THE_END, former.extra, still=still))


def _line(look: Look, seat: Seat, person_id: int, turn: TurnMark, words: Localizer) -> str:
    """The reminder or call, as the thread shows it."""
    clock, table, who = look.clocks[seat], look.table, f"<@{person_id}>"
    if turn.is_reminder and clock.runs_out is not None:
        when = moment(clock.runs_out)
        return "⏰ " + words("time.reminder_thread", who=who, table=written_table_name(table), when=when)
    task = screens()[table.game_id].task(look.observation, words)
    return f"▶ **{words('table.call', who=who, table=written_table_name(table))}** {task}"


def _call(look: Look, seat: Seat, turn: TurnMark, now: float, words: Localizer) -> str:
    """The reminder or call, as a phone shows it."""
    if turn.is_reminder:
        return calls.reminder_in_thread(look, seat, now, words)
    return calls.in_thread(look, [seat], (), now, words)
