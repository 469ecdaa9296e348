"""Faults to order: requests fail, are held back or cut off, or are carried out and their answer is lost."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from localdiscord.model.errors import Refusal
from localdiscord.rest.limits import VIA, too_many

HALF_AN_ANSWER = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"id": "'


class Cut(Exception):
    """The connection of a request is cut; `sent`: what of the answer still gets through."""

    def __init__(self, sent: bytes) -> None:
        super().__init__("the connection was cut")
        self.sent = sent


@dataclass(eq=False)
class Fault:
    """One fault to order, for requests that match, so many times.

    Attributes:
        path: pattern in which `*` stands for anything, slashes too, such as `/channels/*/messages`.
        times: how often it still happens.
        after: let the request be carried out first and lose its answer.
        cut: cut the connection, after so much of an answer.
        hits: how often it has happened.
    """

    method: str
    path: str
    refusal: Refusal | None = None
    times: int = 1
    after: bool = False
    cut: bytes | None = None
    hits: int = 0
    gate: asyncio.Event | None = None
    struck: asyncio.Event = field(default_factory=asyncio.Event)  # wait for it to have happened once
    waiting: int = 0

    def fits(self, method: str, path: str) -> bool:
        """Whether a request is meant."""
        return self.times > 0 and self.method in ("*", method) and fnmatchcase(path, self.path)

    def release(self) -> None:
        """Let the requests that are held back go on, and hold no more."""
        self.times = 0
        if self.gate is not None:
            self.gate.set()


class Faults:
    """All faults that are ordered."""

    def __init__(self) -> None:
        self.orders: list[Fault] = []

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int = 500,
        code: int = 0,
        message: str = "Internal Server Error",
        times: int = 1,
        after: bool = False,
    ) -> Fault:
        """Let requests fail with a status (`after`: although they were carried out)."""
        fault = Fault(method, path, Refusal(status, code, message, headers=VIA), times, after)
        self.orders.append(fault)
        return fault

    def limit(
        self, method: str, path: str, *, retry_after: float = 0.05, is_global: bool = False, times: int = 1
    ) -> Fault:
        """Let requests run into a rate limit."""
        fault = Fault(method, path, too_many(retry_after, shared=is_global), times)
        self.orders.append(fault)
        return fault

    def hold(self, method: str, path: str, *, times: int = 1_000_000, after: bool = False) -> Fault:
        """Hold requests back until `release()` (`after`: their answers)."""
        fault = Fault(method, path, None, times, after, gate=asyncio.Event())
        self.orders.append(fault)
        return fault

    def cut(
        self, method: str, path: str, *, times: int = 1, after: bool = False, half: bool = False
    ) -> Fault:
        """Cut the connections of requests.

        Args:
            method: of the requests, or `*`.
            path: as in `Fault`.
            times: how often.
            after: once they were carried out, before the answer.
            half: once they were carried out, in the middle of the answer.
        """
        sent = HALF_AN_ANSWER if half else b""
        fault = Fault(method, path, None, times, after or half, sent)
        self.orders.append(fault)
        return fault

    def breaks(self, method: str, path: str) -> bool:
        """Whether a connection is to be cut before anything is carried out; counts as having happened."""
        for fault in self.orders:
            if fault.cut is not None and not fault.after and fault.fits(method, path):
                fault.times -= 1
                fault.hits += 1
                fault.struck.set()
                return True
        return False

    async def strike(self, method: str, path: str, *, after: bool) -> None:
        """Let the ordered faults happen to a request.

        Raises:
            Refusal: if it is to fail.
            Cut: if its connection is to be cut.
        """
        for fault in list(self.orders):
            if fault.after is not after or not fault.fits(method, path):
                continue
            fault.times -= 1
            fault.hits += 1
            fault.struck.set()
            if fault.gate is not None:
                fault.waiting += 1
                await fault.gate.wait()
                fault.waiting -= 1
            elif fault.cut is not None:
                raise Cut(fault.cut)
            elif fault.refusal is not None:
                raise fault.refusal

    def clear(self) -> None:
        """Cancel all ordered faults."""
        for fault in self.orders:
            fault.release()
        self.orders.clear()
