"""Starts a local Discord in a process of its own: `python -m localdiscord --port 8080`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys

from .server import PEOPLE, LocalDiscord


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m localdiscord", description="A local Discord on loopback."
    )
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--token", default="local", help="what the bot must say")
    parser.add_argument("--no-check", action="store_true", help="do not use Discord's API description")
    parser.add_argument("--limits", action="store_true", help="5 messages in 5 seconds for each channel")
    parser.add_argument("--people", nargs="*", metavar="NAME:LOCALE", help="who is there")
    return parser.parse_args()


async def run(options: argparse.Namespace) -> None:
    """Serve until somebody interrupts."""
    people = dict(PEOPLE)
    if options.people:
        people = {name: locale or "en-US" for name, _, locale in (p.partition(":") for p in options.people)}
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    per_channel = (5, 5.0) if options.limits else None
    discord = LocalDiscord(
        options.port,
        options.token,
        people=people,
        check=not options.no_check,
        channel_limit=per_channel,
    )
    async with discord:
        sys.stdout.write(f"page {discord.page}\napi  {discord.api_base}\n")
        sys.stdout.flush()
        await stop.wait()


if __name__ == "__main__":
    asyncio.run(run(arguments()))
