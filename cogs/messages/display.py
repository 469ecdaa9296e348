"""`Display`: this process's knowledge of the messages that show one table, and of its pending repaints.

The table's session holds the display (`Session.display`); a dropped session forgets the display.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple
from weakref import WeakValueDictionary, ref

import discord
from discord.utils import snowflake_time

from cogs.discord_io.attachments import NO_FILES, Begun, Files, KeptFiles
from cogs.discord_io.delivery import TOKEN_LASTS_S
from cogs.discord_io.discord_clock import DiscordClock
from cogs.messages.repaint import Rests
from cogs.messages.tracked_message import TrackedMessage
from cogs.text import ui
from tables.session import Sessions


def age_s(message_id: int, now: float) -> float:
    """Return a message's age in seconds, by its id; `now`: Discord's time."""
    return now - snowflake_time(message_id).timestamp()


class ByToken(NamedTuple):
    """A message that this process may edit by the token of an interaction.

    The message is an ephemeral panel or, where the bot is a guest, the board.

    Attributes:
        interaction: The latest interaction that the message answers, or that is a click on the message.
    """

    interaction: discord.Interaction
    message: TrackedMessage

    async def show(
        self,
        kept: KeptFiles,
        view: ui.LayoutView,
        drawn: ui.LayoutView,
        files: Files = NO_FILES,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> bool | None:
        """Have the message show `view`, unless it does already; `drawn`: the view with pictures in `files`.

        `is_wanted`: see `TrackedMessage.show`.  Returns True: the message was edited; False: its reader has
        dismissed it, or the token has expired; None: no edit was sent.
        """
        edit = partial(kept.try_edit_answer, self.interaction, self.message.message_id, drawn, files)
        return await self.message.show(view, edit, is_wanted)


class Later(NamedTuple):
    """A repaint scheduled for the time `at`, in seconds since 1970, and the task that waits for that time."""

    at: float
    task: asyncio.Task[None]


class Display:
    """The messages of one table that this process knows, and the state of their repainting.

    Attributes:
        messages: The messages whose contents this process knows, by their ids.
        panels: The latest private panel of each reader, by the reader's id.
        former: Private panels that must still be edited to say that they are outdated, by messages' ids.
        host: Where the bot is a guest: the board, and the click that allows edits of it; None: no click does.
        rests: The messages that Discord has refused, and when they are retried.
        board: The lock that is held while the board is posted or edited.
        reposting: The lock that a `/table show` holds until its answer is ready.
        begun: The calls of which only the sentence was sent so far; an edit has to replace the sentence by
            the view.
        seen_there: When each follower was last known to see the table's channel, by the follower's id.
        confirming: The ids of people whose click on *Follow* is being answered.
        is_behind: Whether an earlier process may have changed messages without noting that.  Then a new post
            may show an older state: if that process posted with the same nonce, Discord returns its post.
        is_unswept: Whether an earlier process may have left calls that still show only their sentence.
        repainting: The task that repaints the table; None: no task does.
        later: The repaint scheduled for a later time; None: no repaint is scheduled.
        is_marked: Whether the table has changed since its latest repaint began, so that another must follow.
        is_shown: An event: set when a repaint ends, cleared while the table waits for a further repaint.
        marked_at: When the oldest change not shown yet was made, by the event loop's clock; None: not known.
        is_unposted: Whether a repaint must post the board, as the reply to `/table new` could not show it.
        looks_for_place: How many rounds of checks without a gateway have found the table on hold; in round 1,
            2, 4, 8 and so on, Discord is asked whether the table's channel exists again.
    """

    def __init__(self, table_id: str, rests: Rests, clock: DiscordClock) -> None:
        self.table_id = table_id
        self._clock = clock
        self.messages: dict[int, TrackedMessage] = {}
        self.panels: dict[int, ByToken] = {}
        self.former: dict[int, ByToken] = {}
        self.host: ByToken | None = None
        self.rests = rests
        self.board, self.reposting = asyncio.Lock(), asyncio.Lock()
        self.begun: Begun = {}
        self.seen_there: dict[int, float] = {}
        self.confirming: set[int] = set()
        self.is_behind = self.is_unswept = False
        self.repainting: asyncio.Task[None] | None = None
        self.later: Later | None = None
        self.is_marked = self.is_unposted = False
        self.is_shown = asyncio.Event()
        self.is_shown.set()
        self.marked_at: float | None = None
        self.looks_for_place = 0

    @property
    def is_busy(self) -> bool:
        """Whether to keep the display, because a repaint is pending or the display alone has some data."""
        self.forget_expired()
        works = self.repainting or self.later or self.board.locked() or self.reposting.locked()
        known = self.is_behind or self.confirming or self.panels or self.former or self.rests.is_any_resting
        return bool(works or known or self.host or self.looks_for_place) or any(
            message.choice and not message.panel_of for message in self.messages.values()
        )

    def left_behind(self) -> None:
        """Note that an earlier process may have changed the table's messages without noting that."""
        self.is_behind = self.is_unswept = True

    def keeps(self, message_id: int) -> bool:
        """Whether a message is a private panel that this display knows: a reader's latest or a former one."""
        return message_id in self.former or any(
            panel.message.message_id == message_id for panel in self.panels.values()
        )

    def keep(self, reader_id: int, panel: ByToken) -> bool:
        """Remember a reader's latest panel; return whether their former panel is now outdated."""
        self.forget_expired()
        former = self.panels.get(reader_id)
        is_other = former is not None and former.message is not panel.message
        if former is not None and is_other:
            self.former[former.message.message_id] = former
        self.former.pop(panel.message.message_id, None)
        self.panels[reader_id] = panel
        panel.message.panel_of = ref(self)
        return is_other

    def covered(self, message_id: int) -> None:
        """Forget a private panel, since its message is about to show something else."""
        self.former.pop(message_id, None)
        self.panels = {
            reader: panel for reader, panel in self.panels.items() if panel.message.message_id != message_id
        }

    def forget_expired(self) -> None:
        """Forget private panels with expired tokens; where the bot is a guest, also an expired board."""
        now = self._clock.now()
        if self.host is not None and age_s(self.host.interaction.id, now) > TOKEN_LASTS_S:
            self.host = None
        for kept in (self.panels, self.former):
            for key, panel in list(kept.items()):
                if age_s(panel.interaction.id, now) > TOKEN_LASTS_S:
                    del kept[key]

    def forget_but(self, noted: set[int]) -> None:
        """Forget messages, except private panels, messages with ids in `noted`, and those being clicked."""
        self.messages = {
            message_id: message
            for message_id, message in self.messages.items()
            if message_id in noted or self.keeps(message_id) or message.is_clicked
        }

    def stop(self) -> None:
        """Cancel the table's running repaint and the one scheduled for later."""
        self.is_marked = False
        self.is_shown.set()
        for task in (self.repainting, self.later and self.later.task):
            if task is not None:
                task.cancel()


