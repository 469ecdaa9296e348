"""Opens connections to a PostgreSQL database, translates their exceptions, and ends tasks that use them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.abc import RV, AdaptContext, PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper
from psycopg_pool import AsyncConnectionPool

from tables.model.errors import InDoubt, StorageFailed, StorageProblem
from tables.store.address import EXAMPLE, shown

WRITTEN: Final = "password: % → %25, @ → %40, / → %2F, : → %3A"
"""How to write special characters of a password in an address; people in all languages see this text."""
SETTINGS: Final = {
    "application_name": "tables",
    "connect_timeout": 5,
    # Not a standby server, to which nothing can be written.
    "target_session_attrs": "read-write",
    # A network that drops all packets is noticed after some ten seconds.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "client_encoding": "UTF8",
    "options": " ".join(
        (
            "-cstatement_timeout=10s",
            "-clock_timeout=5s",
            "-cidle_in_transaction_session_timeout=30s",
            "-csynchronous_commit=on",
        )
    ),
}
"""The settings of each connection, except those that the address sets itself."""
REASONS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (errors.DiskFull, "disk_full"),
    (errors.IoError, "io_error"),
    (errors.DataCorrupted, "damaged"),
    (errors.InsufficientPrivilege, "read_only"),
    (errors.ReadOnlySqlTransaction, "read_only"),
    (errors.LockNotAvailable, "locked"),
    (errors.QueryCanceled, "locked"),
    (errors.DeadlockDetected, "locked"),
    (errors.SerializationFailure, "locked"),
    (psycopg.OperationalError, "unreachable"),
    (TimeoutError, "unreachable"),
)
"""Exceptions that are the store's fault, not a caller's, with `StorageFailed.reason`; first match counts."""
REFUSED: Final = (
    (
        re.compile("authentication failed|no password supplied|no pg_hba.conf entry|not permitted to log in"),
        "28",
    ),
    (re.compile("permission denied"), "42501"),
    (re.compile("too many (clients|connections)|connection slots are reserved"), "53300"),
    (re.compile("does not exist"), "3D000"),
    (re.compile("session is read-only|in hot standby mode"), "25006"),
)
"""Patterns in the server's message on a refused connection, each with the error code that psycopg omits."""
PROBLEMS: Final[tuple[tuple[str, str], ...]] = (
    ("28", "database_login"),
    ("42501", "database_rights"),
    ("3D000", "database_missing"),
    ("25006", "database_read_only"),
    ("53100", "disk_full"),
    ("53300", "database_full"),
)
"""Beginnings of PostgreSQL's error codes that stop a start, each with the `StorageProblem.code`."""


class _Flag(Int8Dumper):
    """Sends booleans as 1 and 0, as in SQLite."""

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


def adapt(context: AdaptContext) -> None:
    """Have a connection send values in the columns' types: 8-byte integers, booleans as 1 or 0, and texts."""
    for kind, dumper in ((bool, _Flag), (int, Int8Dumper), (str, StrDumper)):
        context.adapters.register_dumper(kind, dumper)


Connection = psycopg.AsyncConnection[Any]


class Pool(AsyncConnectionPool[Connection]):
    """A pool that cancels a caller who was cancelled while waiting for a connection.

    psycopg waits by `asyncio.wait_for`, which in Python 3.11 loses the cancellation if the connection comes
    at the same moment: the cancelled caller would go on.
    """

    async def getconn(self, timeout: float | None = None) -> Connection:  # noqa: ASYNC109
        """Take a connection from the pool, like psycopg's method of this name."""
        task = asyncio.current_task()
        before = task.cancelling() if task is not None else 0
        connection = await super().getconn(timeout)
        if task is not None and task.cancelling() > before:
            await self.putconn(connection)
            raise asyncio.CancelledError
        return connection


POOL_S: Final = 5.0
"""Seconds for which a caller waits for a connection of a pool."""
CONNECT_AGAIN_S: Final = 2.0
"""Seconds for which a pool retries to replace a lost connection; else its pauses would grow to minutes."""


async def connected(options: dict[str, Any]) -> Connection:
    """A new connection, for statements with `native` parameters; each statement is its own transaction.

    Raises:
        psycopg.Error: The server can't be reached, or refuses.
    """
    connection = await psycopg.AsyncConnection.connect(
        **options, autocommit=True, cursor_factory=psycopg.AsyncRawCursor
    )
    adapt(connection)
    return connection


def pool(
    options: dict[str, Any],
    least: int,
    most: int,
    *,
    is_checked: bool = True,
    reset: Callable[[Connection], Awaitable[None]] | None = None,
) -> Pool:
    """A pool of `least` to `most` connections like those of `connected`; the pool isn't open yet.

    `is_checked`: whether each connection is tested, by a query, before a caller gets it. `reset`: called with
    each connection that is given back; if it fails, the connection is closed.
    """
    return Pool(
        kwargs={**options, "autocommit": True, "cursor_factory": psycopg.AsyncRawCursor},
        min_size=least,
        max_size=most,
        timeout=POOL_S,
        reconnect_timeout=CONNECT_AGAIN_S,
        open=False,
        configure=_configured,
        reset=reset,
        check=AsyncConnectionPool.check_connection if is_checked else None,
    )


