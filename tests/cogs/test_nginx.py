"""The nginx of `docs/cluster.md` loses no click when a worker restarts or is gone."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from tests.balancer import HOST, free_ports, listens
from tests.cogs.bench import Bench, signed
from tests.house.test_house import ROOT

NGINX = shutil.which(os.environ.get("NGINX", "nginx"), path=f"{os.environ.get('PATH', '')}:/usr/sbin")
"""Debian has it where only root looks; the variable `NGINX` names another one."""
(BLOCK,) = re.findall(
    r"^```nginx\n(.*?)^```$", (ROOT / "docs" / "cluster.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
PORTS = ("8021", "8022", "8023", "8024")
"""The workers' on that page."""
KEPT = (
    ("}\nserver", "    keepalive 16;\n}\nserver"),
    ("proxy_pass", 'proxy_http_version 1.1;\nproxy_set_header Connection "";\nproxy_pass'),
)
"""What has it keep its connections to the workers."""
AT_ONCE = 6
"""So many click at the same time."""
PATIENCE_S = 20.0

pytestmark = pytest.mark.skipif(
    NGINX is None and not os.environ.get("CI"), reason="nginx is not installed"
)  # In CI they fail.


def settings(folder: Path, front: int, ports: list[int], *, keeps: bool) -> str:
    """Return nginx's whole configuration: the document's block, with free ports and without a certificate."""
    block = BLOCK.replace("listen 443 ssl;", f"listen {HOST}:{front};")
    block = re.sub(r"^ *ssl_.*\n", "", block, flags=re.MULTILINE)
    for place, written in enumerate(PORTS):
        line = f"    server {HOST}:{written} max_fails=0;\n"
        assert line in block
        block = block.replace(line, line.replace(written, str(ports[place])) if ports[place:] else "")
    for old, new in KEPT if keeps else ():
        assert old in block
        block = block.replace(old, new, 1)  # The large board's place has its own.
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    return (
        f"daemon off; master_process off; pid {folder / 'pid'}; error_log {folder / 'log'};\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{paths}{block}}}\n"
    )


@asynccontextmanager
async def nginx(folder: Path, ports: list[int], *, keeps: bool = False) -> AsyncIterator[str]:
    """Run an nginx before workers; yield its address."""
    (front,) = free_ports(1)
    (folder / "nginx.conf").write_text(settings(folder, front, ports, keeps=keeps))
    assert NGINX is not None
    process = await asyncio.create_subprocess_exec(
        NGINX, "-e", str(folder / "log"), "-c", str(folder / "nginx.conf"), stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            await listens(front)
        yield f"http://{HOST}:{front}/"
    finally:
        process.terminate()
        await process.wait()


class Crowd:
    """Clicks at an address all the time, from `begin` to `end`.

    Attributes:
        answers: The number of responses with each status.
        longest_s: The longest time until a response, in seconds.
    """

    def __init__(self, url: str) -> None:
        self.answers = Counter[int]()
        self.longest_s = 0.0
        self._url = url
        self._numbers = count()
        self._is_over = False
        self._answered = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Begin to click."""
        self._session = aiohttp.ClientSession()
        self._tasks = [asyncio.create_task(self._click()) for _ in range(AT_ONCE)]

    async def end(self) -> None:
        """Stop clicking, once all clicks have responses."""
        self._is_over = True
        await asyncio.gather(*self._tasks)
        await self._session.close()

    async def clicks(self, many: int) -> None:
        """Wait until `many` more clicks have responses."""
        enough = self.answers.total() + many
        async with asyncio.timeout(PATIENCE_S), self._answered:
            await self._answered.wait_for(lambda: self.answers.total() >= enough)

    async def _click(self) -> None:
        while not self._is_over:
            body = b'{"id":"%d","type":3,"token":"t"}' % next(self._numbers)
            began = time.monotonic()
            async with self._session.post(self._url, data=body, headers=signed(body)) as response:
                self.answers[response.status] += 1
            self.longest_s = max(self.longest_s, time.monotonic() - began)
            async with self._answered:
                self._answered.notify_all()


@asynccontextmanager
async def crowd(url: str) -> AsyncIterator[Crowd]:
    found = Crowd(url)
    await found.begin()
    try:
        yield found
    finally:
        await found.end()


async def begun(port: int) -> Bench:
    worker = Bench(port=port)
    await worker.begin()
    return worker


@pytest.mark.parametrize(
    "keeps", [False, True], ids=["connections for one click", "connections that are kept"]
)
async def test_workers_are_started_anew_one_after_the_other_and_no_click_is_lost(
    tmp_path: Path, keeps: bool
) -> None:
    ports = free_ports(2)
    workers = [await begun(port) for port in ports]
    async with nginx(tmp_path, ports, keeps=keeps) as url, crowd(url) as clicking:
        for place, port in [*enumerate(ports)] * 2:
            await clicking.clicks(100)
            await workers[place].end()
            await clicking.clicks(100)
            workers[place] = await begun(port)
        await clicking.clicks(100)
        assert clicking.answers.keys() == {202}
        for worker in workers:
            assert worker.came, "both are asked again"
    for worker in workers:
        await worker.end()


async def test_a_machine_that_is_gone_keeps_nobody_waiting_for_long(tmp_path: Path) -> None:
    """It doesn't even refuse: what is sent to it is lost, as at a port whose line is full."""
    worker = await begun(0)
    with (
        socket.create_server((HOST, 0), backlog=0) as gone,
        socket.socket() as first,
        socket.socket() as second,
    ):
        for waiting in (first, second):
            waiting.setblocking(False)
            waiting.connect_ex(gone.getsockname())
        ports = [gone.getsockname()[1], worker.receiver.address[1]]
        async with nginx(tmp_path, ports) as url, crowd(url) as clicking:
            await clicking.clicks(4 * AT_ONCE)
            assert clicking.answers.keys() == {202}
    await worker.end()


async def test_a_worker_that_hangs_but_accepts_loses_nobody_a_click(tmp_path: Path) -> None:
    """As one that is stopped: its system takes connections and what is sent, and nobody answers."""
    worker = await begun(0)
    with socket.create_server((HOST, 0), backlog=1000) as hanging:
        ports = [hanging.getsockname()[1], worker.receiver.address[1]]
        async with nginx(tmp_path, ports) as url, crowd(url) as clicking:
            await clicking.clicks(4 * AT_ONCE)
            assert clicking.answers.keys() == {202}
            assert clicking.longest_s < 2.5, "Discord waits for three seconds"
    await worker.end()


async def test_a_worker_that_is_stopped_and_goes_on_answers_again(tmp_path: Path) -> None:
    worker, (port,) = await begun(0), free_ports(1)
    command = [sys.executable, "-m", "tests.cogs.hung_worker", str(port)]
    other = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.DEVNULL)
    try:
        async with asyncio.timeout(PATIENCE_S):
            await listens(port)
        async with (
            nginx(tmp_path, [port, worker.receiver.address[1]]) as url,
            crowd(url) as clicking,
        ):
            await clicking.clicks(4 * AT_ONCE)
            other.send_signal(signal.SIGSTOP)
            await clicking.clicks(4 * AT_ONCE)
            other.send_signal(signal.SIGCONT)
            await clicking.clicks(4 * AT_ONCE)
            assert clicking.answers.keys() == {202}
    finally:
        other.kill()
        await other.wait()
        await worker.end()
