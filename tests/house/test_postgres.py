"""The PostgreSQL of the tests: started when needed, shared, and deleted when nobody uses it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.postgres import ROOT, Cluster

pytestmark = pytest.mark.postgres


def test_each_database_is_empty_and_its_bot_owns_it_and_nothing_else(cluster: Cluster) -> None:
    with cluster.database() as mine, cluster.database() as theirs:
        assert mine != theirs
        with psycopg.connect(mine) as connection:
            connection.execute("CREATE TABLE kept (a int)")
        with psycopg.connect(theirs) as connection:
            assert connection.execute("SELECT to_regclass('kept')").fetchone() == (None,)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("CREATE ROLE other")
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(mine)


USE = """
import sys
from pathlib import Path
from tests.postgres import shared

print(shared(Path(sys.argv[1]))._folder, flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_one_is_shared_survives_its_end_and_goes_with_the_last_who_use_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", USE, str(tmp_path)]
    users = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)
    ]
    folders = {user.stdout.readline().decode().strip() for user in users if user.stdout}
    (folder,) = map(Path, folders)
    first, last = users
    first.communicate()
    shared = Cluster(folder)
    with shared.database() as address:
        for number, end in enumerate((shared.kill, shared.stop)):
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute("CREATE TABLE IF NOT EXISTS kept (a int)")
                connection.execute("INSERT INTO kept VALUES (%s)", [number])
            end()
            with pytest.raises(psycopg.OperationalError):
                psycopg.connect(address)
            shared.start()
        with psycopg.connect(address) as connection:
            assert connection.execute("SELECT a FROM kept").fetchall() == [(0,), (1,)]
    os.kill(last.pid, signal.SIGKILL)
    last.communicate()
    until = time.monotonic() + 20
    while folder.exists():
        assert time.monotonic() < until
        time.sleep(0.02)
