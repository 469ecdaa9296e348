"""One message of ours, its repaints and the answers to clicks on it: each race that was met, as a row.

A row is what happens, step by step, and what Discord is sent for it:

    show A      a repaint that wants the message to show A
    begin A     such a repaint, whose edit is on its way; `lands` or is `cut`
    click       somebody clicks: the answer is begun
    answer A    it puts A on the message, if need be; `lost A`: nobody knows whether it did
    note A      it puts A on the message, with a note to its reader; `bare A`: its pictures will follow
    cover       it puts something else on the message
    turn 2      the player is called to that turn; `turn 2.1`: reminded of it; `turn -`: they owe nothing
    public      the message is all people's, so that its clicks tell nobody of a turn
    later       an hour passes: Discord allows few edits of the message by now
    gone old barred down   what Discord says to the next edit
    restart     another process, which finds what was noted; `crash`: and something was left undone
"""

from __future__ import annotations

import asyncio
from contextlib import nullcontext, suppress
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.discord_io.faults import TOO_OLD_TO_EDIT, UNKNOWN_MESSAGE
from cogs.messages.notes import AnswerNote, TurnMark
from cogs.messages.surface import Surface, Surfaces, Way
from cogs.messages.surfaces import FRESH_S
from cogs.text import ui
from cogs.text.components import digest, message, text
from tests.clock import Clock

MESSAGE = 77
TABLE = "abcde"


def fault(kind: str) -> Exception:
    """What Discord says to an edit."""
    response: Any = SimpleNamespace(status=404 if kind == "gone" else 400, reason="")
    if kind == "gone":
        return discord.NotFound(response, {"code": UNKNOWN_MESSAGE, "message": ""})
    if kind == "old":
        return discord.HTTPException(response, {"code": TOO_OLD_TO_EDIT, "message": ""})
    if kind == "barred":
        return discord.RateLimited(300.0)
    return discord.DiscordServerError(SimpleNamespace(status=500, reason=""), "")


def view_of(name: str) -> ui.LayoutView:
    """A message with one word."""
    return message([text(name)])


class Told:
    """A way to a message that does as told, and the world about it."""

    def __init__(self) -> None:
        self.may_be_answered = True
        self.clock = Clock()
        self.surfaces = Surfaces(now=lambda: self.clock.time)
        self.message_id = MESSAGE
        self.posted_at = self.clock.time
        self.turn: TurnMark | None = None
        self.noted: TurnMark | None = None
        self.kept = ""
        self.sent: list[str] = []
        self.next_fault: Exception | None = None
        self.hold: asyncio.Event | None = None
        self.names = {digest(view_of(name)): name for name in "ABC"}

    @property
    def surface(self) -> Surface:
        """The message."""
        return self.surfaces.of(self.message_id)

    @property
    def is_call(self) -> bool:
        return self.turn is not None and self.turn != (self.surface.told or self.noted)

    @property
    def is_reminder(self) -> bool:
        return self.is_call and self.turn is not None and self.turn.is_reminder

    @property
    def is_old(self) -> bool:
        return self.clock.time - self.posted_at > FRESH_S

    async def edit(self, view: ui.LayoutView, surface: Surface) -> bool:
        self.sent.append(f"edit {self.names[digest(view)]}")
        found, self.next_fault = self.next_fault, None
        with surface.repaint(view):
            if self.hold is not None:
                await self.hold.wait()
                found, self.next_fault = self.next_fault, None
            if found is not None:
                raise found
        return True

    async def post(self, view: ui.LayoutView, former: Surface) -> None:
        assert former is self.surface
        assert former.is_replaced == bool(former.message_id)
        self.sent.append(f"post {self.names[digest(view)]}")
        self.message_id += 1
        self.posted_at = self.clock.time
        if not self.surfaces.is_doubtful(TABLE, "hand:0"):
            self.surface.posted(view)
        await self.note(self.surface)
        self.noted = self.turn

    async def note(self, surface: Surface) -> None:
        if self.is_call:
            self.noted = self.turn
        self.kept = surface.digest(self.kept)

    async def gone(self) -> None:
        self.sent.append("gone")
        self.message_id = 0

    def wait(self) -> None:
        self.sent.append("wait")


