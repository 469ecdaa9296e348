"""Brings all messages of a table up to date with its journal, one after the other."""

from __future__ import annotations

import asyncio
from math import inf

import structlog

from cogs.discord_io.attachments import NOBODY
from cogs.discord_io.faults import TROUBLE, code_of, is_refused, is_too_old
from cogs.messages.board import BoardUpdater
from cogs.messages.display import Display
from cogs.messages.followers import FollowerUpdater
from cogs.messages.leagues import LeagueMessages
from cogs.messages.panels import DirectPanelUpdater, EphemeralUpdater
from cogs.messages.parts import Parts
from cogs.messages.repaint import Noting, Resting, Severity, Trying, severity
from cogs.messages.story import StoryUpdater, remind
from cogs.messages.tracked_message import ThreadNote
from cogs.messages.whereabouts import (
    BOARD,
    CALL,
    STORY,
    THREAD,
    Shown,
    delete_bare_calls,
    has_panels,
    is_painted,
    is_there,
    message_at,
    panel_name,
)
from cogs.text.names import written_table_name
from tables import Look, Phase
from tables.model.table import OPEN_PHASES

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Updaters:
    """Repaints a table's messages by the updaters for board, thread, panels and followers' notices."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.board = BoardUpdater(parts)
        self.story = StoryUpdater(parts)
        self.direct_panels = DirectPanelUpdater(parts)
        self.ephemerals = EphemeralUpdater(parts)
        self.followers = FollowerUpdater(parts)
        self.leagues = LeagueMessages(parts)

    async def paint(self, table_id: str) -> list[Exception]:
        """Bring all messages of a table up to date; return the exceptions of the messages that failed.

        Only the `Refresher` calls this, in the table's task, so it never runs twice at once for one table.

        Raises:
            Refused: The table can't be read.
        """
        display = self._parts.displays.of(table_id)
        look = await self._parts.tables.look(table_id, None)
        shown = await self._parts.tables.messages.get(table_id)
        tried = Trying(display.rests)
        if look.table.version == 1 and BOARD not in shown and not display.is_unposted:
            return []  # The reply to the command that opened the table is becoming the board.
        display.is_unposted = False
        noting = Noting(self._parts.tables.messages, table_id)
        try:
            if is_painted(self._parts, look.table):
                await tried(BOARD, self.board.paint, look, noting)
            if look.table.phase is not Phase.LOBBY:
                await tried(CALL, self._end_calls, look, shown)
                await self._paint_players(look, noting, tried)
            elif look.fault is None:
                await self.ephemerals.paint(display, shown, tried)
        finally:
            await self._note(table_id, noting, tried)
        if self._parts.reach.has_heard:
            await tried("people", self._look_for_people, look)
        faults = tried.faults
        if tried.again_at < inf and look.table.phase in OPEN_PHASES:
            self._parts.refresher.mark_at(table_id, tried.again_at)
        if not faults:
            await self._done(look, display)
        return faults

    async def _end_calls(self, look: Look, shown: Shown) -> None:
        """Edit the calls to an ended lobby to say whether the game has begun or the table was closed."""
        table, messages = look.table, self._parts.tables.messages
        key = f"table.done_{table.phase.value}"
        line = self._parts.words(table.locale)(key, table=written_table_name(table))
        for ref in [ref for name, ref in shown.items() if name.startswith(CALL)]:
            call = message_at(self._parts, ref.channel_id, ref.message_id)
            try:
                await call.edit(content=line, allowed_mentions=NOBODY)
            except TROUBLE as fault:
                rests = self._parts.displays.of(table.id).rests
                if not (is_refused(fault) or is_too_old(fault) or rests.is_hopeless(CALL, fault)):
                    raise
                log.info("call_stays", table=table.id, code=code_of(fault))
            await messages.remove(table.id, ref.name)

    async def _look_for_people(self, look: Look) -> None:
        """Find out whether late players have left the server, or whether a lobby's channel was deleted.

        A lobby whose channel was deleted is cancelled if only its owner sits there.
        """
        await self._parts.left_players.look_at(look.table.id)
        if look.table.held and look.table.phase is Phase.LOBBY:
            await self._parts.refresher.report(look.table.id)

    async def _done(self, look: Look, display: Display) -> None:
        """After a faultless repaint, delete an earlier process's unfinished calls; forget old messages."""
        table = look.table
        if display.is_unswept:
            display.is_unswept = False
            followers = await self._parts.tables.followers.of_table(table.id)
            people = {info.person_id for info in table.seats} | {one.person_id for one in followers}
            await delete_bare_calls(self._parts, table, filter(None, people))
        is_whole = look.fault is None and not any(info.gone for info in table.seats)
        if is_whole and is_painted(self._parts, table) and has_panels(self._parts, table):
            display.is_behind = False
        noted = (await self._parts.tables.messages.get(table.id)).values()
        is_open = table.phase in OPEN_PHASES
        display.forget_but({ref.message_id for ref in noted} if is_open else set())

    async def _paint_players(self, look: Look, noting: Noting, tried: Trying) -> None:
        table = look.table
        shown = await self._parts.tables.messages.get(table.id)
        if is_painted(self._parts, table):
            await tried(STORY, self.story.paint, look, shown, noting)
        is_readable = look.fault is None or table.phase is Phase.CANCELLED
        if is_readable and has_panels(self._parts, table):
            await self._paint_panels(look, shown, noting, tried)
        await self._link_thread(look, shown, noting, tried)

    async def _link_thread(self, look: Look, shown: Shown, noting: Noting, tried: Trying) -> None:
        """Have the board link to a thread opened since the notes `shown`, in place of a deleted thread."""
        before, thread = shown.get(THREAD), (await self._parts.tables.messages.get(look.table.id)).get(THREAD)
        is_other = before and thread and is_there(thread) and thread.message_id != before.message_id
        if thread and is_other and ThreadNote.parse(thread.extra) is ThreadNote.AGAIN:
            await tried(BOARD, self.board.paint, look, noting)

    async def _paint_panels(self, look: Look, shown: Shown, noting: Noting, tried: Trying) -> None:
        """Paint panels, reminders and followers' notices; leave out players who have left the server."""
        table = look.table
        for info in table.seats:
            former = shown.get(panel_name(info.seat))
            if info.person_id is None and former is not None:
                await tried(former.name, self.direct_panels.retire, table, info.seat, former)
        people = [
            (info.seat, info.person_id)
            for info in table.seats
            if info.person_id is not None and not info.gone
        ]
        for seat, person in people:
            await tried(f"reminder:{seat}", remind, self._parts, look, seat, person, shown, noting)
        # In parallel, since each panel is in another channel: a slow one keeps nobody else waiting.
        await asyncio.gather(
            self.ephemerals.paint(self._parts.displays.of(table.id), shown, tried),
            *(
                tried(panel_name(seat), self.direct_panels.paint, table.id, seat, person, shown, noting)
                for seat, person in people
            ),
            return_exceptions=True,  # Without this, a cancelled gather would not wait for all its tasks.
        )
        await tried("followers", self.followers.paint, look, shown, tried)

    async def _note(self, table_id: str, noting: Noting, tried: Trying) -> None:
        """Write the messages' notes; note the board as outdated if another repaint must follow."""
        is_retried = any(
            severity(fault) is Severity.PASSES or isinstance(fault, Resting) for fault in tried.faults
        )
        if is_retried or self._parts.displays.of(table_id).is_marked:
            await tried("notes", self._leave_behind, table_id, noting)
        await tried("notes", noting.write)

    async def _leave_behind(self, table_id: str, noting: Noting) -> None:
        board = (await self._parts.tables.messages.get(table_id)).get(BOARD)
        if board is not None and is_there(board):  # Without a board, the next owner has nothing to repaint.
            noting.leave_behind(board)
