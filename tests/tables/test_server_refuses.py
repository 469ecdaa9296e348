"""A PostgreSQL that can't be used: each reason has a code, and nothing is changed."""

from __future__ import annotations

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from tables import StorageProblem, Tables
from tables.store.postgres import prepare
from tables.store.postgres.connecting import problem
from tests.postgres import ADMIN, OWNER, Cluster

pytestmark = pytest.mark.postgres


async def refusal(address: str) -> str:
    """Return the code with which a database is refused."""
    with pytest.raises(StorageProblem) as raised:
        await Tables.open(address)
    return raised.value.code


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("ALTER ROLE {role} NOLOGIN", "database_login"),
        ("ALTER ROLE {role} CONNECTION LIMIT 0", "database_full"),
        ("ALTER DATABASE {database} CONNECTION LIMIT 0", "database_full"),
        ("ALTER DATABASE {database} SET default_transaction_read_only = on", "database_read_only"),
        ("ALTER DATABASE {database} OWNER TO " + ADMIN, "database_rights"),
        ("REVOKE CONNECT ON DATABASE {database} FROM PUBLIC, {role}", "database_rights"),
        ("ALTER DATABASE {database} RENAME TO gone", "database_missing"),
    ],
)
async def test_what_keeps_it_from_being_used_has_a_code(
    own_cluster: Cluster, statement: str, code: str
) -> None:
    database = str(conninfo_to_dict(own_cluster.create())["dbname"])
    own_cluster.execute(statement.format(role=OWNER, database=database))
    assert await refusal(own_cluster.address(database)) == code


def test_a_password_that_is_missing_is_told_as_a_wrong_one() -> None:
    said = psycopg.OperationalError("connection failed: fe_sendauth: no password supplied")
    assert problem("postgresql://tables@127.0.0.1/tables", said).code == "database_login"


async def test_an_unknown_user_is_told_apart_from_a_server_that_is_not_there(own_cluster: Cluster) -> None:
    database = str(conninfo_to_dict(own_cluster.create())["dbname"])
    assert await refusal(own_cluster.address(database, "nobody")) == "database_missing"
    own_cluster.stop()
    assert await refusal(own_cluster.address(database)) == "database_unreachable"


async def test_one_that_cannot_hold_all_names_is_refused(own_cluster: Cluster) -> None:
    own_cluster.execute("CREATE DATABASE {} OWNER {} ENCODING 'SQL_ASCII' TEMPLATE template0", "ascii", OWNER)
    assert await refusal(own_cluster.address("ascii")) == "database_encoding"
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    assert own_cluster.execute(tables, database="ascii") == [(0,)]


async def test_a_server_older_than_what_we_are_tried_with_is_refused(
    database_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "OLDEST", 999)
    assert await refusal(database_address) == "database_old"
