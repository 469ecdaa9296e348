"""Starts a local Discord in a process of its own: `localdiscord --bot 'python mybot.py'`.

`python -m localdiscord` does the same.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys

from localdiscord.bots import end_bot, start_bot
from localdiscord.server import BOT_NAME, CHANNELS, GUILD, PEOPLE, LocalDiscord


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="localdiscord", description="A local Discord on loopback.")
    parser.add_argument("--bot", metavar="COMMAND", help="start this bot on it, and end when it ends")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--token", help="what the bot must say, if not what is printed at the start")
    parser.add_argument("--people", nargs="*", metavar="NAME:LOCALE", help="who is there")
    parser.add_argument("--guild", default=GUILD, metavar="NAME", help="what the server is called")
    parser.add_argument("--channels", nargs="+", default=CHANNELS, metavar="NAME", help="its text channels")
    parser.add_argument("--bot-name", default=BOT_NAME, metavar="NAME", help="what the bot is called")
    parser.add_argument(
        "--activity", metavar="URL", help="the address of its Activity, which opens in a frame"
    )
    parser.add_argument("--privileged", action="store_true", help="the bot may have the privileged intents")
    parser.add_argument("--limits", action="store_true", help="5 messages in 5 seconds for each channel")
    parser.add_argument("--no-check", action="store_true", help="do not use Discord's API description")
    return parser.parse_args()


def local_discord(options: argparse.Namespace) -> LocalDiscord:
    """Return a local Discord with the settings of the command line."""
    people = dict(PEOPLE)
    if options.people:
        people = {name: locale or "en-US" for name, _, locale in (p.partition(":") for p in options.people)}
    return LocalDiscord(
        options.port,
        options.token,
        guild=options.guild,
        people=people,
        channels=options.channels,
        bot_name=options.bot_name,
        activity_url=options.activity,
        privileged=options.privileged,
        check=not options.no_check,
        channel_limit=(5, 5.0) if options.limits else None,
    )


async def run(options: argparse.Namespace) -> int:
    """Run the local Discord until somebody interrupts the program, or the bot ends.

    Returns:
        The exit status; if the bot ended by itself, the bot's exit status.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    async with local_discord(options) as discord:
        where = f"page  {discord.page}\napi   {discord.api_base}\n"
        secret = f"secret {discord.client_secret}\n" if options.activity else ""
        sys.stdout.write(where + ("" if options.token else f"token {discord.token}\n") + secret)
        sys.stdout.flush()
        if options.bot:
            return await run_bot(discord, options.bot, stop)
        await stop.wait()
        return 0


async def run_bot(discord: LocalDiscord, command: str, stop: asyncio.Event) -> int:
    """Run a bot until it ends or `stop` is set, and return the program's exit status."""
    try:
        process = await start_bot(discord, command)
    except OSError as error:
        sys.stderr.write(f"The bot can't be started: {error}\n")
        return 1
    waits = [asyncio.create_task(process.wait()), asyncio.create_task(stop.wait())]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        return 0 if stop.is_set() else process.returncode or 0
    finally:
        for wait in waits:
            wait.cancel()
        await end_bot(process)


def main() -> int:
    """Run the command `localdiscord`, and return its exit status."""
    return asyncio.run(run(arguments()))


if __name__ == "__main__":
    sys.exit(main())
