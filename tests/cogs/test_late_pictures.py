"""What is known of a message while its pictures follow."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from cogs.clicks.late_pictures import LatePictures
from cogs.kit import ui
from cogs.kit.capacity import Capacity
from cogs.kit.reply import Reply
from cogs.live.surface import Surfaces

MESSAGE = 5


async def test_a_message_of_an_ended_table_is_forgotten_once_its_late_pictures_are_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    surfaces, drawn = Surfaces(), asyncio.Event()

    async def hung(view: ui.LayoutView) -> tuple[ui.LayoutView, dict[str, bytes]]:
        await drawn.wait()
        return view, {}

    attachments = SimpleNamespace(hung=hung, kept=None)
    parts: Any = SimpleNamespace(attachments=attachments, capacity=Capacity(), surfaces=surfaces)
    monkeypatch.setattr("cogs.clicks.late_pictures.edit_answer", AsyncMock())
    late = LatePictures(parts, Mock(), Reply(ui.LayoutView(), shown=lambda *_: None))
    late.follow(Mock(), MESSAGE)
    surfaces.rest(MESSAGE)
    assert list(surfaces._known) == [MESSAGE]
    drawn.set()
    await late._following
    assert surfaces._known == {}
