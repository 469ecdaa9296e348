"""Has clicks that came over HTTPS answered by the process that looks after their table.

Any process may answer any click.  But who looks after a table has it in memory with its pictures, and knows
what its messages show: elsewhere all that is read, drawn and sent once more.  So the request is posted on as
it came, with Discord's signature, which is checked there too; where no answer comes soon, this one answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

import aiohttp
import structlog

from cogs.discord_io.faults import CUT
from cogs.text import ids

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MARK: Final = "x-passed-on"
"""The header of what was posted on, which is posted on no further."""
JSON: Final = "application/json"
TYPE: Final = "content-type"
SIGNED: Final = (TYPE, "x-signature-ed25519", "x-signature-timestamp")
WITHIN_S: Final = 0.8
"""So long an answer is waited for; then this process answers, before a balancer asks the next one."""
CONNECT_S: Final = 0.3
SHUNNED_S: Final = 10.0
"""Who didn't answer isn't asked for so long; if they are gone, others look after their tables by then."""
ANSWERED: Final = (200, 202)
"""The statuses of what was taken; with all others nothing was done."""


class PassingOn:
    """Posts requests on to other processes, from the first one to `close`.

    Args:
        address_of: Where the process that looks after a table, by its id, takes interactions: host and port;
            None: that is this one, or nobody knows.
    """

    def __init__(self, address_of: Callable[[str], str | None]) -> None:
        self._address_of = address_of
        self._shunned: dict[str, float] = {}
        self._session: aiohttp.ClientSession | None = None

    async def answer(self, headers: Mapping[str, str], body: bytes, payload: Any) -> int | None:
        """The status with which another process takes a request; None: it is to be answered here."""
        address = None if MARK in headers else self._address(payload)
        if address is None:
            return None
        passed = {name: headers[name] for name in SIGNED if name in headers}
        try:
            async with self._opened().post(f"http://{address}/", data=body, headers=passed) as response:
                status = response.status
        except CUT as fault:
            log.warning("not_passed_on", to=address, fault=type(fault).__name__)
            self._shunned[address] = asyncio.get_running_loop().time() + SHUNNED_S
            return None
        return status if status in ANSWERED else None

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()

    def _address(self, payload: Any) -> str | None:
        table = table_of(payload)
        address = None if table is None else self._address_of(table)
        if address is None or asyncio.get_running_loop().time() < self._shunned.get(address, 0.0):
            return None
        self._shunned.pop(address, None)
        return address

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                headers={MARK: "1"},
                timeout=aiohttp.ClientTimeout(WITHIN_S, sock_connect=CONNECT_S),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
            )
        return self._session


def table_of(payload: Any) -> str | None:
    """The id of the table that a click is about; None: about none, or it is no click."""
    data = payload.get("data")
    custom_id = data.get("custom_id") if isinstance(data, dict) else None
    found = ids.read(custom_id) if isinstance(custom_id, str) else None
    return None if found is None or isinstance(found, ids.OtherId) else found.table
