"""Replies to interactions: when the work for one begins, a first answer within 3 seconds, then edits of it.

A few interactions are worked on at once, the others wait in a line (`Capacity`).  Whoever waits is told by a
deferral that the answer takes longer, so Discord waits for 15 minutes instead of 3 seconds.  An interaction
that could not be deferred in time is dropped before anything has changed.

If the connection is cut, nobody knows whether Discord received what was sent.  So it is sent again: Discord
accepts a first answer only once, and says so, and a repeated edit does no harm.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from itertools import chain, repeat
from typing import Any, Final, NamedTuple, TypeVar

import discord
import structlog

from cogs.discord_io.attachments import NO_FILES, NOBODY, Files, KeptFiles, attached, without_files
from cogs.discord_io.faults import (
    ALREADY_ANSWERED,
    MISSING_PERMISSIONS,
    TROUBLE,
    code_of,
    is_denied,
    is_final,
    is_refused,
)
from cogs.text import ui
from engine.game import Struct
from tables import Refused

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

T = TypeVar("T")


ANSWER_WITHIN_S: Final = 3.0
"""Seconds that Discord waits for the first answer."""
TOKEN_LASTS_S: Final = 14 * 60.0
"""Seconds for which an answer can be edited: Discord's 15 minutes with one to spare."""
LEAST_S: Final = 0.5
"""Seconds that a first answer may take at least, even if it is begun late: our clock is not Discord's."""
TRY_S: Final = 20.0
"""A request that takes more seconds is assumed to be lost."""
PAUSES_S: Final = (0.05, 0.1, 0.2, 0.4)
LATE_PAUSES_S: Final = (0.5, 1.0, 2.0, 5.0, 15.0)


class Came(NamedTuple):
    """An interaction, as it came to this process.

    Attributes:
        payload: What Discord sent.
        body: The same as JSON; empty where there is no other process to send it to.
        age_s: Seconds that it was at other processes before.
        is_deferred: One of those has told Discord that the answer takes longer.
    """

    payload: Any
    body: bytes = b""
    age_s: float = 0.0
    is_deferred: bool = False


CAME: Final[ContextVar[Came]] = ContextVar("came")
"""The interaction that the present task answers."""


def pauses(seconds: tuple[float, ...]) -> chain[float]:
    """Seconds to wait before each further try; the last pause is repeated for ever."""
    return chain(seconds, repeat(seconds[-1]))