async def played(steps: str) -> list[str]:
    """What Discord is sent where that happens."""
    way = Told()
    typed: Way = way
    stamps: list[int] = []
    clicks: list[Any] = []
    repaint: asyncio.Task[None] | None = None
    for step in steps.split(", "):
        verb, _, what = step.partition(" ")
        match verb:
            case "show" | "begin":
                kept = "" if way.surfaces.was_behind(TABLE) else way.kept
                way.hold = asyncio.Event() if verb == "begin" else None
                repaint = asyncio.create_task(way.surface.show(view_of(what), typed, kept))
                await asyncio.wait([repaint], timeout=0 if verb == "begin" else None)
                await asyncio.sleep(0)
                if verb == "show" and isinstance(repaint.exception(), Exception):
                    way.sent.append("again")  # The refresher tries it later.
            case "lands" | "cut":
                assert repaint is not None
                assert way.hold is not None
                way.next_fault = aiohttp.ServerDisconnectedError() if verb == "cut" else None
                way.hold.set()
                await asyncio.wait([repaint])
                if repaint.exception() is not None:
                    way.sent.append("again")
            case "click":
                clicks.append(way.surfaces.clicked(way.message_id))
                clicks[-1].__enter__()
                stamps.append(way.surface.stamp)
            case "note" | "bare":
                way.surface.answered(view_of(what), stamps.pop(0), has_note=verb == "note")
                way.surface.awaits = view_of(what) if verb == "bare" else None
                clicks.pop(0).__exit__(None, None, None)
            case "cover":
                way.surface.covered()
                clicks.pop(0).__exit__(None, None, None)
            case "answer" | "lost":
                is_shown = verb == "answer" and not way.surface.needs(view_of(what))
                if is_shown:
                    way.sent.append("nothing")
                with way.surface.unsent() if is_shown else nullcontext():
                    sure = way.surface.answered(view_of(what), stamps.pop(0), verb == "answer")
                if verb == "answer":
                    way.surface.told = way.turn
                clicks.pop(0).__exit__(None, None, None)
                if not sure:
                    way.sent.append("wait")  # As `surfaces.answered` marks the table.
            case "turn":
                way.turn = TurnMark.parse(what)
            case "public":
                way.may_be_answered = False
            case "later":
                way.clock.time += FRESH_S + 1
            case "restart" | "crash":
                way.surfaces = Surfaces(now=lambda: way.clock.time)
                if verb == "crash":
                    way.surfaces.behind(TABLE)
            case _:
                way.next_fault = fault(verb)
    return way.sent


