"""A season of evenings on the whole bot: does it keep anything of ended tables and of people who have left?

`python -m benchmarks.season [evenings]`, some 400 clicks each.  Each evening has its own people and channels.
Tables of all games are begun, followed and played.  Then a table's game is played out, reviewed and replayed;
or the table is cancelled; or its channel is deleted.  Some people leave the server, or have all their stored
data deleted.  Then four days pass, and the memory of the bot's processes (`grown_bot.py`) is measured.  Their
caches are small (`small_caches`). The local Discord, which forgets nothing, and its people share another
process.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from benchmarks.crowd import ROOT, Waits, can_press, click, family, panel, press, process, seat
from benchmarks.flat import MB, Sample, judge, memory_of, tell
from engine.catalogue import games
from localdiscord import LocalDiscord, Person, ShownMessage
from tests.local import local_discord

T = TypeVar("T")
EVENINGS: Final = 60
TABLES: Final = 6
AT_A_TABLE: Final = 3
"""The people at a table: two who play and one who follows."""
CLICKS: Final = 40
"""The number of clicks at a table whose game isn't played out."""
MOST_CLICKS: Final = 400
PASS_S: Final = 4 * 86_400.0
"""Seconds that pass after each evening; some evenings later, tables that nobody ended are closed as idle."""
PATIENCE_S: Final = 60.0
SMALL_CACHES: Final = os.pathsep.join([str(ROOT / "benchmarks" / "small_caches"), str(ROOT)])
"""The `PYTHONPATH` of the bot's processes, which makes their functions' caches small."""


class Season:
    """Plays evening after evening on a local Discord.

    Attributes:
        waits: How long people waited.
    """

    def __init__(self, discord: LocalDiscord) -> None:
        self._discord = discord
        self._dice = random.Random(1)
        self._clicked = Counter[str]()
        self._numbers = count()
        self.waits = Waits()

    async def evening(self, number: int) -> None:
        """Play an evening: one channel stays until the next evening, another is deleted during games."""
        stays, goes = (self._discord.create_channel(f"{name}-{number}").name for name in ("stays", "goes"))
        await asyncio.gather(
            *(self._table(stays, number + k, is_played=k % 2 == 0) for k in range(TABLES - 2)),
            *(self._table(goes, number + k) for k in range(2)),
            self._alone(stays),
        )
        self._discord.delete_channel(goes)
        if number:
            self._discord.delete_channel(f"stays-{number - 1}")

    def _person(self) -> Person:
        return self._discord.add_person(f"Person {next(self._numbers)}")

    async def _table(self, channel: str, number: int, *, is_played: bool = False) -> None:
        players, follower = [self._person(), self._person()], self._person()
        game = list(games())[number % len(games())]
        names = [one.user.name for one in players]
        board = await seat(self._discord, names, channel, game, self.waits)
        await self._pressed(follower, "Follow", board)
        await self._pressed(follower, "At each turn")
        await self._until(lambda: all(panel(self._discord.person(name)) for name in names))
        own = next(button.label for button in board.buttons if button.label.startswith("My "))
        for one in players:
            await self._pressed(one, own, board)
        is_over = partial(can_press, board, "Review")
        await asyncio.gather(
            *(self._play(one, is_over, MOST_CLICKS if is_played else CLICKS) for one in players)
        )
        if is_played and is_over():
            await self._looked_back(players[0], board, channel)
        elif channel.startswith("stays"):
            table = board.custom_ids[0].split(":")[1]
            await self.waits.answer(await players[0].forge(board, f"t:{table}:cancel:sure"))
        else:
            players[1].leave_server()

    async def _play(self, who: Person, is_over: Callable[[], bool], most: int) -> None:
        for _ in range(most):
            if is_over():
                return
            await self.waits.answer(await click(who, self._dice, self._clicked))

    async def _looked_back(self, who: Person, board: ShownMessage, channel: str) -> None:
        """Have a person look back at a finished game, and delete all their stored data."""
        await self._pressed(who, "Review", board)
        await self._pressed(who, "Replay", board)
        await self._pressed(who, "⏯ Play")
        await self._pressed(who, "Play again", board)
        await self.waits.answer(await who.command("privacy", channel=channel))
        for label in ("Delete all of it", "Yes, delete all of it"):
            await self._pressed(who, label)

    async def _alone(self, channel: str) -> None:
        """Have a person click around alone, and make some moves in a lesson."""
        who = self._person()
        for command in ("settings", "games", "table list"):
            await self.waits.answer(await who.command(command, channel=channel))
        await self.waits.answer(await who.command("learn", channel=channel, game=next(iter(games()))))
        for _ in range(10):
            shown = who.ephemeral(channel)[-1]
            if ways := [one for one in shown.custom_ids if one.startswith("m:")]:
                await self.waits.answer(await press(who, shown, self._dice.choice(ways)))

    async def _pressed(self, who: Person, label: str, *shown: ShownMessage) -> None:
        """Once a message (or an ephemeral one of `who`) has a button or option with this label, click it."""

        def there() -> ShownMessage | None:
            found = shown or who.ephemeral()[::-1]
            return next((one for one in found if can_press(one, label) or can_choose(one, label)), None)

        found = await self._until(there)
        assert found is not None
        menus = [menu for menu in found.selects if label in dict(menu.options)]
        used = who.choose(found, label, custom_id=menus[0].custom_id) if menus else who.click(found, label)
        await self.waits.answer(await used)

    async def _until(self, holds: Callable[[], T]) -> T:
        return await self._discord.until(holds, timeout_s=PATIENCE_S)


def can_choose(shown: ShownMessage, label: str) -> bool:
    """Whether a message has a select menu with this option."""
    return any(label in dict(menu.options) for menu in shown.selects)


async def held(path: str) -> Sample:
    """Return a sample of the bot after some days have passed and it has nothing left to do."""
    reader, writer = await asyncio.open_unix_connection(path, limit=2**24)
    writer.write(f"{PASS_S}\n".encode())
    said = await reader.readline()
    writer.close()
    return msgspec.json.decode(said, type=Sample)


async def main(evenings: int) -> None:
    """Print the bot's memory after each evening, and at the end whether it grows."""
    counts, samples, others = list[int](), list[Sample](), list[Counter[str]]()
    with tempfile.TemporaryDirectory() as folder:
        door = str(Path(folder) / "door")
        env = {"DATABASE_PATH": f"{folder}/tables.sqlite3", "HELD": door, "PYTHONPATH": SMALL_CACHES}
        async with (
            local_discord(people=[], check=False, remembered=1_000) as discord,
            process(discord, "-m", "benchmarks.grown_bot", **env) as bot,
        ):
            season = Season(discord)
            for number in range(evenings):
                await season.evening(number)
                discord.clock.advance(PASS_S)
                samples.append(await held(door))
                counts.append(len(season.waits.took))
                others.append(beside(bot))
                said = ", ".join(f"{name} {memory / MB:.1f}" for name, memory in others[-1].items())
                print(f"evening {number + 1:3}, {counts[-1]:6} clicks: bot {samples[-1]}; {said}", flush=True)
    print(season.waits)
    tell("clicks, bot", counts, samples)
    for name in others[0]:
        judge(f"clicks, {name}", counts, [one[name] for one in others])


def beside(bot: int) -> Counter[str]:
    """Return the memory, in bytes, of the other processes that a bot has started, by program."""
    found = Counter[str]()
    for one in family(bot)[1:]:
        words = Path(f"/proc/{one}/cmdline").read_text().split("\0")
        found[next(Path(word).stem for word in words if word.endswith(".py"))] += memory_of(one)
    return found


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else EVENINGS))
