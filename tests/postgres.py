"""PostgreSQL for tests: one throw-away cluster for a whole session, and clusters of a test's own.

It listens on a socket in a folder of its own and nowhere else, and never runs as root.  A process beside it
stops it and deletes its folder as soon as nobody uses it any more, even where the tests were killed: whoever
uses a cluster holds a lock on a file, which the system lets go when their process ends.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_SH, flock
from functools import cache
from glob import glob
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

OLDEST: Final = 15
"""The oldest version of PostgreSQL that the bot supports."""
PLACES: Final = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
MISSING: Final = f"PostgreSQL {OLDEST} or newer is not installed"
ACCOUNTS: Final = ("postgres", "nobody")
"""Accounts that run PostgreSQL if the tests run as root; the first that exists is used."""
ADMIN: Final = "postgres"
OWNER: Final = "tables"
"""The role with which a bot connects: it owns its database, and has no other rights."""
MEMORY: Final = Path("/dev/shm")
ROOM: Final = 1 << 30
START_S: Final = 30.0
ROOT: Final = Path(__file__).parents[1]

INITDB: Final = (
    *("--no-sync", "--no-instructions", "--auth=trust", f"--username={ADMIN}"),
    *("--encoding=UTF8", "--locale=C", "--wal-segsize=1"),
)
SETTINGS: Final = """
listen_addresses = ''
fsync = off
full_page_writes = off
shared_buffers = 32MB
dynamic_shared_memory_type = mmap
min_wal_size = 2MB
max_connections = 200
wal_level = minimal
max_wal_senders = 0
autovacuum = off
jit = off
"""
"""With these settings, commits outlive a kill of PostgreSQL, but not a loss of power."""
DURABLE: Final = """
fsync = on
full_page_writes = on
"""


@cache
def programs() -> Path | None:
    """Return the folder of the newest installed PostgreSQL's programs; None: none is new enough.

    The environment variable `POSTGRES` may name another folder to search.
    """
    if named := os.environ.get("POSTGRES"):
        return Path(named) if _version(Path(named)) >= OLDEST else None
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += [Path(found) for place in PLACES for found in glob(place)]
    dated = [(_version(folder), folder) for folder in folders]
    newest, folder = max(dated, default=(0, Path()))
    return folder if newest >= OLDEST else None


def _version(folder: Path) -> int:
    try:
        said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return 0
    found = re.search(r"\d+", said.stdout)
    return int(found.group()) if found else 0


def skip_without_postgres(items: Sequence[pytest.Item]) -> None:
    """Skip tests that need PostgreSQL if it isn't installed; in CI, let them fail."""
    if programs() or os.environ.get("CI"):
        return
    for item in items:
        if "postgres" in item.keywords:
            item.add_marker(pytest.mark.skip(reason=MISSING))


