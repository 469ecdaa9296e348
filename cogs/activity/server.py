"""Answers the HTTPS requests of the Activity's page: its files, its session, its views and its presses.

All addresses work with and without the prefix `/activity`, since Discord's proxy may add it.  A request
without a valid session gets nothing but files.
"""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from aiohttp import WSMsgType, hdrs, web

from cogs.activity import files
from cogs.activity.identity import INSTANCE, Identity
from cogs.activity.launch import opened_from
from cogs.activity.pages import Page, Pages, Views
from cogs.activity.presses import Done, Left, Press, Presses
from cogs.activity.session import COOKIE, LASTS_S, Limits, Session, opened, sealed, set_cookie
from cogs.activity.views import words_for
from cogs.discord_io.faults import CUT, refusal, sentence
from cogs.interactions.click import ClickParts
from cogs.ops.receiver import body_of
from cogs.ops.settings import LargeBoard
from cogs.people.access import AtOwner
from cogs.text.language import Localizer
from engine.game import Struct
from locales import in_language
from pictures import render
from tables import Refused

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

PREFIX: Final = "/activity/"
LARGEST: Final = 4096
"""The most bytes of a request's body, and of a message over the WebSocket."""
WAIT_S: Final = 25.0
"""Seconds for which a request for new views waits, and after which a reader's rights are checked anew."""
AGAIN_S: Final = 2.0
"""Seconds until a table that couldn't be read is read again."""
HEARTBEAT_S: Final = 20.0
OVER: Final = 4401
"""The code with which a WebSocket is closed when its reader may not see the table any more."""
RESTART: Final = 1001
SESSIONS: Final = (1.0, 20.0)
"""How many sessions may begin in an instance: so many per second, and so many at once.  Each instance has a
limit, since the bot doesn't know who asks for a session: Discord's proxy hides people's addresses."""
PRESSES: Final = (10.0, 20.0)
SPRITES: Final = (5.0, 30.0)
MOST_SPRITES: Final = 60
MOST_DRAWN: Final = 1 << 20
"""The most characters of the drawings in one response, counted together."""
SPRITE: Final = re.compile(
    r"(?P<name>number:[^|@]{1,20}|(?!text:)[a-z_]{1,30}:[a-zA-Z0-9_.:,+ -]{1,300})"
    r"(@(?P<w>[0-9]{1,3}|1[0-9]{3})x(?P<h>[0-9]{1,3}|1[0-9]{3}))?"
)
"""The form of a sprite in a request: its name as in scenes, and its size, which is below 2,000 pixels."""
FOR_EVER: Final = ", ".join(("private", "max-age=31536000", "immutable"))
OURS, NOTHING = "'self'", "'none'"
SOURCES: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("default-src", "base-uri", "form-action"), (NOTHING,)),
    **dict.fromkeys(("script-src", "style-src", "connect-src"), (OURS,)),
    "img-src": (OURS, "data:"),
    "frame-ancestors": ("https://discord.com", "https://*.discord.com", "https://*.discordsays.com", OURS),
}
POLICY: Final = "; ".join(" ".join((name, *sources)) for name, sources in SOURCES.items())
"""The content security policy: the sources from which the page may load, and the pages that may frame it."""
PAGE_WORDS: Final = (
    *("board", "close", "zoom_in", "zoom_out", "send"),
    *("waiting", "lost", "back", "over", "again", "failed"),
)
"""The page's own sentences, by their names; the catalogue has the key `activity.page_<name>`."""
STATUSES: Final[Mapping[str, int]] = {"activity_code": 401, "activity_no_table": 404}
"""The HTTP statuses of refusals, by the refusals' codes; others have 503, since they are temporary."""


class Wanted(Struct, frozen=True):
    """A page's request for the SVGs of sprites, by the sprites' names."""

    names: tuple[str, ...]


class Asked(Struct, frozen=True):
    """A page's request for a session."""

    code: str
    instance: str


