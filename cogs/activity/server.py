"""Answers the HTTPS requests of the Activity's page: its files, its session, its views and its presses.

All addresses work with and without the prefix `/activity`, since Discord's proxy may add it.  A request
without a valid session gets nothing but files.
"""

from __future__ import annotations

import asyncio
import html
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from aiohttp import WSMsgType, hdrs, web

from cogs.activity import files
from cogs.activity.identity import INSTANCE, Identity
from cogs.activity.launch import opened_from
from cogs.activity.pages import Page, Pages
from cogs.activity.presses import Done, Left, Press, Presses
from cogs.activity.session import COOKIE, LASTS_S, Allowance, Session, opened, sealed, set_cookie
from cogs.activity.views import words_for
from cogs.discord_io.faults import CUT, refusal
from cogs.interactions.click import ClickParts
from cogs.ops.large_board import LargeBoard
from cogs.people.access import AtOwner
from engine.game import Struct
from locales import SOURCE
from pictures import render
from tables import Refused, StorageFailed
from tables.peer_events import ACTIVITY

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PREFIX: Final = "/activity/"
LARGEST: Final = 4096
"""The most bytes of a request's body, and of a message over the WebSocket."""
READ_WITHIN_S: Final = 3.0
MOST_SOCKETS: Final = 5
"""The most connections of one session that wait for news."""
MOST_WAITING: Final = 256
"""The most connections that wait for news, which leaves half of the HTTPS server's connections free."""
WAIT_S: Final = 25.0
"""Seconds for which a request for news waits."""
HEARTBEAT_S: Final = 20.0
OVER: Final = 4401
"""The code with which a WebSocket is closed when its reader may not see the table any more."""
RESTART: Final = 1001
TABLE_WITHIN_S: Final = 2.0
"""Seconds for which a session waits for the note of the table that its instance was opened from."""
LOOK_S: Final = 0.1
SESSIONS_PER_S, SESSIONS_AT_ONCE = 5.0, 50.0
MOST_SPRITES: Final = 60
MOST_DRAWN: Final = 1 << 20
"""The most characters of all drawings in a response."""
SPRITE: Final = re.compile(
    r"(?P<name>number:[^|@]{1,20}|(?!text:)[a-z_]{1,30}:[a-zA-Z0-9_.:,+ -]{1,300})"
    r"(@(?P<w>[0-9]{1,3}|1[0-9]{3})x(?P<h>[0-9]{1,3}|1[0-9]{3}))?"
)
"""A sprite's name as in scenes, and its size, which is below 2,000 pixels."""
FOR_EVER: Final = ", ".join(("private", "max-age=31536000", "immutable"))
OURS: Final = "'self'"
POLICY: Final[Mapping[str, tuple[str, ...]]] = {
    "default-src": ("'none'",),
    "script-src": (OURS,),
    "style-src": (OURS,),
    "connect-src": (OURS,),
    "img-src": (OURS, "data:"),
    "base-uri": ("'none'",),
    "form-action": ("'none'",),
    "frame-ancestors": ("https://discord.com", "https://*.discord.com", "https://*.discordsays.com"),
}
"""The content security policy: the sources from which the page may load, and the pages that may frame it."""
PAGE_WORDS: Final = (
    *("board", "close", "zoom_in", "zoom_out", "send"),
    *("waiting", "lost", "back", "over", "again"),
)
"""The page's own sentences, by their names; the keys begin with `page_`."""


class Told(Struct, frozen=True):
    """A message of the page: a press, or the closing (`close`) of the message that a press had opened."""

    key: str = ""
    press: str = ""
    values: tuple[str, ...] = ()
    close: bool = False

    @property
    def is_valid(self) -> bool:
        """Whether the message is complete, and none of its texts is too long."""
        texts_fit = len(self.values) <= 25 and all(len(one) <= 100 for one in (self.press, *self.values))
        return self.close or (16 <= len(self.key) <= 64 and bool(self.press) and texts_fit)


class Wanted(Struct, frozen=True):
    """A page's request for the SVGs of sprites, by the sprites' names."""

    names: tuple[str, ...]


class Asked(Struct, frozen=True):
    """A page's request for a session."""

    code: str
    instance: str


