"""Processes of the bot forked from one that has read all modules and languages, which is most of a start.

For tests that end the bot again and again; those of the start itself run `bot.py`.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import sys
from asyncio.subprocess import PIPE
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

ORIGINS: Final = multiprocessing.get_context("forkserver")
ORIGINS.set_forkserver_preload(["tests.play.preloaded"])


class Forked:
    """Such a process, with what tests use of one of asyncio's.

    Attributes:
        pid: Its number.
        stderr: What it says there, if that is read.
    """

    def __init__(
        self, process: ForkServerProcess, stdin: Connection, stderr: asyncio.StreamReader | None
    ) -> None:
        assert process.pid is not None
        self.pid = process.pid
        self.stderr = stderr
        self._process = process
        self._stdin = stdin
        self._gone = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(process.sentinel, self._end)

    def _end(self) -> None:
        self._loop.remove_reader(self._process.sentinel)
        self._stdin.close()
        self._gone.set()

    @property
    def returncode(self) -> int | None:
        """Its exit status, or minus the signal that ended it; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait until it has ended; its `returncode`."""
        await self._gone.wait()
        status = self.returncode
        assert status is not None
        return status


async def fork(module: str, folder: Path, env: Mapping[str, str], stderr: int | None) -> Forked:
    """Start what does as `python -m module` does.

    Its standard input ends with this process.

    Args:
        module: Its name.
        folder: Where it runs.
        env: Its environment.
        stderr: As asyncio's: a file, `PIPE`, or None.
    """
    asked, asks = multiprocessing.Pipe(duplex=False)
    heard, said = multiprocessing.Pipe(duplex=False)
    if stderr not in (None, PIPE):
        os.dup2(stderr, said.fileno())
    how = (module, folder, dict(env), asked, None if stderr is None else said)
    process = ORIGINS.Process(target=_be, args=how, daemon=True)
    process.start()
    asked.close()
    said.close()
    reader = asyncio.StreamReader() if stderr == PIPE else None
    if reader is not None:
        protocol = asyncio.StreamReaderProtocol(reader)
        pipe = os.fdopen(os.dup(heard.fileno()), "rb")
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, pipe)
    heard.close()
    return Forked(process, asks, reader)


def _be(
    module: str, folder: Path, env: Mapping[str, str], stdin: Connection, stderr: Connection | None
) -> None:
    """Be that process."""
    os.dup2(stdin.fileno(), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if stderr is not None:
        os.dup2(stderr.fileno(), 2)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    sys.argv, sys.stdin = [module], open(0, closefd=False)  # noqa: SIM115
    runpy.run_module(module, run_name="__main__", alter_sys=True)
