"""What is known of a message while its pictures follow."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from cogs.discord_io.capacity import Capacity
from cogs.discord_io.reply import Reply
from cogs.interactions.late_pictures import LatePictures
from cogs.messages.surface import Surface, Surfaces
from cogs.text import ui
from cogs.text.components import message, text

MESSAGE = 5
EDIT_ANSWER = "cogs.interactions.late_pictures.edit_answer"

Hung = Callable[[ui.LayoutView], Awaitable[tuple[ui.LayoutView, dict[str, bytes]]]]


async def at_once(view: ui.LayoutView) -> tuple[ui.LayoutView, dict[str, bytes]]:
    """A message without pictures, for which nothing is drawn."""
    return view, {}


def following(surfaces: Surfaces, hung: Hung = at_once) -> LatePictures:
    """The pictures, drawn by `hung`, that follow the answer that is `MESSAGE`."""
    attachments = SimpleNamespace(hung=hung, kept=None)
    parts: Any = SimpleNamespace(attachments=attachments, capacity=Capacity(), surfaces=surfaces)
    late = LatePictures(parts, Mock(), Reply(ui.LayoutView(), shown=lambda *_: None))
    late.follow(Mock(), MESSAGE)
    return late


async def test_a_message_of_an_ended_table_is_forgotten_once_its_late_pictures_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    surfaces, drawn = Surfaces(), asyncio.Event()

    async def hung(view: ui.LayoutView) -> tuple[ui.LayoutView, dict[str, bytes]]:
        await drawn.wait()
        return view, {}

    monkeypatch.setattr(EDIT_ANSWER, AsyncMock())
    late = following(surfaces, hung)
    surfaces.rest(MESSAGE)
    assert list(surfaces._known) == [MESSAGE]
    drawn.set()
    await late._following
    assert surfaces._known == {}


class SlowDiscord:
    """Stands for Discord, where the newest of the edits that are under way lands first.

    Attributes:
        shown: What each edit that has landed shows, in order.
    """

    def __init__(self) -> None:
        self.shown: list[str] = []
        self._under_way: list[tuple[str, asyncio.Event]] = []

    async def edit(self, shown: str) -> None:
        """Send an edit, and wait until it has landed."""
        landed = asyncio.Event()
        self._under_way.append((shown, landed))
        await landed.wait()

    async def until_sent(self) -> None:
        """Give all tasks the time to send what they want to."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def lands(self) -> None:
        """Let all edits land, those too that are sent meanwhile."""
        await self.until_sent()
        while self._under_way:
            shown, landed = self._under_way.pop()
            self.shown.append(shown)
            landed.set()
            await self.until_sent()


class Repainted:
    """A way to a message (see `Way`) by edits alone."""

    is_call = is_reminder = is_old = may_be_answered = False

    def __init__(self, discord: SlowDiscord) -> None:
        self._discord = discord
        self.note = self.post = self.gone = AsyncMock()
        self.wait = Mock()

    async def edit(self, view: ui.LayoutView, surface: Surface) -> bool:
        """As `Way.edit`."""
        with surface.repaint(view):
            await self._discord.edit("repaint")
        return True


async def test_a_repaint_waits_for_late_pictures_that_are_on_their_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    surfaces, discord, newer = Surfaces(), SlowDiscord(), message([text("newer")])
    monkeypatch.setattr(EDIT_ANSWER, lambda *_: discord.edit("pictures"))
    late = following(surfaces)
    await discord.until_sent()
    surface = surfaces.of(MESSAGE)
    repaint = asyncio.create_task(surface.show(newer, Repainted(discord)))
    await discord.lands()
    await asyncio.gather(late._following, repaint)
    assert discord.shown == ["pictures", "repaint"]
    assert surface.shows(newer)
