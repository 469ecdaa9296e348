"""Reads a row at once, while the event loop stands still: only for a moment, whatever the server does."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

import psycopg
from psycopg.abc import RV, PQGen

from tables.model.errors import InDoubt
from tables.store.postgres.connecting import adapt, native, unanswered

SERVER_MS: Final = 200
"""So long the server works on it at most."""
PATIENCE_S: Final = 0.3
"""So long the loop waits at most, for a connection too: a server that hangs doesn't say that it is late."""
CONNECT_S: Final = 2
"""So long a connection may take that is made in a thread meanwhile."""
NOT_AGAIN_S: Final = 5.0
"""So long after the loop had to wait that long nobody is waited for again."""


class _Connection(psycopg.Connection[Any]):
    """A connection that is waited for only so long."""

    def wait(self, gen: PQGen[RV], interval: float = PATIENCE_S, timeout: float | None = None) -> RV:
        """As psycopg's."""
        return super().wait(gen, interval, PATIENCE_S if timeout is None else timeout)


def _close(made: Future[_Connection]) -> None:
    if not made.exception():
        made.result().close()


class PromptReader:
    """The only user of a connection of its own, which is made when it is needed."""

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="connecting")
        self._connecting: Future[_Connection] | None = None
        self._connection: _Connection | None = None
        self._not_before = 0.0

    def read(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """As `Database.read_now`: one way to the server and back."""
        try:
            try:
                return self._read(sql, parameters)
            except psycopg.OperationalError:
                if self._connection is not None and not self._connection.closed:
                    raise
                return self._read(sql, parameters)  # The server was started anew.
        except psycopg.Error as fault:
            raise unanswered(fault) from fault

    def _read(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        connection = self._connection
        if connection is None or connection.closed:
            connection = self._connection = self._connected()
        began = time.monotonic()
        try:
            return connection.execute(native(sql), parameters).fetchall()
        except psycopg.Error:
            if time.monotonic() - began >= PATIENCE_S:
                connection.close()
                self._rest()
            raise

    def _connected(self) -> _Connection:
        if time.monotonic() < self._not_before:
            raise InDoubt("unreachable")
        began = time.monotonic()
        connecting = self._connecting or self._threads.submit(self._connect)
        self._connecting = None
        try:
            return connecting.result(PATIENCE_S)
        except TimeoutError:
            self._connecting = connecting
            self._rest()
            raise InDoubt("unreachable") from None
        except psycopg.Error:
            if time.monotonic() - began >= PATIENCE_S:
                self._rest()
            raise

    def _rest(self) -> None:
        self._not_before = time.monotonic() + NOT_AGAIN_S

    def _connect(self) -> _Connection:
        connection = _Connection.connect(
            **{**self._options, "connect_timeout": CONNECT_S},
            autocommit=True,
            cursor_factory=psycopg.RawCursor,
        )
        adapt(connection)
        connection.execute(f"SET statement_timeout = {SERVER_MS}")
        return connection

    def close(self) -> None:
        """Close the connection, also one that is being made."""
        self._threads.shutdown(wait=False)
        if self._connecting is not None:
            self._connecting.add_done_callback(_close)
        if self._connection is not None:
            self._connection.close()
