"""Turns of computer players that wait for room to think: offered by one process, taken by any.

Who takes one has it for a while, and if nothing has come of it by then, another may.  Whatever is thought
twice or too late is no harm: a turn's move is made once, by its key in the journal.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import psycopg
from psycopg_pool import PoolTimeout

from tables.store.cluster import TURN, Turn
from tables.store.postgres.connecting import Pool, failure, over
from tables.store.writer import Statement

TAKEN_S: Final = 30.0
"""So long nobody else takes a turn that somebody has taken; a thought is cut sooner."""
OFFER: Final = "INSERT INTO waiting (table_id, seat, asked) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
TAKE: Final = f"""
UPDATE waiting SET worker = $1, until = clock_timestamp() + interval '{TAKEN_S} seconds'
WHERE (table_id, seat, asked) IN (
  SELECT table_id, seat, asked FROM waiting WHERE {over("until", TAKEN_S)} AND worker IS DISTINCT FROM $1
  ORDER BY since LIMIT 1 FOR UPDATE SKIP LOCKED
) RETURNING table_id, seat, asked"""
TAKE_THIS: Final = f"""
INSERT INTO waiting (worker, table_id, seat, asked, until)
VALUES ($1, $2, $3, $4, clock_timestamp() + interval '{TAKEN_S} seconds')
ON CONFLICT (table_id, seat, asked) DO UPDATE SET worker = excluded.worker, until = excluded.until
WHERE {over("waiting.until", TAKEN_S)} OR waiting.worker = $1 RETURNING table_id, seat, asked"""
"""Also where it is there no more, as `PRUNE` has thrown it away: whoever waits for it goes on asking."""
DONE: Final = "DELETE FROM waiting WHERE (table_id, seat, asked) = ($1, $2, $3) RETURNING 1"
GIVE_BACK: Final = "UPDATE waiting SET worker = NULL, until = '-infinity' WHERE worker = $1 RETURNING 1"
PRUNE: Final = "DELETE FROM waiting WHERE since < clock_timestamp() - interval '600 seconds'"
"""Whose turn still waits then offers it again."""


class Turns:
    """The turns that this process has offered or taken."""

    def __init__(
        self, pool: Pool, worker: str, write: Callable[[Sequence[Statement], str], Awaitable[None]]
    ) -> None:
        self._pool = pool
        self._worker = worker
        self._write = write
        self._shared: set[Turn] = set()

    async def offer(self, turn: Turn) -> None:
        """As `Others.offer`."""
        if turn not in self._shared:
            await self._write([(OFFER, [turn])], f"{TURN}:{turn[0]}")
            self._shared.add(turn)

    async def take(self, turn: Turn | None = None) -> Turn | None:
        """As `Others.take`."""
        if turn is not None and turn not in self._shared:
            return turn
        if turn is None:
            found = await self._run(TAKE, self._worker)
        else:
            found = await self._run(TAKE_THIS, self._worker, *turn)
        self._shared.update(found)
        return found[0] if found else None

    async def done(self, turn: Turn) -> None:
        """As `Others.done`."""
        if turn in self._shared:
            await self._run(DONE, *turn)

    def forget(self, turn: Turn) -> None:
        """As `Others.forget`; whoever takes it finds that it is over, or it is thrown away in time."""
        self._shared.discard(turn)

    async def give_back(self) -> None:
        """Let others take at once what we have taken.

        Raises:
            StorageFailed: It could not be written; they may after `TAKEN_S`.
        """
        await self._run(GIVE_BACK, self._worker)

    async def _run(self, sql: str, *values: str | int) -> list[Turn]:
        try:
            async with self._pool.connection() as connection:
                return await (await connection.execute(sql, values)).fetchall()
        except (psycopg.Error, PoolTimeout) as fault:
            raise failure(fault) from fault
