"""Leases: which process owns which tables. Each lease is for a bucket of tables, and lapses if not renewed.

Each time a process takes a lease, the lease's number, the fence, grows. A process that was frozen until its
lease lapsed doesn't notice that, but PostgreSQL does: a transaction that writes while looking after a table
locks the lease's row with the process's fence, or fails.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from zlib import crc32

import psycopg
import structlog
from psycopg_pool import PoolTimeout

from tables.store.postgres.connecting import Connection, Pool, ended

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

BUCKETS: Final = 256
LEASE_S: Final = 5.0
"""Seconds for which a lease lasts after its renewal."""
MARGIN_S: Final = 1.0
"""A process counts its lease as lapsed this many seconds before the lease's end, to end work in time."""
BEAT_S: Final = 1.0
"""Seconds between two renewals of leases."""
IPV6: Final = 6
CHANNEL: Final = "tables"
LEASES_CHANGED: Final = ""
"""The payload of a notice that leases are free; other notices have the id of the process that sends them."""

NOTIFY_ALL: Final = f"SELECT pg_notify('{CHANNEL}', '{LEASES_CHANGED}')"

SEEN: Final = """
INSERT INTO workers (id, seen, address) VALUES ($1, clock_timestamp(), $2)
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, address = excluded.address"""
FROM: Final = "SELECT coalesce(host(inet_client_addr()), '127.0.0.1')"
ADDRESSES: Final = """
SELECT address, array_agg(bucket) FROM leases JOIN workers ON id = owner
WHERE owner <> $1 AND address IS NOT NULL AND until > clock_timestamp() GROUP BY address"""
GONE: Final = f"""
DELETE FROM workers WHERE id IN (
  SELECT id FROM workers WHERE seen NOT BETWEEN clock_timestamp() - interval '{LEASE_S} seconds'
    AND clock_timestamp() + interval '{LEASE_S} seconds' FOR UPDATE SKIP LOCKED
)"""
"""Deletes the rows of silent processes; skips locked rows, as a process that comes back locks its own row."""
COUNT: Final = "SELECT count(*) FROM workers"
RENEW: Final = f"""
UPDATE leases SET until = clock_timestamp() + interval '{LEASE_S} seconds'
WHERE owner = $1 AND until > clock_timestamp() RETURNING bucket, fence"""
FREE: Final = "UPDATE leases SET owner = NULL, until = '-infinity' WHERE owner = $1"
RELEASE: Final = f"{FREE} AND bucket = ANY($2)"
TAKE: Final = f"""
UPDATE leases SET owner = $1, until = clock_timestamp() + interval '{LEASE_S} seconds', fence = fence + 1
WHERE bucket IN (
  SELECT bucket FROM leases WHERE owner IS NULL OR until NOT BETWEEN clock_timestamp()
    AND clock_timestamp() + interval '{2 * LEASE_S} seconds'
  ORDER BY bucket LIMIT $2 FOR UPDATE SKIP LOCKED
) RETURNING bucket, fence"""
"""Takes free and lapsed leases, and those that end more than twice `LEASE_S` from now: before a failover, a
server whose clock was ahead wrote such an end. Smaller differences come from a corrected clock.
"""
LEAVE: Final = "DELETE FROM workers WHERE id = $1"
HELD: Final = """
SELECT 1 / count(*) FROM (
  SELECT 1 FROM leases WHERE bucket = ? AND owner = ? AND fence = ? FOR KEY SHARE
) AS held"""
"""Fails, by a division by zero, if the lease is lost; else locks its row until this transaction ends.

Until then nobody can take the lease, since `TAKE` skips locked rows; renewals aren't blocked.
"""


@dataclass
class Held:
    """The lease on which work within `looking_after` relies.

    Attributes:
        fence: The lease's number when this process took it.
        is_over: Whether the work has ended; tasks that the work has started don't rely on the lease any more.
    """

    bucket: int
    fence: int
    is_over: bool = False


CURRENT_LEASE: Final[ContextVar[Held | None]] = ContextVar("holding", default=None)


def bucket_of(table_id: str) -> int:
    """The number of the bucket to which a table belongs, from 0."""
    return crc32(table_id.encode()) % BUCKETS


def address(host: str, port: int, seen_from: str) -> str | None:
    """The address at which other processes reach a process that listens at `host` (an IP address), or None.

    `seen_from`: the IP address from which the process connects to the database's server; a process that
    connects from a loopback address is on the server's machine.
    """
    listens, server = ip_address(host), ip_address(seen_from)
    if listens.is_unspecified:
        listens = server
    elif listens.is_loopback and not server.is_loopback:
        return None
    return f"[{listens}]:{port}" if listens.version == IPV6 else f"{listens}:{port}"


def can_reach(seen_from: str, address: str) -> bool:
    """Whether a process can reach the `address` of another process.

    `seen_from`: the IP address from which the first process connects to the database's server.
    """
    host = address.rpartition(":")[0].strip("[]")
    return ip_address(seen_from).is_loopback or not ip_address(host).is_loopback


