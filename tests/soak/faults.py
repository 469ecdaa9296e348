"""Shows that storms find faults: puts faults into copies of the code, one by one, and has a storm find each.

`python -m tests.soak.faults [NAME ...]` tries all faults, or those whose names contain a `NAME`.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from tests.play.killed_bot import ROOT
from tests.soak.machine import TABLES, storm
from tests.soak.report import Report, say

COPIED: Final = ("bot.py", "cogs", "engine", "locales", "pictures", "tables", "tests", "localdiscord")
NOT_COPIED: Final = shutil.ignore_patterns("golden", ".*")
ATTEMPTS: Final = 3
"""The most storms for each fault, since a storm meets a fault only by chance."""
NONE: Final = "^$"


class Fault(NamedTuple):
    """A fault, and the kind of storm that finds it.

    Attributes:
        name: The name of the fault.
        file: The path of the changed file.
        text: The code that is replaced; the file contains it exactly once.
        instead: The code that replaces `text`.
        check: A part of the name of the check that must find the fault.
        only: A pattern of the names of the troubles in the storm.
        seconds: The length of the storm.
        tables: The number of tables.
    """

    name: str
    file: str
    text: str
    instead: str
    check: str
    only: str = NONE
    seconds: float = 8.0
    tables: int = TABLES


FAULTS: Final = (
    Fault(
        "told before it is on the disk",
        "tables/changes.py",
        "            await self._database.write(rows, session.id)\n        except",
        "            asyncio.get_running_loop().call_later(\n"
        "                1.5, lambda: asyncio.ensure_future(self._database.write(rows, session.id))\n"
        "            )\n"
        "        except",
        "nothing confirmed is missing",
        "killed",
        12,
    ),
    Fault(
        "no lock around a change",
        "tables/changes.py",
        "async with session.lock:\n            for _ in range(ATTEMPTS):\n"
        "                before = await self._reader.read_locked(session)\n                if click",
        "async with asyncio.Lock():\n            for _ in range(ATTEMPTS):\n"
        "                before = await self._reader.read_locked(session)\n                if click",
        "a process that is alone never meets a conflict",
        seconds=12,
    ),
    Fault(
        "the key of a click is not stored",
        "tables/verbs/play.py",
        "table = add(table, next_entry(table.facts, Kind.MOVE, seat, text, key, by.at))",
        "table = add(table, next_entry(table.facts, Kind.MOVE, seat, text, None, by.at))",
        "nothing confirmed is missing",
    ),
    Fault(
        "an answer to an earlier question counts for this one",
        "tables/verbs/play.py",
        '("not_your_turn")\n    return question is not None and question.number == asked',
        '("not_your_turn")\n    return question is not None',
        "nobody acts for others",
        "late|twice|refused",
        12,
    ),
    Fault(
        "the first entry of a change is not written",
        "tables/store/journal.py",
        "_entry_rows(after, len(before.steps))",
        "_entry_rows(after, len(before.steps) + 1)",
        "nothing confirmed is missing",
    ),
    Fault(
        "taking back undoes one move too many",
        "tables/verbs/play.py",
        "back_to = table.mainline[-len(latest) - 1].entry.number",
        "back_to = table.mainline[max(0, len(table.mainline) - len(latest) - 2)].entry.number",
        "a take-back undoes one click",
        seconds=20,
    ),
    Fault(
        "an undone answer keeps its question's number",
        "tables/model/fold.py",
        "stands = now is not None and (now.token, now.answered) == (question.token, question.answered)",
        "stands = now is not None and now.token == question.token",
        "every panel is the newest",
        seconds=25,
        tables=18,
    ),
    Fault(
        "computer players are not woken after a start",
        "tables/computers/scheduling.py",
        "        if self._closed:\n            return\n        for turn, thought",
        '        if self._closed or session.__dict__.setdefault("as_it_was", table) is table:\n'
        "            return\n        for turn, thought",
        "no table stands still",
        "killed",
        15,
    ),
    Fault(
        "when a table falls due is not written down",
        "tables/verbs/deadlines.py",
        "return Due(at, None if table.fault is not None else version)",
        "return Due(None, version)",
        "no table stands still",
        "killed",
        15,
    ),
    Fault(
        "nobody looks at the clock",
        "tables/scheduler.py",
        'self._attending = asyncio.create_task(self._attend_all(), name="timers")',
        "pass",
        "what falls due is done",
    ),
    Fault(
        "every moderator of a server of their own may end games here",
        "cogs/people/access.py",
        "    if channel_id in places(interaction) and interaction.guild_id == guild_id:",
        "    if interaction.guild_id is not None:",
        "nobody acts for others",
        seconds=12,
    ),
    Fault(
        "a hand on the public board",
        "cogs/messages/board.py",
        "        view = board_message(look, self._parts.words(look.table.locale), thread_id)\n        if",
        """        from cogs.games import screens
        from cogs.text.names import Names

        words = self._parts.words(look.table.locale)
        view = board_message(look, words, thread_id)
        if look.table.phase is Phase.RUNNING:
            first = next(info.person_id for info in look.table.seats if info.person_id)
            mine = await self._parts.tables.look(look.table.id, first)
            names, game = Names(look.table.seats, words), screens()[look.table.game_id]
            own = game.own(mine.observation, mine.before, names, words)
            view = ui.LayoutView(ui.Container(*view.children[0].children, *own))
        if""",
        "nobody knows what they must not",
    ),
    Fault(
        "everybody sees with the next one's eyes",
        "tables/views/looks.py",
        "        observation=table.game.observe(position.state, seat),\n        before",
        "        observation=table.game.observe(position.state, seat and seat - 1),\n        before",
        "nobody knows what they must not",
    ),
    Fault(
        "a private panel in the place of a public message",
        "cogs/interactions/panel.py",
        "    if message is None or not click.is_private:",
        "    if message is None:",
        "nobody knows what they must not",
        seconds=15,
    ),
    Fault(
        "the panel of who sat there before is kept up to date",
        "cogs/messages/panels.py",
        "ref.message_id and ref.channel_id != notes.dm_channel_id:",
        "ref.message_id and not ref.channel_id:",
        "nobody knows what they must not",
        seconds=15,
    ),
    Fault(
        "a secret choice is told at once",
        "engine/ru_ra_re/events.py",
        "return self if viewer == self.seat else None",
        "return self if viewer == self.seat else Taken(self.seat, self.row, ())",
        "each thing is told once",
    ),
    Fault(
        "a post is a new one each time",
        "cogs/messages/whereabouts.py",
        "    return parts.tables.seal(*named)",
        "    import secrets\n\n    return secrets.token_hex(12)",
        "each thing is told once",
        "killed|cut|refused",
        20,
    ),
    Fault(
        "what was being told at the end of a life is not told in the next",
        "cogs/messages/story.py",
        "            newest = await self._post(look, newest, newest.note.until, noting)",
        "            newest = newest._replace(told=newest.note.until, note=StoryNote())",
        "each thing is told once",
        "killed",
        20,
    ),
    Fault(
        "a change during a repaint is overlooked",
        "cogs/messages/refresher.py",
        "            display.is_marked = False\n"
        "            try:\n"
        "                async with self._room:\n"
        "                    await self._repaint(display)\n",
        "            try:\n"
        "                async with self._room:\n"
        "                    await self._repaint(display)\n"
        "                display.is_marked = False\n",
        "every board is the newest",
        seconds=15,
    ),
    Fault(
        "a table is repainted only while no other one is",
        "cogs/messages/refresher.py",
        "        if self._closed:\n            return\n        display = self._displays.of(table_id)\n",
        "        display = self._displays.of(table_id)\n"
        "        if self._closed or (self.busy and display.repainting is None):\n"
        "            return\n",
        "is the newest",
    ),
    Fault(
        "what was left undone in one life is not repainted in the next",
        "cogs/client.py",
        "        await self.parts.refresher.resume()",
        "        pass",
        "is the newest",
        "killed",
        20,
    ),
    Fault(
        "a repaint is given up when the disk is full",
        "cogs/messages/refresher.py",
        "            except (*TROUBLE, StorageFailed) as fault:",
        "            except StorageFailed:\n                pass\n            except TROUBLE as fault:",
        "is the newest",
        "disk full",
        40,
    ),
    Fault(
        "a panel is drawn once",
        "cogs/messages/panels.py",
        "        done = await known.update(",
        "        done = Update.SHOWN if known.digest else await known.update(",
        "every panel is the newest",
    ),
    Fault(
        "nobody is asked for patience",
        "cogs/discord_io/delivery.py",
        "PATIENCE_S: Final = 1.2",
        "PATIENCE_S: Final = 12.0",
        "everything is answered in time",
        "locked",
        15,
    ),
    Fault(
        "a name stands there as it is",
        "cogs/text/names.py",
        'name = self.plain(seat) if is_plain else f"<@{info.person_id}>"',
        "name = self.plain(seat) if is_plain else info.name",
        "is the newest",
    ),
    Fault(
        "a post calls everybody whom it names",
        "cogs/messages/story.py",
        "return discord.AllowedMentions(everyone=False, roles=False, users=users)",
        "return discord.AllowedMentions(everyone=False, roles=False, users=True)",
        "nobody else is pinged",
    ),
)


def copied(fault: Fault, folder: Path) -> Path:
    """Return a copy of the code with a fault in it.

    Raises:
        LookupError: `text` is missing, or is there more than once.
    """
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=NOT_COPIED)
        else:
            shutil.copy2(source, folder / name)
    file = folder / fault.file
    file.write_text(with_fault(fault, file.read_text()))
    return folder


def with_fault(fault: Fault, code: str) -> str:
    """Return the code of a file with a fault in it.

    Raises:
        LookupError: `text` is missing, or is there more than once.
    """
    count = code.count(fault.text)
    if count != 1:
        raise LookupError(
            f"{fault.name!r}: its text is {count} times in {fault.file}: mend the table of faults"
        )
    return code.replace(fault.text, fault.instead)


async def hunt(fault: Fault, seed: int) -> Report:
    """Run a storm on a copy of the code with a fault in it; return the report."""
    with tempfile.TemporaryDirectory(prefix="soak-fault-") as folder:
        root = copied(fault, Path(folder))
        return await storm(seed, fault.seconds, tables=fault.tables, root=root, only=fault.only)


def is_found(fault: Fault, report: Report) -> bool:
    """Whether the fault's check has found something."""
    return any(fault.check in finding.check for finding in report.findings)


async def find(fault: Fault, seed: int) -> bool:
    """Run up to `ATTEMPTS` storms for a fault, and print the outcome; return whether the fault was found."""
    begun = time.monotonic()
    for attempt in range(ATTEMPTS):
        report = await hunt(fault, seed + attempt)
        if is_found(fault, report):
            finding = next(one for one in report.findings if fault.check in one.check)
            say(f"found      {fault.name} ({time.monotonic() - begun:.0f} s): {finding.sentence[:120]}")
            return True
    others = sorted({finding.check for finding in report.findings})
    say(f"NOT FOUND  {fault.name} by {fault.check!r}; others: {others}")
    return False


async def main() -> int:
    """Try all faults, or those named; return the exit status: 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.faults", description="Faults to be found.")
    parser.add_argument("names", nargs="*", help="parts of the names of faults; default: all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wanted = [one for one in FAULTS if not options.names or any(name in one.name for name in options.names)]
    for fault in wanted:
        with_fault(fault, (ROOT / fault.file).read_text())  # This check comes before the first storm.
    found = [await find(fault, options.seed) for fault in wanted]
    say(f"{sum(found)} passed, {len(found) - sum(found)} failed")
    return 0 if all(found) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
