"""One message of ours, its repaints and the answers to clicks on it: each known race is a row.

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
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.discord_io.faults import TOO_OLD_TO_EDIT, UNKNOWN_MESSAGE
from cogs.messages.tracked_message import TrackedMessage, TurnMark, Update
from cogs.messages.whereabouts import FRESH_S
from cogs.text import ui
from cogs.text.ui import message, text
from tests.clock import Clock
from tests.cogs.displayed import displays

MESSAGE = 77
TABLE = "abcde"


def fault(kind: str) -> Exception:
    """Return the exception that Discord raises for an edit."""
    response: Any = SimpleNamespace(status=404 if kind == "gone" else 400, reason="")
    if kind == "gone":
        return discord.NotFound(response, {"code": UNKNOWN_MESSAGE, "message": ""})
    if kind == "old":
        return discord.HTTPException(response, {"code": TOO_OLD_TO_EDIT, "message": ""})
    if kind == "barred":
        return discord.RateLimited(300.0)
    return discord.DiscordServerError(SimpleNamespace(status=500, reason=""), "")


def view_of(name: str) -> ui.LayoutView:
    """Return a message with one word."""
    return message([text(name)])


async def rounds() -> None:
    """Run all tasks until they wait."""
    for _ in range(10):
        await asyncio.sleep(0)


class Panel:
    """A player's panel, repainted and answered by steps, and what Discord is sent for it."""

    def __init__(self) -> None:
        self.gives_way = True
        self.clock = Clock()
        self.displays = displays()
        self.message_id = MESSAGE
        self.posted_at = self.clock.time
        self.turn: TurnMark | None = None
        self.noted: TurnMark | None = None
        self.kept = ""
        self.sent: list[str] = []
        self.next_fault: Exception | None = None
        self.hold: asyncio.Event | None = None
        self.clicks: list[Any] = []
        self.tasks: list[asyncio.Task[None]] = []

    @property
    def message(self) -> TrackedMessage:
        """The panel's tracked message."""
        return self.displays.noted(TABLE, self.message_id, self.kept)

    async def repaint(self, name: str) -> None:
        """Have the panel show a view, as `DirectPanelUpdater` does."""
        found, view = self.message, view_of(name)
        is_call = self.turn is not None and self.turn != (found.told or self.noted)

        async def edit() -> None:
            self.sent.append(f"edit {name}")
            if self.hold is not None:
                await self.hold.wait()
            fault, self.next_fault = self.next_fault, None
            if fault is not None:
                raise fault

        async def post() -> None:
            assert found.is_replaced
            self.sent.append(f"post {name}")
            self.message_id += 1
            self.posted_at = self.clock.time
            is_doubtful = self.displays.of(TABLE).is_behind
            self.kept = ""
            if not is_doubtful:
                self.message.posted(view)

        try:
            done = await found.update(
                view,
                edit,
                post,
                is_post=is_call or self.clock.time - self.posted_at > FRESH_S,
                is_again=is_call and self.turn is not None and self.turn.reminder > 0,
                gives_way=self.gives_way,
            )
        except (discord.HTTPException, aiohttp.ClientError):
            self.sent.append("again")  # The refresher tries it later.
            return
        match done:
            case Update.GONE:
                self.sent.append("gone")
                self.message_id = 0
            case Update.CLICKED:
                self.sent.append("wait")
            case _:
                self.noted = self.turn if is_call else self.noted
                self.kept = self.message.digest

    async def answered(self, verb: str, name: str) -> None:
        """End a click on the panel, as `cogs.interactions.answer` does."""
        found, view = self.message, view_of("menu" if verb == "cover" else name)

        async def send() -> Any:
            if verb == "lost":
                raise aiohttp.ServerDisconnectedError
            return asyncio.get_running_loop().create_future() if verb == "bare" else None

        try:
            is_sent = await found.answer(view, send, view if verb == "note" else None)
        except aiohttp.ClientError:
            self.sent.append("wait")  # The table is repainted.
        else:
            self.sent += [] if is_sent else ["nothing"]
            if verb != "cover":
                found.told = self.turn
        self.clicks.pop(0).__exit__(None, None, None)


