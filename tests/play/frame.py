"""A page of the Activity in a person's frame, without a browser: what it sends and gets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import aiohttp

from localdiscord import ShownMessage
from tests.play.evening import PATIENCE_S, Evening

KEYS: Final = count(1)
LABEL: Final = "Large board"
NOT_NOTED: Final = 404
"""The status of an instance that was opened from no table, as far as the bot knows."""


class Frame:
    """The page that one person has open.

    Attributes:
        name: Who it is.
        http: What its requests go through, with the session's cookie.
        base: The address of the page.
        views: The newest views.
        told: The sentences that it was told, in order.
        received: Everything that came over its WebSocket.
        words: The answer to its request for a session.
    """

    def __init__(self, evening: Evening, name: str) -> None:
        self._evening = evening
        self.name = name
        self._who = evening.person(name)
        self.http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.base = ""
        self.instance = ""
        self.views: Any = {}
        self._seen: Any = {}
        self._step: Any = None
        self._from: Any = {}
        self._aside: Any = None
        self._later: asyncio.Task[None] | None = None
        self.told: list[str] = []
        self.did: set[str] = set()
        self.received: list[str] = []
        self.words: Any = {}
        self.socket: aiohttp.ClientWebSocketResponse
        self._reading: asyncio.Task[None]
        self._news = asyncio.Event()

    @property
    def headers(self) -> dict[str, str]:
        """What the browser adds to a request."""
        at = urlsplit(self.base)
        return {"Origin": f"{at.scheme}://{at.netloc}"}

    async def open(self, message: ShownMessage | None = None) -> None:
        """Press the button of a message, by default the board, begin a session, and wait for the table."""
        message = message or self._evening.board()
        await (await self._who.click(message, LABEL)).answered()
        self.join()
        await self.begin()
        # Until the bot has noted the launch, the page may show the table of an earlier one.
        [button] = [one.custom_id or "" for one in message.buttons if one.label == LABEL]
        table = button.split(":")[1]
        await self.until(lambda: f":{table}:" in json.dumps(self.views["main"]))

    def join(self) -> None:
        """Look where the person's frame leads to."""
        address = self._who.launched
        assert address is not None
        at = urlsplit(address)
        self.base = f"{at.scheme}://{at.netloc}{at.path}"
        self.instance = parse_qs(at.query)["instance_id"][0]

    async def session(self, **changed: Any) -> tuple[int, Any]:
        """Ask for a session; status and answer."""
        asked = {"code": self._who.authorize(), "instance": self.instance, **changed}
        async with self.http.post(f"{self.base}session", json=asked, headers=self.headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def sprites(self, *names: str) -> tuple[int, Any]:
        """Ask for drawings; status and answer."""
        asked = {"names": names}
        async with self.http.post(f"{self.base}sprites", json=asked, headers=self.headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text else None

    async def begin(self) -> None:
        """Begin a session, once the bot has noted the launch, and connect."""
        async with asyncio.timeout(PATIENCE_S):
            while (found := await self.session())[0] == NOT_NOTED:
                pass
        status, self.words = found
        assert status == 200, self.words
        await self.connect()

    async def connect(self) -> None:
        """Connect, and wait for the first views."""
        self.views, self._step, self._aside = {}, None, None
        self.socket = await self.http.ws_connect(f"{self.base}live", headers=self.headers)
        self._reading = asyncio.create_task(self._read())
        await self.until(lambda: bool(self.views))

    async def _read(self) -> None:
        async for message in self.socket:
            self.received.append(message.data.decode())
            told = json.loads(message.data)
            self.shows(told)
            if told.get("told"):
                self.told.append(told["told"])
            if "did" in told:
                self.did.add(told["did"])
            self._news.set()
        self._news.set()

    def shows(self, told: Any) -> None:
        """Keep what the page would show, as it does."""
        if "n" in told:
            self._seen = told
        if "step" in told:
            self._step, self._from, self._aside = told["step"], self._seen, None
        elif self._step is not None:
            is_same = self._step["asked"] == self._seen["asked"]
            if not (is_same if self._step["choosing"] else self._from["main"] == self._seen["main"]):
                self._step = None
        self._aside = told.get("aside", self._aside)
        shown = {**self._seen, "aside": self._aside}
        if self._step is not None:
            shown["main"] = self._step["main"]
            if self._from["board"] == self._seen["board"]:
                shown["board"] = self._step["board"]
        self.views = shown
        if told.get("then"):
            self._later = asyncio.create_task(self._go_on(told["then"], told["then_s"], self._aside))

    async def _go_on(self, then: str, then_s: float, aside: Any) -> None:
        await asyncio.sleep(then_s)
        if self._aside is aside:
            await self.press(then)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something holds of what came."""
        async with asyncio.timeout(min(PATIENCE_S, 10.0)):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    async def press(self, custom_id: str, *values: str, key: str = "", **forged: object) -> None:
        """Press something, and wait until it is done; `forged` goes along."""
        key = key or f"a key of the page {next(KEYS):04}"
        self.did.discard(key)
        told = {"key": key, "press": custom_id, "values": values, **forged}
        await self.socket.send_json(told)
        await self.until(lambda: key in self.did)

    async def press_label(self, label: str, where: str = "main") -> None:
        """Press the button with a label."""
        await self.press(self.buttons(where)[label])

    def buttons(self, where: str = "main") -> dict[str, str]:
        """The custom_ids of the enabled buttons, by their labels."""
        return {
            one["label"]: one["custom_id"]
            for one in parts(self.views[where]["components"])
            if one.get("type") == 2 and "custom_id" in one and not one.get("disabled")
        }

    def text(self, where: str = "main") -> str:
        """All texts of a message."""
        return "\n".join(one["content"] for one in parts(self.views[where]["components"]) if "content" in one)

    def touch(self, where: str = "main") -> dict[str, str]:
        """The labels of the areas that can be touched, by what they press."""
        return {
            one["press"]: one["label"] for drawn in self.views[where]["pictures"] for one in drawn["touch"]
        }

    async def close(self) -> None:
        """Close the page, and the frame around it."""
        if self._later is not None:
            self._later.cancel()
        if hasattr(self, "socket"):
            await self.socket.close()
            await self._reading
        await self.http.close()
        self._who.close_activity()


def parts(of: Any) -> Iterator[dict[str, Any]]:
    """All components in these, with those inside them."""
    if isinstance(of, list):
        for one in of:
            yield from parts(one)
    elif isinstance(of, dict):
        yield of
        for one in of.values():
            yield from parts(one)


@asynccontextmanager
async def frames(evening: Evening, *names: str) -> AsyncIterator[list[Frame]]:
    """The pages of these people, opened from the board in turn."""
    opened = [Frame(evening, name) for name in names]
    try:
        for one in opened:
            await one.open()
        yield opened
    finally:
        for one in opened:
            await one.close()


def move(frame: Frame) -> str:
    """The first move that a button or an area offers."""
    return next(press for press in (*frame.buttons().values(), *frame.touch()) if press.startswith("m:"))


def in_turn(*opened: Frame) -> list[Frame]:
    """The pages of two players, first that of whose turn it is."""
    return sorted(opened, key=lambda one: "Your turn" not in one.text())
