"""The entry point: loads settings, opens the database, runs the bot; with `--local`, on a local Discord."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, Final, TextIO, cast
from urllib.parse import urlsplit

import discord
import structlog
from nacl.signing import VerifyKey

from cogs.client import DISCORD, TableBot
from cogs.discord_io.delivery import pauses
from cogs.games import screens
from cogs.interactions.settings import place_names
from cogs.messages.warming import warm
from cogs.ops.log_lines import Folded, Unbroken, Wordless, written_wordless
from cogs.ops.operator import Operator, version
from cogs.ops.settings import HOST, BadSetting, Door, LargeBoard, Network, network
from locales import in_language, languages
from locales.terminal import open_terminal, say, terminal_words
from pictures.painter import PAINTER
from tables import StorageProblem, Tables
from tables.store.address import configured, is_shared, shown
from tables.store.check import check, damage
from tables.store.dump import copied_before_update
from tables.store.signals import heard, stoppable
from tables.store.text_files import load_settings

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

LOCAL_PORT: Final = 8017
LOCAL_TOKEN: Final = "local"
LOCAL_NAMES: Final[Mapping[str, Any]] = {
    "guild": "Rapa Nui",
    "channels": ("games", "lounge"),
    "bot_name": "Tables",
}
"""The names of the server, its channels and the bot on the local Discord."""
MOST_LISTED: Final = 20
"""`--check` names at most this many of the tables that can't be read."""
LOBBIES_S: Final = 1.0
"""At its start, the bot waits at most this many seconds until the lobbies' pictures are drawn."""
ENDS_WITHIN_S: Final = 4.7
"""Seconds after which a bot that is being stopped is killed; mostly, stopping takes a tenth of a second."""
DATABASE_PAUSES_S: Final = (2.0, 5.0, 15.0)
"""Pauses, in seconds, before each retry to open a PostgreSQL database; the last pause repeats for ever."""
AWAY: Final = ("database_unreachable", "database_full", "io_error")
"""The codes of temporary problems of a PostgreSQL database, such as being down or out of connections."""
FAILED: Final = 1
"""The exit status after a failure, for service managers."""


def arguments() -> argparse.Namespace:
    """Return the parsed command line."""
    words = terminal_words()
    parser = argparse.ArgumentParser(description=words("start.description"))
    parser.add_argument("--local", action="store_true", help=words("start.help_local"))
    parser.add_argument("--port", type=int, default=LOCAL_PORT, help=words("start.help_port"))
    parser.add_argument("--check", action="store_true", help=words("start.help_check"))
    parser.add_argument("--version", action="version", version=version(), help=words("start.help_version"))
    return parser.parse_args()


def set_up_logging(level: str) -> None:
    """Log to standard error: of the bot, messages of `level` and above; of libraries, warnings and errors.

    The text of an exception is logged only if `level` is `DEBUG`; otherwise only its type and place.

    Raises:
        BadSetting: `bad_log_level`: there is no such level.
    """
    number = logging.getLevelNamesMapping().get(level.upper(), logging.NOTSET)
    if not number:
        raise BadSetting("bad_log_level", value=level)
    is_telling = number <= logging.DEBUG
    lines = logging.StreamHandler()
    folded = Folded()
    if not is_telling:
        lines.addFilter(folded.filter)
    lines.setFormatter((logging.Formatter if is_telling else Wordless)("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[lines])
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # Voice support is missing.
    # psycopg warns of conflicts between processes, which the store resolves; its pool, of lost connections.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    logging.getLogger("psycopg.pool").setLevel(logging.WARNING)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            *(() if is_telling else (folded,)),
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                # Plain tracebacks: others show local variables, among them tokens and cards.
                exception_formatter=structlog.dev.plain_traceback if is_telling else written_wordless,
            ),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, Unbroken())),
        cache_logger_on_first_use=True,
    )


def api_base(setting: str | None) -> str:
    """Return the API's address: `setting` or, if empty, Discord's; one without a path gets `/api/v10`."""
    base = (setting or DISCORD).rstrip("/")
    return base if urlsplit(base).path else f"{base}/api/v10"


