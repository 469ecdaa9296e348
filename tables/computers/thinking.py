"""Has computer players think in processes of their own, so that no click waits for them.

A process is started when it is first needed, and replaced when it has died or was ended. It ends with the
bot, even if the bot is killed.
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
"""How many computer players think at the same time, at most."""
MOST_S: Final = 20.0
"""Seconds after which thinking is cancelled; the strongest player needs one second, more if others think."""
SEED: Final = 1
"""The default seed of judgements, so that the same question gets the same answer."""
START_S: Final = 60.0
"""Seconds in which a new process must be ready, or it is killed; most are ready in half a second."""


NOT_STARTED: Final = "not_started"
"""A `NoMove.reason`: no process could be started, or a new one ended before it got a request."""
NOT_READY: Final = "not_ready"
"""A `NoMove.reason`: a process was not ready within `START_S` seconds."""
DIED: Final = "died"
"""A `NoMove.reason`: the process ended while its player thought."""
TOO_LONG: Final = "too_long"
"""A `NoMove.reason`: the player thought for too long."""


class NoMove(Exception):
    """Raised when a computer player gives no move.

    Attributes:
        reason: `too_long`, `died`, `not_started`, `not_ready`, `closed`, or, for the log, the stack of the
            player's exception, which holds nothing secret.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Thinking:
    """Lets computer players think; all tables share one instance.

    Attributes:
        room: A semaphore that callers hold while players think for them. Once a caller holds it, the caller
            checks that its question is still open.
        judging: A lock for judgements, taken before `room`: so at most one judgement at a time keeps computer
            players waiting, however many people ask for advice.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self.room = asyncio.Semaphore(at_once)
        self.judging = asyncio.Lock()

    async def think(self, game: AnyGame, player_id: str, seen: Any, seat: Seat, seed: int) -> str:
        """The text of the move that a player chooses for `seat`, by the seat's observation `seen`.

        The same `seed` gives the same choice. A caller who no longer needs the move cancels the call.

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
        """Judge by `judging.judge` how good the moves of `seat` are, from the observation `seen` and `seed`.

        `also` holds the texts of moves that must be among those judged; `budget` says how long to think.

        Raises:
            Exception: The judgement failed.
        """
        asked = Asked(game.id, game.rules_version, None, seen, seat, seed, tuple(also), budget)
        return read_judgement(game, await self._said(game, asked))

    async def _said(self, game: AnyGame, asked: Asked) -> str:
        """The answer to a request: a move's text, or a judgement as JSON."""
        raise NotImplementedError

    async def close(self) -> None:
        """Cancel all thinking, and end the processes or threads."""
        raise NotImplementedError


class InProcesses(Thinking):
    """Lets players think in processes of their own; cancelling a call kills its process.

    The processes have the catalogue's games and the players of the module `players_module`. A call raises
    `NoMove` if its player failed or took longer than `most_s` seconds, or its process died or didn't start.
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
        """Kill all processes; calls under way raise `NoMove`: `died`, or `not_started` while one starts."""
        self._closed = True
        while self._idle:
            await self._ended(self._idle.pop())
        at_work = tuple(self._processes)
        for process in at_work:
            _kill(process)
        await asyncio.gather(*(process.wait() for process in at_work))

    async def _free(self) -> Process:
        """Return an idle process; if there is none, start one and wait until it is ready."""
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
        paths = [*filter(None, [os.environ.get("PYTHONPATH")]), str(ROOT)]
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", str(HERE / "worker_main.py"), self._players_module),
                stdin=PIPE,
                stdout=PIPE,
                # Numpy would start a thread for each processor.
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OPENBLAS_NUM_THREADS": "1"},
            )
        except (OSError, RuntimeError, MemoryError) as fault:  # RuntimeError: no thread could be started.
            raise NoMove(NOT_STARTED) from fault
        self._processes.add(process)
        try:
            await self._heard(process, START_S)
        except NoMove as none:
            raise NoMove(NOT_READY if none.reason == TOO_LONG else NOT_STARTED) from none
        return process

    async def _heard(self, process: Process, within_s: float, request: bytes = b"") -> bytes:
        """Send `request` and return the next message of `process`.

        Kill the process, and raise `NoMove`, if no message comes within `within_s` seconds.
        """
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
        except (OSError, EOFError, RuntimeError) as fault:  # uvloop raises RuntimeError for a closed pipe.
            await self._ended(process)
            raise NoMove(DIED) from fault
        except BaseException:
            await self._ended(process)
            raise

    async def _ended(self, process: Process) -> None:
        """Kill a process, and wait until it is gone."""
        self._processes.discard(process)
        _kill(process)
        assert process.stdin is not None
        process.stdin.close()
        await process.communicate()


def _kill(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()


class InThreads(Thinking):
    """Lets players think in threads of this process: in tests, and where no process can be started.

    A player whose call was cancelled still thinks to its end. A call that takes longer than `most_s` seconds
    raises `NoMove`; with `most_s` None, there is no limit.
    """

    def __init__(
        self, players: Mapping[str, Player], at_once: int = AT_ONCE, most_s: float | None = None
    ) -> None:
        super().__init__(at_once)
        self._players = players
        self._most_s = most_s
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="computer-player")
        # Where no process can be started, no thread may be either: so one is started in advance.
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
        """Wait for the players that think, and end the threads."""
        await asyncio.to_thread(self._threads.shutdown, wait=True, cancel_futures=True)
