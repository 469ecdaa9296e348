"""One storm: a local Discord, a bot, people who click, and troubles; then calm, and the checks."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from localdiscord import BadInput, NotAnswered, Person
from tables.model.table import Cover
from tests.local import local_discord
from tests.play.evening import ids_of, moves_of, steps_of
from tests.play.killed_bot import ROOT
from tests.play.pairing import PAIRING
from tests.postgres import own
from tests.soak.checks import check_all, check_screens
from tests.soak.crew import Crew
from tests.soak.people import Clicker, open_tables, press
from tests.soak.replays import Life, entries_of, lives_of
from tests.soak.report import Report
from tests.soak.stage import CHANNELS, ELSEWHERE, FOUNDER, NAMES, Bot, SoakedBot, Stage
from tests.soak.weather import Weather

LOOK_S: Final = 0.1
"""Seconds between two looks at the bot's activity."""
QUIET_S: Final = 1.8
"""Seconds without requests to Discord after which the bot is at rest, unless a computer player thinks."""
THINKS_S: Final = 40.0
"""The most seconds for a computer player's move, whose process may have to start on a busy machine."""
CALM_S: Final = 60.0
"""The most seconds until the bot is at rest after a storm."""
BACK_S: Final = 8.0
"""Meanwhile, seconds between the times at which people come back to seats that computer players hold."""
MOST_S: Final = 5.0
"""The most seconds that a process may take to stop in order."""
JUMPS_S: Final = (65.0, 620.0)
"""Seconds by which the clock is moved, so that waiting retries are made, and times for turns run out."""
TABLES: Final = 9
STILL: Final = "no table stands still"
STEPS: Final = 40
REMEMBERED: Final = 1_000_000


async def storm(
    seed: int,
    seconds: float,
    tables: int = TABLES,
    root: Path = ROOT,
    only: str = ".",
    workers: int = 0,
    jumps: Sequence[float] = JUMPS_S,
    address: str = "",
    kill_every_s: float = 0.0,
    way: str = PAIRING.way,
) -> Report:
    """Run a storm, and check the state that it leaves.

    Args:
        seed: The seed of all random numbers.
        seconds: The length of the storm.
        tables: The number of tables to open.
        root: The folder of the bot's code.
        only: A pattern of the names of the troubles in the storm.
        workers: The number of processes on a PostgreSQL; 0: a single process on an SQLite file.
        address: The workers' database, whose PostgreSQL is not disturbed; default: one in a PostgreSQL of its
            own, which is restarted now and then.
        kill_every_s: Seconds after which one of the workers is killed, again and again; 0: never.
        way: How clicks come: `https`: several processes are behind a balancer; `gateway`: each has a shard.
        jumps: Seconds by which the clock is moved after the storm, one after the other.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        cluster = stack.enter_context(own()) if workers and not address else None
        if cluster is not None:
            address = stack.enter_context(cluster.database())
        discord = local_discord(people=NAMES, channels=CHANNELS, remembered=REMEMBERED, old_edits=(30, 6.0))
        async with discord:
            bot: Bot = SoakedBot(discord, folder, root, seed, way)
            if workers:
                bot = Crew(discord, folder, root, seed, address, workers, way)
            stage = Stage(discord, folder, seed, bot)
            report = Report(seed)
            discord.found_server(ELSEWHERE, discord.person(FOUNDER).user)
            await stage.revive()
            watch = asyncio.create_task(stage.watch_the_machine())
            try:
                await open_tables(stage, tables)
                weather = Weather(stage, only, cluster, kill_every_s)
                await _rage(stage, weather, seconds)
                report.troubles = weather.seen
                await calm_down(stage, weather, report, jumps)
                await move_everywhere(stage, report)
                await at_rest(stage, report)
                await stage.ledger.all_judged()
                status = await stage.bot.end()
                if status != 0:
                    report.find("ends in order", f"the bot ended with {status}")
                if isinstance(bot, Crew):
                    _check_endings(bot, report, is_killed=bool(kill_every_s))
            finally:
                watch.cancel()
                await stage.bot.close()
            begun = time.monotonic()
            check_all(stage, report)
            check_screens(stage, report, "at last")
            report.checked_s = time.monotonic() - begun
        report.deaths = stage.bot.deaths
        report.log = stage.bot.log
        return report


def _check_endings(crew: Crew, report: Report, *, is_killed: bool) -> None:
    for ending in crew.endings:
        if ending.status or ending.took_s > MOST_S:
            report.find("ends in order", f"a process ended with {ending.status} after {ending.took_s:.1f} s")
    # If processes are killed again and again, the last one may give up at its start, since it does so without
    # PostgreSQL.
    if crew.lost and not is_killed:
        report.find("ends in order", f"{crew.lost} interactions were taken by nobody")


async def _rage(stage: Stage, weather: Weather, seconds: float) -> None:
    acting = [asyncio.create_task(Clicker(stage, who).live()) for who in stage.people]
    acting.append(asyncio.create_task(weather.rage()))
    acting.append(asyncio.create_task(_keep_alive(stage)))
    done, _ = await asyncio.wait(acting, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    stage.over.set()
    for task in done:
        task.result()
    await asyncio.gather(*acting)


async def _keep_alive(stage: Stage) -> None:
    """Start the bot again whenever it has given up, as a service manager does."""
    while await stage.pause(0.5):
        await stage.revive()


async def calm_down(stage: Stage, weather: Weather, report: Report, jumps: Sequence[float] = JUMPS_S) -> None:
    """End all troubles, and wait until the bot is at rest; in half of the cases, restart it before."""
    weather.cease()
    if jumps and stage.dice("calm").random() < 0.5:
        await stage.kill()
    await stage.revive()
    await at_rest(stage, report)
    check_screens(stage, report, "before anything else happened", is_told=stage.discord.online)
    for seconds in jumps:
        stage.move_clock(seconds)
        await at_rest(stage, report)


async def at_rest(stage: Stage, report: Report) -> None:
    """Wait until the bot does nothing any more, judged by its silence."""
    back_at = time.monotonic()
    until, silent_s, seen = time.monotonic() + CALM_S, 0.0, _doings(stage)
    while True:
        is_silent = silent_s >= THINKS_S or (silent_s >= QUIET_S and not _computer_owes(stage))
        now = _doings(stage)  # Read afterwards, since a computer player may have moved meanwhile.
        if now != seen or not stage.bot.is_shared_out():
            silent_s, seen = 0.0, now
        elif is_silent:
            return
        if time.monotonic() > until:
            report.find("comes to rest", f"the bot was still busy {CALM_S:.0f} s after everybody had gone")
            return
        if time.monotonic() >= back_at:  # Times run out meanwhile, and computer players take over.
            await _come_back(stage)
            back_at = time.monotonic() + BACK_S
        # Looks are counted instead of seconds, since a busy machine slows down both the bot and the test.
        await asyncio.sleep(LOOK_S)
        silent_s += LOOK_S


def _computer_owes(stage: Stage) -> bool:
    """Whether it is a computer player's turn at a running table."""
    going_on = (life for life in lives_of(stage) if life.is_running and not life.row.held and not life.fault)
    return any(not info.is_played_by_person for life in going_on for info in life.waits_for())


