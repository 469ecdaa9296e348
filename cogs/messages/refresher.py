"""Repaints a table's messages after a change of the table, at a pace that Discord allows.

Code that changes something shown in messages calls `mark`; `Tables` calls it for each change of a table
(connected in `TableBot.setup_hook`).  Each marked table has a task (`_work`) that repaints its newest state
until no change is left.  The table's `Display` holds the state of its repainting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import structlog

from cogs.discord_io.attachments import PURPOSE
from cogs.discord_io.delivery import Capacity
from cogs.discord_io.faults import TROUBLE, code_of, is_final
from cogs.discord_io.watching import Watchers
from cogs.messages.display import Display, Displays, Later
from cogs.messages.repaint import Severity, behind, severity
from cogs.messages.tracked_message import BOARD, PANEL
from pictures import ANY_PURPOSE
from tables import NotOurs, Refused, StorageFailed, Tables
from tables.store.database import Cluster
from tables.timing.clock import Clock, cancelled, pause_s

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PAINTED_S: Final = 10.0
"""The most seconds that a caller waits for the end of a repaint."""
LOOKS_AGAIN_S: Final = 0.05
"""Seconds between two checks whether another process has posted and noted a table's board."""
AT_ONCE: Final = 8
"""The most tables that are repainted at the same time."""
OPENING_S: Final = 5.0
"""Seconds after a table's opening during which the process that opened it may be about to post its board."""
LEAVE_S: Final = 0.5
"""At the bot's stop, the most seconds for the database notes of tables that are still to be repainted."""
RESUMED_AT_ONCE: Final = 4
"""The most tables that await their first repaint after a start; each repainted one makes room for another."""


@dataclass(frozen=True)
class Pace:
    """Seconds that the bot waits before it shows something.

    Attributes:
        settle_s: From a change to its repaint, so that further changes and the click's reply come first.
        spacing_s: From one repaint of a table to the next: Discord takes about five messages in five seconds
            in a channel.
        retry_s: From a failed repaint to its retry: after the first failure in a row, the second, and so on.
        pictures_s: Until an answer is sent without its pictures, which follow when they are drawn.
    """

    settle_s: float = 0.2
    spacing_s: float = 0.8
    retry_s: tuple[float, ...] = (2.0, 5.0, 15.0, 60.0)
    pictures_s: float = 0.06


PACE: Final = Pace()
"""The pace of the bot; tests set another one."""


