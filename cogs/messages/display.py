"""What this process knows of the messages that show one table, and is about to do with them: its `Display`.

The table's session holds it (`Session.display`), so to drop the session is to forget all of this.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple
from weakref import WeakValueDictionary, ref

import discord
from discord.utils import snowflake_time

from cogs.discord_io.attachments import Begun
from cogs.discord_io.delivery import TOKEN_LASTS_S
from cogs.discord_io.discord_clock import DiscordClock
from cogs.messages.repaint import Rests
from cogs.messages.tracked_message import TrackedMessage
from tables.session import Sessions


def age_s(message_id: int, now: float) -> float:
    """How long ago a message was posted, in seconds; `now`: by Discord's clock, as the time in its id."""
    return now - snowflake_time(message_id).timestamp()


class PrivatePanel(NamedTuple):
    """A private panel in a channel, which its reader's clicks allow us to edit.

    Attributes:
        interaction: The latest interaction that the panel was the answer to, by which it is edited.
        message: The panel's message.
        asked: The number of the question that the panel shows; None: it shows none.
        is_choosing: Its reader is in the middle of a choice of several steps.
        opened: The setting whose values the panel of *Set up…* offers; empty: none.
    """

    interaction: discord.Interaction
    message: TrackedMessage
    asked: int | None
    is_choosing: bool
    opened: str = ""


class Later(NamedTuple):
    """A repaint that is to begin at a time, in seconds since 1970, and the task that waits for that time."""

    at: float
    task: asyncio.Task[None]


class Display:
    """The messages of one table, and their repainting.

    Attributes:
        table_id: The table's id.
        messages: The messages whose state is known, by their ids.
        panels: Each reader's latest private panel, by the reader's id.
        former: Private panels that are to say that there is a newer one, by their messages' ids.
        rests: Which of the messages Discord has refused.
        board: Held by whoever posts or edits the board.
        reposting: Held by `/table show`.
        begun: Calls that are only their sentences yet.
        seen_there: When a follower was last known to see the table's channel, by the follower's id.
        confirming: The people whose click on *Follow* is being answered.
        is_behind: An earlier process may have changed messages without noting that.  A post may show an older
            state then: where that process has sent the same, Discord gives its post back, by the nonce.
        is_unswept: Calls of an earlier process may stand around as bare sentences.
        repainting: The task that repaints the table; None: there is none.
        later: A repaint that is to begin later; None: there is none.
        is_marked: The table is to be repainted, or repainted once more.
        is_owed: Since the last mark no repaint has come to its end.
        marked_at: When the change was made that is to be shown, by the event loop's clock; None: not known.
        is_unposted: The board is to be posted although its table was just opened.
        is_resumed: The table is one of the few that are repainted first after a start.
        looks_for_place: How often the table's place has been looked for since the table is held.
    """

    def __init__(self, table_id: str, rests: Rests, clock: DiscordClock) -> None:
        self.table_id = table_id
        self._clock = clock
        self.messages: dict[int, TrackedMessage] = {}
        self.panels: dict[int, PrivatePanel] = {}
        self.former: dict[int, PrivatePanel] = {}
        self.rests = rests
        self.board, self.reposting = asyncio.Lock(), asyncio.Lock()
        self.begun: Begun = {}
        self.seen_there: dict[int, float] = {}
        self.confirming: set[int] = set()
        self.is_behind = self.is_unswept = False
        self.repainting: asyncio.Task[None] | None = None
        self.later: Later | None = None
        self.is_marked = self.is_owed = self.is_unposted = self.is_resumed = False
        self.marked_at: float | None = None
        self.looks_for_place = 0

    @property
    def is_busy(self) -> bool:
        """Whether a message is being changed or waited for, or the display knows what can't be read again."""
        self.forget_expired()
        works = self.repainting or self.later or self.board.locked() or self.reposting.locked()
        known = self.is_behind or self.confirming or self.panels or self.former or self.rests.is_any_resting
        return bool(works or known or self.looks_for_place) or any(
            message.choice for message in self.messages.values()
        )

    def left_behind(self) -> None:
        """Note that an earlier process may have changed messages, and not noted the change."""
        self.is_behind = self.is_unswept = True

    def keeps(self, message_id: int) -> bool:
        """Whether a message is a private panel, a reader's latest or a former one."""
        return message_id in self.former or any(
            panel.message.message_id == message_id for panel in self.panels.values()
        )

    def keep(self, reader_id: int, panel: PrivatePanel) -> bool:
        """Note somebody's latest private panel; whether they have a former panel, which is to say so."""
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
        """Forget a private panel, whose message shows something else from now on."""
        self.former.pop(message_id, None)
        self.panels = {
            reader: panel for reader, panel in self.panels.items() if panel.message.message_id != message_id
        }

    def forget_expired(self) -> None:
        """Forget private panels that can't be edited any more."""
        now = self._clock.now()
        for kept in (self.panels, self.former):
            for key, panel in list(kept.items()):
                if age_s(panel.interaction.id, now) > TOKEN_LASTS_S:
                    del kept[key]

    def forget_but(self, noted: set[int]) -> None:
        """Forget all messages but these, private panels, and messages on which a click is being answered."""
        self.messages = {
            message_id: message
            for message_id, message in self.messages.items()
            if message_id in noted or self.keeps(message_id) or message.is_clicked
        }

    def stop(self) -> None:
        """Repaint the table no more, now or later."""
        self.is_marked = False
        for task in (self.repainting, self.later and self.later.task):
            if task is not None:
                task.cancel()


class Displays:
    """The displays of the tables of which this process shows something, and each message by its id.

    Args:
        sessions: The sessions that hold the displays.
        clock: Discord's clock.
        now: The tables' time, in seconds since 1970.
        pauses_s: Seconds between the first tries of what Discord refuses.
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
        """The display of a table, made if need be."""
        session = self._sessions.get(table_id)
        if not isinstance(session.display, Display):
            session.display = Display(table_id, Rests(self._pauses_s, self._now), self._clock)
        return session.display

    def all(self) -> list[Display]:
        """All displays, in no order."""
        found = (session.display for session in self._sessions.all())
        return [display for display in found if isinstance(display, Display)]

    def message(self, message_id: int, digest: str = "") -> TrackedMessage:
        """A message, made with that digest if it isn't known; for 0, which is no message, a new one."""
        if not message_id:
            return TrackedMessage(0)
        found = self._messages.get(message_id)
        if found is None:
            found = self._messages[message_id] = TrackedMessage(message_id, digest)
        return found

    def noted(self, table_id: str, message_id: int, digest: str) -> TrackedMessage:
        """A message that is noted for a table, with the digest noted of it; it stays known."""
        display = self.of(table_id)
        found = self.message(message_id, "" if display.is_behind else digest)
        if message_id:
            display.messages[message_id] = found
        return found

    def covered(self, message_id: int) -> None:
        """Forget a private panel, whose reader has opened something else in its message."""
        message = self._messages.get(message_id)
        if message is not None and message.panel_of and (display := message.panel_of()) is not None:
            display.covered(message_id)
