"""The bot in a process of its own, which a test can kill at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from localdiscord import LocalDiscord
from tests.play.evening import PATIENCE_S
from tests.play.forked import Forked, fork

ROOT = Path(__file__).parents[2]
HURRIED = ("-m", "tests.play.hurried_bot")
"""Python's arguments for the bot with the pace of tests and small pictures."""


class KilledBot:
    """The process of `python bot.py`, or of another program that runs the bot, on a local Discord.

    Args:
        discord: The local Discord.
        database: The path of the database.
        root: The folder of the code.
        program: Python's arguments; a module of ours runs in a `forked` process.

    Attributes:
        deaths: How many times the bot was killed.
        process: The process; after its end, the one that has ended.
    """

    def __init__(
        self, discord: LocalDiscord, database: Path, root: Path = ROOT, program: tuple[str, ...] = ("bot.py",)
    ) -> None:
        self.discord = discord
        self.database = database
        self.deaths = 0
        self.process: asyncio.subprocess.Process | Forked
        self._root = root
        self._program = program

    async def launch(self, settings: Mapping[str, str], stderr: int | None = None) -> None:
        """Start the process, with further settings."""
        env = {
            **os.environ,
            "DISCORD_TOKEN": self.discord.token,
            "DISCORD_API_BASE": self.discord.api_base,
            "DATABASE_PATH": str(self.database),
            "LOG_LEVEL": "WARNING",
            **settings,
        }
        if self._root == ROOT and self._program[0] == "-m":
            self.process = await fork(self._program[1], self._root, env, stderr)
            return
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *self._program,
            cwd=self._root,
            env=env,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=stderr,
        )

    async def begin(self) -> None:
        """Start the process, and wait until the bot is online."""
        await self.launch({})
        await self.discord.until(lambda: self.discord.online, timeout_s=PATIENCE_S)

    async def kill(self) -> None:
        """Kill the process at once, as a power cut would; wait until Discord has noticed."""
        await self.die()
        await self.discord.until(lambda: not self.discord.online, timeout_s=PATIENCE_S)

    async def die(self) -> None:
        """Kill the process at once."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        self.deaths += 1

    async def end(self) -> int:
        """End the process as Ctrl-C does; return its exit status."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)
        return await asyncio.wait_for(self.process.wait(), PATIENCE_S)
