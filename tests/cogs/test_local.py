"""`bot.py --local`: what the bot on a local Discord offers."""

from __future__ import annotations

import re

import pytest

import bot
from cogs.ops.settings import LargeBoard, Network


async def large_board(monkeypatch: pytest.MonkeyPatch, forwarded: str) -> LargeBoard | None:
    """Return the large board's settings; `forwarded`: the origin of a forwarded page, or empty."""
    found: list[Network] = []

    async def run(_token: str, _base: str, _database: str, connections: Network) -> int:
        found.append(connections)
        return 0

    monkeypatch.setenv("LOCALDISCORD_ORIGIN", forwarded)
    monkeypatch.delenv("CODESPACE_NAME", raising=False)
    monkeypatch.setattr(bot, "run", run)
    assert await bot.run_local(0) == 0
    return found[0].large_board


async def test_the_large_board_opens_in_a_page_by_either_name_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = await large_board(monkeypatch, "")
    assert board is not None
    assert re.fullmatch(r"http://127\.0\.0\.1:(\d+) http://localhost:\1", board.local)


async def test_no_large_board_is_offered_whose_port_is_out_of_the_browsers_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert await large_board(monkeypatch, "https://ana-8017.example.org") is None
