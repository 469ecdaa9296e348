"""Answers interactions within Discord's time limits: the first answer within 3 seconds, and later edits.

A few interactions are worked on at once; the others wait in a queue (`Capacity`).  A waiting interaction is
deferred, so that Discord waits for its answer for 15 minutes instead of 3 seconds.  An interaction that could
not be deferred in time is dropped before anything has changed.

If the connection breaks, the bot can't know whether Discord received a request, so it sends the request
again.  That does no harm: Discord refuses a second first answer with its own error code, and an edit can be
repeated.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import chain, repeat
from typing import Any, Final, NamedTuple, TypeVar

import discord
import structlog

from cogs.discord_io.attachments import NO_FILES, NOBODY, Files, KeptFiles, attached
from cogs.discord_io.faults import ALREADY_ANSWERED, TROUBLE, code_of, is_denied, is_refused
from cogs.text import ui
from engine.game import Struct
from tables import Look, Refused
from tables.timing.clock import cancelled

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

T = TypeVar("T")


ANSWER_WITHIN_S: Final = 3.0
"""Seconds that Discord waits for the first answer."""
TOKEN_LASTS_S: Final = 14 * 60.0
"""Seconds for which an answer can be edited: Discord's 15 minutes, less one for safety."""
LEAST_S: Final = 0.5
"""The least timeout of a first answer, in seconds, even if the answer seems too late by our clock."""
TRY_S: Final = 20.0
"""The timeout of a request, in seconds."""
PAUSES_S: Final = (0.05, 0.1, 0.2, 0.4)
LATE_PAUSES_S: Final = (0.5, 1.0, 2.0, 5.0, 15.0)


class Came(NamedTuple):
    """An interaction, and the way in which it reached this process.

    Attributes:
        payload: The interaction that Discord sent.
        body: The payload as JSON, to be relayed; empty if the bot has no other process.
        age_s: Seconds that the interaction has spent in other processes.
        is_deferred: Whether another process has deferred the interaction.
    """

    payload: Any
    body: bytes = b""
    age_s: float = 0.0
    is_deferred: bool = False


CAME: Final[ContextVar[Came]] = ContextVar("came")
"""The interaction that the current task answers."""


def pauses(seconds: tuple[float, ...]) -> chain[float]:
    """Yield the seconds to wait before each retry; the last pause is repeated for ever."""
    return chain(seconds, repeat(seconds[-1]))


class MadePrivate(Exception):
    """Raised by `post` for a public message when the command's answer has become private by a deferral."""