class Delivery:
    """Sends the answer to one interaction.

    Attributes:
        is_deferred: Discord was told that the answer takes longer, or we tried to tell it.
        is_lost: Discord refused that, so nobody will see an answer.
        outcome: What became of the interaction: see `Answered.outcome`.
        steps: Seconds that each step of the work took, by the step's name.
    """

    def __init__(self, interaction: discord.Interaction, kept: KeptFiles) -> None:
        self._interaction = interaction
        self._kept = kept
        self._loop = asyncio.get_running_loop()
        came = CAME.get(None) or Came(None)
        self._began = self._loop.time() - came.age_s
        self._is_taken = interaction.response.is_done() or came.is_deferred
        self._is_doubtful, self._is_put_off = False, came.is_deferred
        self._turn = asyncio.Lock()
        self.is_deferred = came.is_deferred
        self.is_lost = False
        self.outcome = "done"
        self.steps: dict[str, float] = {}
        self._passed_at = time.perf_counter()  # uvloop's clock stands still in each of its turns.

    def passed(self, step: str) -> None:
        """Note that a step of the work is over, which took the time since the step before."""
        now = time.perf_counter()
        self.steps[step] = self.steps.get(step, 0.0) + now - self._passed_at
        self._passed_at = now

    @property
    def clicked(self) -> discord.Message | None:
        """The message of ours that was clicked, or on which a form was sent; None: it is a command."""
        return self._interaction.message

    @property
    def age_s(self) -> float:
        """Seconds since the interaction came."""
        return self._loop.time() - self._began

    @property
    def left_s(self) -> float:
        """Seconds that Discord still waits for the first answer; negative when it is too late."""
        return ANSWER_WITHIN_S - self.age_s

    def is_awaited(self, least_s: float) -> bool:
        """Whether Discord waits for the answer: it was deferred, or there are so many seconds left."""
        return self._is_taken or (not self.is_lost and self.left_s >= least_s)

    @property
    def edits_clicked(self) -> bool:
        """Whether the answer that can be edited is the clicked message."""
        return self.clicked is not None and self._is_put_off and self._is_taken

    async def defer(self) -> bool:
        """Tell Discord that the answer takes longer; whether Discord certainly waits now."""
        async with self._turn:
            if not self._is_taken:
                self.is_deferred = True
                await self._defer_first()
        return self._is_taken

    async def _defer_first(self) -> bool:
        """Send a deferral; after that of a click, the answer that can be edited is the clicked message."""
        response = self._interaction.response
        self._is_put_off = True
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
        """Edit the message that was clicked, and give the edited message.

        Args:
            view: What it shows from now on.
            files: The files that go with it.
            patience_s: Seconds for which it is tried again if the connection is cut.

        Raises:
            discord.HTTPException: Discord refused it.
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

        return await self._send_first(first) or await self._retry(
            lambda: edited(self._interaction, view, files, self._kept, message_id), patience_s
        )

    async def post(
        self, view: ui.LayoutView, files: Files, *, hidden: bool, is_wanted: bool, is_beside: bool = False
    ) -> discord.Message | None:
        """Send a new message, which only the person sees if it is `hidden`.

        `is_beside`: the clicked message can be edited as the interaction's answer from now on, for which the
        new one takes a request more.

        Returns:
            The message, if it `is_wanted`; None where it can't be edited as the interaction's answer: after a
            deferred click, the answer that can be edited is the clicked message.

        Raises:
            discord.HTTPException: Discord refused it.
            aiohttp.ClientError, OSError: The connection was cut; nobody knows whether it was sent.
        """

        async def first() -> discord.InteractionCallbackResponse[discord.Client]:
            return await self._interaction.response.send_message(
                view=ui.sendable(view), files=attached(files), ephemeral=hidden, allowed_mentions=NOBODY
            )

        if is_beside and self.clicked is not None and not (self._is_taken or self._is_put_off):
            async with self._turn:
                await self._defer_first()
        sent = await self._send_first(first)
        if sent is not None:
            if not isinstance(sent.resource, discord.InteractionMessage):
                return None
            self._kept.note(sent.resource)
            return sent.resource
        if self._is_put_off and self.clicked is not None:
            # Editing the answer would show everybody, on the clicked message, what is for one person.
            def follow() -> Awaitable[Any]:
                return self._interaction.followup.send(
                    view=ui.sendable(view), files=attached(files), ephemeral=hidden, allowed_mentions=NOBODY
                )

            await self._retry(follow, TOKEN_LASTS_S)
            return None
        return await self._retry(lambda: edited(self._interaction, view, files, self._kept), TOKEN_LASTS_S)

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Open a form, which only a first answer can; whether it is not too late for that.

        Raises:
            discord.HTTPException: Discord refused it.
        """
        if self._is_taken or self.is_deferred:
            return False
        await self._send_first(lambda: self._interaction.response.send_modal(form))
        return True

    async def _send_first(self, first: Callable[[], Awaitable[T]]) -> T | None:
        """Send the first answer; None: Discord has one already, or may have."""
        async with self._turn:  # Where it is being deferred, that comes first.
            if self._is_taken or (self._is_put_off and self._is_doubtful):
                return None
            try:
                return await self._try_first(first)
            except TROUBLE as fault:
                if is_refused(fault):
                    raise
                return None

    async def _try_first(self, first: Callable[[], Awaitable[T]]) -> T | None:
        """Send a first answer until Discord has one; None: an earlier try had arrived."""
        for pause in pauses(PAUSES_S):
            try:
                async with asyncio.timeout(max(self.left_s, LEAST_S)):
                    sent = await first()
            except TROUBLE as fault:
                if code_of(fault) == ALREADY_ANSWERED:
                    # By an earlier try; else another process has deferred it, and then relayed it.
                    self._is_put_off = self._is_put_off or not self._is_doubtful
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
        """Send something until Discord accepts or refuses it, or `patience_s` or the token runs out.

        What Discord refuses in a way that may pass is sent a few times: each refusal counts against the bot.
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


async def edited(
    interaction: discord.Interaction, view: ui.LayoutView, files: Files, kept: KeptFiles, message_id: int = 0
) -> discord.InteractionMessage:
    """Edit the answer to an interaction to show a view, and give the edited message.

    Args:
        interaction: The interaction.
        view: What its answer shows from now on.
        files: The files that go with it.
        kept: The files that messages have already.
        message_id: The answer's id; 0: not known.

    Raises:
        discord.HTTPException: Discord refused it, or failed.
    """
    edit, shown = interaction.edit_original_response, ui.sendable(view)
    return await kept.edited(
        message_id, files, lambda sent: edit(view=shown, attachments=sent, allowed_mentions=NOBODY)
    )


class Reply(Struct, frozen=True, gc=True):
    """What to show as the reply to an interaction; `cogs.interactions.answer` sends it.

    Attributes:
        view: The message.
        edit: The clicked message is edited to show it; else it is a new message.
        form: A form is opened instead; the message is shown where it is too late for that.
        public: A new message is seen by everybody; else by the person alone.
        shown: Called, in the task of the click, once Discord has the reply, or may have, if its message can
            be edited later: with the message's id, and whether it certainly shows the view.
        beside: It is a new message, and the one clicked is to be kept up to date by this interaction, too:
            called once it can be edited so.
        files: Files that go with it besides its pictures.
        kept: The same view without a note to its reader, which stays until something else changes; None:
            `view` has no such note.
        is_whole: It waits for its pictures, since its message is not kept up to date.
        late: Makes the reply to show instead of a public one if that took so long that it can only be shown
            to the person.
    """

    view: ui.LayoutView
    edit: bool = False
    form: discord.ui.Modal | None = None
    public: bool = False
    shown: Callable[[int, bool], None] | None = None
    beside: Callable[[], None] | None = None
    files: Files = NO_FILES
    kept: ui.LayoutView | None = None
    is_whole: bool = False
    late: Callable[[], Awaitable[Reply]] | None = None


async def edit_answer(
    interaction: discord.Interaction, message_id: int, view: ui.LayoutView, files: Files, kept: KeptFiles
) -> bool:
    """Edit the answer to an interaction, which is that message, to show a view with its pictures.

    Returns:
        Whether it could be edited: its reader may have dismissed it, and after 15 minutes it is out of reach.

    Raises:
        discord.HTTPException: Discord failed; try again later.
    """
    try:
        try:
            await edited(interaction, view, files, kept, message_id)
        except discord.Forbidden as fault:
            if not files or fault.code != MISSING_PERMISSIONS:
                raise
            await edited(interaction, without_files(view), {}, kept, message_id)
    except discord.HTTPException as fault:
        if not is_final(fault):
            raise
        return False
    return True


AT_WORK: Final = 16
"""At most so many interactions are worked on at once."""
PATIENCE_S: Final = 1.2
"""After so many seconds an interaction is deferred."""
TOLD_AT_ONCE: Final = 32
"""At most so many deferrals are under way at once; while more wait, no work is begun."""
LONG_LINE: Final = 16
"""If more than so many wait, the next one is deferred at once."""
BEGUN_WITH_S: Final = 0.3
"""With fewer seconds left than this, an interaction that isn't deferred is not begun."""
MOST_WAIT_S: Final = 30.0
"""Somebody who has waited for so many seconds is asked to click again."""
GIVE_WAY_S: Final = 3.0
"""Seconds that a repaint waits at most for the line to be empty."""
HELD_S: Final = 3.0
"""Seconds for which work takes up one of the places; what takes longer waits for Discord or the disk."""
FINISH_S: Final = 3.0
"""Seconds for which a bot that is being stopped goes on answering."""


