"""Records all clicks and the replies that people saw; the checks know nothing else of the bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final

from cogs.discord_io.faults import SIGN
from cogs.text.ids import MoveId, TableId, read
from localdiscord import Interaction, LocalDiscord, NotAnswered, Person, Seen
from localdiscord.model.interaction import ANSWER_WITHIN_S
from locales import in_language, languages

MESSAGE, PATIENCE, PATIENCE_IN_PLACE, IN_PLACE = 4, 5, 6, 7
"""Discord's numbers for the types of answers to an interaction."""
LEFT: Final = ("menu.plays_on", "menu.left", "table.done_over", "table.done_cancelled")
"""The sentences in the message that replaces the panel of a person who has left."""


def piece(sentence: str) -> str:
    """Return the longest line of a sentence in which line ends stand for names."""
    return max(sentence.split("\n"), key=len)


OLD: Final = tuple(
    said
    for words in map(in_language, languages())
    for said in (words("table.stale"), *(piece(words(key, who="\n", table="\n")) for key in LEFT))
)
"""A panel's texts, by language, after a click without effect: outdated, or by a person who has left."""
IN_DOUBT: Final = tuple(in_language(language)("refused.storage_in_doubt") for language in languages())
"""Texts of a panel if even the bot doesn't know whether a click had an effect."""
DONE_IN_PLACE: Final = frozenset({"join", "leave", "start", "cancel", "computer", "uncomputer"})
"""Verbs after which the clicked board shows the outcome, unless a refusal appears in another message."""
AFTERMATH_S: Final = 1.0
"""Seconds after the end of a trouble in which the trouble still excuses a late answer."""


class Verdict(StrEnum):
    """The outcome that a person was told of their click."""

    UNKNOWN = "unknown"
    CONFIRMED = "confirmed"
    REFUSED = "refused"


@dataclass(eq=False)
class Click:
    """A click.

    Attributes:
        custom_id: The custom_id of the button or option, or the name of the command.
        at: The time, by the machine's monotonic clock.
        last_seen: The number of events that people had received by then.
    """

    who: Person
    interaction: Interaction
    custom_id: str
    at: float
    last_seen: int
    verdict: Verdict = Verdict.UNKNOWN

    @property
    def said(self) -> MoveId | TableId | None:
        """The click's custom_id, parsed, if it is about a table; else None."""
        found = read(self.custom_id)
        return found if isinstance(found, MoveId | TableId) else None

    @property
    def key(self) -> str:
        """The click's key in the journal."""
        return self.interaction.id

    def __str__(self) -> str:
        return f"{self.custom_id!r} of {self.who.user.name} ({self.key})"


class Ledger:
    """All clicks with their outcomes, and the times of troubles."""

    def __init__(self, discord: LocalDiscord) -> None:
        self._discord = discord
        self._waiting: set[asyncio.Task[None]] = set()
        self.clicks: list[Click] = []
        self.troubles: list[tuple[float, float, str]] = []

    def note(self, who: Person, interaction: Interaction, custom_id: str) -> Click:
        """Record a click that was just made; a task then records its outcome."""
        seen = len(self._discord.world.events.history)
        click = Click(who, interaction, custom_id, time.monotonic(), seen)
        self.clicks.append(click)
        task = asyncio.create_task(self._judge(click), name=f"judge {click.key}")
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)
        return click

    @contextmanager
    def trouble(self, what: str) -> Iterator[None]:
        """Record a trouble: it excuses late answers in this context and for `AFTERMATH_S` afterwards."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self.troubles.append((begun, time.monotonic(), what))

    async def all_judged(self) -> None:
        """Wait until each click is answered, or its time for an answer is over."""
        while self._waiting:
            await asyncio.wait(self._waiting)

    async def _judge(self, click: Click) -> None:
        try:
            await click.interaction.answered()
        except NotAnswered:
            return
        click.verdict = verdict(click, self._seen_since(click))

    def judge_deferred(self) -> None:
        """Judge deferred clicks again, now that all messages have arrived."""
        edited = {
            request.path.split("/")[3]
            for request in self._discord.requests
            if request.path.endswith("/messages/@original")
            and request.method == "PATCH"
            and 200 <= request.status < 300
        }
        for click in self.clicks:
            if click.interaction.response_type == PATIENCE_IN_PLACE and click.interaction.token in edited:
                click.verdict = shown_in_place(click, self._seen_since(click))

    def _seen_since(self, click: Click) -> list[Seen]:
        history = self._discord.world.events.history
        newer = list(islice(reversed(history), max(0, len(history) - click.last_seen)))
        return [seen for seen in newer if seen.reached(click.who.user.id)]

    def unanswered(self) -> list[Click]:
        """The clicks without an answer in time, for which no trouble is an excuse.

        If an answer comes too late, Discord refuses it (404), which is no excuse either.
        """
        hit = {
            request.path.split("/")[2]
            for request in self._discord.requests
            if request.path.startswith("/interactions/")
            and (request.status in (0, 429) or request.status >= 500)
        }
        failed = [click for click in self.clicks if click.interaction.failed and click.key not in hit]
        return [click for click in failed if not self._excuse(click)]

    def _excuse(self, click: Click) -> str:
        until = click.at + ANSWER_WITHIN_S
        return next(
            (why for begun, end, why in self.troubles if begun < until and end + AFTERMATH_S > click.at), ""
        )


def verdict(click: Click, seen: list[Seen]) -> Verdict:
    """Return the verdict on a click, by its first answer."""
    said, answer = click.said, click.interaction.response_type
    if answer == IN_PLACE:
        return shown_in_place(click, seen)
    if answer == MESSAGE and isinstance(said, MoveId):
        texts = [one.text for one in click.interaction.messages]
        return Verdict.UNKNOWN if any(map(is_in_doubt, texts)) else Verdict.REFUSED
    return Verdict.UNKNOWN


def shown_in_place(click: Click, seen: list[Seen]) -> Verdict:
    """Return the verdict on a click that was answered by an edit of the clicked message."""
    said, clicked = click.said, click.interaction.message
    edits = [one for one in seen if clicked is not None and one.id == clicked.id]
    if any(is_in_doubt(one.text) for one in seen):
        return Verdict.UNKNOWN
    refused = [tells_refusal(one) for one in edits]
    if any(refused):  # If only some edits show a refusal, it may be about another click on the panel.
        return Verdict.REFUSED if all(refused) and isinstance(said, MoveId) else Verdict.UNKNOWN
    is_done = isinstance(said, MoveId) or (isinstance(said, TableId) and said.verb in DONE_IN_PLACE)
    was_old = any(old in one.text for one in seen for old in OLD)
    return Verdict.CONFIRMED if is_done and not was_old else Verdict.UNKNOWN


def is_in_doubt(text: str) -> bool:
    """Whether a text says that even the bot doesn't know whether a click had an effect."""
    return any(sentence in text for sentence in IN_DOUBT)


def tells_refusal(panel: Seen) -> bool:
    """Whether a panel has a refusal as its first line."""
    return any(line.startswith(SIGN) for line in panel.text.split("\n"))
