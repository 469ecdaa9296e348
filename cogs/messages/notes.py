"""The text that is noted with each message of a table, in `MessageRef.extra`, by the kind of message.

By the message's name, with an example and what reads and writes it:

    board          "5f1c0a…"       the digest of what it shows (`ui.digest`); empty: not known
    panel:0        "12.2 5f1c0a…"  `PanelNote`: the turn that its player was called to, and the panel's digest
    reminder:0     "12.2"          `TurnMark`: the reminder that was sent; no message: it was answered
    thread         "unsaid 7215"   `ThreadNote`: what became of the thread, and the id of one that was left
    story          "41 12 5f1c0a…" `StoryNote`: the post under way, and the newest one
    lost_channel:0 "41"            the entry with which the table lost its channel
    closed:0       ""              nothing

Texts that are only a number are read by `tables.model.texts.number`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from engine.game import Struct
from tables.model.texts import number, one_of

BOARD: Final = "board"
PANEL: Final = "panel:"
_TURN: Final = re.compile(r"([0-9]{1,18})(?:\.([1-9][0-9]{0,8}))?")


class TurnMark(Struct, frozen=True):
    """A turn that a player is called to: `12`, and `12.2` for its second reminder.

    Attributes:
        since: The journal's entry since which they owe a decision.
        reminder: So many reminders of this turn have fallen due; 0: none.
    """

    since: int
    reminder: int = 0

    @property
    def is_reminder(self) -> bool:
        """Whether it reminds a player who was already called to this turn."""
        return self.reminder > 0

    def encode(self) -> str:
        """The mark as text: `TurnMark(12, 2).encode() == "12.2"`."""
        return f"{self.since}.{self.reminder}" if self.is_reminder else str(self.since)

    @staticmethod
    def parse(text: str) -> TurnMark | None:
        """The mark that a text holds; None where the text is empty or no mark."""
        found = _TURN.fullmatch(text)
        return TurnMark(int(found[1]), int(found[2] or 0)) if found else None


class PanelNote(Struct, frozen=True):
    """What is noted of a panel in direct messages: `12.2 5f1c0a`.

    Attributes:
        turn: The turn that its player was called to; None: none.
        digest: The digest of what it shows; empty: not known.
    """

    turn: TurnMark | None
    digest: str = ""

    def encode(self) -> str:
        """The note as text: `PanelNote(None, "5f1c0a").encode() == " 5f1c0a"`."""
        return f"{self.turn.encode() if self.turn else ''} {self.digest}"

    @staticmethod
    def parse(text: str) -> PanelNote:
        """The note that a text holds; a turn that can't be read counts as none."""
        turn, _, digest = text.partition(" ")
        return PanelNote(TurnMark.parse(turn), digest)


class StoryNote(Struct, frozen=True):
    """What is noted of the newest post of the story: `41 12 5f1c0a`.

    Attributes:
        until: The last entry that a post under way after it tells of; None: none is under way.
        since: The entry after which it begins to tell; None: it isn't known, so it is never edited.
        digest: The digest of what it shows; empty: not known.
    """

    until: int | None = None
    since: int | None = None
    digest: str = ""

    def under_way(self, until: int | None) -> StoryNote:
        """This note with another post under way, or with none."""
        return StoryNote(until, self.since, self.digest)

    def encode(self) -> str:
        """The note as text: `StoryNote(since=12).encode() == " 12 "`."""
        until, since = ("" if one is None else str(one) for one in (self.until, self.since))
        return f"{until} {since} {self.digest}"

    @staticmethod
    def parse(text: str) -> StoryNote:
        """The note that a text holds; a number that can't be read counts as none."""
        until, _, shown = text.partition(" ")
        since, _, digest = shown.partition(" ")
        return StoryNote(number(until), number(since), digest)


class ThreadNote(StrEnum):
    """What became of a table's thread; the value is the text that is noted."""

    NOTHING = ""
    """It exists, or the channel has been told that it doesn't."""
    UNSAID = "unsaid"
    """It is lost, and the channel has not been told."""
    DELETED = "deleted"
    """It was deleted, or none was allowed: one is opened, once it may be, when there is something to tell."""
    AGAIN = "again"
    """It was opened in place of a deleted one."""

    def leaving(self, thread_id: int) -> str:
        """The note with the id of a thread that takes no posts; 0: none is left."""
        return f"{self} {thread_id}" if thread_id else self.value

    @staticmethod
    def parse(text: str) -> ThreadNote:
        """The note that a text holds; any other text counts as `NOTHING`, and is logged."""
        return one_of(ThreadNote.NOTHING, text.rpartition(" ")[0] if ThreadNote.left(text) else text)

    @staticmethod
    def left(text: str) -> int:
        """The id of the thread that was left by what a text holds; 0: none was."""
        return number(text.partition(" ")[2]) or 0