class Leases:
    """This process's leases, from `start` to `close`."""

    def __init__(self, pool: Pool, process_id: str) -> None:
        self.id = process_id
        self._pool = pool
        self._ours: dict[int, int] = {}
        self._in_use: Counter[int] = Counter()
        self._until = 0.0
        self._turn = asyncio.Lock()
        self._is_over = False
        self._sooner = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        self._door: tuple[str, int] | None = None
        self._seen_from = ""
        self._addresses: dict[int, str] = {}

    def _shared_out(self) -> None:
        """Called when this process has got or lost leases; for subclasses to override."""

    def is_ours(self, table_id: str) -> bool:
        """Whether this process owns a table now."""
        return bucket_of(table_id) in self._ours and time.monotonic() < self._until

    def reached_at(self, host: str, port: int) -> None:
        """Tell the other processes, from the next `beat` on, to relay interactions to this host and port."""
        self._door = host, port

    def address_of(self, table_id: str) -> str | None:
        """The host and port of a table's owner; None: this process is the owner, or no owner is known."""
        return None if self.is_ours(table_id) else self._addresses.get(bucket_of(table_id))

    @contextmanager
    def looking_after(self, table_id: str) -> Iterator[None]:
        """A context for work of a table's owner: until the work ends, this process keeps the lease."""
        bucket = bucket_of(table_id)
        held = Held(bucket, self._ours[bucket]) if bucket in self._ours else None
        self._in_use[bucket] += 1
        outer = CURRENT_LEASE.set(held)
        try:
            yield
        finally:
            CURRENT_LEASE.reset(outer)
            if held is not None:
                held.is_over = True
            self._in_use[bucket] -= 1
            if not self._in_use[bucket]:
                del self._in_use[bucket]

    def current_lease(self) -> Held | None:
        """The lease on which the current task's work relies, or None outside of `looking_after`."""
        held = CURRENT_LEASE.get()
        return None if held is None or held.is_over else held

    def lost(self, held: Held) -> None:
        """Drop a lease that another process has taken."""
        if self._ours.get(held.bucket) == held.fence:
            log.warning("tables_taken_over", bucket=held.bucket)
            self._set({bucket: fence for bucket, fence in self._ours.items() if bucket != held.bucket})

    async def start(self) -> None:
        """Take this process's share of the leases, and begin to renew them; may raise `psycopg.Error`."""
        await self.beat()
        async with self._pool.connection() as connection:
            await connection.execute(NOTIFY_ALL)  # The others now free what exceeds their smaller shares.
        self._renewing = asyncio.create_task(self._renew(), name="leases")

    async def close(self) -> None:
        """Free all leases of this process for the others, and stop renewing."""
        if self._renewing is None:
            return
        await ended(self._renewing)
        self._is_over = True
        try:
            async with self._turn, self._pool.connection() as connection, connection.transaction():
                self._ours = {}
                await connection.execute(FREE, [self.id])
                await connection.execute(LEAVE, [self.id])
                await connection.execute(NOTIFY_ALL)
        except (psycopg.Error, PoolTimeout) as fault:
            log.warning("leases_not_handed_over", reason="unreachable", fault=str(fault))  # Leases lapse.

    async def _renew(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._sooner.wait()
            self._sooner.clear()
            try:
                await self.beat()
            except (psycopg.Error, PoolTimeout) as fault:
                log.warning("leases_not_renewed", reason="unreachable", fault=" ".join(str(fault).split()))
                if self._ours and time.monotonic() >= self._until:
                    self._set({})

    async def beat(self) -> None:
        """Renew this process's leases, free leases beyond its share, and take free leases up to its share."""
        async with self._turn:
            if self._is_over:
                return  # Woken by this process's own notice that it freed its leases.
            asked = time.monotonic()
            async with self._pool.connection() as connection:
                own_address = await self._own_address(connection)
                async with connection.pipeline():  # One round trip for all of them.
                    await connection.execute(SEEN, [self.id, own_address])
                    await connection.execute(GONE)
                    counted = await connection.execute(COUNT)
                    renewed = await connection.execute(RENEW, [self.id])
                    reached = await connection.execute(ADDRESSES, [self.id])
                ((workers,),) = await counted.fetchall()
                share = -(-BUCKETS // workers)
                kept = sorted(await renewed.fetchall())
                ours, surplus = dict(kept[:share]), [bucket for bucket, _ in kept[share:]]
                if not surplus and len(kept) < share:
                    rows = await (await connection.execute(TAKE, [self.id, share - len(kept)])).fetchall()
                    ours |= dict(rows)
                if time.monotonic() >= self._until:
                    self._ours = {}  # The leases had lapsed: so all count as newly got.
                self._until = asked + LEASE_S - MARGIN_S
                self._set(ours)
                # No new work begins in a surplus bucket; if some is under way, a later beat frees the bucket.
                if idle := [bucket for bucket in surplus if bucket not in self._in_use]:
                    await connection.execute(RELEASE, [self.id, idle])
                    await connection.execute(NOTIFY_ALL)
                if self._door is not None:
                    found = [one for one in await reached.fetchall() if can_reach(self._seen_from, one[0])]
                    self._addresses = {bucket: address for address, buckets in found for bucket in buckets}

    async def _own_address(self, connection: Connection) -> str | None:
        """The address at which others reach this process; None: it doesn't listen, or they can't reach it."""
        if self._door is None:
            return None
        if not self._seen_from:
            ((self._seen_from,),) = await (await connection.execute(FROM)).fetchall()
        return address(*self._door, self._seen_from)

    def _set(self, ours: dict[int, int]) -> None:
        before, self._ours = self._ours, ours
        if ours != before:
            log.info("tables_shared_out", buckets=len(ours))
            self._shared_out()
