"""Runs unmodified bots in processes of their own; environment variables direct them to the local Discord."""

from __future__ import annotations

import asyncio
import os
import shlex
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from localdiscord.server import LocalDiscord

STARTUP = Path(__file__).resolve().parent / "startup"
END_WITHIN_S = 10.0


@asynccontextmanager
async def running_bot(
    discord: LocalDiscord, command: str, *, timeout_s: float = 30.0
) -> AsyncIterator[Process]:
    """Run a bot, and enter the context once the bot is connected; leaving the context ends the bot.

    Args:
        discord: the local Discord to which the bot connects.
        command: the command line that starts the bot, such as `python mybot.py`.
        timeout_s: seconds that the bot may take to connect.

    Raises:
        OSError: if there is no such program.
        RuntimeError: if the bot ends before it is connected.
        TimeoutError: if the bot isn't connected in time.
    """
    process = await start_bot(discord, command)
    try:
        await _connected(discord, process, timeout_s)
        yield process
    finally:
        await end_bot(process)


async def start_bot(discord: LocalDiscord, command: str) -> Process:
    """Start a bot's process; libraries that `startup` knows connect to the local Discord by themselves.

    Raises:
        OSError: if there is no such program.
    """
    words = shlex.split(command, posix=os.name == "posix")
    return await asyncio.create_subprocess_exec(*words, env=environment(discord))


async def end_bot(process: Process) -> None:
    """End a bot that still runs: ask its process to terminate, and kill it if it doesn't."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(END_WITHIN_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


def environment(discord: LocalDiscord) -> dict[str, str]:
    """Return the environment variables with which a bot's process is started."""
    path = [str(STARTUP), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **os.environ,
        "DISCORD_TOKEN": discord.token,
        "DISCORD_CLIENT_SECRET": discord.client_secret,
        "DISCORD_API_BASE": discord.api_base,
        "DISCORD_GATEWAY": discord.gateway_url,
        "PYTHONPATH": os.pathsep.join(path),
    }


async def _connected(discord: LocalDiscord, process: Process, timeout_s: float) -> None:
    ended = asyncio.create_task(process.wait())
    ended.add_done_callback(lambda _: discord.world.events.changed())
    try:
        await discord.until(lambda: discord.online or ended.done(), timeout_s=timeout_s)
        if ended.done():
            raise RuntimeError(f"the bot ended with {ended.result()} before it was connected")
    finally:
        ended.cancel()