class Displays:
    """The displays of all tables, and all messages whose contents this process knows.

    Messages' ages are told by Discord's `clock`, other times by the tables' clock, `now`; `pauses_s`: seconds
    between the first retries of a message that Discord refuses.
    """

    def __init__(
        self, sessions: Sessions, clock: DiscordClock, now: Callable[[], float], pauses_s: Sequence[float]
    ) -> None:
        self._sessions = sessions
        self._clock = clock
        self._now = now
        self._pauses_s = pauses_s
        self._messages: WeakValueDictionary[int, TrackedMessage] = WeakValueDictionary()

    def of(self, table_id: str) -> Display:
        """Return a table's display, creating it if there is none."""
        session = self._sessions.get(table_id)
        if not isinstance(session.display, Display):
            session.display = Display(table_id, Rests(self._pauses_s, self._now), self._clock)
        return session.display

    def all(self) -> list[Display]:
        """Return all displays, in no order."""
        found = (session.display for session in self._sessions.all())
        return [display for display in found if isinstance(display, Display)]

    def message(self, message_id: int, digest: str = "") -> TrackedMessage:
        """Return a message by its id; for an unknown id, a new object with `digest`; for 0, an empty one."""
        if not message_id:
            return TrackedMessage(0)
        found = self._messages.get(message_id)
        if found is None:
            found = self._messages[message_id] = TrackedMessage(message_id, digest)
        return found

    def noted(self, table_id: str, message_id: int, digest: str) -> TrackedMessage:
        """Return a message, and remember it in its table's display; `digest`: that of its database note."""
        display = self.of(table_id)
        found = self.message(message_id, "" if display.is_behind else digest)
        if message_id:
            display.messages[message_id] = found
        return found

    def covered(self, message_id: int) -> None:
        """Forget the private panel in a message, since its reader has opened something else there."""
        message = self._messages.get(message_id)
        if message is not None and message.panel_of and (display := message.panel_of()) is not None:
            display.covered(message_id)
