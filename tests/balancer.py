"""An ordinary balancer: posts each interaction on to one of several workers, or the next that takes it."""

from __future__ import annotations

import asyncio
import random
import socket
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from aiohttp import web

from localdiscord.rest.http_client import HttpAnswer, HttpClient

HOST: Final = "127.0.0.1"
PASSED_ON: Final = ("Content-Type", "X-Signature-Ed25519", "X-Signature-Timestamp")
UNAVAILABLE: Final = 503
NEVER_GIVEN: Final = range(20_000, 32_000)
"""Ports below those that Linux (32768 and up) and others (49152 and up) choose from."""
BROKEN: Final = (OSError, EOFError, ValueError)


class Balancer:
    """Listens on loopback, from `begin` to `end`.

    Args:
        ports: Where the workers listen.
        dice: Chooses the worker for each interaction; None: they take turns.

    Attributes:
        first: The worker, by its port, that is asked first; None: anyone.
        url: Where it listens.
        taken: So many interactions each worker has answered, by its port.
        refused: So many times a worker did not take one, and the next was asked.
        lost: So many interactions nobody took.
    """

    def __init__(self, ports: Sequence[int], dice: random.Random | None = None) -> None:
        self.url = ""
        self.first: int | None = None
        self.taken: Counter[int] = Counter()
        self.refused = 0
        self.lost = 0
        self._workers = {port: HttpClient(f"http://{HOST}:{port}/") for port in ports}
        self._dice = dice
        self._turn = 0
        self._runner: web.ServerRunner | None = None

    async def begin(self) -> None:
        """Begin to listen."""
        self._runner = web.ServerRunner(web.Server(self._passed_on, access_log=None), handle_signals=False)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, 0).start()
        self.url = f"http://{HOST}:{self._runner.addresses[0][1]}/"

    def let_go(self) -> None:
        """Close the connections that are kept for more."""
        for worker in self._workers.values():
            worker.close()

    async def end(self) -> None:
        """Listen no more."""
        if self._runner is not None:
            await self._runner.cleanup()
        self.let_go()

    async def _passed_on(self, request: web.BaseRequest) -> web.Response:
        body = await request.read()
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        ports = list(self._workers)
        if self._dice is not None:
            self._dice.shuffle(ports)
        else:
            self._turn = (self._turn + 1) % len(ports)
            ports = ports[self._turn :] + ports[: self._turn]
        ports.sort(key=lambda port: port != self.first)
        for port in ports:
            try:
                posted: HttpAnswer = await self._workers[port].post(body, headers)
            except ConnectionRefusedError:
                self.refused += 1
            except BROKEN:
                return web.Response(status=502)  # It may have been done: balancers don't post it again.
            else:
                if posted.status == UNAVAILABLE:
                    self.refused += 1
                    continue
                self.taken[port] += 1
                typed = {"Content-Type": posted.kind} if posted.kind else {}
                return web.Response(status=posted.status, body=posted.body, headers=typed)
        self.lost += 1
        return web.Response(status=UNAVAILABLE)


def free_ports(count: int) -> list[int]:
    """So many ports at which nothing listens, and that no system gives to whoever connects somewhere.

    Else somebody may have such a port before it is listened at, or while who listens is started anew: even
    who asks there, for the system connects a port to itself if it is chosen for both ends.
    """
    found = dict[int, None]()
    while len(found) < count:
        with socket.socket() as one, suppress(OSError):
            one.bind((HOST, random.SystemRandom().choice(NEVER_GIVEN)))
            found[one.getsockname()[1]] = None
    return list(found)


async def listens(port: int) -> None:
    """Wait until something listens at a port, of which no event tells."""
    while True:
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return
