"""Fixtures of the tests in the page: a local Discord with the bot on it, and a browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import expect

from cogs.client import TableBot
from cogs.messages.refresher import Pace
from engine.players import PLAYERS, RANDOM
from localdiscord import LocalDiscord
from localdiscord.tests.browsers import browser, one_browser
from tables import Tables
from tables.computers.thinking import InThreads
from tests.engine.seeded import Seeded
from tests.local import local_discord

__all__ = ("browser", "discord", "one_browser")

expect.set_options(timeout=20_000)  # A busy machine needs more time; a missing element still fails.


@pytest_asyncio.fixture(loop_scope="session")
async def discord(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """A local Discord with the bot on it."""
    async with local_discord() as server:
        # A game against a player who moves at random ends quickly.
        players = {**PLAYERS, "beginner": PLAYERS[RANDOM]}
        path, thinking = str(tmp_path / "tables.sqlite3"), InThreads(players)
        tables = await Tables.open(path, chance=Seeded(1), thinking=thinking)
        bot = TableBot(
            tables, api_base=server.api_base, pace=Pace(settle_s=0.05, spacing_s=0.05, pictures_s=60)
        )
        running = asyncio.create_task(bot.start(server.token))
        await server.until(lambda: server.online, timeout_s=20)
        yield server
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
        await tables.close()
        assert server.violations == []
        assert server.lacks == []
        assert server.crashes == []
