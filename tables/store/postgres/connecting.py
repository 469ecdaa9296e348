"""Connections to a PostgreSQL database, what their faults mean, and how tasks end that use one."""

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
"""How signs of a password stand in an address, in any language."""
SETTINGS: Final = {
    "application_name": "tables",
    "connect_timeout": 5,
    # A server that only lets itself be read, as a standby: whoever kept a connection to it couldn't write.
    "target_session_attrs": "read-write",
    # A network that swallows everything is noticed after some ten seconds.
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
"""What we ask of each connection, unless the address says otherwise."""
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
"""Faults of the store, not of one caller's rows; the first that fits names it."""
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
"""Of a refused connection psycopg has no code, but the server's words."""
PROBLEMS: Final[tuple[tuple[str, str], ...]] = (
    ("28", "database_login"),
    ("42501", "database_rights"),
    ("3D000", "database_missing"),
    ("25006", "database_read_only"),
    ("53100", "disk_full"),
    ("53300", "database_full"),
)
"""How the codes of PostgreSQL begin that say why a start fails."""


class _Flag(Int8Dumper):
    """Yes and no as 1 and 0, as in SQLite."""

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


def adapt(context: AdaptContext) -> None:
    """Have values sent as what the columns are: whole numbers of 8 bytes, and texts as texts."""
    for kind, dumper in ((bool, _Flag), (int, Int8Dumper), (str, StrDumper)):
        context.adapters.register_dumper(kind, dumper)


Connection = psycopg.AsyncConnection[Any]


class Pool(AsyncConnectionPool[Connection]):
    """A pool that does not forget that whoever waits for a connection was cancelled.

    psycopg's waits by `asyncio.wait_for`, which does in Python 3.11 where the connection comes at that very
    moment: then whoever was to stop went on.
    """

    async def getconn(self, timeout: float | None = None) -> Connection:  # noqa: ASYNC109
        """As psycopg's."""
        task = asyncio.current_task()
        before = task.cancelling() if task is not None else 0
        connection = await super().getconn(timeout)
        if task is not None and task.cancelling() > before:
            await self.putconn(connection)
            raise asyncio.CancelledError
        return connection


POOL_S: Final = 5.0
"""So long somebody waits for one of the connections of a pool."""
CONNECT_AGAIN_S: Final = 2.0
"""So long a pool tries by itself to replace a lost connection; then whoever asks for one has it tried.

psycopg's pauses between its tries grow: after an hour without the server they would last for minutes.
"""


async def connected(options: dict[str, Any]) -> Connection:
    """A connection that takes statements as `native` gives them, each a transaction of its own.

    Raises:
        psycopg.Error: It can't be made.
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
    """So many connections as `connected` makes them, not yet open.

    Args:
        options: What a connection needs.
        least: So many are kept open.
        most: So many there are at most.
        is_checked: Whoever gets one waits until the server has answered there, so that it works.
        reset: Is called with one that is given back; one for which it fails is closed.
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
"""So long a cancelled task is waited for until it is cancelled once more."""


async def ended(task: asyncio.Task[Any] | None) -> None:
    """Cancel a task that uses a connection, and wait until it has ended, however.

    Once may not be enough: what libraries wait for by `asyncio.wait_for` may come at that very moment, and
    in Python 3.11 that forgets the cancellation.
    """
    while task is not None and not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=END_AGAIN_S)


SERVER_MS: Final = 200
"""So long the server works at most on a row for which the event loop waits."""
LOOP_S: Final = 0.3
"""So long the event loop waits at most: a server that hangs doesn't say that it is late."""
HANGING_S: Final = 5.0
"""So long the thread waits; meanwhile the event loop waits no more."""


class _Patient(psycopg.Connection[Any]):
    """A connection that waits for each answer only so long."""

    def wait(self, gen: PQGen[RV], interval: float = LOOP_S, timeout: float | None = None) -> RV:
        """Wait for an answer."""
        return super().wait(gen, interval, HANGING_S if timeout is None else timeout)


class PromptReader:
    """Reads while the event loop waits, which is for a moment only, whatever the server does.

    A thread uses the connection, and makes it when it is needed.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="prompt-reader")
        self._reading: Future[list[Any]] | None = None
        self._connection: _Patient | None = None

    def read(self, sql: str, parameters: Sequence[Any]) -> list[Any]:
        """The rows of a query.

        Raises:
            InDoubt: The server would not give them, or not soon.
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
            return self._rows(sql, parameters)  # The server was started anew.
        self._connection = connection
        return rows

    def _connected(self) -> _Patient:
        connection = _Patient.connect(**self._options, autocommit=True, cursor_factory=psycopg.RawCursor)
        adapt(connection)
        connection.execute(f"SET statement_timeout = {SERVER_MS}")
        return connection

    def close(self) -> None:
        """Close the connection, once the thread is done with it; once more, nothing happens."""
        with suppress(RuntimeError):
            self._thread.submit(self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def connection_options(address: str) -> dict[str, Any]:
    """The parts of an address, with our settings where it has none of its own.

    Raises:
        StorageProblem: `bad_address`.
    """
    facts = {"path": shown(address), "example": EXAMPLE}
    try:
        given = conninfo_to_dict(address)
    except psycopg.Error as fault:
        said = re.sub(r'"[^"]*"', '"…"', str(fault).strip())  # What it quotes may be the password.
        raise StorageProblem("bad_address", **facts, fault=f"{said}; {WRITTEN}") from None
    if "@" in str(given.get("host", ""))[1:] or not re.fullmatch(r"[\d,]*", str(given.get("port", ""))):
        # Part of the password is taken for these, and would be printed where they can't be found.
        raise StorageProblem("bad_address", **facts, fault=WRITTEN)
    return {**SETTINGS, **given}


@cache
def native(sql: str) -> str:
    """A statement with PostgreSQL's own parameters: `?` becomes `$1`, `$2`; `?2` becomes `$2`."""
    count = 0

    def numbered(found: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"${found[1] or count}"

    return re.sub(r"\?(\d*)", numbered, sql)


def failure(fault: Exception) -> StorageFailed:
    """The `StorageFailed` for a fault of the database, with its reason."""
    return StorageFailed(reason(fault) or "error")


def unanswered(fault: Exception) -> InDoubt:
    """The `InDoubt` for a fault of the database when it was asked: who wrote before may have written."""
    return InDoubt(failure(fault).reason)


def reason(fault: Exception) -> str | None:
    """What is wrong with the store; None: the fault lies with what was asked of it."""
    return next((name for kind, name in REASONS if isinstance(fault, kind)), None)


def problem(address: str, fault: psycopg.Error) -> StorageProblem:
    """The `StorageProblem` for a fault at the start."""
    text = " ".join(str(fault).split())
    state = fault.sqlstate or ""
    if not state:
        state = next((code for words, code in REFUSED if words.search(text)), "")
    code = next((name for begin, name in PROBLEMS if state.startswith(begin)), None)
    if code is None:
        code = "database_unreachable" if isinstance(fault, psycopg.OperationalError) else "database_odd"
    return StorageProblem(code, path=shown(address), fault=text)
