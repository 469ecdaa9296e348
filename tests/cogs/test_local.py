"""`bot.py --local`: what the bot on a local Discord offers."""

from __future__ import annotations

import pytest

import bot
from cogs.ops.settings import Network


@pytest.mark.parametrize(("forwarded", "has_large_board"), [("https://ana.example.org", False), ("", True)])
async def test_the_large_board_is_offered_unless_its_port_is_out_of_the_browsers_reach(
    monkeypatch: pytest.MonkeyPatch, forwarded: str, has_large_board: bool
) -> None:
    found: list[Network] = []

    async def run(_token: str, _base: str, _database: str, connections: Network) -> int:
        found.append(connections)
        return 0

    monkeypatch.setenv("LOCALDISCORD_ORIGIN", forwarded)
    monkeypatch.delenv("CODESPACE_NAME", raising=False)
    monkeypatch.setattr(bot, "run", run)
    assert await bot.run_local(0) == 0
    assert [one.large_board is not None for one in found] == [has_large_board]
