"""Faults that tests set: requests fail, are held or cut off, or are carried out but lose their response."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from localdiscord.model.errors import Refusal
from localdiscord.rest.limits import VIA, too_many

HALF_AN_ANSWER = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"id": "'


class Cut(Exception):
    """Raised to cut a request's connection; `sent`: the part of the response that is sent before."""

    def __init__(self, sent: bytes) -> None:
        super().__init__("the connection was cut")
        self.sent = sent


@dataclass(eq=False)
class Fault:
    """A fault that a test has set for the next requests with a method and a path.

    Attributes:
        path: a pattern such as `/channels/*/messages`, in which `*` stands for anything, slashes too.
        times: how many more requests the fault strikes.
        after: whether the request is carried out first, and only its response is lost.
        cut: the part of a response after which the connection is cut; None: it is not cut.
        hits: how many requests the fault has struck.
    """

    method: str
    path: str
    refusal: Refusal | None = None
    times: int = 1
    after: bool = False
    cut: bytes | None = None
    hits: int = 0
    gate: asyncio.Event | None = None
    struck: asyncio.Event = field(default_factory=asyncio.Event)  # Set when the fault first strikes.
    waiting: int = 0

    def fits(self, method: str, path: str) -> bool:
        """Whether the fault strikes a request with this method and path."""
        return self.times > 0 and self.method in ("*", method) and fnmatchcase(path, self.path)

    def release(self) -> None:
        """End the fault, and let the held requests continue."""
        self.times = 0
        if self.gate is not None:
            self.gate.set()


class Faults:
    """All faults that tests have set."""

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
        """Make requests fail with a status; `after`: they are carried out nevertheless."""
        fault = Fault(method, path, Refusal(status, code, message, headers=VIA), times, after)
        self.orders.append(fault)
        return fault

    def limit(
        self, method: str, path: str, *, retry_after: float = 0.05, is_global: bool = False, times: int = 1
    ) -> Fault:
        """Make requests meet a rate limit."""
        fault = Fault(method, path, too_many(retry_after, shared=is_global), times)
        self.orders.append(fault)
        return fault

    def hold(self, method: str, path: str, *, times: int = 1_000_000, after: bool = False) -> Fault:
        """Hold requests until `Fault.release`; `after`: carry them out first, and hold their responses."""
        fault = Fault(method, path, None, times, after, gate=asyncio.Event())
        self.orders.append(fault)
        return fault

    def cut(
        self, method: str, path: str, *, times: int = 1, after: bool = False, half: bool = False
    ) -> Fault:
        """Cut the connections of requests.

        Args:
            method: the method of the requests; `*`: any.
            path: a pattern for the paths, as in `Fault.path`.
            times: how many requests are cut.
            after: whether a request is carried out before its connection is cut.
            half: whether a request is carried out, and its connection is cut in the middle of the response.
        """
        sent = HALF_AN_ANSWER if half else b""
        fault = Fault(method, path, None, times, after or half, sent)
        self.orders.append(fault)
        return fault

    def breaks(self, method: str, path: str) -> bool:
        """Whether to cut a request's connection before the request is handled; this uses up one cut."""
        for fault in self.orders:
            if fault.cut is not None and not fault.after and fault.fits(method, path):
                fault.times -= 1
                fault.hits += 1
                fault.struck.set()
                return True
        return False

    async def strike(self, method: str, path: str, *, after: bool) -> None:
        """Apply the faults that fit a request: wait, fail or cut; `after`: the request has been carried out.

        Raises:
            Refusal: if the request is to fail.
            Cut: if the request's connection is to be cut.
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
        """Remove all faults."""
        for fault in self.orders:
            fault.release()
        self.orders.clear()
