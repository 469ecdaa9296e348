"""The open pages of the Activity, and the views that each of them shows.

A page is kept in memory while it is connected, and for a minute after.  All its data can be made anew from
the table, except the steps of a move that its reader has chosen so far.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple

import msgspec
import structlog

from cogs.activity.launch import opened_from
from cogs.activity.presses import Done, Left, Press, Presses
from cogs.activity.session import Allowance, Session
from cogs.activity.views import Seen, View, seen_of, words_for
from cogs.discord_io.faults import sentence
from cogs.interactions.click import ClickParts
from tables import Refused
from tables.peer_events import ACTIVITY

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

SETTLE_S: Final = 0.05
"""Seconds from a table's change to the pages' new views, since several changes may come together."""
RECHECK_S: Final = 25.0
"""Seconds between two checks whether the reader of an open page may still see the table."""
KEPT_S: Final = 60.0
"""Seconds for which a page without a connection is kept, since its reader may come back."""
MOST_PAGES: Final = 2_000
PRESSES_PER_S: Final = 10.0
PRESSES_AT_ONCE: Final = 20.0
LOOKS_PER_S: Final = 3.0
LOOKS_AT_ONCE: Final = 20.0
SPRITES_PER_S, SPRITES_AT_ONCE = 5.0, 30.0
KEYS: Final = 200
"""How many of a page's latest presses are remembered, by their keys."""
AGAIN_S: Final = 2.0


class Kept(NamedTuple):
    """A panel after a press, with a note or a step of a choice; it stays until the reader's table changes.

    Attributes:
        done: The panel, and the board beside the panel.
        usual: The panel without the note and the step, as JSON; if it changes, `done` isn't shown any more.
        board: The board without the step, as JSON; if it changes, the board of `done` isn't shown any more.
    """

    done: Done
    usual: bytes
    board: bytes


class Page:
    """The page of one person, with the views that it shows.

    Attributes:
        session: The person's session.
        n: The number of the newest views, which grows with each change of the views.
        newest: The newest views as JSON; empty: there are none yet.
        is_over: Whether the page shows nothing any more, as the person may not see the table now.
        presses: The limit of the person's presses.
        looks: The limit of the person's connections.
        sprites: The limit of the person's requests for drawings.
        readers: The number of connections that wait for new views.
    """

    def __init__(self, session: Session, now: Callable[[], float]) -> None:
        self.session = session
        self.table = session.table
        self.n = 0
        self.newest = b""
        self.is_over = False
        self.presses = Allowance(PRESSES_PER_S, PRESSES_AT_ONCE, now)
        self.looks = Allowance(LOOKS_PER_S, LOOKS_AT_ONCE, now)
        self.sprites = Allowance(SPRITES_PER_S, SPRITES_AT_ONCE, now)
        self.readers = 0
        self.idle_since = now()
        self.lock = asyncio.Lock()
        self.aside: View | None = None
        self.is_panel = False
        self.is_moving = True  # Its reader may have opened another table since the session began.
        self.kept: Kept | None = None
        self.done: OrderedDict[str, str] = OrderedDict()
        self.changing: asyncio.Task[None] | None = None
        self._views = b""
        self._news = asyncio.Event()

    def show(self, main: View | None, board: View | None, people: Mapping[str, str]) -> None:
        """Have the page show `main`, `board` and its own `aside`; no effect if it shows these already."""
        shown = {"main": main, "aside": self.aside, "board": board, "people": people}
        views = msgspec.json.encode(shown)
        if views != self._views:
            self.n += 1
            self._views = views
            self.newest = b'{"n":%d,' % self.n + views[1:]
            self.wake()

    def end(self) -> None:
        """Have the page show nothing any more."""
        self.is_over = True
        self.newest = b""
        self.wake()

    def wake(self) -> None:
        """Have all calls of `after` check again whether they have to wait."""
        self._news.set()
        self._news = asyncio.Event()

    async def after(self, n: int) -> None:
        """Wait until the newest views have another number than `n`, or the page is over."""
        while (self.n == n or not self.newest) and not self.is_over:
            await self._news.wait()


