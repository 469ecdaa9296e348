"""The open connections of pages: the views to send over each, and the changes that cause new views.

A connection remembers only the digest of its views.  The page itself keeps the steps of a move that its
reader has chosen so far, and the message opened beside the panel.  So a closed page leaves nothing behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec
from aiohttp import web

from cogs.activity.launch import opened_from
from cogs.activity.presses import Left, Presses
from cogs.activity.session import Limits, Session
from cogs.activity.views import told_of
from cogs.interactions.click import ClickParts
from tables import Refused
from tables.peer_events import ACTIVITY

SETTLE_S: Final = 0.05
"""Seconds from a table's change to the pages' new views, since several changes may come together."""
MOST_OPEN: Final = 256
"""The most connections that wait for new views; half of the HTTPS server's connections stay free."""
MOST_OF_ONE: Final = 5
"""The most connections of one person that wait for new views."""
CONNECTS: Final = (3.0, 20.0)
"""How often each person may connect: so many times per second, and so many times at once."""


class Views(NamedTuple):
    """The messages that a page shows, as JSON, and their digest, by which a page says which views it has."""

    digest: str
    body: bytes


class Page:
    """A connection of a person's page.

    Attributes:
        session: The person's session.
        has: The digest of the views that the page has.
        table: The id of the table that the page shows; empty: the id is to be looked up.
        turn: The lock that a task holds while it makes views and sends them to the page.
    """

    def __init__(self, session: Session, has: str = "") -> None:
        self.session = session
        self.has = has
        self.table = ""
        self.turn = asyncio.Lock()
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Have new views made for the page in a moment."""
        self._news.set()

    async def news(self, within_s: float) -> bool:
        """Wait for a call of `wake`, then a moment for further changes; False: no call in `within_s`."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await self._news.wait()
                await asyncio.sleep(SETTLE_S)
        has_come = self._news.is_set()
        self._news.clear()
        return has_come


class Pages:
    """All connections of pages with this process; `is_closing`: whether the bot is being stopped."""

    def __init__(self, parts: ClickParts, presses: Presses) -> None:
        self._parts = parts
        self._presses = presses
        self._open: set[Page] = set()
        self._may_connect = Limits(*CONNECTS, parts.now)
        self.is_closing = False
        parts.tables.subscribe(self._changed)
        parts.tables.peer_events.hear_of_others(self._heard)

    @contextmanager
    def open(self, page: Page) -> Iterator[None]:
        """A context in which changes wake a page; raises `web.HTTPException` if the page may not connect."""
        if self.is_closing:
            raise web.HTTPServiceUnavailable
        of_one = sum(one.session.person == page.session.person for one in self._open)
        is_full = of_one >= MOST_OF_ONE or len(self._open) >= MOST_OPEN
        if not self._may_connect.take(page.session.person) or is_full:
            raise web.HTTPTooManyRequests
        self._open.add(page)
        try:
            yield
        finally:
            self._open.discard(page)

    def close(self) -> None:
        """Have all connections closed and no more opened; the pages then look for the bot's next process."""
        self.is_closing = True
        for page in self._open:
            page.wake()

    def opened(self, instance: str) -> None:
        """Have each page of an instance, in all processes, show the table that its reader opened last."""
        self._moved(instance)
        self._parts.tables.cluster.tell(f"{ACTIVITY}:{instance}")

    def _heard(self, key: str) -> None:
        kind, _, rest = key.partition(":")
        if kind == ACTIVITY:
            self._moved(rest)
        else:
            self._changed(key)

    def _changed(self, table_id: str) -> None:
        for page in self._open:
            if page.table == table_id:
                page.wake()

    def _moved(self, instance: str) -> None:
        for page in self._open:
            if page.session.instance == instance:
                page.table = ""
                page.wake()

    async def views(self, page: Page) -> Views:
        """Return a page's views of its table now.

        Raises:
            Left: The reader may not see the table any more.
            Refused: The table can't be read now.
        """
        if not page.table:
            own, _ = await opened_from(self._parts.tables, page.session)
            page.table = own or page.session.table
        table_id = page.table  # It may be emptied while this waits.
        try:
            await self._presses.check_reads(page.session, table_id)
            told = await told_of(self._parts, page.session, table_id)
        except Refused as refused:
            if refused.code == "no_such_table":
                raise Left from None
            raise
        body = msgspec.json.encode(told)
        digest = blake2b(body, digest_size=9).hexdigest()
        return Views(digest, msgspec.json.encode({"n": digest})[:-1] + b"," + body[1:])