RACES = [
    # What is shown, and what is not sent for nothing.
    pytest.param("show A, show A", "edit A", id="it is drawn once"),
    pytest.param("show A, show B, show A", "edit A, edit B, edit A", id="each change is shown"),
    pytest.param("show A, click, answer B, show B", "edit A", id="what an answer brought is not sent again"),
    pytest.param("show A, click, answer B, show A", "edit A, edit A", id="an answer may show something else"),
    # Answers with which nothing changes.
    pytest.param("show A, click, answer A", "edit A, nothing", id="what is shown is not sent again"),
    pytest.param("click, answer A, click, answer A", "nothing", id="nor what an answer brought"),
    pytest.param("click, bare A, click, answer A", "nothing", id="though its pictures are still to come"),
    pytest.param("click, bare A, click, answer A, show A", "nothing, edit A", id="which are not forgotten"),
    pytest.param("click, bare A, click, answer B, show B", "", id="unless an answer brings others"),
    pytest.param("click, bare A, show A, click, answer A", "edit A, nothing", id="or a repaint does"),
    pytest.param("show A, click, note A, click, answer A", "edit A", id="unless to take a note away"),
    pytest.param("show A, click, note A, show A", "edit A", id="which stays until something changes"),
    pytest.param("show A, click, cover, click, answer A", "edit A", id="or it was covered by something else"),
    pytest.param("show A, restart, click, answer A", "edit A", id="or another process showed it"),
    pytest.param(
        "show A, begin B, click, answer A, lands, show B",
        "edit A, edit B, nothing, wait, edit B",
        id="an answer that isn't sent may be overtaken, too",
    ),
    # Answers that cross a repaint: nobody knows which lies on top.
    pytest.param(
        "show A, click, show B, answer A, show B",
        "edit A, edit B, wait, edit B",
        id="an answer begun before a repaint lies on top of it",
    ),
    pytest.param(
        "begin A, click, answer B, lands, show A",
        "edit A, wait, edit A",
        id="an answer given while an edit is on its way may lie beneath or on top",
    ),
    pytest.param(
        "begin A, click, answer B, lands, show B",
        "edit A, wait, edit B",
        id="so it is drawn anew though it may be what the answer brought",
    ),
    pytest.param(
        "show A, click, begin B, lands, answer A, show B",
        "edit A, edit B, wait, edit B",
        id="a repaint within an answer",
    ),
    pytest.param(
        "begin A, click, lands, answer B, show B",
        "edit A, wait, edit B",
        id="an edit that has landed since the click may lie beneath the answer",
    ),
    pytest.param(
        "begin A, click, answer B, lands, show A, show A",
        "edit A, wait, edit A",
        id="and once is enough",
    ),
    pytest.param("show A, click, lost B, show B", "edit A, wait, edit B", id="an answer that was cut"),
    pytest.param("show A, click, lost B, show A", "edit A, wait, edit A", id="or did not come"),
    # Calls: a new message, once.
    pytest.param("turn 3, show A, show A", "post A", id="a call comes once"),
    pytest.param("show A, turn 3, show A", "edit A", id="a turn that the panel shows already is no call"),
    pytest.param("show A, turn 3, show A, show B", "edit A, edit B", id="nor does it call later"),
    pytest.param("show A, turn 3, show B, turn 3.1, show B", "edit A, post B, post B", id="a reminder calls"),
    pytest.param(
        "show A, turn 3, show B, turn -, show A, turn 5, show B",
        "edit A, post B, edit A, post B",
        id="the next turn calls again",
    ),
    pytest.param(
        "show A, click, turn 3, show B, answer B, show B",
        "edit A, wait",
        id="no panel takes the place of one being clicked: the answer tells of the turn",
    ),
    pytest.param(
        "show A, click, turn 3, show B, answer A, turn 5, show B",
        "edit A, wait, nothing, post B",
        id="unless the answer does not",
    ),
    pytest.param(
        "show A, click, click, turn 3, show B, lost A, show B",
        "edit A, wait, wait, wait",
        id="of two clicks the second one is waited for, too",
    ),
    pytest.param("turn 3, show A, restart, show A", "post A", id="a call comes once in two lives"),
    # Old messages and those that are gone.
    pytest.param("show A, later, show A", "edit A", id="an old message that is up to date stays"),
    pytest.param("show A, later, show B, show B", "edit A, post B", id="an old message is posted anew"),
    pytest.param("show A, later, click, show B", "edit A, wait", id="though not while it is clicked"),
    pytest.param(
        "public, show A, later, click, show B",
        "edit A, post B",
        id="unless no answer can bring what it is posted anew for",
    ),
    pytest.param("show A, old, show B, show B", "edit A, edit B, post B", id="Discord finds it too old"),
    pytest.param("show A, barred, show B, show B", "edit A, edit B, post B", id="an edit put off for long"),
    pytest.param("show A, gone, show B", "edit A, edit B, gone", id="a message that was deleted"),
    # Discord, or the way to it, is not at its best.
    pytest.param("down, show A, show A", "edit A, again, edit A", id="tried again"),
    pytest.param(
        "show A, begin B, cut, show A",
        "edit A, edit B, again, edit A",
        id="an edit that was cut may have come, though the table has changed back",
    ),
    # Another process.
    pytest.param("show A, restart, show A, show B", "edit A, edit B", id="what was noted is not sent again"),
    pytest.param("show A, crash, show A", "edit A, edit A", id="what was left undone is drawn anew"),
    pytest.param(
        "show A, crash, turn 3, show B, show B",
        "edit A, post B, edit B",
        id="the first post after a crash may be one of the former process, which shows an older state",
    ),
    pytest.param(
        "show A, crash, turn 3, show B, turn 5, show C, show C",
        "edit A, post B, post C",
        id="the second one is ours",
    ),
]


@pytest.mark.parametrize(("steps", "sent"), RACES)
async def test_what_is_sent(steps: str, sent: str) -> None:
    assert ", ".join(await played(steps)) == sent


async def test_a_message_waits_for_the_answer_to_a_click_no_longer_than_discord_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.messages.surface.ANSWERED_S", 0.01)
    surfaces = Surfaces()
    await surfaces.of(MESSAGE).unclicked()
    with surfaces.clicked(MESSAGE):
        await asyncio.wait_for(surfaces.of(MESSAGE).unclicked(), 10)


