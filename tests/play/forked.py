"""Forks the bot's processes from one that has loaded all modules and languages, as loading takes longest.

This is for tests that end the bot again and again; tests of the start itself run `bot.py`.
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
    """A forked process, with those methods of asyncio's processes that tests use.

    Attributes:
        pid: The process's id.
        stderr: The process's standard error, if it is read.
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
        """The exit status, or minus the number of the signal that ended the process; None: it still runs."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send the process a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    async def wait(self) -> int:
        """Wait until the process has ended; return its `returncode`."""
        await self._gone.wait()
        status = self.returncode
        assert status is not None
        return status


async def fork(module: str, folder: Path, env: Mapping[str, str], stderr: int | None) -> Forked:
    """Start a process that does the same as `python -m module`.

    The end of this process closes its standard input.

    Args:
        module: The module's name.
        folder: The working directory.
        env: The environment variables.
        stderr: As for asyncio: a file, `PIPE`, or None.
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
    """Run the module in the forked process."""
    os.dup2(stdin.fileno(), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if stderr is not None:
        os.dup2(stderr.fileno(), 2)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    sys.argv, sys.stdin = [module], open(0, closefd=False)  # noqa: SIM115
    runpy.run_module(module, run_name="__main__", alter_sys=True)
