"""The bot as a process of its own, to be killed at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from localdiscord import LocalDiscord
from tests.play.evening import PATIENCE_S

ROOT = Path(__file__).parents[2]


class KilledBot:
    """`python bot.py` on a local Discord.

    Attributes:
        deaths: How often it was killed.
    """

    def __init__(self, discord: LocalDiscord, database: Path) -> None:
        self.discord = discord
        self.database = database
        self.deaths = 0
        self._process: asyncio.subprocess.Process | None = None

    async def begin(self) -> None:
        """Start it and wait until it is online."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(ROOT / "bot.py"),
            cwd=ROOT,
            env={
                **os.environ,
                "DISCORD_TOKEN": self.discord.token,
                "DISCORD_API_BASE": self.discord.api_base,
                "DATABASE_PATH": str(self.database),
                "LOG_LEVEL": "WARNING",
            },
            stdout=asyncio.subprocess.DEVNULL,
        )
        await self.discord.until(lambda: self.discord.online, timeout_s=PATIENCE_S)

    async def kill(self) -> None:
        """End it at this very moment, as a power cut would."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGKILL)
        await self._process.wait()
        self.deaths += 1
        await self.discord.until(lambda: not self.discord.online, timeout_s=PATIENCE_S)

    async def end(self) -> int:
        """End it as Ctrl-C does; its exit status."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
        return await asyncio.wait_for(self._process.wait(), PATIENCE_S)
