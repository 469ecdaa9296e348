"""All events: they go to the bot's sessions, people's pages and waiting tests, and are remembered."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeVar

import orjson

from localdiscord.model.components import alt_texts, custom_ids, file_names, texts
from localdiscord.model.errors import Json
from localdiscord.model.session import Session
from localdiscord.model.user import User

T = TypeVar("T")


@dataclass
class Seen:
    """One event and who saw it (`audience` None: everybody in the guild).

    `event` is a gateway event's name, `MODAL` or `CHOICES`.
    """

    event: str
    raw: bytes
    audience: frozenset[str] | None

    @cached_property
    def payload(self) -> Json:
        """The event's body: mostly a message as it looked then."""
        body: Json = orjson.loads(self.raw)
        return body

    @property
    def id(self) -> str:
        """The id of the message, thread or interaction."""
        return str(self.payload.get("id", ""))

    @property
    def channel_id(self) -> str:
        """Where it was."""
        return str(self.payload.get("channel_id", ""))

    @property
    def texts(self) -> list[str]:
        """All texts, from the top down."""
        return texts(self.payload)

    @property
    def text(self) -> str:
        """All texts in one, a line each."""
        return "\n".join(self.texts)

    @property
    def custom_ids(self) -> list[str]:
        """The ids in its buttons, selects and inputs."""
        return custom_ids(self.payload)

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of its pictures."""
        return alt_texts(self.payload)

    @property
    def file_names(self) -> list[str]:
        """The names of its pictures and files."""
        return file_names(self.payload)

    def reached(self, user_id: str) -> bool:
        """Whether somebody saw it."""
        return self.audience is None or user_id in self.audience


class Screen(Protocol):
    """A person's open page."""

    def show(self, event: bytes) -> None:
        """Send one event to it."""


class Events:
    """Those who are told of events, and the events that people have seen."""

    def __init__(self, remembered: int) -> None:
        self.sessions: dict[str, Session] = {}
        self.screens: dict[str, set[Screen]] = {}
        self.history: deque[Seen] = deque(maxlen=remembered)
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._check_is_due = False

    def to_bot(self, event: str, raw: bytes, intents: int = 0) -> None:
        """Dispatch a gateway event to each session that asked for one of these intents (0: always)."""
        # What belongs to no server, as direct messages, goes to the first shard.
        is_sharded = any(session.shard[1] > 1 for session in self.sessions.values())
        body = orjson.loads(raw) if is_sharded else {}
        guild_id = body.get("id" if event.startswith("GUILD_") else "guild_id")
        for session in self.sessions.values():
            if (not intents or session.intents & intents) and session.hears(guild_id):
                session.dispatch(event, raw)

    def to_people(self, event: str, raw: bytes, audience: frozenset[str] | None) -> None:
        """Send an event to the screens of some people (None: everybody), and remember that they saw it."""
        self.history.append(Seen(event, raw, audience))
        self.to_screens(event, raw, audience)

    def to_screens(self, event: str, raw: bytes, audience: frozenset[str] | None) -> None:
        """Send an event to open pages only, such as one about the state of an interaction."""
        if not self.screens:
            return
        line = b'{"t":"' + event.encode() + b'","d":' + raw + b"}"
        for user_id, screens in self.screens.items():
            if audience is None or user_id in audience:
                for screen in screens:
                    screen.show(line)

    def to_one_screen(self, event: str, user: User, body: Json) -> None:
        """Tell one person's open pages something about their own doings."""
        if user.id in self.screens:
            self.to_screens(event, orjson.dumps(body), frozenset([user.id]))

    def changed(self) -> None:
        """Have every waiter look again, once for all changes of this turn of the event loop."""
        if self._waiting and not self._check_is_due:
            self._check_is_due = True
            asyncio.get_running_loop().call_soon(self._check)

    def _check(self) -> None:
        self._check_is_due = False
        still_waiting = []
        for predicate, future in self._waiting:
            if future.done():
                continue
            try:
                value = look(predicate)
            except Exception as error:
                future.set_exception(error)
                continue
            if value:
                future.set_result(value)
            else:
                still_waiting.append((predicate, future))
        self._waiting = still_waiting

    async def until(self, predicate: Callable[[], T], timeout_s: float) -> T:
        """Wait until a predicate holds, trying it after each change; returns what it gave.

        Raises:
            TimeoutError: if it does not hold in time.
        """
        value = look(predicate)
        if value:
            return value
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((predicate, future))
        try:
            async with asyncio.timeout(timeout_s):
                return await future
        except TimeoutError:
            value = look(predicate)
            if value:
                return value
            raise TimeoutError(f"waited {timeout_s} s in vain for {predicate!r}") from None


def look(predicate: Callable[[], T]) -> T:
    """What a predicate gives; a `LookupError`, since something is not there yet, counts as False."""
    try:
        return predicate()
    except LookupError:
        return False  # type: ignore[return-value]