class Delivery:
    """Sends the answer to one interaction.

    Attributes:
        clicked: The clicked message, or the one from which a form was opened; None: a command was sent.
        is_deferred: Whether the interaction was deferred, or may have been, by this process or another.
        is_lost: Whether Discord refused the deferral, so that nobody will see an answer.
        outcome: How the work on the interaction ended: see `Answered.outcome`.
        steps: Seconds that each step of the work took, by the step's name.
    """

    def __init__(self, interaction: discord.Interaction, kept: KeptFiles) -> None:
        self._interaction = interaction
        self.clicked = interaction.message
        self._kept = kept
        self._loop = asyncio.get_running_loop()
        came = CAME.get(None) or Came(None)
        self._began = self._loop.time() - came.age_s
        self._is_taken = interaction.response.is_done() or came.is_deferred
        self._is_doubtful = False
        self._turn = asyncio.Lock()
        self.is_deferred = came.is_deferred
        self.is_lost = False
        self.outcome = "done"
        self.steps: dict[str, float] = {}
        self._passed_at = time.perf_counter()  # The event loop's clock stands still within a turn.

    def passed(self, step: str) -> None:
        """Store in `steps` how long a step of the work took: the seconds since the end of the step before."""
        now = time.perf_counter()
        self.steps[step] = self.steps.get(step, 0.0) + now - self._passed_at
        self._passed_at = now

    @property
    def age_s(self) -> float:
        """Seconds since the interaction arrived, in this process or in the process that relayed it."""
        return self._loop.time() - self._began

    @property
    def left_s(self) -> float:
        """Seconds left for the first answer; negative if it is too late."""
        return ANSWER_WITHIN_S - self.age_s

    def is_awaited(self, least_s: float) -> bool:
        """Whether Discord waits for an answer: after a deferral, or for at least `least_s` seconds more."""
        return self._is_taken or (not self.is_lost and self.left_s >= least_s)

    async def defer(self) -> bool:
        """Defer the interaction; return whether Discord certainly waits for a later answer now."""
        async with self._turn:
            if self._is_taken:
                return True
            self.is_deferred = True
            response = self._interaction.response
            try:
                if self.clicked is not None:
                    await self._try_first(response.defer)
                else:
                    await self._try_first(lambda: response.defer(ephemeral=True, thinking=True))
            except TROUBLE as fault:
                self.is_lost = is_refused(fault)
                log.warning("patience_refused", code=code_of(fault), fault=type(fault).__name__)
            return self._is_taken

    async def edit(self, view: ui.LayoutView, files: Files, *, patience_s: float) -> discord.Message | None:
        """Edit the clicked message to show a view with its files; return the edited message.

        `patience_s`: seconds for which the edit is retried while the connection fails.

        Raises:
            discord.HTTPException: Discord refused the edit.
            aiohttp.ClientError, OSError: The connection was cut; nobody knows whether the edit was made.
        """
        message_id = 0
        if self.clicked is not None:
            message_id = self.clicked.id
            self._kept.seen(self.clicked)

        async def edit(attachments: list[Any]) -> discord.Message | None:
            response = self._interaction.response
            sent = await response.edit_message(
                view=ui.sendable(view), attachments=attachments, allowed_mentions=NOBODY
            )
            answer = sent.resource if sent is not None else None
            return answer if isinstance(answer, discord.InteractionMessage) else None

        async def first() -> discord.Message | None:
            return await self._kept.edited(message_id, files, edit) or self.clicked

        again = partial(self._kept.edited_answer, self._interaction, view, files, message_id)
        return await self._send_first(first) or await self._retry(again, patience_s)

    async def post(self, view: ui.LayoutView, files: Files, *, hidden: bool) -> discord.Message | None:
        """Send a new message; if it is `hidden`, only the person who clicked sees it.

        Returns:
            The message, to be edited later; None: it can't be edited.

        Raises:
            MadePrivate: The message isn't `hidden`, and the command was deferred.
            discord.HTTPException: Discord refused the message.
            aiohttp.ClientError, OSError: The connection was cut; nobody knows whether the message was sent.
        """

        async def first() -> discord.InteractionCallbackResponse[discord.Client]:
            return await self._interaction.response.send_message(
                view=ui.sendable(view), files=attached(files), ephemeral=hidden, allowed_mentions=NOBODY
            )

        sent = await self._send_first(first)
        if sent is not None:
            if not isinstance(sent.resource, discord.InteractionMessage):
                return None
            self._kept.note(sent.resource)
            return sent.resource
        if self.is_deferred and self.clicked is not None:
            # After a deferred click, editing the answer would replace the clicked message, and everybody
            # would see a text for one person.
            def follow() -> Awaitable[discord.Message]:
                return self._interaction.followup.send(
                    view=ui.sendable(view),
                    files=attached(files),
                    ephemeral=hidden,
                    allowed_mentions=NOBODY,
                    wait=True,
                )

            further = await self._retry(follow, TOKEN_LASTS_S)
            # The token of an interaction that another process has deferred can't edit the new message.
            return further if self._interaction.response.is_done() else None
        if self.is_deferred and not hidden:
            raise MadePrivate
        edit = partial(self._kept.edited_answer, self._interaction, view, files)
        return await self._retry(edit, TOKEN_LASTS_S)

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Open a form as the first answer; return False if Discord has a first answer or a deferral already.

        Raises:
            discord.HTTPException: Discord refused the form.
        """
        if self._is_taken or self.is_deferred:
            return False
        await self._send_first(lambda: self._interaction.response.send_modal(form))
        return True

    async def launch(self) -> str | None:
        """Open the Activity as the first answer; return the id of its instance, empty if not known.

        None: Discord has a first answer or a deferral already.

        Raises:
            discord.HTTPException: Discord refused to open the Activity.
        """
        if self._is_taken or self.is_deferred:
            return None
        sent = await self._send_first(self._interaction.response.launch_activity)
        return (sent.activity_id if sent is not None else "") or ""

    async def _send_first(self, first: Callable[[], Awaitable[T]]) -> T | None:
        """Send the first answer by calling `first`; return None if Discord has, or may have, one already."""
        async with self._turn:  # A running deferral is finished first.
            if self._is_taken or (self.is_deferred and self._is_doubtful):
                return None
            try:
                return await self._try_first(first)
            except TROUBLE as fault:
                if is_refused(fault):
                    raise
                return None

    async def _try_first(self, first: Callable[[], Awaitable[T]]) -> T | None:
        """Send the first answer, with retries; return None if Discord has an answer or a deferral already."""
        for pause in pauses(PAUSES_S):
            try:
                async with asyncio.timeout(max(self.left_s, LEAST_S)):
                    sent = await first()
            except TROUBLE as fault:
                if code_of(fault) == ALREADY_ANSWERED:
                    # An earlier try of ours arrived; or another process deferred the interaction before
                    # relaying it.
                    self.is_deferred = self.is_deferred or not self._is_doubtful
                    self._is_taken = True
                    return None
                self._is_doubtful = self._is_doubtful or not is_refused(fault)
                if is_refused(fault) or self.left_s < pause:
                    raise
                log.info("answered_again", fault=type(fault).__name__)
                await asyncio.sleep(pause)
            else:
                self._is_taken = True
                return sent
        raise AssertionError

    async def _retry(self, send: Callable[[], Awaitable[T]], patience_s: float) -> T:
        """Retry a request until Discord accepts or refuses it, `patience_s` are over, or the token expires.

        A refusal that may be temporary is retried only a few times, since Discord blocks bots for many
        refusals.
        """
        until = min(self._loop.time() + patience_s, self._began + TOKEN_LASTS_S)
        for pause in pauses(LATE_PAUSES_S):
            try:
                async with asyncio.timeout(TRY_S):
                    sent = await send()
            except TROUBLE as fault:
                is_often = is_denied(fault) and pause == LATE_PAUSES_S[-1]
                if is_often or is_refused(fault) or self._loop.time() + pause > until:
                    raise
                log.info("answered_again", fault=type(fault).__name__)
            else:
                return sent
            await asyncio.sleep(pause)
        raise AssertionError


class Reply(Struct, frozen=True, gc=True):
    """The reply to an interaction, which `cogs.interactions.answer` sends.

    Attributes:
        edit: Whether the clicked message is edited to show the view; False: a new message is posted.
        form: A form to open instead; the view is shown only if it is too late for a form.
        launched: If given, the Activity is opened instead, and this function is called with the instance's
            id; the view is shown only if it is too late for that.
        public: Whether everybody sees the new message; False: only the person who clicked does.
        shown: Called once Discord has, or may have, a reply whose message can be edited later.  Gets the
            message's id, and whether the message certainly shows the view.
        files: Files to attach besides the pictures of the view.
        kept: The view without the line at its top for the reader, as that line disappears at the next change;
            None: there is no such line.
        is_whole: Whether the view is sent only with its pictures, as no repaint could add them later.
        meanwhile: The view to show until the pictures are drawn; None: `view` with texts for pictures.
        posted: Called with the public message once it is posted; with None if Discord doesn't return it.
        panel: What the reader knows of the table, if the view is their panel of its game; else None.
        late: Returns the reply to send if a deferral has made the command's answer private; None: this reply
            is sent in any case.
    """

    view: ui.LayoutView
    edit: bool = False
    form: discord.ui.Modal | None = None
    launched: Callable[[str], Awaitable[None]] | None = None
    public: bool = False
    shown: Callable[[int, bool], None] | None = None
    files: Files = NO_FILES
    kept: ui.LayoutView | None = None
    is_whole: bool = False
    meanwhile: ui.LayoutView | None = None
    posted: Callable[[discord.Message | None], Awaitable[None]] | None = None
    panel: Look | None = None
    late: Callable[[], Awaitable[Reply]] | None = None


AT_WORK: Final = 16
"""The most interactions that are worked on at once."""
PATIENCE_S: Final = 1.2
"""Seconds after which an interaction is deferred."""
TOLD_AT_ONCE: Final = 32
"""The most deferrals sent at the same time; while so many are being sent, no work on a click begins."""
LONG_LINE: Final = 16
"""If more interactions than this are waiting, a new one is deferred at once."""
BEGUN_WITH_S: Final = 0.3
"""The least seconds that an interaction must have left for its first answer, unless it was deferred."""
MOST_WAIT_S: Final = 30.0
"""If an interaction has waited in the queue for more seconds, the person is asked to click again."""
GIVE_WAY_S: Final = 3.0
"""The most seconds that a repaint waits for the queue to be empty."""
HELD_S: Final = 3.0
"""Seconds after which the next interaction may begin, as the work probably waits for Discord or the disk."""
FINISH_S: Final = 3.0
"""Seconds for which a bot that is being stopped goes on answering."""


class Dropped(Exception):
    """Raised if an interaction is dropped before it has any effect, since nobody would see an answer."""


class Capacity:
    """Decides when the work on an interaction begins: `AT_WORK` at a time, the others wait in a queue.

    Attributes:
        is_closed: Whether the bot is being stopped.
    """

    def __init__(self) -> None:
        self._free = AT_WORK
        self._held: set[object] = set()
        self._line: deque[asyncio.Future[None]] = deque()
        self._telling = asyncio.Semaphore(TOLD_AT_ONCE)
        self._answering: set[asyncio.Task[Any]] = set()
        self._is_calm = asyncio.Event()
        self._is_calm.set()
        self._is_beginning = self.is_closed = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """In this context, count the current task as answering an interaction, for which `close` waits."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    @asynccontextmanager
    async def deferring(self, delivery: Delivery) -> AsyncIterator[None]:
        """In this context, defer an interaction once its age is `PATIENCE_S`; in a long queue, at once."""
        patience_s = 0.0 if len(self._line) > LONG_LINE else PATIENCE_S
        telling: list[asyncio.Task[None]] = []

        def tell() -> None:
            telling.append(asyncio.create_task(self._defer(delivery), name="deferral"))

        # This isn't a task that sleeps, since the timer must end when the click's own answer is a deferral.
        timer = asyncio.get_running_loop().call_later(patience_s - delivery.age_s, tell)
        try:
            yield
        except asyncio.CancelledError:
            for task in telling:
                task.cancel()
            raise
        finally:
            timer.cancel()
            if not delivery.is_deferred:
                await cancelled(*telling)
            await asyncio.gather(*telling, return_exceptions=True)

    async def _defer(self, delivery: Delivery) -> None:
        async with self._telling:
            await delivery.defer()
        self._look()

    @asynccontextmanager
    async def place(self, delivery: Delivery) -> AsyncIterator[None]:
        """Wait for one of the `AT_WORK` places, and keep the place in this context, for at most `HELD_S`.

        Raises:
            Dropped: The interaction can't be answered in time, or the bot is being stopped.
            Refused: `not_reached`: the interaction has waited for `MOST_WAIT_S`.
        """
        if self.is_closed:
            raise Dropped
        if self._free and not self._line:
            self._free -= 1
        else:
            await self._wait(delivery)
        loop, place = asyncio.get_running_loop(), object()
        self._held.add(place)
        giving_back = loop.call_later(HELD_S, self._leave, place)
        try:
            yield
        finally:
            giving_back.cancel()
            # The place is given back in the next turn of the event loop. Otherwise all interactions of one
            # turn could begin through the same place before any answer is sent.
            loop.call_soon(self._leave, place)

    async def _wait(self, delivery: Delivery) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._is_calm.clear()
        try:
            await turn
            if delivery.age_s > MOST_WAIT_S:
                raise Refused("not_reached")
            if not delivery.is_awaited(BEGUN_WITH_S):
                raise Dropped
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._free += 1
            turn.cancel()
            self._look()
            raise

    def _leave(self, place: object) -> None:
        """Give a place back, unless that was done already, after `HELD_S`."""
        if place in self._held:
            self._held.remove(place)
            self._free += 1
            self._look()

    def _look(self) -> None:
        """Begin work on the next interaction in the queue if a place is free.

        Only one begins in each turn of the event loop: more would keep the loop too busy to send answers.
        """
        while self._line and self._line[0].done():
            self._line.popleft()
        if not self._line:
            self._is_calm.set()
        elif self._free and not self._is_beginning and not self._telling.locked():
            self._line.popleft().set_result(None)
            self._free -= 1
            self._is_beginning = True
            asyncio.get_running_loop().call_soon(self._look_on)

    def _look_on(self) -> None:
        self._is_beginning = False
        self._look()

    async def give_way(self) -> None:
        """Wait until the queue is empty, for at most `GIVE_WAY_S`; called before each repaint."""
        if not self._is_calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GIVE_WAY_S):
                    await self._is_calm.wait()

    @property
    def busy(self) -> frozenset[asyncio.Task[Any]]:
        """The tasks that are answering interactions, those of deferred ones included."""
        return frozenset(self._answering)

    @property
    def waiting(self) -> int:
        """How many interactions wait in the queue."""
        return sum(not turn.done() for turn in self._line)

    async def close(self) -> None:
        """Refuse all interactions in the queue, and wait up to `FINISH_S` for the others to be answered."""
        self.is_closed = True
        for turn in self._line:
            if not turn.done():
                turn.set_exception(Refused("not_reached"))
        if self.busy:
            _, unfinished = await asyncio.wait(self.busy, timeout=FINISH_S)
            if unfinished:
                log.warning("not_finished", clicks=len(unfinished))
            await cancelled(*unfinished)