class NotAllowed(Exception):
    """Raised to answer a request with only an HTTP status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Activity:
    """Answers the page's requests.

    Args:
        parts: The bot's parts.
        settings: The settings.
        identity: Asks Discord about people and instances.
        application: The application's id.
    """

    def __init__(self, parts: ClickParts, settings: LargeBoard, identity: Identity, application: int) -> None:
        self._parts = parts
        self._local = settings.local
        self._identity = identity
        self._presses = Presses(parts, identity)
        self._pages = Pages(parts, self._presses, self._do)
        self._application = str(application)
        self._files = files.read()
        self._waiting = 0
        self._sockets: set[web.WebSocketResponse] = set()
        self._is_closing = asyncio.Event()
        self._sessions = Allowance(SESSIONS_PER_S, SESSIONS_AT_ONCE, parts.now)
        self._drawing = asyncio.Lock()
        parts.relay.answer(self._of_other)
        policy = {**POLICY, "frame-ancestors": (*POLICY["frame-ancestors"], OURS, self._local)}
        self._policy = "; ".join(" ".join((name, *of)).strip() for name, of in policy.items())

    async def close(self) -> None:
        """Close all connections of pages; the pages then connect to the bot's next process."""
        self._is_closing.set()
        closing = [socket.close(code=RESTART) for socket in self._sockets]
        await asyncio.gather(*closing, return_exceptions=True)
        await self._pages.close()

    def opened(self, instance: str) -> None:
        """Have the open pages of an instance, in all processes, show the table of its latest opening."""
        self._pages.opened(instance)
        self._parts.tables.cluster.tell(f"{ACTIVITY}:{instance}")

    # Requests

    async def respond(self, request: web.BaseRequest) -> web.StreamResponse | None:
        """Return the response to a request; None: the request doesn't concern the page."""
        path = "/" + request.path.removeprefix(PREFIX.rstrip("/")).lstrip("/")
        routes: Mapping[tuple[str, str], Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]] = {
            ("GET", "/"): self._index,
            ("POST", "/session"): self._session,
            ("GET", "/live"): self._live,
            ("GET", "/view"): self._view,
            ("POST", "/press"): self._press,
            ("POST", "/sprites"): self._sprite,
        }
        answer = routes.get((request.method, path))
        if answer is None and request.method == "GET" and path.startswith("/files/"):
            answer = self._file
        if answer is None:
            return None
        try:
            response = await answer(request)
        except NotAllowed as fault:
            response = web.Response(status=fault.status)
        except Left:
            response = web.Response(status=401)
        except StorageFailed as fault:
            log.warning("page_not_answered", reason=fault.reason)
            response = web.Response(status=503)
        if not response.prepared:
            self._guard(response)
            if isinstance(response, web.Response) and response.body:
                response.enable_compression()
        return response

    def _guard(self, response: web.StreamResponse) -> None:
        response.headers["content-security-policy"] = self._policy
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["referrer-policy"] = "no-referrer"
        response.headers.setdefault(hdrs.CACHE_CONTROL, "no-store")

    async def _index(self, request: web.BaseRequest) -> web.StreamResponse:
        page = self._files.page.replace("{{application}}", html.escape(self._application))
        return web.Response(text=page.replace("{{language}}", SOURCE), content_type="text/html")

    async def _file(self, request: web.BaseRequest) -> web.StreamResponse:
        served = self._files.named.get(request.path.rpartition("/")[2])
        if served is None:
            raise NotAllowed(404)
        return web.Response(
            body=served.content,
            content_type=served.content_type,
            charset="utf-8" if served.content_type.startswith("text/") else None,
            headers={hdrs.CACHE_CONTROL: FOR_EVER},
        )

    async def _session(self, request: web.BaseRequest) -> web.StreamResponse:
        """Begin the session of a person who is in the instance, by Discord's word; set its cookie."""
        self._check_origin(request)
        asked = await _body(request, Asked)
        try:
            session = await self._begun(asked)
        except Refused as refused:
            if isinstance(refused, StorageFailed):
                raise
            locale = request.headers.get(hdrs.ACCEPT_LANGUAGE, "").partition(",")[0]
            told = refusal(refused, self._parts.words(locale), None)
            status = {"activity_code": 401, "activity_no_table": 404}.get(refused.code, 503)
            return _json({"error": told}, status)
        words = words_for(self._parts, session)
        own = {name: words(f"activity.page_{name}") for name in PAGE_WORDS}
        response = _json({"language": words.language, "words": own})
        cookie = set_cookie(sealed(session, self._parts.tables.seal), is_local=bool(self._local))
        response.headers[hdrs.SET_COOKIE] = cookie
        return response

    async def _begun(self, asked: Asked) -> Session:
        """Return a new session for a table that the person may see; raises `Refused`.

        The table is the one from which the person opened the page.  If others opened the page, it is a table
        at which the person sits or, if there is none, the table of the latest opening.
        """
        if not INSTANCE.fullmatch(asked.instance):
            raise Refused("activity_code")
        await self._noted(asked.instance)  # Before any request to Discord, as strangers must cause none.
        if not self._sessions.take():
            raise NotAllowed(429)
        who = await self._identity.visitor(asked.code)
        if await self._identity.joined(asked.instance, who.id, is_new=True) is None:
            raise Refused("activity_code")
        key, ends = secrets.token_urlsafe(18), self._parts.now() + LASTS_S
        session = Session(key, who.id, who.name, who.locale[:10], asked.instance, "", ends)
        own, latest = await opened_from(self._parts.tables, session)
        may: list[str] = []
        for table_id in [own, *latest] if own is not None else latest:
            with suppress(Refused):
                facts = await self._presses.check_reads(session, table_id)
                if table_id == own or facts.seat_of(who.id) is not None:
                    return msgspec.structs.replace(session, table=table_id)
                may.append(table_id)
        if not may:
            raise Refused("activity_no_table")
        return msgspec.structs.replace(session, table=may[0])

    async def _noted(self, instance: str) -> None:
        """Wait, up to `TABLE_WITHIN_S`, until a note says from which table an instance was opened.

        The page's request may arrive before Discord's answer that tells the bot of the instance.

        Raises:
            Refused: `activity_no_table`: the instance wasn't opened from a table.
        """
        until = asyncio.get_running_loop().time() + TABLE_WITHIN_S
        while not await self._parts.tables.messages.opened_in(instance):
            if asyncio.get_running_loop().time() > until:
                raise Refused("activity_no_table")
            await asyncio.sleep(LOOK_S)

    async def _live(self, request: web.BaseRequest) -> web.StreamResponse:
        """Connect a page by WebSocket: the bot sends views, and the page sends presses."""
        self._check_origin(request)
        page = self._page(request)
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=LARGEST, timeout=1.0)
        if not socket.can_prepare(request).ok:
            raise NotAllowed(400)
        self._begin_waiting(page)
        tasks: list[asyncio.Task[None]] = []
        try:
            await self._refreshed(page)
            self._guard(socket)
            await socket.prepare(request)
            self._sockets.add(socket)
            wire = _Wire(socket, page)
            tasks = [
                asyncio.create_task(wire.keep(), name="page-views"),
                asyncio.create_task(self._pages.keep_checking(page), name="page-checks"),
            ]
            async for message in socket:
                told = _parsed(message.data.encode(), Told) if message.type is WSMsgType.TEXT else None
                if told is None or not told.is_valid:
                    await socket.close(code=1008)
                    break
                await wire.send(await self._pages.press(page, told))
        except CUT as fault:
            log.info("page_cut", fault=type(fault).__name__)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._sockets.discard(socket)
            self._end_waiting(page)
        return socket

    async def _view(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer with a page's views as soon as they differ from those that the page shows (`after`)."""
        page = self._page(request)
        n = request.query.get("after", "")
        after = int(n) if n.isascii() and n.isdecimal() and len(n) < 10 else -1
        self._begin_waiting(page)
        try:
            await self._refreshed(page)
            news = asyncio.create_task(page.after(after))
            closing = asyncio.create_task(self._is_closing.wait())
            await asyncio.wait((news, closing), timeout=WAIT_S, return_when=asyncio.FIRST_COMPLETED)
            has_come = news.done()
            for task in (news, closing):
                task.cancel()
        finally:
            self._end_waiting(page)
        if page.is_over:
            raise NotAllowed(401)
        return (
            web.Response(body=page.newest, content_type="application/json")
            if has_come
            else web.Response(status=204)
        )

    async def _press(self, request: web.BaseRequest) -> web.StreamResponse:
        """Carry out a press, and answer with the page's newest views."""
        self._check_origin(request)
        page = self._page(request)
        told = await _body(request, Told)
        if not told.is_valid:
            raise NotAllowed(400)
        page.readers += 1
        try:
            answer = await self._pages.press(page, told)
        finally:
            self._pages.left(page)
        if page.is_over:
            raise NotAllowed(401)
        newest = msgspec.json.decode(page.newest) if page.newest else {}
        return _json({**newest, **answer})

    async def _sprite(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer with the SVGs of sprites.

        The request's body has the sprites' names.  An address must not have them: proxies log addresses, and
        the names tell the cards in a person's hand.
        """
        self._check_origin(request)
        page = self._page(request)
        names = (await _body(request, Wanted)).names[:MOST_SPRITES]
        if not page.sprites.take():
            raise NotAllowed(429)
        drawn: dict[str, str] = {}
        async with self._drawing:  # Only one request at a time holds drawings in memory.
            for found in filter(None, map(SPRITE.fullmatch, names)):
                width, height = int(found["w"] or 100), int(found["h"] or 100)
                # Names come from outside: any of them may be wrong in any way.
                with suppress(Exception):
                    drawn[found[0]] = render.svg(found["name"], width, height)
                if sum(map(len, drawn.values())) > MOST_DRAWN:
                    raise NotAllowed(413)
                await asyncio.sleep(0)
        return _json(drawn)

    # Sessions

    def _check_origin(self, request: web.BaseRequest) -> None:
        """Refuse a request that another site's page sends with a person's cookie; raises `NotAllowed`."""
        origin = request.headers.get(hdrs.ORIGIN, "")
        ours = [f"https://{self._application}.discordsays.com"]
        if self._local:
            ours.append(f"http://{request.headers.get(hdrs.HOST, '')}")
        if origin not in ours:
            raise NotAllowed(403)

    def _opened(self, request: web.BaseRequest) -> Session:
        session = opened(request.cookies.get(COOKIE, ""), self._parts.tables.seal, self._parts.now())
        if session is None:
            raise NotAllowed(401)
        return session

    def _page(self, request: web.BaseRequest) -> Page:
        return self._pages.of(self._opened(request))

    async def _refreshed(self, page: Page) -> None:
        try:
            await self._pages.refresh(page)
        except Refused:
            if not page.newest:
                raise NotAllowed(503) from None

    def _begin_waiting(self, page: Page) -> None:
        if self._is_closing.is_set():
            raise NotAllowed(503)
        if page.readers >= MOST_SOCKETS or self._waiting >= MOST_WAITING or not page.looks.take():
            raise NotAllowed(429)
        page.readers += 1
        self._waiting += 1

    def _end_waiting(self, page: Page) -> None:
        self._waiting -= 1
        self._pages.left(page)

    # Other processes

    async def _do(self, press: Press) -> Done:
        """Carry out a press, in this process or in the owner of the press's table."""
        try:
            return await self._presses.done(press)
        except AtOwner as fault:
            answer = await self._parts.relay.ask(fault.about, msgspec.json.encode(press))
            if answer is None:
                return Done(told=words_for(self._parts, press.session)("activity.in_message"))
            return msgspec.json.decode(answer, type=Done)

    async def _of_other(self, body: bytes) -> bytes | None:
        """Carry out a press that another process sent to the table's owner; None: it was refused here."""
        press = msgspec.json.decode(body, type=Press)
        try:
            return msgspec.json.encode(await self._presses.done(press))
        except (AtOwner, Left, Refused):
            return None


def _json(told: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(told), content_type="application/json", status=status)


def _parsed(body: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


async def _body(request: web.BaseRequest, kind: type[Any]) -> Any:
    """Return a request's body, parsed; raises `NotAllowed` if it is malformed, too large or too slow."""
    if (request.content_length or 0) > LARGEST:
        raise NotAllowed(413)
    body = b""
    try:
        async with asyncio.timeout(READ_WITHIN_S):
            while piece := await request.content.read(LARGEST + 1):
                body += piece
                if len(body) > LARGEST:
                    raise NotAllowed(413)
    except TimeoutError:
        raise NotAllowed(408) from None
    except (*CUT, ValueError):
        raise NotAllowed(400) from None
    found = _parsed(body, kind) if request.content_type == "application/json" else None
    if found is None:
        raise NotAllowed(400)
    return found


class _Wire:
    """A page's WebSocket; views changed by a press are sent before the press is acknowledged."""

    def __init__(self, socket: web.WebSocketResponse, page: Page) -> None:
        self._socket = socket
        self._page = page
        self._n = -1
        self._turn = asyncio.Lock()

    async def keep(self) -> None:
        """Send the page its newest views after each change, until the page is over."""
        with suppress(*CUT):
            while not self._page.is_over:
                await self._page.after(self._n)
                await self.send({})
            await self._socket.close(code=OVER)

    async def send(self, told: Mapping[str, str]) -> None:
        """Send the newest views, unless the page has them; then send the texts of `told`, if any."""
        async with self._turn:
            if self._page.newest and self._page.n != self._n:
                self._n = self._page.n
                await self._socket.send_str(self._page.newest.decode())
            if said := {key: text for key, text in told.items() if text}:
                await self._socket.send_str(msgspec.json.encode(said).decode())