class Activity:
    """Answers the page's requests.

    Args:
        parts: The objects that all modules of `cogs/` share.
        settings: The settings of the Activity.
        identity: Asks Discord about people and instances.
        application: The application's id.
    """

    def __init__(self, parts: ClickParts, settings: LargeBoard, identity: Identity, application: int) -> None:
        self._parts = parts
        self._local = settings.local
        self._identity = identity
        self._presses = Presses(parts, identity)
        self._pages = Pages(parts, self._presses)
        self.opened, self.close = self._pages.opened, self._pages.close
        self._application = str(application)
        self._html, self._files = files.read()
        self._may_begin, self._may_press, self._may_draw = (
            Limits(*limit, parts.now) for limit in (SESSIONS, PRESSES, SPRITES)
        )
        self._drawing = asyncio.Lock()
        parts.relay.answer(self._of_other)

    # Requests

    async def respond(self, request: web.BaseRequest) -> web.StreamResponse | None:
        """Return the response to a request; None: the request doesn't concern the page."""
        path = _path(request)
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
        words = _words(request)
        try:
            response = await answer(request)
        except web.HTTPException as fault:
            told = words("activity.too_fast" if fault.status == 429 else "activity.page_failed")
            response = _json({"error": told}, fault.status)
        except Left:
            response = _json({"error": words("activity.page_over")}, 401)
        except Refused as fault:
            log.warning("page_not_answered", reason=fault.code)
            response = _json({"error": refusal(fault, words, None)}, STATUSES.get(fault.code, 503))
        if not response.prepared:
            self._guard(response)
            if isinstance(response, web.Response) and response.body:
                response.enable_compression()
        return response

    def _guard(self, response: web.StreamResponse) -> None:
        response.headers["content-security-policy"] = f"{POLICY} {self._local}".strip()
        response.headers["x-content-type-options"] = "nosniff"
        response.headers["referrer-policy"] = "no-referrer"
        response.headers.setdefault(hdrs.CACHE_CONTROL, "no-store")

    async def _index(self, request: web.BaseRequest) -> web.StreamResponse:
        words, page = _words(request), self._html
        gaps = {"application": self._application, "language": words.language, "words": _own(words)}
        for name, text in gaps.items():
            page = page.replace(f"{{{{{name}}}}}", html.escape(text))
        return web.Response(text=page, content_type="text/html")

    async def _file(self, request: web.BaseRequest) -> web.StreamResponse:
        served = self._files.get(_path(request))
        if served is None:
            raise web.HTTPNotFound
        kept = {hdrs.CACHE_CONTROL: FOR_EVER}
        return web.Response(
            body=served.content, content_type=served.content_type, charset="utf-8", headers=kept
        )

    async def _session(self, request: web.BaseRequest) -> web.StreamResponse:
        """Begin the session of a person who, as Discord says, is in the instance; set its cookie."""
        self._check_origin(request)
        session = await self._begun(await _body(request, Asked))
        words = words_for(self._parts, session)
        response = _json({"language": words.language, "words": msgspec.Raw(_own(words))})
        cookie = set_cookie(sealed(session, self._parts.tables.seal), is_local=bool(self._local))
        response.headers[hdrs.SET_COOKIE] = cookie
        return response

    async def _begun(self, asked: Asked) -> Session:
        """Return a new session for a table that the person may see; raises `Refused`.

        The table is the one from which the person opened the page.  If only others opened the page, the table
        is one at which the person sits or, without such a table, the one from which the page was opened last.
        """
        if not INSTANCE.fullmatch(asked.instance):
            raise Refused("activity_code")
        if not await self._parts.tables.messages.opened_in(asked.instance):
            raise Refused("activity_no_table")  # Before Discord is asked: strangers can't cause requests.
        if not self._may_begin.take(asked.instance):
            raise web.HTTPTooManyRequests
        who = await self._identity.visitor(asked.code)
        if await self._identity.joined(asked.instance, who.id, is_new=True) is None:
            raise Refused("activity_code")
        ends = self._parts.now() + LASTS_S
        session = Session(who.id, who.name, who.locale[:10], asked.instance, "", ends)
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

    async def _live(self, request: web.BaseRequest) -> web.StreamResponse:
        """Connect a page by WebSocket: the bot sends views, and the page sends presses."""
        self._check_origin(request)
        session = self._opened(request)
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=LARGEST, timeout=1.0)
        if not socket.can_prepare(request).ok:
            raise web.HTTPBadRequest
        with self._pages.open(page := Page(session)):
            views = await self._pages.views(page)
            self._guard(socket)
            await socket.prepare(request)
            showing = asyncio.create_task(self._show(socket, page, views), name="page")
            try:
                async for message in socket:
                    press = _parsed(message.data.encode(), Press) if message.type is WSMsgType.TEXT else None
                    if press is None or not press.is_valid:
                        await socket.close(code=1008)
                        break
                    async with page.turn:
                        await socket.send_bytes(await self._answer(page, press))
            except CUT as fault:
                log.info("page_cut", fault=type(fault).__name__)
            except Left:
                await socket.close(code=OVER)
            finally:
                showing.cancel()
                await asyncio.gather(showing, return_exceptions=True)
        return socket

    async def _show(self, socket: web.WebSocketResponse, page: Page, views: Views) -> None:
        """Send a page its newest views after each change, until its reader may not see the table any more."""
        code = RESTART
        try:
            while not self._pages.is_closing:
                async with page.turn:
                    try:
                        views = await self._pages.views(page) if page.has else views
                        if views.digest != page.has:
                            await socket.send_bytes(views.body)
                        page.has = views.digest
                    except Refused as fault:
                        log.warning("page_not_refreshed", reason=fault.code)
                        asyncio.get_running_loop().call_later(AGAIN_S, page.wake)
                await page.news(WAIT_S)
        except Left:
            code = OVER
        except CUT:
            return
        except Exception:
            log.exception("page_not_refreshed")
        await socket.close(code=code)

    async def _view(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer with a page's views once their digest differs from the page's; after `WAIT_S`, with 204."""
        page = Page(self._opened(request), request.query.get("after", ""))
        until = asyncio.get_running_loop().time() + WAIT_S
        with self._pages.open(page):
            while (views := await self._pages.views(page)).digest == page.has:
                if self._pages.is_closing or not await page.news(until - asyncio.get_running_loop().time()):
                    return web.Response(status=204)
        return web.Response(body=views.body, content_type="application/json")

    async def _press(self, request: web.BaseRequest) -> web.StreamResponse:
        """Carry out a press, and answer with the page's newest views."""
        self._check_origin(request)
        page, press = Page(self._opened(request)), await _body(request, Press)
        if not press.is_valid:
            raise web.HTTPBadRequest
        return web.Response(body=await self._answer(page, press), content_type="application/json")

    async def _answer(self, page: Page, press: Press) -> bytes:
        """Carry out a press; return its result as JSON, with the page's views if these have changed.

        Raises:
            Left: The reader may not see the table any more.
        """
        session, views = page.session, None
        words = words_for(self._parts, session)
        done = Done(told=words("activity.too_fast"))
        if self._may_press.take(session.person):
            try:
                while not page.table:
                    await self._pages.views(page)
                done = await self._do(session, press, page.table)
            except Refused as fault:
                done = Done(told=sentence(fault, words, None, ""))
        page.table = done.table or page.table
        step = done.step
        with suppress(Refused):  # The press was carried out; the next views show its effect.
            views = await self._pages.views(page)
            # Another player may have moved since: what the press has shown is then too old.
            if step is not None and not step.choosing:
                step = step if done.version == (await self._parts.tables.facts(done.table)).version else None
        shown: dict[str, Any] = {"did": press.key, "told": done.told}
        if done.step is not None:
            shown["step"] = step
        if done.aside is not None:
            shown |= {"aside": done.aside, "then": done.then, "then_s": done.then_s}
        body = msgspec.json.encode(shown)
        if views is None:
            page.wake()
        elif views.digest != page.has:
            page.has, body = views.digest, views.body[:-1] + b"," + body[1:]
        return body

    async def _sprite(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer with the SVGs of sprites.

        The request's body has the sprites' names.  An address must not have them: proxies log addresses, and
        the names tell the cards in a person's hand.
        """
        self._check_origin(request)
        session = self._opened(request)
        names = (await _body(request, Wanted)).names[:MOST_SPRITES]
        if not self._may_draw.take(session.person):
            raise web.HTTPTooManyRequests
        drawn: dict[str, str] = {}
        async with self._drawing:  # Only one request at a time holds drawings in memory.
            for found in filter(None, map(SPRITE.fullmatch, names)):
                width, height = int(found["w"] or 100), int(found["h"] or 100)
                # Names come from outside: any of them may be wrong in any way.
                with suppress(Exception):
                    drawn[found[0]] = render.svg(found["name"], width, height)
                if sum(map(len, drawn.values())) > MOST_DRAWN:
                    raise web.HTTPRequestEntityTooLarge(MOST_DRAWN)
                await asyncio.sleep(0)
        return _json(drawn)

    # Sessions

    def _check_origin(self, request: web.BaseRequest) -> None:
        """Refuse a request that another site's page sends with a person's cookie."""
        origin = request.headers.get(hdrs.ORIGIN, "")
        ours = [f"https://{self._application}.discordsays.com"]
        if self._local:
            ours.append(f"http://{request.headers.get(hdrs.HOST, '')}")
        if origin not in ours:
            raise web.HTTPForbidden

    def _opened(self, request: web.BaseRequest) -> Session:
        session = opened(request.cookies.get(COOKIE, ""), self._parts.tables.seal, self._parts.now())
        if session is None:
            raise Left
        return session

    # Other processes

    async def _do(self, session: Session, press: Press, table_id: str) -> Done:
        """Carry out a press, in this process or in the owner of the press's table."""
        try:
            return await self._presses.done(session, press, table_id)
        except AtOwner as fault:
            asked = msgspec.json.encode((session, press, table_id))
            answer = await self._parts.relay.ask(fault.about, asked)
            if answer is None:
                return Done(told=words_for(self._parts, session)("activity.in_message"))
            return msgspec.json.decode(answer, type=Done)

    async def _of_other(self, body: bytes) -> bytes | None:
        """Carry out a press that another process sent here, to the table's owner; None: it was refused."""
        pressed = msgspec.json.decode(body, type=tuple[Session, Press, str])
        try:
            return msgspec.json.encode(await self._presses.done(*pressed))
        except (AtOwner, Left, Refused):
            return None


def _path(request: web.BaseRequest) -> str:
    return "/" + request.path.removeprefix(PREFIX.rstrip("/")).lstrip("/")


def _json(told: Any, status: int = 200) -> web.Response:
    return web.Response(body=msgspec.json.encode(told), content_type="application/json", status=status)


def _parsed(body: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


async def _body(request: web.BaseRequest, kind: type[Any]) -> Any:
    """Return a request's body as an object of type `kind`; raises `web.HTTPException` for a bad request."""
    body = await body_of(request, LARGEST)
    found = _parsed(body, kind) if request.content_type == "application/json" else None
    if found is None:
        raise web.HTTPBadRequest
    return found


def _words(request: web.BaseRequest) -> Localizer:
    """Return the sentences in the language that a browser asks for."""
    return Localizer(in_language(request.headers.get(hdrs.ACCEPT_LANGUAGE, "").partition(",")[0]))


def _own(words: Localizer) -> str:
    """Return the page's own sentences as JSON."""
    return msgspec.json.encode({name: words(f"activity.page_{name}") for name in PAGE_WORDS}).decode()
