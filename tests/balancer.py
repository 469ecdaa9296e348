"""A load balancer for tests: posts each interaction to one of the workers or, if refused, to the next."""

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
"""Ports that no system gives to outgoing connections: Linux chooses from 32768, others from 49152 on."""
BROKEN: Final = (OSError, EOFError, ValueError)


class Balancer:
    """A load balancer that listens on loopback, from `begin` to `end`.

    Args:
        ports: The workers' ports.
        dice: Chooses the worker for each interaction; None: the workers take turns.

    Attributes:
        first: The port of the worker that is asked first; None: any worker.
        url: The balancer's address.
        taken: How many interactions each worker has answered, by its port.
        refused: How many times a worker refused an interaction, so that the next one was asked.
        lost: How many interactions no worker took.
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
        """Close the idle connections to the workers."""
        for worker in self._workers.values():
            worker.close()

    async def end(self) -> None:
        """Stop listening."""
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
                return web.Response(status=502)  # It may have been done: it is not repeated.
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
    """Return `count` ports on which nothing listens, and which no system gives to outgoing connections.

    Otherwise, another program could get such a port before a test listens on it, or while a bot restarts.
    Even a client that connects to the port could: the system then connects the port with itself.
    """
    found = dict[int, None]()
    while len(found) < count:
        with socket.socket() as one, suppress(OSError):
            one.bind((HOST, random.SystemRandom().choice(NEVER_GIVEN)))
            found[one.getsockname()[1]] = None
    return list(found)


async def listens(port: int) -> None:
    """Wait until something listens on a port, by trying again and again, as no event reports that."""
    while True:
        try:
            _, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return