async def test_an_answer_of_another_process_is_shown_for_sure_if_its_click_came_after_our_repaint() -> None:
    now = 1.0
    surface = Surfaces(now=lambda: now).of(MESSAGE)
    told = AnswerNote(5, 2_000, TurnMark(7), digest(view_of("step")))
    with surface.repaint(view_of("board")):
        assert not surface.answered_elsewhere(told)  # Ours may lie on top of it.
    assert surface.answered_elsewhere(told)
    assert surface.told == told.turn
    assert surface.shows(view_of("step"))
    assert surface.needs(view_of("step"))  # There may have been a line to its reader.
    now = 2.5
    with surface.repaint(view_of("board")):
        pass
    assert not surface.answered_elsewhere(told)
    assert not surface.answered_elsewhere(AnswerNote())
    assert surface.is_unsure


async def test_whoever_waits_for_an_answer_is_woken_by_it() -> None:
    surfaces = Surfaces()
    with surfaces.clicked(MESSAGE):
        waits = asyncio.create_task(surfaces.of(MESSAGE).unclicked())
        await asyncio.wait([waits], timeout=0)
        assert not waits.done()
    await asyncio.wait_for(waits, 10)


async def test_of_two_clicks_the_second_one_is_waited_for_too() -> None:
    surfaces = Surfaces()
    first, second = surfaces.clicked(MESSAGE), surfaces.clicked(MESSAGE)
    for _ in range(2):  # Also when it is clicked again later.
        first.__enter__()
        waits = asyncio.create_task(surfaces.of(MESSAGE).unclicked())
        second.__enter__()
        first.__exit__(None, None, None)
        await asyncio.wait([waits], timeout=0)
        await asyncio.sleep(0)
        assert not waits.done()
        second.__exit__(None, None, None)
        await asyncio.wait_for(waits, 10)
        first, second = surfaces.clicked(MESSAGE), surfaces.clicked(MESSAGE)


def test_deleted_messages_have_nothing_in_common() -> None:
    surfaces = Surfaces()
    surfaces.of(0).is_replaced = True
    assert not surfaces.of(0).is_replaced


def test_a_message_of_which_something_is_known_is_not_forgotten_after_a_click() -> None:
    surfaces = Surfaces()
    surface = surfaces.of(MESSAGE)
    surface.is_replaced = True
    with surfaces.clicked(MESSAGE):
        pass
    assert surfaces.of(MESSAGE) is surface


def test_a_message_that_is_only_clicked_is_forgotten() -> None:
    surfaces = Surfaces()
    surface = surfaces.of(MESSAGE)
    with surfaces.clicked(MESSAGE):
        assert surfaces.of(MESSAGE) is surface
    assert surfaces.of(MESSAGE) is not surface


async def test_a_message_whose_successor_could_not_be_sent_is_replaced_no_more() -> None:
    way = Told()

    async def refused(view: ui.LayoutView, former: Surface) -> None:
        raise fault("down")

    way.post = refused  # type: ignore[method-assign]
    way.turn = TurnMark(3)
    with pytest.raises(discord.HTTPException):
        await way.surface.show(view_of("A"), way)
    assert not way.surface.is_replaced


def test_the_messages_of_a_table_that_has_ended_are_forgotten_unless_something_happens_to_them() -> None:
    surfaces = Surfaces()
    surfaces.of(1).posted(view_of("A"))
    surfaces.of(2).posted(view_of("A"))
    surfaces.of(3).is_replaced = True
    with suppress(TimeoutError), surfaces.of(4).repaint(view_of("B")):
        raise TimeoutError
    with surfaces.clicked(2):
        for number in range(1, 5):
            surfaces.rest(number)
        assert sorted(surfaces._known) == [2, 3, 4]
    surfaces.rest(2)
    assert sorted(surfaces._known) == [3, 4]


def test_a_message_of_a_table_that_has_ended_is_forgotten_once_the_click_on_it_is_answered() -> None:
    surfaces = Surfaces()
    with surfaces.clicked(MESSAGE):
        surface = surfaces.of(MESSAGE)
        surface.answered(view_of("A"), surface.stamp)
        surfaces.rest(MESSAGE)
        assert surfaces.of(MESSAGE) is surface
    assert surfaces._known == {}