class Cluster:
    """A PostgreSQL of the tests, which keeps its data in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._data = folder / "data"

    def make(self, also: str = "") -> None:
        """Make an empty cluster, and start it; `also`: further settings."""
        account = _account()
        if account is not None:
            os.chown(self._folder, account.pw_uid, account.pw_gid)
        self._run("initdb", *INITDB)
        settings = f"{SETTINGS}{also}unix_socket_directories = '{self._folder}'\n"
        with (self._data / "postgresql.conf").open("a") as file:
            file.write(settings)
        self.start()
        self.execute(f"CREATE ROLE {OWNER} LOGIN")

    def start(self) -> None:
        """Start the cluster after `stop` or `kill`; return when it accepts connections."""
        until = time.monotonic() + START_S
        while True:
            try:
                self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self._folder / 'log'}")
            except subprocess.CalledProcessError:
                # Child processes of a killed server end when they notice; a new server waits for that.
                if time.monotonic() > until:
                    raise RuntimeError((self._folder / "log").read_text()) from None
                time.sleep(0.02)
            else:
                return

    def stop(self, mode: str = "fast") -> None:
        """Stop the cluster as administrators do: `fast` ends all connections first, `immediate` does not."""
        self._run("pg_ctl", "stop", "--wait", "--silent", f"--mode={mode}")

    def kill(self) -> None:
        """Kill the server at once, at whatever instruction it is."""
        noted = self._data / "postmaster.pid"
        os.kill(int(noted.read_text().split()[0]), signal.SIGKILL)
        noted.unlink()  # Until this process asks for the exit status, the number looks alive.

    def require_password(self) -> None:
        """Let the database's owners connect with a password only; the administrator connects as before."""
        rules = f"local all {OWNER} scram-sha-256\nlocal all all trust\n"
        (self._data / "pg_hba.conf").write_text(rules)
        self._run("pg_ctl", "reload", "--silent")

    @property
    def is_running(self) -> bool:
        """Whether the server was started, and was neither stopped nor killed since."""
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "status")
            return True
        return False

    def address(self, database: str, role: str = OWNER) -> str:
        """Return the address of one of the databases: `postgresql://...`."""
        return f"postgresql://{role}@/{database}?host={quote(str(self._folder), safe='')}"

    def execute(self, statement: str, *names: str, database: str = ADMIN) -> list[Any]:
        """Run a statement as the administrator; return the rows of its result.

        Args:
            statement: The statement, with `{}` for each name.
            names: The names.
            database: The database in which the statement runs.
        """
        with psycopg.connect(self.address(database, ADMIN), autocommit=True) as connection:
            asked = connection.execute(SQL(statement).format(*map(Identifier, names)))
            return asked.fetchall() if asked.description else []

    def create(self, template: str = "template0") -> str:
        """Create a database as a copy of `template`; return its address."""
        name = f"t{uuid4().hex}"
        # Copying the files is faster for small databases than copying through the log.
        self.execute("CREATE DATABASE {} OWNER {} TEMPLATE {} STRATEGY file_copy", name, OWNER, template)
        return self.address(name)

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """Yield the address of a new database, a copy of `template`, and drop the database afterwards."""
        address = self.create(template)
        try:
            yield address
        finally:
            self.execute("DROP DATABASE {} WITH (FORCE)", str(conninfo_to_dict(address)["dbname"]))

    def _run(self, program: str, *arguments: str) -> None:
        folder, account = programs(), _account()
        assert folder is not None
        rights: dict[str, Any] = {}
        if account is not None:
            rights = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": ()}
        command: list[str | Path] = [folder / program, f"--pgdata={self._data}", *arguments]
        # The output is dropped: a started server would hold a pipe open.
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", **rights
        )


def _account() -> pwd.struct_passwd | None:
    """Return the account that runs PostgreSQL if the tests run as root, which it refuses; else None."""
    if os.geteuid() != 0:
        return None
    for name in ACCOUNTS:
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError(f"there is none of the accounts {ACCOUNTS}")


def shared(folder: Path) -> Cluster:
    """Return the cluster that all tests with this folder share: the first makes it, the last deletes it."""
    with (folder / "postgres.making").open("w") as making:
        flock(making, LOCK_EX)
        _use(folder)
        found = folder / "postgres.at"
        if not found.exists():
            cluster = _made(folder)
            found.symlink_to(cluster._folder)
        return Cluster(found.readlink())


@contextmanager
def own(*, is_durable: bool = False) -> Iterator[Cluster]:
    """Run a cluster for one test, which may stop and kill it.

    `is_durable`: Its commits wait for the disk, as in real use.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        let_go = _use(folder)
        try:
            yield _made(folder, is_durable=is_durable)
        finally:
            os.close(let_go)


def _use(folder: Path) -> int:
    """Hold the lock of a cluster's users until this process ends or closes the returned handle."""
    handle = os.open(folder / "postgres.users", os.O_RDWR | os.O_CREAT)
    flock(handle, LOCK_SH)
    return handle


def _made(users: Path, *, is_durable: bool = False) -> Cluster:
    """Return a new cluster; start the process that deletes it as soon as nobody uses it."""
    if programs() is None:
        pytest.fail(MISSING)
    has_room = not is_durable and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM
    # A short path, since a socket's may have about a hundred letters; other accounts must be able to enter.
    folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=MEMORY if has_room else None))
    subprocess.Popen(
        [sys.executable, "-m", "tests.postgres", users, folder],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C must reach the tests only.
    )
    cluster = Cluster(folder)
    cluster.make(DURABLE if is_durable else "")
    return cluster


def _keep(users: Path, folder: Path) -> None:
    """Wait until nobody uses a cluster any more; then stop and delete it."""
    with suppress(FileNotFoundError):  # The tests have ended before this process began.
        flock(os.open(users / "postgres.users", os.O_RDWR), LOCK_EX)
    cluster = Cluster(folder)
    if cluster.is_running:
        cluster.stop("immediate")
    shutil.rmtree(folder, ignore_errors=True)
    (users / "postgres.at").unlink(missing_ok=True)


if __name__ == "__main__":
    _keep(Path(sys.argv[1]), Path(sys.argv[2]))