async def played(steps: str) -> list[str]:
    """Return what Discord is sent during these steps."""
    panel = Panel()
    for step in steps.split(", "):
        verb, _, what = step.partition(" ")
        match verb:
            case "show" | "begin":
                panel.hold = asyncio.Event() if verb == "begin" else None
                panel.tasks.append(asyncio.create_task(panel.repaint(what)))
                await rounds()
            case "lands" | "cut":
                assert panel.hold is not None
                panel.next_fault = aiohttp.ServerDisconnectedError() if verb == "cut" else None
                panel.hold.set()
                await rounds()
            case "click":
                panel.clicks.append(panel.message.clicked())
                panel.clicks[-1].__enter__()
            case "answer" | "lost" | "note" | "bare" | "cover":
                panel.tasks.append(asyncio.create_task(panel.answered(verb, what)))
                await rounds()
            case "turn":
                panel.turn = TurnMark.parse(what)
            case "public":
                panel.gives_way = False
            case "later":
                panel.clock.time += FRESH_S + 1
            case "restart" | "crash":
                panel.displays = displays()
                if verb == "crash":
                    panel.displays.of(TABLE).left_behind()
            case _:
                panel.next_fault = fault(verb)
    await asyncio.gather(*panel.tasks)
    return panel.sent


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
        "edit A, edit B, edit B",
        id="an answer that waits for an edit is compared with what that brought",
    ),
    # Answers that meet a repaint: one waits for the other, so what came last is known.
    pytest.param(
        "show A, click, show B, answer A, show B",
        "edit A, edit B, edit B",
        id="an answer begun before a repaint lies on top of it",
    ),
    pytest.param(
        "begin A, click, answer B, lands, show A",
        "edit A, edit A",
        id="an answer given while an edit is on its way waits for the edit",
    ),
    pytest.param("begin A, click, answer B, lands, show B", "edit A", id="and is known to lie on top"),
    pytest.param("begin A, click, answer A, lands, show A", "edit A, nothing", id="or not to be needed"),
    pytest.param("begin A, click, lands, answer B, show B", "edit A", id="an edit that landed lies beneath"),
    pytest.param(
        "begin B, click, answer A, cut, show A",
        "edit B, again",
        id="an answer after an edit that was cut is certain",
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
        "show A, click, click, turn 3, show B, lost C, show B",
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
        "edit A, post B, post C, edit C",
        id="until all is up to date, so may each later one",
    ),
]


@pytest.mark.parametrize(("steps", "sent"), RACES)
async def test_what_is_sent(steps: str, sent: str) -> None:
    assert ", ".join(await played(steps)) == sent


async def test_a_message_waits_for_the_answer_to_a_click_no_longer_than_discord_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cogs.messages.tracked_message.ANSWERED_S", 0.01)
    found = TrackedMessage(MESSAGE)
    await found.unclicked()
    with found.clicked():
        await asyncio.wait_for(found.unclicked(), 10)


async def test_a_post_that_fails_leaves_the_former_message_as_it_is() -> None:
    async def fails() -> None:
        raise fault("down")

    found = TrackedMessage(MESSAGE)
    with pytest.raises(discord.HTTPException):
        await found.update(view_of("A"), fails, fails, is_post=True)
    assert not found.is_replaced


async def test_an_edit_that_nobody_wants_any_more_by_its_turn_is_left_out() -> None:
    found, sent = TrackedMessage(MESSAGE), list[str]()

    async def edit() -> None:
        sent.append("edit")

    await found.show(view_of("A"), edit, lambda: False)
    assert sent == []
    assert found.digest == ""


def test_a_message_is_known_while_somebody_holds_it_or_its_table_does() -> None:
    known = displays()
    first, second = known.noted(TABLE, 1, view_of("A").digest), known.message(2)
    assert known.message(1) is first
    assert known.message(2) is second
    known.of(TABLE).forget_but({1})
    assert known.message(1).shows(view_of("A"))
    known.of(TABLE).forget_but(set())
    del first, second
    assert not known.message(1).digest
