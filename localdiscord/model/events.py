"""Sends events to the bot's sessions and people's pages, remembers them, and wakes waiting tests."""

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
    """An event that people saw; `audience`: the ids of these people; None: everybody in the guild.

    `event` is the name of a gateway event, or `MODAL` or `CHOICES`.
    """

    event: str
    raw: bytes
    audience: frozenset[str] | None

    @cached_property
    def payload(self) -> Json:
        """The event's body: mostly a message, with its content at that time."""
        body: Json = orjson.loads(self.raw)
        return body

    @property
    def id(self) -> str:
        """The id of the message, thread or interaction that the event is about."""
        return str(self.payload.get("id", ""))

    @property
    def channel_id(self) -> str:
        """The id of the channel that the event is about."""
        return str(self.payload.get("channel_id", ""))

    @property
    def texts(self) -> list[str]:
        """All texts in the event's body, from the top down."""
        return texts(self.payload)

    @property
    def text(self) -> str:
        """All texts in the event's body, one a line."""
        return "\n".join(self.texts)

    @property
    def custom_ids(self) -> list[str]:
        """The custom ids of the buttons, select menus and inputs in the event's body."""
        return custom_ids(self.payload)

    @property
    def alt_texts(self) -> list[str]:
        """The descriptions of the pictures in the event's body."""
        return alt_texts(self.payload)

    @property
    def file_names(self) -> list[str]:
        """The names of the pictures and files in the event's body."""
        return file_names(self.payload)

    def reached(self, user_id: str) -> bool:
        """Whether a person saw the event."""
        return self.audience is None or user_id in self.audience


class Screen(Protocol):
    """A person's open page."""

    def show(self, event: bytes) -> None:
        """Send one event to the page."""


class Events:
    """The receivers of events (the bot's sessions, people's pages), and the events that people have seen."""

    def __init__(self, remembered: int) -> None:
        self.sessions: dict[str, Session] = {}
        self.screens: dict[str, set[Screen]] = {}
        self.history: deque[Seen] = deque(maxlen=remembered)
        self._waiting: list[tuple[Callable[[], Any], asyncio.Future[Any]]] = []
        self._check_is_due = False

    def to_bot(self, event: str, raw: bytes, intents: int = 0) -> None:
        """Dispatch an event to each session with one of these intents; `intents` 0: to each session."""
        # Events that belong to no server, such as those of direct messages, go to the first shard.
        is_sharded = any(session.shard[1] > 1 for session in self.sessions.values())
        body = orjson.loads(raw) if is_sharded else {}
        guild_id = body.get("id" if event.startswith("GUILD_") else "guild_id")
        for session in self.sessions.values():
            if (not intents or session.intents & intents) and session.hears(guild_id):
                session.dispatch(event, raw)

    def to_people(self, event: str, raw: bytes, audience: frozenset[str] | None) -> None:
        """Send an event to the pages of `audience` (None: everybody), and remember that they saw it."""
        self.history.append(Seen(event, raw, audience))
        self.to_screens(event, raw, audience)

    def to_screens(self, event: str, raw: bytes, audience: frozenset[str] | None) -> None:
        """Send an event to the open pages of `audience` (None: everybody) without remembering it."""
        if not self.screens:
            return
        line = b'{"t":"' + event.encode() + b'","d":' + raw + b"}"
        for user_id, screens in self.screens.items():
            if audience is None or user_id in audience:
                for screen in screens:
                    screen.show(line)

    def to_one_screen(self, event: str, user: User, body: Json) -> None:
        """Send an event to one person's open pages without remembering it."""
        if user.id in self.screens:
            self.to_screens(event, orjson.dumps(body), frozenset([user.id]))

    def changed(self) -> None:
        """Have the predicates of `until` evaluated again, once for all changes in a turn of the loop."""
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
        """Wait until a predicate is true, evaluating it after each change; return its result.

        Raises:
            TimeoutError: if the predicate does not become true in time.
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
    """Return a predicate's result; a `LookupError` counts as False, since something doesn't exist yet."""
    try:
        return predicate()
    except LookupError:
        return False  # type: ignore[return-value]
