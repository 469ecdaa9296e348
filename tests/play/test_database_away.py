"""If a PostgreSQL is down when the bot starts, the bot waits for it, as for Discord."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest

from tests.house.test_house import ROOT
from tests.postgres import Cluster

PATIENCE_S = 40.0

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


async def started(address: str, folder: Path, **settings: str) -> Process:
    """Start the bot, without a Discord."""
    env = {
        **os.environ,
        "DISCORD_TOKEN": "x",
        "DISCORD_API_BASE": "http://127.0.0.1:9",
        "DATABASE_URL": address,
        "LANG": "en",
        **settings,
    }
    # Not the tests' own folder, which may have a .env.
    return await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "bot.py"),
        cwd=folder,
        env=env,
        stdout=PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )


async def says(bot: Process, word: str) -> str:
    """Wait for an output line with a word; return all lines until then."""
    lines = ""
    assert bot.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        while word not in lines:
            line = (await bot.stdout.readline()).decode()
            assert line, lines
            lines += line
    return lines


async def test_it_goes_on_once_the_server_is_there(own_cluster: Cluster, tmp_path: Path) -> None:
    address = own_cluster.create()
    await asyncio.to_thread(own_cluster.stop)
    bot = await started(address, tmp_path)
    try:
        assert "No PostgreSQL server answers" in await says(bot, "will keep trying")
        await asyncio.to_thread(own_cluster.start)
        await says(bot, "Connecting")
    finally:
        bot.send_signal(signal.SIGTERM)
        await bot.wait()


async def test_who_is_stopped_meanwhile_ends_at_once(own_cluster: Cluster, tmp_path: Path) -> None:
    address = own_cluster.create()
    await asyncio.to_thread(own_cluster.stop)
    bot = await started(address, tmp_path)
    await says(bot, "will keep trying")
    bot.send_signal(signal.SIGTERM)
    async with asyncio.timeout(PATIENCE_S):
        assert await bot.wait() == 0


@pytest.mark.parametrize(
    ("database", "said"),
    [("nowhere", "The database or user"), ("", "must look like")],
    ids=["missing", "odd"],
)
async def test_what_time_does_not_mend_is_told_at_once(
    own_cluster: Cluster, tmp_path: Path, database: str, said: str
) -> None:
    bot = await started(own_cluster.address(database) if database else "mysql://there", tmp_path)
    assert said in await says(bot, said)
    async with asyncio.timeout(PATIENCE_S):
        assert await bot.wait() == 1