class Pages:
    """All open pages.

    Args:
        parts: The bot's parts.
        presses: Answers presses, and checks which tables people may see.
        do: Has a press answered by the owner of the table.
    """

    def __init__(
        self,
        parts: ClickParts,
        presses: Presses,
        do: Callable[[Press], Awaitable[Done]],
    ) -> None:
        self._parts = parts
        self._presses = presses
        self._do = do
        self._pages: OrderedDict[str, Page] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        parts.tables.subscribe(self.changed)
        parts.tables.peer_events.hear_of_others(self._heard)

    def of(self, session: Session) -> Page:
        """Return the page of a session; if the session has none, a new page."""
        page = self._pages.get(session.key)
        if page is None:
            self._drop_idle()
            page = self._pages[session.key] = Page(session, self._parts.now)
        return page

    def _drop_idle(self) -> None:
        before = self._parts.now() - KEPT_S
        idle = [key for key, one in self._pages.items() if not one.readers and one.idle_since < before]
        if not idle and len(self._pages) >= MOST_PAGES:
            idle = [next(iter(self._pages))]
        for key in idle:
            self._end(self._pages.pop(key))

    def _end(self, page: Page) -> None:
        page.end()
        if page.changing is not None:
            page.changing.cancel()

    def left(self, page: Page) -> None:
        """Count a connection of a page as ended."""
        page.readers -= 1
        page.idle_since = self._parts.now()

    def _heard(self, key: str) -> None:
        kind, _, rest = key.partition(":")
        if kind == ACTIVITY:
            self.opened(rest)
        else:
            self.changed(key)

    def changed(self, table_id: str) -> None:
        """Bring the pages that show a table up to date, after a moment."""
        for page in self._pages.values():
            if page.readers and page.table == table_id and page.changing is None:
                self._begin(page)

    def opened(self, instance: str) -> None:
        """Have each page of an instance show the table from which its reader opened the instance last."""
        for page in self._pages.values():
            if page.readers and page.session.instance == instance:
                page.is_moving = True
                if page.changing is None:
                    self._begin(page)

    def _begin(self, page: Page) -> None:
        page.changing = asyncio.create_task(self._change(page), name="page")
        self._keep(page.changing)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _change(self, page: Page) -> None:
        await asyncio.sleep(SETTLE_S)
        page.changing = None  # A change from now on may come too late for this one.
        try:
            await self.refresh(page)
        except Refused as fault:
            log.warning("page_not_refreshed", fault=type(fault).__name__)
            await asyncio.sleep(AGAIN_S)
            self.changed(page.table)
        except Exception:
            log.exception("page_not_refreshed")

    async def refresh(self, page: Page) -> None:
        """Have a page show its table's present state; raises `Refused` if the table can't be read now."""
        async with page.lock:
            if not page.is_over and (seen := await self._seen(page)) is not None:
                self._show(page, seen)

    async def _seen(self, page: Page) -> Seen | None:
        """Return what a page's reader may see of its table; None: nothing any more, so the page has ended."""
        try:
            if page.is_moving:
                page.is_moving = False
                own, _ = await opened_from(self._parts.tables, page.session)
                if own is not None and own != page.table:
                    page.table, page.kept, page.aside = own, None, None
            await self._presses.check_reads(page.session, page.table)
            return await seen_of(self._parts, page.session, page.table)
        except Left:
            self._end(page)
        except Refused as refused:
            if refused.code != "no_such_table":
                raise
            self._end(page)
        return None

    def _show(self, page: Page, seen: Seen) -> None:
        page.is_panel = seen.is_panel
        kept = page.kept
        if kept is not None:
            usual = msgspec.json.encode(seen.main)
            is_same = kept.done.asked == seen.asked if kept.done.is_choosing else usual == kept.usual
            if seen.is_panel and is_same:
                is_board_same = msgspec.json.encode(seen.board) == kept.board
                page.show(kept.done.main, kept.done.board if is_board_same else seen.board, seen.people)
                return
            page.kept = None
        page.show(seen.main, seen.board, seen.people)

    async def press(self, page: Page, told: Any) -> dict[str, str]:
        """Carry out a message of the page, once for each `key`; return the answer for the page."""
        words = words_for(self._parts, page.session)
        if not page.presses.take():
            return {"did": told.key, "told": words("activity.too_fast")}
        async with page.lock:
            if told.close:
                page.aside = None
                self.changed(page.table)
            elif told.key not in page.done and not page.is_over:
                done = await self._done(page, told.key, told.press, told.values)
                page.done[told.key] = done.told
                if len(page.done) > KEYS:
                    page.done.popitem(last=False)
        return {"did": told.key, "told": page.done.get(told.key, "")}

    async def _done(self, page: Page, key: str, pressed: str, values: tuple[str, ...]) -> Done:
        is_aside = page.aside is not None and pressed in presses_of(page.aside)
        press = Press(page.session, key, pressed, values, is_aside or page.is_panel)
        try:
            done = await self._do(press)
        except Left:
            self._end(page)
            return Done()
        except Refused as fault:
            return Done(told=sentence(fault, words_for(self._parts, page.session), None, ""))
        if done.main is not None:
            page.table, page.aside, page.kept = done.table, None, None
        elif done.aside is not None:
            page.aside = done.aside
            if done.then:
                self._keep(asyncio.create_task(self._go_on(page, done), name="page-goes-on"))
        try:
            seen = await self._seen(page)
        except Refused:  # The press was carried out; a later change shows its effect.
            self.changed(page.table)
            return done
        if seen is None:
            return done
        # Another player may have moved since: what the press has shown is then too old.
        if done.main is not None and (done.is_choosing or done.version == seen.version):
            page.kept = Kept(done, msgspec.json.encode(seen.main), msgspec.json.encode(seen.board))
        self._show(page, seen)
        return done

    async def _go_on(self, page: Page, done: Done) -> None:
        """Make the press that `done` schedules (`then`), unless the page shows another `aside` by then."""
        await asyncio.sleep(done.then_s)
        async with page.lock:
            if page.aside is done.aside and page.readers:
                await self._done(page, f"{done.then} {self._parts.now()}", done.then, ())

    async def keep_checking(self, page: Page) -> None:
        """Check every `RECHECK_S` seconds whether a page's reader may still see its table, until its end."""
        while not page.is_over:
            await asyncio.sleep(RECHECK_S)
            try:
                await self.refresh(page)
            except Refused as fault:
                log.info("page_not_checked", fault=type(fault).__name__)

    async def close(self) -> None:
        """Cancel all tasks that update pages."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def presses_of(view: View) -> set[str]:
    """Return the custom_ids of a message's buttons and lists."""
    found: set[str] = set()

    def look(part: Any) -> None:
        for one in part if isinstance(part, list) else part.values():
            if isinstance(one, (dict, list)):
                look(one)
        if isinstance(part, dict) and isinstance(part.get("custom_id"), str):
            found.add(part["custom_id"])

    look(view.components)
    return found