async def run(token: str, base: str, database: str, connections: Network) -> int:
    """Open the database and run the bot until it is stopped; return the exit status.

    `base`: the address of Discord's API.

    Raises:
        BadSetting: A setting is invalid, or a port in use.
        StorageProblem: The database can't be used.
    """
    words, operator = terminal_words(), Operator(os.environ)

    def ready() -> None:
        operator.ready()
        say(words("start.ready"))

    def unreachable() -> None:
        say(words("start.unreachable", base=base))
        say(words("start.tries_again"))

    say(words("start.tables", path=shown(database)))
    tables = await opened(database, operator)
    try:
        say(words("start.connecting"))
        bot = TableBot(
            tables,
            api_base=base,
            say_ready=ready,
            say_unreachable=unreachable,
            watchers=operator.watchers,
            http_trace=operator.http_trace,
            network=connections,
            operator_id=operator.person_id,
        )
        async with bot, operator.looking_after(bot, tables, bot.ways, bot.parts.discord_clock):
            are_lobbies_drawn = asyncio.Event()
            warming = asyncio.create_task(warm(bot.parts, are_lobbies_drawn))
            checking = asyncio.create_task(closed_if_damaged(bot, database))
            try:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOBBIES_S):
                        await are_lobbies_drawn.wait()
                await bot.start(token)
            finally:
                warming.cancel()
                if not bot.is_closed():
                    checking.cancel()
            if await checking:
                say(words("start.found_damaged", path=database))
                return FAILED
    except discord.LoginFailure:
        say(words("start.wrong_token"))
        return FAILED
    finally:
        await tables.close()
    return 0


async def opened(database: str, operator: Operator) -> Tables:
    """Open the database, and return its `Tables`; while a PostgreSQL database is temporarily down, retry.

    Raises:
        StorageProblem: The database can't be used; an SQLite file is unchanged.
    """
    words = terminal_words()
    for failures, pause in enumerate(pauses(DATABASE_PAUSES_S)):
        operator.starting()
        try:
            if changed := await copied_before_update(database):
                say(words(f"start.{changed[0]}", path=changed[1]))
            return await Tables.open(database)
        except StorageProblem as problem:
            if not is_shared(database) or problem.code not in AWAY:
                raise
            if not failures:
                say(words(f"start.{problem.code}", **problem.facts))
                say(words("start.tries_again"))
            log.warning("database_not_opened", code=problem.code, again_in_s=pause)
        await asyncio.sleep(pause)
    raise AssertionError  # The pauses never end.


async def closed_if_damaged(bot: TableBot, database: str) -> bool:
    """Once the bot is online, check the whole database file; if it is damaged, close the bot.

    Returns:
        Whether the file is damaged; always False for PostgreSQL, which checks its files itself.
    """
    await bot.wait_until_ready()
    if is_shared(database) or await damage(database) is None:
        return False
    await bot.close()
    return True


async def check_before_update(path: str) -> int:
    """Print which open tables of the database at `path` this version of the bot can't read.

    Returns:
        The exit status: 0 if all tables can be read.

    Raises:
        StorageProblem: The database can't be read.
    """
    words = terminal_words()
    found = await check(path)
    if not found.unreadable:
        say(words.count("start.check_good", found.read, path=shown(path)))
        return 0
    say(words.count("start.check_bad", len(found.unreadable), total=found.read, path=shown(path)))
    for one in found.unreadable[:MOST_LISTED]:
        line = words(
            f"start.check_{one.fault.code}",
            table=one.facts.id,
            game=one.facts.game_id,
            version=one.facts.rules_version,
            number=one.fault.number,
        )
        say(f"- {line}")
    if len(found.unreadable) > MOST_LISTED:
        say(words.count("start.check_more", len(found.unreadable) - MOST_LISTED))
    say(words("start.check_then"))
    return FAILED


def say_stopped() -> None:
    """Print that `--check` was stopped before its end."""
    say("\n" + terminal_words()("start.check_stopped"))


