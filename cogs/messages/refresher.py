"""Repaints a table's messages after each change of it: the newest state only, at a pace that Discord allows.

Whoever changes something that is shown calls `mark`; `Tables` does for each change (`TableBot.setup_hook`).
Each marked table has a task (`_work`) that repaints it until nothing has changed meanwhile.  What is known of
the repainting of a table stands in its `Display`.
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
from tables.timing.clock import Clock, pause_s

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PAINTED_S: Final = 10.0
"""Seconds that `painted` waits at most."""
LOOKS_AGAIN_S: Final = 0.05
"""So often it looks whether another process has noted a board."""
AT_ONCE: Final = 8
"""At most so many tables are repainted at the same time."""
OPENING_S: Final = 5.0
"""A table that was opened less than so many seconds ago may be about to be posted by another process."""
LEAVE_S: Final = 0.5
"""At most so long the end waits until it is noted what is still to be repainted."""
RESUMED_AT_ONCE: Final = 4
"""So many of the tables that an earlier process left behind are marked at once after a start."""


@dataclass(frozen=True)
class Pace:
    """How long the bot waits before it shows something, in seconds.

    Attributes:
        settle_s: Between a mark and the repaint, for more changes, and the reply to the click, to come first.
        spacing_s: Between two repaints of a table; Discord takes about five messages in five seconds in a
            channel.
        retry_s: After the first fault in a row, the second, and so on.
        pictures_s: At most so long the answer to a click waits for its pictures; later ones follow it.
    """

    settle_s: float = 0.2
    spacing_s: float = 0.8
    retry_s: tuple[float, ...] = (2.0, 5.0, 15.0, 60.0)
    pictures_s: float = 0.06


PACE: Final = Pace()
"""The default."""


class Refresher:
    """Repaints board, thread, private panels and followers' notices of each marked table.

    Its methods return at once unless they are awaited; the repaints run in tasks of its own, one a table.
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
        self._first_after_start = asyncio.Semaphore(RESUMED_AT_ONCE)

    def begin(
        self, paint: Callable[[str], Awaitable[list[Exception]]], refused: Callable[[str], Awaitable[None]]
    ) -> None:
        """Set what the tasks call; done once, before anything is marked.

        Args:
            paint: Brings a table's messages up to date, and gives the exceptions of the messages that failed.
            refused: Is told of a table for which Discord refused that.
        """
        self._paint = paint
        self._refused = refused

    def join(self) -> None:
        """Work with other processes from now on."""
        self._tables.peer_events.listen(self._changed_elsewhere, self._moved)

    def _changed_elsewhere(self, table_id: str) -> None:
        """Repaint a table of ours that another process has changed, or of whose place it has heard something.

        That process may have been the table's owner before, and edited messages since.
        """
        if self._cluster.is_ours(table_id):
            display = self._displays.of(table_id)
            display.is_behind = True
            display.messages.clear()
            display.rests.end()
            self._mark(table_id)

    def changed(self, table_id: str) -> None:
        """Have a table repainted that has changed, if it is ours: every process hears of changes."""
        if self._cluster.is_ours(table_id):
            self._mark(table_id)

    def mark(self, table_id: str) -> None:
        """Have a table repainted in a moment, by its task; or by the process that looks after it."""
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)
        self.changed(table_id)

    def _moved(self) -> None:
        """Forget what messages show, since leases have moved: a table of ours may have been another's."""
        for display in self._displays.all():
            display.messages.clear()
        if self._resuming is not None and not self._closed:
            self._resuming.cancel()
            self._resuming = asyncio.create_task(self._resume(None), name="resume")

    def _mark(self, table_id: str) -> None:
        if self._closed:
            return
        display = self._displays.of(table_id)
        display.is_marked = display.is_owed = True
        if self._watchers and display.marked_at is None:
            display.marked_at = asyncio.get_running_loop().time()
        # A task that has just ended stays there for a moment, and would not see the mark.
        if display.repainting is None or display.repainting.done():
            display.repainting = task = asyncio.create_task(self._work(display), name=f"repaint {table_id}")
            task.add_done_callback(lambda ended: self._ended(display, ended))

    def mark_at(self, table_id: str, when: float) -> None:
        """Have a table repainted at that time, in seconds since 1970; the earliest such time counts."""
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
            self._make_room_to_resume(display)

    @property
    def busy(self) -> list[asyncio.Task[None]]:
        """The tasks that repaint now, or find out after a start what to repaint."""
        resuming = [self._resuming] if self._resuming is not None and not self._resuming.done() else []
        repainting = [display.repainting for display in self._displays.all()]
        return [task for task in repainting if task is not None] + resuming

    def post(self, table_id: str) -> None:
        """Have the board of a new table posted, whose opener could not be shown it as the reply."""
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)
            return
        self._displays.of(table_id).is_unposted = True
        self.mark(table_id)

    def retry(self, table_id: str) -> None:
        """Have what Discord refused of a table tried again, since its permissions, say, have changed."""
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)
        elif self._displays.of(table_id).rests.end():
            self._mark(table_id)

    async def painted(self, table_id: str) -> None:
        """Have a table repainted and wait until that is done, for at most `PAINTED_S`.

        Where another process does it, that is until its board is noted.
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
        """After a start, mark all tables whose messages an earlier process left behind, or where time passed.

        Tables that can't be reached are left out.  They are marked a few at a time, those that changed last
        first, in a task of its own, so that what people do meanwhile is shown at once.
        """
        try:
            behind: list[str] | None = await self._behind()
        except StorageFailed as fault:
            log.warning("not_resumed", reason=fault.reason)
            behind = None
        self._resuming = asyncio.create_task(self._resume(behind), name="resume")

    async def _behind(self) -> list[str]:
        """The ids of tables with messages that an earlier process left behind; their displays know it now."""
        messages, before = self._tables.messages, self._tables.clock.now() - OPENING_S
        # Whoever opens a table posts it; where they were killed, others take over, and we look again.
        unfinished = await (messages.unfinished(before) if self._cluster.is_shared else messages.unfinished())
        found = list(filter(self._cluster.is_ours, unfinished))
        for table_id in found:
            self._displays.of(table_id).left_behind()
        return found

    async def _resume(self, behind: Sequence[str] | None) -> None:
        if behind is None:
            behind = await found_at_last(self._tables.clock, self._behind, "not_resumed")
        for table_id in behind:
            await self._resume_one(table_id, self.post)
        for find in (self._tables.followers.behind, self._tables.unshown):
            for table_id in await found_at_last(self._tables.clock, find, "not_resumed"):
                await self._resume_one(table_id, self._mark)

    async def _resume_one(self, table_id: str, mark: Callable[[str], None]) -> None:
        """Mark a table once few of the tables marked here before are still to be painted."""
        await self._first_after_start.acquire()
        if not self._cluster.is_ours(table_id):  # Then whoever looks after it by now does that.
            self._first_after_start.release()
            return
        display = self._displays.of(table_id)
        if display.is_resumed:  # It has its place already.
            self._first_after_start.release()
        display.is_resumed = True
        mark(table_id)

    def _make_room_to_resume(self, display: Display) -> None:
        if display.is_resumed:
            display.is_resumed = False
            self._first_after_start.release()

    async def close(self) -> None:
        """Stop repainting; the rest is done after the next start, or by the tables' next owners."""
        self._closed = True
        displays = self._displays.all()
        waits = [display.later.task for display in displays if display.later is not None]
        tasks = [*self.busy, *waits]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        owed = [display.table_id for display in displays if display.is_owed]
        if leaving := [asyncio.create_task(self._leave_behind(table_id)) for table_id in owed]:
            await asyncio.wait(leaving, timeout=LEAVE_S)

    async def _leave_behind(self, table_id: str) -> None:
        """Have the table's next owner repaint it, even if its newest version is noted: it isn't certain."""
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
        PURPOSE.set(ANY_PURPOSE)  # Not that of a click which has marked the table.
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
            except Refused as refusal:  # After `StorageFailed`, which is one too.
                log.warning("not_repainted", table=table_id, code=refusal.code)
            except Exception:
                # A fault of ours: the other messages were painted, and this one is tried a few times more.
                if failures < len(retry_s):
                    pause = retry_s[failures]
                    failures += 1
                    log.exception("repaint_fault", table=table_id, again_in_s=pause)
                    display.is_marked = True
                    await asyncio.sleep(pause)
                    continue
            if not display.is_marked:
                display.is_owed = False
            failures = 0
            await asyncio.sleep(self._pace.spacing_s)
            self._make_room_to_resume(display)

    async def report(self, table_id: str) -> None:
        """Have the housekeeping find out whether the table's channel is gone."""
        try:
            await self._refused(table_id)
        except (Refused, StorageFailed) as fault:
            log.warning("refusal_not_kept", table=table_id, fault=str(fault))

    async def _repaint(self, display: Display) -> None:
        table_id = display.table_id
        await self._admission.give_way()
        since, display.marked_at = display.marked_at, None
        if not self._cluster.is_ours(table_id):
            self._cluster.tell(table_id)  # It was ours when it was marked.
            return
        with self._cluster.looking_after(table_id):  # Two who tell the same would tell it twice.
            faults = await self._paint(table_id)
        if any(isinstance(fault, NotOurs) for fault in faults):
            log.warning("repainted_too_late", table=table_id)
            self._cluster.tell(table_id)
            return
        if faults:
            if since is not None:
                display.marked_at = since  # What was to be shown is not shown yet.
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
    """What the database gives, which is tried until that works; `event`: what is logged when it fails."""
    failures = 0
    while True:
        try:
            return await find()
        except StorageFailed as fault:
            log.warning(event, reason=fault.reason)
            failures += 1
            await clock.until(clock.now() + pause_s(failures))