class Dropped(Exception):
    """An interaction was given up: nobody would see an answer, and nothing was done."""


class Capacity:
    """Decides when the work for an interaction begins."""

    def __init__(self) -> None:
        self._free = AT_WORK
        self._line: deque[asyncio.Future[None]] = deque()
        self._telling = asyncio.Semaphore(TOLD_AT_ONCE)
        self._answering: set[asyncio.Task[Any]] = set()
        self._is_calm = asyncio.Event()
        self._is_calm.set()
        self._is_beginning = self._closed = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Note meanwhile that the present task answers an interaction, so that `close` waits for the task."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    @asynccontextmanager
    async def deferring(self, delivery: Delivery) -> AsyncIterator[None]:
        """Defer an interaction if what is done meanwhile takes long; in a long line at once."""
        patience_s = 0.0 if len(self._line) > LONG_LINE else PATIENCE_S
        telling = asyncio.create_task(self._defer(delivery, patience_s), name="deferral")
        try:
            yield
        except asyncio.CancelledError:
            telling.cancel()
            raise
        finally:
            if not delivery.is_deferred:
                telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def _defer(self, delivery: Delivery, patience_s: float) -> None:
        await asyncio.sleep(patience_s - delivery.age_s)
        async with self._telling:
            await delivery.defer()
        self._look()

    @asynccontextmanager
    async def place(self, delivery: Delivery) -> AsyncIterator[None]:
        """Wait for one of the `AT_WORK` places, and hold it for `HELD_S` at most.

        Raises:
            Dropped: The interaction can't be answered in time, or the bot is being stopped.
            Refused: `not_reached`: it has waited for too long.
        """
        if self._closed:
            raise Dropped
        if self._free and not self._line:
            self._free -= 1
        else:
            await self._wait(delivery)
        loop = asyncio.get_running_loop()
        giving_back = loop.call_later(HELD_S, self._leave)
        try:
            yield
        finally:
            if not giving_back.cancelled() and giving_back.when() > loop.time():
                giving_back.cancel()
                # In the next round of the loop: else all who come in one would be worked for in that one,
                # one after the other in one place, before any answer is sent.
                loop.call_soon(self._leave)

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

    def _leave(self) -> None:
        self._free += 1
        self._look()

    def _look(self) -> None:
        """Let the next interaction in the line begin, if there is room.

        One in each round of the event loop: more would keep it too busy to send any answer.
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
        """Wait until nobody waits in the line, at most for `GIVE_WAY_S`; called before each repaint."""
        if not self._is_calm.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(GIVE_WAY_S):
                    await self._is_calm.wait()

    @property
    def busy(self) -> frozenset[asyncio.Task[Any]]:
        """The tasks that answer interactions now, deferred ones too."""
        return frozenset(self._answering)

    @property
    def is_closed(self) -> bool:
        """Whether the bot is being stopped."""
        return self._closed

    async def close(self) -> None:
        """Begin nothing more, refuse who waits in the line, and finish the others within `FINISH_S`."""
        self._closed = True
        for turn in self._line:
            if not turn.done():
                turn.set_exception(Refused("not_reached"))
        if self.busy:
            _, unfinished = await asyncio.wait(self.busy, timeout=FINISH_S)
            if unfinished:
                log.warning("not_finished", clicks=len(unfinished))
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)