class Refresher:
    """Repaints the board, thread, panels and followers' notices of each table that is marked as changed.

    The methods that aren't coroutines return at once; each table is repainted in a task of its own.
    """

    _paint: Callable[[str], Awaitable[list[Exception]]]
    _refused: Callable[[str], Awaitable[None]]

    def __init__(
        self,
        tables: Tables,
        capacity: Capacity,
        displays: Displays,
        cluster: Cluster,
        pace: Pace,
        watchers: Watchers = (),
    ) -> None:
        self._tables = tables
        self._cluster = cluster
        self._displays = displays
        self._admission = capacity
        self._pace = pace
        self._watchers = watchers
        self._room = asyncio.Semaphore(AT_ONCE)
        self._closed = False
        self._resuming: asyncio.Task[None] | None = None

    def begin(
        self, paint: Callable[[str], Awaitable[list[Exception]]], refused: Callable[[str], Awaitable[None]]
    ) -> None:
        """Set the callbacks that repaint tables; called once, before any table is marked.

        `paint` brings a table's messages up to date, and returns the exceptions of those that failed.
        `refused` is called with the id of a table whose messages Discord refuses for good.
        """
        self._paint = paint
        self._refused = refused

    def join(self) -> None:
        """From now on, react to other processes: to tables changed by them, and to leases that moved."""
        self._tables.peer_events.listen(self._changed_elsewhere, self._moved)

    def _changed_elsewhere(self, table_id: str) -> None:
        """React to another process that has changed a table, or has reported a change of its channel.

        If this process owns the table, it forgets the contents of the table's messages, which the other
        process may have edited, and repaints the table.
        """
        if self._cluster.is_ours(table_id):
            display = self._displays.of(table_id)
            display.is_behind = True
            display.messages.clear()
            display.rests.end()
            self._mark(table_id)

    def changed(self, table_id: str) -> None:
        """Repaint a changed table if this process owns it; another owner hears of the change anyway."""
        if self._cluster.is_ours(table_id):
            self._mark(table_id)

    def mark(self, table_id: str) -> None:
        """Have a table's owner, be it this process or another, repaint the table in a moment."""
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)
        self.changed(table_id)

    def _moved(self) -> None:
        """Forget the contents of messages, since leases have moved: another owner may have edited them."""
        for display in self._displays.all():
            display.messages.clear()
        if self._resuming is not None and not self._closed:
            self._resuming.cancel()
            self._resuming = asyncio.create_task(self._resume(None), name="resume")

    def _mark(self, table_id: str) -> None:
        if self._closed:
            return
        display = self._displays.of(table_id)
        display.is_marked = True
        display.is_shown.clear()
        if self._watchers and display.marked_at is None:
            display.marked_at = asyncio.get_running_loop().time()
        # A task that is just ending is still in `repainting`, but would miss the mark.
        if display.repainting is None or display.repainting.done():
            display.repainting = task = asyncio.create_task(self._work(display), name=f"repaint {table_id}")
            task.add_done_callback(lambda ended: self._ended(display, ended))

    def mark_at(self, table_id: str, when: float) -> None:
        """Have a table repainted at `when`, in seconds since 1970, unless an earlier repaint is scheduled."""
        display = self._displays.of(table_id)
        if self._closed or (display.later is not None and display.later.at <= when):
            return
        if display.later is not None:
            display.later.task.cancel()
        task = asyncio.create_task(self._mark_at(display, when), name=f"later {table_id}")
        display.later = Later(when, task)

    async def _mark_at(self, display: Display, when: float) -> None:
        await self._tables.clock.until(when)
        display.later = None
        self.changed(display.table_id)

    def _ended(self, display: Display, task: asyncio.Task[None]) -> None:
        if display.repainting is task:
            display.repainting = display.marked_at = None

    @property
    def busy(self) -> list[asyncio.Task[None]]:
        """The tasks that repaint tables or, after a start, find the tables to repaint."""
        resuming = [self._resuming] if self._resuming is not None and not self._resuming.done() else []
        repainting = [display.repainting for display in self._displays.all()]
        return [task for task in repainting if task is not None] + resuming

    def post(self, table_id: str) -> None:
        """Have a repaint post a new table's board, since the reply to the command could not be the board."""
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)
            return
        self._displays.of(table_id).is_unposted = True
        self.mark(table_id)

    def retry(self, table_id: str) -> None:
        """Retry a table's refused messages at once, since the bot's permissions may have changed."""
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)
        elif self._displays.of(table_id).rests.end():
            self._mark(table_id)

    async def painted(self, table_id: str) -> None:
        """Have a table repainted, and wait for the end of the repaint, for at most `PAINTED_S`.

        If another process owns the table, wait until that process has noted the table's board.
        """
        self.mark(table_id)
        if not self._cluster.is_ours(table_id):
            with suppress(TimeoutError):
                async with asyncio.timeout(PAINTED_S):
                    while BOARD not in await self._tables.messages.get(table_id):  # noqa: ASYNC110
                        await asyncio.sleep(LOOKS_AGAIN_S)
        elif (task := self._displays.of(table_id).repainting) is not None:
            await asyncio.wait([task], timeout=PAINTED_S)

    async def resume(self) -> None:
        """After a start, mark the tables with messages outdated by an earlier process or by passing time.

        A task marks a few tables at a time, the latest changed first, so that repaints after people's clicks
        need not wait for all of them.  Tables that can't be reached are left out.
        """
        try:
            behind: list[str] | None = await self._behind()
        except StorageFailed as fault:
            log.warning("not_resumed", reason=fault.reason)
            behind = None
        self._resuming = asyncio.create_task(self._resume(behind), name="resume")

    async def _behind(self) -> list[str]:
        """Return the ids of our tables whose messages an earlier process left outdated; tell the displays."""
        messages, before = self._tables.messages, self._tables.clock.now() - OPENING_S
        # While a table is being opened, its opener posts the board; if the opener is killed, the lease moves,
        # and this is called again.
        unfinished = await (messages.unfinished(before) if self._cluster.is_shared else messages.unfinished())
        found = list(filter(self._cluster.is_ours, unfinished))
        for table_id in found:
            self._displays.of(table_id).left_behind()
        return found

    async def _resume(self, behind: Sequence[str] | None) -> None:
        if behind is None:
            behind = await found_at_last(self._tables.clock, self._behind, "not_resumed")
        await self._resume_all(behind, self.post)
        for find in (self._tables.followers.behind, self._tables.unshown):
            await self._resume_all(await found_at_last(self._tables.clock, find, "not_resumed"), self._mark)

    async def _resume_all(self, table_ids: Sequence[str], mark: Callable[[str], None]) -> None:
        """Call `mark` for the tables in order, so that at most `RESUMED_AT_ONCE` await a first repaint."""
        left = iter(table_ids)

        async def resume() -> None:
            for table_id in left:
                if self._cluster.is_ours(table_id):  # Else another process repaints its table.
                    mark(table_id)
                    await self._displays.of(table_id).is_shown.wait()

        await asyncio.gather(*(resume() for _ in range(RESUMED_AT_ONCE)))

    async def close(self) -> None:
        """Stop all repaints; after the next start, the tables' owners repaint outdated messages."""
        self._closed = True
        displays = self._displays.all()
        waits = [display.later.task for display in displays if display.later is not None]
        await cancelled(*self.busy, *waits)
        owed = [display.table_id for display in displays if not display.is_shown.is_set()]
        if leaving := [asyncio.create_task(self._leave_behind(table_id)) for table_id in owed]:
            await asyncio.wait(leaving, timeout=LEAVE_S)

    async def _leave_behind(self, table_id: str) -> None:
        """Note one message of a table as outdated, so that the table's next owner repaints all of them."""
        if not self._cluster.is_ours(table_id):
            return
        messages = self._tables.messages
        try:
            refs = (await messages.get(table_id)).values()
            repainted = [ref for ref in refs if ref.message_id and ref.name.startswith((BOARD, PANEL))]
            if repainted:
                await messages.put_all(table_id, [behind(repainted[0])])
        except Refused as refusal:
            log.warning("not_left_behind", table=table_id, code=refusal.code)

    async def _work(self, display: Display) -> None:
        table_id, failures, retry_s = display.table_id, 0, self._pace.retry_s
        PURPOSE.set(ANY_PURPOSE)  # The click that marked the table had another purpose.
        await asyncio.sleep(self._pace.settle_s)
        while display.is_marked:
            display.is_marked = False
            try:
                async with self._room:
                    await self._repaint(display)
            except (*TROUBLE, StorageFailed) as fault:
                pause = retry_s[min(failures, len(retry_s) - 1)]
                failures += 1
                log.warning("repaint_failed", table=table_id, fault=type(fault).__name__, again_in_s=pause)
                display.is_marked = True
                await asyncio.sleep(pause)
                continue
            except Refused as refusal:  # `StorageFailed`, a subclass, is handled above.
                log.warning("not_repainted", table=table_id, code=refusal.code)
            except Exception:
                # One message's update has a bug: the others were painted, and the repaint is retried a few
                # times.
                if failures < len(retry_s):
                    pause = retry_s[failures]
                    failures += 1
                    log.exception("repaint_fault", table=table_id, again_in_s=pause)
                    display.is_marked = True
                    await asyncio.sleep(pause)
                    continue
            display.is_shown.set()
            if display.is_marked:
                display.is_shown.clear()
            failures = 0
            await asyncio.sleep(self._pace.spacing_s)

    async def report(self, table_id: str) -> None:
        """Have the housekeeping find out whether the channel of a table with refused messages was deleted."""
        try:
            await self._refused(table_id)
        except (Refused, StorageFailed) as fault:
            log.warning("refusal_not_kept", table=table_id, fault=str(fault))

    async def _repaint(self, display: Display) -> None:
        table_id = display.table_id
        await self._admission.give_way()
        since, display.marked_at = display.marked_at, None
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)  # The table has got another owner since it was marked.
            return
        with self._cluster.looking_after(table_id):  # Two repainting processes would post twice.
            faults = await self._paint(table_id)
        if any(isinstance(fault, NotOurs) for fault in faults):
            log.warning("repainted_too_late", table=table_id)
            self._cluster.tell(table_id)
            return
        if faults:
            if since is not None:
                display.marked_at = since  # The change isn't shown yet.
            worst = min(faults, key=severity)
            if severity(worst) is not Severity.BARRED:
                raise worst
            if final := [fault for fault in faults if is_final(fault)]:
                log.info("may_not_repaint", table=table_id, code=code_of(final[0]))
                await self.report(table_id)
            return
        if since is not None:
            for watcher in self._watchers:
                watcher.repainted(asyncio.get_running_loop().time() - since)
        if not display.is_marked and self._cluster.is_ours(table_id):
            await self._tables.has_shown(table_id)


async def found_at_last(clock: Clock, find: Callable[[], Awaitable[list[str]]], event: str) -> list[str]:
    """Return the result of `find`; retry while the database fails, and log each failure as `event`."""
    failures = 0
    while True:
        try:
            return await find()
        except StorageFailed as fault:
            log.warning(event, reason=fault.reason)
            failures += 1
            await clock.until(clock.now() + pause_s(failures))
