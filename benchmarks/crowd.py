"""Simulated people who play on a local Discord in this process; the bot runs in another process."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from cogs.text import ids
from localdiscord import Interaction, LocalDiscord, NotAnswered, Person, ShownMessage
from localdiscord.model.components import STRING_SELECT
from localdiscord.model.interaction import ANSWER_WITHIN_S

ROOT: Final = Path(__file__).parents[1]
DEFERRALS: Final = (5, 6)
"""The types of responses to interactions that show nothing: deferrals."""


@asynccontextmanager
async def process(discord: LocalDiscord, *command: str, **env: str) -> AsyncIterator[int]:
    """Run a bot on the local Discord in a process of its own; yield the process's id once it is online.

    At the end, print whether the bot has logged an error.
    """
    settings = {
        "DISCORD_TOKEN": discord.token,
        "DISCORD_API_BASE": discord.api_base,
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": str(ROOT),
    }
    with tempfile.TemporaryFile("w+") as log:
        started = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            cwd=ROOT,
            env={**os.environ, **settings, **env},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=log,
        )
        try:
            await discord.until(lambda: discord.online, timeout_s=30)
            yield started.pid
        finally:
            started.terminate()
            await started.wait()
            log.seek(0)
            if lines := log.readlines():
                print(f"The bot logged {len(lines)} lines: {lines[0].strip()} ... {lines[-1].strip()}")


def stats() -> dict[int, list[str]]:
    """Return Linux' data on each process, by id: a list of fields (1: the parent's id; 11, 12: CPU time)."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # That process has just ended.
            found[int(stat.parent.name)] = stat.read_text().rpartition(")")[2].split()
    return found


def family(process_id: int, known: Mapping[int, list[str]] | None = None) -> list[int]:
    """Return the ids of a process and of all its descendants; `known`: a result of `stats`."""
    children: dict[int, list[int]] = {}
    for number, fields in (known or stats()).items():
        children.setdefault(int(fields[1]), []).append(number)
    found = [process_id]
    for member in found:
        found += children.get(member, [])
    return found


def cpu_s(process_id: int) -> float:
    """Return the CPU seconds of a process and all its descendants, by Linux' counters."""
    known = stats()
    used = sum(int(field) for member in family(process_id, known) for field in known[member][11:13])
    return used / os.sysconf("SC_CLK_TCK")


class Waits:
    """How long clicks and commands waited for their answers.

    Attributes:
        took: Seconds until each answer; a deferral counts as one.
        deferred: How many clicks were answered by a deferral, even if no message changed later.
        lost: How many clicks had no answer within Discord's 3 seconds.
    """

    def __init__(self) -> None:
        self.took: list[float] = []
        self.deferred = 0
        self.lost = 0

    async def answer(self, used: Interaction) -> Interaction:
        """Wait for the answer to a click or command just sent, and record the time."""
        began = time.perf_counter()
        try:
            await used.answered()
        except NotAnswered:
            self.lost += 1
            self.took.append(ANSWER_WITHIN_S)
        else:
            self.took.append(time.perf_counter() - began)
            self.deferred += used.response_type in DEFERRALS
        return used

    def ms(self, share: float) -> float:
        """Return the milliseconds within which a share of the answers came."""
        return sorted(self.took)[min(int(share * len(self.took)), len(self.took) - 1)] * 1000

    def __str__(self) -> str:
        return (
            f"median {self.ms(0.5):4.0f} ms, 99 % within {self.ms(0.99):4.0f}, longest {self.ms(1):4.0f};"
            f" of {len(self.took)} {self.deferred} deferred, {self.lost} not answered"
        )


async def seat(
    discord: LocalDiscord, names: Sequence[str], channel: str, game: str, waits: Waits
) -> ShownMessage:
    """Open a table, seat these people and start the game; return the table's board."""
    owner = discord.person(names[0])
    await waits.answer(await owner.command("table new", channel=channel, game=game))
    # If the answer comes late, its message isn't the board.
    board = await discord.until(
        lambda: [
            one
            for one in owner.messages(channel)
            if owner.user.mention in one.text and can_press(one, "Join")
        ],
        timeout_s=30,
    )
    for name in names[1:]:
        await waits.answer(await discord.person(name).click(board[0], "Join"))
    # The answer may be late, if the table's lease has just moved.
    seated = [discord.person(name).user.mention for name in names]
    await discord.until(lambda: all(one in board[0].text for one in seated), timeout_s=30)
    await waits.answer(await owner.click(board[0], "Start"))
    return board[0]


def can_press(shown: ShownMessage, label: str) -> bool:
    """Whether a message has an enabled button with this label."""
    return any(button.label == label and not button.disabled for button in shown.buttons)


def panel(who: Person) -> ShownMessage | None:
    """Return a person's newest direct message with buttons; None: there is none.

    A call gets its buttons a moment after it was posted.
    """
    shown = who.direct_messages()
    return next((one for one in reversed(shown) if one.buttons), None)


async def click(who: Person, dice: random.Random, clicked: Counter[str]) -> Interaction:
    """Click in a person's panel: a move; if there is none, *refresh*; else rules.

    Count the verb in `clicked`.
    """
    shown = panel(who)
    assert shown is not None
    moves = [one for one in shown.custom_ids if one.startswith("m:") or ":pick:" in one]
    again = [one for one in shown.custom_ids if ":refresh" in one]
    clicked["moves" if moves else "looks" if again else "rules"] += 1
    if moves or again:
        return await press(who, shown, dice.choice(moves or again))
    return await who.forge(shown, "o:rules:rapa-nui-cards.1")  # The person's game has ended.


async def look(who: Person) -> Interaction:
    """Refresh a person's panel, which mostly shows the same again."""
    shown = panel(who)
    assert shown is not None
    read = map(ids.read, shown.custom_ids)
    table = next(one.table for one in read if isinstance(one, ids.MoveId | ids.TableId))
    return await who.forge(shown, str(ids.TableId(table, "refresh")))


async def press(who: Person, shown: ShownMessage, custom_id: str) -> Interaction:
    """Click a button, or choose an option of a list."""
    for menu in shown.selects:
        if menu.type == STRING_SELECT and custom_id in (value for _, value in menu.options):
            return await who.choose(shown, custom_id, custom_id=menu.custom_id)
    return await who.click(shown, custom_id=custom_id)
