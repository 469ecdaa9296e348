"""What this process knows of the messages that show a table: one `Display` for each table."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from weakref import WeakValueDictionary

import discord

from cogs.messages.tracked_message import TrackedMessage


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


class Display:
    """The messages of one table.

    Attributes:
        messages: Those whose state is known, by their ids.
        panels: Each reader's latest private panel, by the reader's id.
        former: Private panels that are to say that there is a newer one, by their messages' ids.
        is_behind: An earlier process may have changed messages without noting that.
        is_unswept: Calls of an earlier process may stand around as bare sentences.
    """

    def __init__(self) -> None:
        self.messages: dict[int, TrackedMessage] = {}
        self.panels: dict[int, PrivatePanel] = {}
        self.former: dict[int, PrivatePanel] = {}
        self.is_behind = self.is_unswept = False
        self._posted: set[str] = set()

    def left_behind(self) -> None:
        """Note that an earlier process may have changed messages without noting that."""
        self.is_behind = self.is_unswept = True
        self._posted.clear()

    def is_doubtful(self, name: str) -> bool:
        """Whether a post just made under that name may show an older state; True once for each name.

        If an earlier process sent the same post and was killed before it noted that, Discord makes no second
        one but gives back that post, by its nonce.
        """
        if not self.is_behind or name in self._posted:
            return False
        self._posted.add(name)
        return True

    def forget_but(self, noted: set[int]) -> None:
        """Forget messages other than those, and those that are private panels or are being clicked."""
        panels = {panel.message.message_id for panel in self.panels.values()} | self.former.keys()
        self.messages = {
            message_id: message
            for message_id, message in self.messages.items()
            if message_id in noted or message_id in panels or message.is_clicked
        }


class Displays:
    """The displays of all tables of which this process shows something, and each message by its id."""

    def __init__(self) -> None:
        self._of: dict[str, Display] = {}
        self._messages: WeakValueDictionary[int, TrackedMessage] = WeakValueDictionary()

    def of(self, table_id: str) -> Display:
        """The display of a table, made if need be."""
        return self._of.setdefault(table_id, Display())

    def forget_others(self, is_ours: Callable[[str], bool]) -> None:
        """Forget the messages of tables that others own now; of ours, what was known before they were."""
        self._of = {table_id: display for table_id, display in self._of.items() if is_ours(table_id)}
        for display in self._of.values():
            display.messages.clear()

    def forget(self, table_id: str) -> None:
        """Forget a table's messages; who holds one of them still finds it by its id."""
        self._of.pop(table_id, None)

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

    def has_panels(self, table_id: str) -> bool:
        """Whether there are private panels of a table."""
        display = self._of.get(table_id)
        return display is not None and bool(display.panels or display.former)

    def covered(self, message_id: int) -> None:
        """Note that a message shows something else now, which its reader opened, and is not repainted."""
        for display in self._of.values():
            display.former.pop(message_id, None)
            for reader, panel in list(display.panels.items()):
                if panel.message.message_id == message_id:
                    del display.panels[reader]