async def _come_back(stage: Stage) -> None:
    """Have people come back to seats held by computer players, who would go on for long without them."""
    for life in lives_of(stage):
        if not life.is_running or life.row.held or life.fault:
            continue
        for info in life.now.facts.seats:
            who = next((one for one in stage.people if one.id == info.person_id), None)
            if who is not None and info.cover is not Cover.NONE and not info.conceded:
                opened = await who.command("cards", CHANNELS[0], table=life.id)
                stage.ledger.note(who, opened, "cards")
                panel = (await opened.answered()).messages[0]
                click = await press(stage, who, panel, f"t:{life.id}:return")
                await click.interaction.answered()


def _doings(stage: Stage) -> tuple[int, bool, int]:
    """Return numbers that change while the bot does anything, including a computer player's moves."""
    return len(list(stage.discord.requests)), stage.discord.online, entries_of(stage)


async def move_everywhere(stage: Stage, report: Report) -> None:
    """Have each person whose turn it is make a move; a person who can't is stuck, which is a finding."""
    dice = stage.dice("last moves")
    for life in lives_of(stage):
        if not life.is_running or life.row.held or life.fault:
            continue
        for info in life.waits_for():
            if not info.is_played_by_person and not info.gone:
                report.find(STILL, f"{life.id} waits for the computer player on seat {info.seat}")
            elif info.person_id is not None and not info.gone:
                who = next(one for one in stage.people if one.id == info.person_id)
                why = await make_a_move(stage, who, life, dice)
                if why:
                    report.find(STILL, f"{who.user.name} can't move at {life.id}: {why}")


async def make_a_move(stage: Stage, who: Person, life: Life, dice: random.Random) -> str:
    """Have a person open their panel and make any move; return why that failed, or an empty text."""
    try:
        opened = await who.command("cards", CHANNELS[0], table=life.id)
        stage.ledger.note(who, opened, "cards")
        panel = (await opened.answered()).messages[0]
        for _ in range(STEPS):
            moves, steps = moves_of(panel), steps_of(panel)
            if not moves and not steps:
                return "" if _version(stage, life) > life.row.version else f"nothing to press: {panel.text!r}"
            chosen = dice.choice(moves or steps)
            click = await press(stage, who, panel, chosen)
            await click.interaction.answered()
            if moves:
                await stage.ledger.all_judged()
                version = _version(stage, life)
                if version > life.row.version:
                    return ""
    except (BadInput, LookupError, NotAnswered) as fault:
        return repr(fault)
    return f"no end of steps: {ids_of(panel)}"


def _version(stage: Stage, life: Life) -> int:
    return next(one.row.version for one in lives_of(stage) if one.id == life.id)
