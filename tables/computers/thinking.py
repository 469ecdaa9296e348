"""Where computer players think: in processes of their own, so that nobody who clicks waits for them.

A process is started when it is first needed, and again where one has died or was ended.  It ends with the
bot, also where that is killed.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import structlog

from engine.game import AnyGame, Seat
from engine.players import Player
from engine.players.judging import JUDGES, Judged
from engine.players.searcher import Budget
from tables.computers.worker_main import HEAD, SAID, Asked, read_judgement, said

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
AT_ONCE: Final = 2
"""So many players think at the same time."""
MOST_S: Final = 20.0
"""Seconds after which a thought is cut; the strongest player takes one, more where others work too."""
SEED: Final = 1
"""Of the chance with which moves are judged: who asks again hears the same."""
START_S: Final = 60.0
"""Seconds after which a process that isn't ready is given up; it takes half of one."""


NOT_STARTED: Final = "not_started"
"""No process could be started, or what was started ended before anything was asked of it."""
NOT_READY: Final = "not_ready"
"""A process was not ready within `START_S`."""
DIED: Final = "died"
"""The process ended while it thought."""
TOO_LONG: Final = "too_long"
"""The thought was cut."""


class NoMove(Exception):
    """A computer player has found no move.

    Attributes:
        reason: `too_long`, `died`, `not_started`, `not_ready`, `closed`, or where the player failed: for the
            log, with nothing hidden in it.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Thinking:
    """Where computer players think; one for all tables.

    Attributes:
        room: Held by whoever has somebody think; a question is looked at only with room in hand, so nobody
            begins to think about a question that is over.
        judging: Held besides by whoever has moves judged, before `room`: so players have places left, however
            many ask for advice.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.room = asyncio.Semaphore(at_once)
        self.judging = asyncio.Lock()

    async def think(self, game: AnyGame, player_id: str, seen: Any, seat: Seat, seed: int) -> str:
        """The text of the move that a player chooses for a seat, from what the seat has `seen`.

        The player's chance comes from `seed`: with the same one it chooses the same.  Cancel a thought that
        is no longer wanted.

        Raises:
            Exception: The player failed.
        """
        return await self._said(game, Asked(game.id, game.rules_version, player_id, seen, seat, seed))

    async def judge(
        self,
        game: AnyGame,
        seen: Any,
        seat: Seat,
        also: Sequence[str],
        budget: Budget = JUDGES,
        seed: int = SEED,
    ) -> tuple[Judged, ...]:
        """How good moves of `seat` are, as `judging.judge` finds from an observation and a `seed`.

        `also`: the texts of moves that are to be judged in any case.

        Raises:
            Exception: The judgement failed.
        """
        asked = Asked(game.id, game.rules_version, None, seen, seat, seed, tuple(also), budget)
        return read_judgement(game, await self._said(game, asked))

    async def _said(self, game: AnyGame, asked: Asked) -> str:
        """What is answered to a question about a game: a move's text, or a judgement."""
        raise NotImplementedError

    async def close(self) -> None:
        """End all thinking."""
        raise NotImplementedError


class InProcesses(Thinking):
    """Has players think in processes of their own; a cancelled thought ends with its process.

    They have the games of the catalogue, and the `players` that a module offers.  What they are asked raises
    `NoMove` where the player failed or took longer than `most_s` seconds, or where its process died or could
    not be started.
    """

    def __init__(self, players_module: str = "engine.players") -> None:
        super().__init__()
        self.most_s = MOST_S
        self._players_module = players_module
        self._processes: set[Process] = set()
        self._idle: list[Process] = []
        self._closed = False

    async def _said(self, game: AnyGame, asked: Asked) -> str:
        request = pickle.dumps(tuple(asked))
        process = await self._free()
        answer = await self._heard(process, self.most_s, HEAD.pack(len(request)) + request)
        self._idle.append(process)
        if not answer.startswith(SAID):
            raise NoMove(answer[1:].decode())
        return answer[1:].decode()

    async def close(self) -> None:
        """End all processes; those who wait for one are told that it died."""
        self._closed = True
        while self._idle:
            await self._ended(self._idle.pop())
        at_work = tuple(self._processes)
        for process in at_work:
            _kill(process)
        await asyncio.gather(*(process.wait() for process in at_work))

    async def _free(self) -> Process:
        """A process that thinks about nothing."""
        if self._closed:
            raise NoMove("closed")
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            log.warning("thinker_died", status=process.returncode)
            await self._ended(process)
        return await self._started()

    async def _started(self) -> Process:
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", str(HERE / "worker_main.py"), self._players_module),
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            )
        except (OSError, RuntimeError, MemoryError) as fault:  # The second: no thread to wait for its end.
            raise NoMove(NOT_STARTED) from fault
        self._processes.add(process)
        try:
            await self._heard(process, START_S)
        except NoMove as none:
            raise NoMove(NOT_READY if none.reason == TOO_LONG else NOT_STARTED) from none
        return process

    async def _heard(self, process: Process, within_s: float, request: bytes = b"") -> bytes:
        """A process's answer to a request; a process that gives none in time is ended."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(within_s):
                process.stdin.write(request)
                (count,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
                return await process.stdout.readexactly(count)
        except TimeoutError as fault:
            await self._ended(process)
            raise NoMove(TOO_LONG) from fault
        except (OSError, EOFError, RuntimeError) as fault:  # The last: how uvloop says that a pipe is closed.
            await self._ended(process)
            raise NoMove(DIED) from fault
        except BaseException:
            await self._ended(process)
            raise

    async def _ended(self, process: Process) -> None:
        """End a process, and wait until it is gone."""
        self._processes.discard(process)
        _kill(process)
        assert process.stdin is not None
        process.stdin.close()
        await process.communicate()


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


class InThreads(Thinking):
    """Has players think in this process: quick ones while no other can be had, and those of tests.

    A cancelled thought is thought to its end, for nobody.  What lasts for more than `most_s` seconds raises
    `NoMove`; None: it may last as long as it wants.
    """

    def __init__(
        self, players: Mapping[str, Player], at_once: int = AT_ONCE, most_s: float | None = None
    ) -> None:
        super().__init__(at_once)
        self._players = players
        self._most_s = most_s
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="computer-player")
        # Where no process can be started, no thread may be either: one is there from the beginning.
        self._threads.submit(int)

    async def _said(self, game: AnyGame, asked: Asked) -> str:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._most_s) as limit:
                return await loop.run_in_executor(self._threads, said, game, self._players, asked)
        except TimeoutError as fault:
            if not limit.expired():
                raise
            raise NoMove(TOO_LONG) from fault

    async def close(self) -> None:
        """Wait for those that think."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