async def _configured(connection: Connection) -> None:
    adapt(connection)


END_AGAIN_S: Final = 0.2
"""Seconds after which a cancelled task that hasn't ended is cancelled again."""


async def ended(task: asyncio.Task[Any] | None) -> None:
    """Cancel a task that uses a connection, and wait until it has ended; None: do nothing.

    One cancellation may not be enough: in Python 3.11, `asyncio.wait_for`, which libraries use, loses a
    cancellation if its result comes at the same moment.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=END_AGAIN_S)


SERVER_MS: Final = 200
"""The server's time limit, in milliseconds, for a query that blocks the event loop."""
LOOP_S: Final = 0.3
"""The most seconds for which a query blocks the event loop: a hanging server ignores its own time limit."""
HANGING_S: Final = 5.0
"""Seconds for which `PromptReader`'s thread still waits for the server after the event loop has given up."""


class _Patient(psycopg.Connection[Any]):
    """A blocking connection with a time limit for each answer."""

    def wait(self, gen: PQGen[RV], interval: float = LOOP_S, timeout: float | None = None) -> RV:
        """Wait for an answer for at most `timeout` seconds; default: `HANGING_S`."""
        return super().wait(gen, interval, HANGING_S if timeout is None else timeout)


class PromptReader:
    """Runs quick queries that block the event loop, for `LOOP_S` at most, whatever the server does.

    Its own thread holds the connection, and opens it at the first query.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="prompt-reader")
        self._reading: Future[list[Any]] | None = None
        self._connection: _Patient | None = None

    def read(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """The rows of a query.

        Raises:
            InDoubt: The server failed, took longer than `LOOP_S`, or still works on the query before.
        """
        if self._reading is not None and not self._reading.done():
            raise InDoubt("unreachable")
        self._reading = self._thread.submit(self._rows, sql, parameters)
        try:
            return self._reading.result(LOOP_S)
        except (psycopg.Error, TimeoutError) as fault:
            raise unanswered(fault) from fault

    def _rows(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        kept, self._connection = self._connection, None
        connection = kept or self._connected()
        try:
            rows = connection.execute(native(sql), parameters).fetchall()
        except psycopg.Error:
            is_lost = connection is kept and connection.closed
            connection.close()
            if not is_lost:
                raise
            return self._rows(sql, parameters)  # A restart of the server had closed the old connection.
        self._connection = connection
        return rows

    def _connected(self) -> _Patient:
        connection = _Patient.connect(**self._options, autocommit=True, cursor_factory=psycopg.RawCursor)
        adapt(connection)
        connection.execute(f"SET statement_timeout = {SERVER_MS}")
        return connection

    def close(self) -> None:
        """Have the thread close the connection after its last query; doesn't wait; may be called again."""
        with suppress(RuntimeError):
            self._thread.submit(self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def connection_options(address: str) -> dict[str, Any]:
    """The connection parameters in an address, with our `SETTINGS` where the address has none of its own.

    Raises:
        StorageProblem: `bad_address`.
    """
    facts = {"path": shown(address), "example": EXAMPLE}
    try:
        given = conninfo_to_dict(address)
    except psycopg.Error as fault:
        said = re.sub(r'"[^"]*"', '"…"', str(fault).strip())  # Quoted parts may hold the password.
        raise StorageProblem("bad_address", **facts, fault=f"{said}; {WRITTEN}") from None
    if "@" in str(given.get("host", ""))[1:] or not re.fullmatch(r"[\d,]*", str(given.get("port", ""))):
        # Part of the password was taken for the host or port, and would be printed as such.
        raise StorageProblem("bad_address", **facts, fault=WRITTEN)
    return {**SETTINGS, **given}


@cache
def native(sql: str) -> str:
    """The statement with PostgreSQL's own parameters: `?, ?` becomes `$1, $2`, and `?2` becomes `$2`."""
    count = 0

    def numbered(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"${found[1] or count}"

    return re.sub(r"\?(\d*)", numbered, sql)


def failure(fault: Exception) -> StorageFailed:
    """The `StorageFailed`, with its reason, for an exception of the database."""
    return StorageFailed(reason(fault) or "error")


def unanswered(fault: Exception) -> InDoubt:
    """The `InDoubt` for an exception of the database after which it is unknown whether rows were written."""
    return InDoubt(failure(fault).reason)


def reason(fault: Exception) -> str | None:
    """The `StorageFailed.reason` for an exception of the database; None: a caller's rows are at fault."""
    return next((name for kind, name in REASONS if isinstance(fault, kind)), None)


def problem(address: str, fault: psycopg.Error) -> StorageProblem:
    """The `StorageProblem` for an exception while a database is opened or copied."""
    text = " ".join(str(fault).split())
    state = fault.sqlstate or ""
    if not state:
        state = next((code for words, code in REFUSED if words.search(text)), "")
    code = next((name for begin, name in PROBLEMS if state.startswith(begin)), None)
    if code is None:
        code = "database_unreachable" if isinstance(fault, psycopg.OperationalError) else "database_odd"
    return StorageProblem(code, path=shown(address), fault=text)