async def run_local(port: int) -> int:
    """Run the bot on a local Discord, both in this process, with a database that is deleted at the end.

    Returns:
        The exit status.
    """
    from localdiscord import LocalDiscord  # Only `--local` needs this.

    words = terminal_words()
    server = LocalDiscord(port, LOCAL_TOKEN, **LOCAL_NAMES)
    try:
        await server.start()
    except OSError:
        server = LocalDiscord(0, LOCAL_TOKEN, **LOCAL_NAMES)
        await server.start()
    server.channel(LOCAL_NAMES["channels"][0]).topic = words("start.topic")
    everybody = list(server.world.people.values())
    for channel in LOCAL_NAMES["channels"]:
        # Leagues and repairs need a moderator.
        server.change_permissions(everybody[0], channel, allow=["MANAGE_MESSAGES"])
    server.add_group(*everybody)
    for person in everybody:
        server.install(person)
    try:
        with tempfile.TemporaryDirectory(prefix="tables-") as folder:
            with socket.create_server((HOST, 0)) as free:
                page = Door(VerifyKey(bytes.fromhex(server.public_key)), port=free.getsockname()[1])
            board = None
            if server.forwarded_to is None:  # Else a browser elsewhere doesn't reach this second port.
                server.use_activity_url(f"http://{HOST}:{page.port}/")
                pages = [f"http://{name}:{server.port}" for name in (HOST, "localhost")]
                board = LargeBoard(server.client_secret, " ".join(pages))
            database = str(Path(folder) / "tables.sqlite3")
            connections = Network(page, large_board=board)
            playing = asyncio.create_task(run(LOCAL_TOKEN, server.api_base, database, connections))
            try:
                online = asyncio.create_task(server.until(lambda: server.online, timeout_s=60))
                await asyncio.wait({playing, online}, return_when=asyncio.FIRST_COMPLETED)
                online.cancel()
                if not playing.done():
                    say("\n" + words("start.page", page=server.page) + "\n")
                return await playing
            finally:
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
    finally:
        await server.stop()


def end_within(seconds: float, goodbye: str) -> None:
    """After `seconds`, print `goodbye` and end this process, even if a disk or a thread hangs.

    All changes that the bot has confirmed to people are on the disk by then; the next start updates the
    messages.
    """

    def give_up() -> None:
        structlog.get_logger(__name__).warning("not_ended_in_time", seconds=seconds)
        say("\n" + goodbye)
        os._exit(0)

    timer = threading.Timer(seconds, give_up)
    timer.daemon = True
    timer.start()


async def until_stopped(work: Coroutine[Any, Any, int], goodbye: str) -> int:
    """Run `work`, and return its exit status; on Ctrl-C or SIGTERM, cancel it, print `goodbye`, return 0."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()

    def stop() -> None:
        task.cancel()
        end_within(ENDS_WITHIN_S, goodbye)

    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead.
            loop.add_signal_handler(number, stop)
    try:
        return await task
    except asyncio.CancelledError:
        say("\n" + goodbye)
        return 0


def main() -> int:
    """Load the settings, and do what the command line asks for; return the exit status."""
    open_terminal()
    options = arguments()
    try:
        return do(options)
    except (BadSetting, StorageProblem) as fault:
        say(terminal_words()(f"start.{fault.code}", **fault.facts))
        return FAILED


def do(options: argparse.Namespace) -> int:
    """Do what the command line asks for; return the exit status.

    Raises:
        BadSetting, StorageProblem: A setting is invalid, or the database can't be used.
    """
    quiet = "CRITICAL" if options.check else "WARNING" if options.local else "INFO"
    load_settings()
    set_up_logging(os.environ.get("LOG_LEVEL", "").strip() or quiet)
    database = "" if options.local else configured(os.environ)
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    if options.check:
        stoppable(say_stopped, FAILED)
        return asyncio.run(heard(check_before_update(database)))
    if options.local:
        work = run_local(options.port)
    elif token:
        base = api_base(os.environ.get("DISCORD_API_BASE"))
        work = run(token, base, database, network(os.environ))
    else:
        say(terminal_words()("start.no_token"))
        return FAILED
    prepare()
    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        goodbye = terminal_words()("start.goodbye_local" if options.local else "start.goodbye")
        return runner.run(until_stopped(work, goodbye))


def prepare() -> None:
    """Load all games and languages in advance, so that no click waits for them."""
    PAINTER.start()  # Now, so that the painter's process loads its modules at the same time.
    screens()
    for language in languages():
        in_language(language).listed(("", ""))  # This makes Babel load its data on the language.
    place_names()
    # A garbage collection blocks the event loop: for 70 ms over all that is loaded for good, for 45 ms over
    # what piles up while people click. With the loaded objects frozen, it takes 20 ms at most.
    gc.freeze()
    gc.set_threshold(3_000, 5, 1)


def fast_loop() -> Any:
    """Return uvloop's function that makes an event loop; None, for asyncio's own loop, without uvloop."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


if __name__ == "__main__":
    sys.exit(main())
