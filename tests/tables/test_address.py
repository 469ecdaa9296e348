"""The address of a store: its password is never shown, and no other store is opened instead."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tables import StorageProblem, Tables
from tables.store.address import DEFAULT_PATH, EXAMPLE, configured, of_a_kind, path_of, shown
from tables.store.check import check
from tables.store.postgres.connecting import connection_options
from tests.tables.toys import opened

UNFIT = ("sec/ret", "sec@ret", "sec%ret", "/sec@ret%")


@pytest.mark.parametrize("password", ["secret", "sec:ret", *UNFIT])
def test_an_address_is_told_without_its_password(password: str) -> None:
    address = f"postgresql://tables:{password}@db.example.org:5432/tables"
    assert shown(address) == "postgresql://tables@db.example.org:5432/tables"


@pytest.mark.parametrize("password", UNFIT)
def test_a_password_with_signs_that_belong_elsewhere_is_refused_unsaid(password: str) -> None:
    with pytest.raises(StorageProblem, match="bad_address") as raised:
        connection_options(f"postgresql://tables:{password}@db.example.org:5432/tables")
    assert "ret" not in str(raised.value).replace(EXAMPLE, "")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://tables:sec%2Fret%40@h/d",
        "postgresql://h,h2:5432,5433/d",
        "postgresql:///d?host=@tables",
        "postgresql:///d?host=/run/postgresql&port=5433",
    ],
)
def test_what_libpq_takes_is_taken(address: str) -> None:
    assert connection_options(address)["dbname"] == "d"


@pytest.mark.parametrize("open_or_check", [Tables.open, check])
async def test_an_address_of_another_kind_of_store_makes_no_file_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_or_check: object
) -> None:
    assert callable(open_or_check)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageProblem) as raised:
        await open_or_check("postgres+aio://tables:secret@h/d")
    assert (raised.value.code, raised.value.facts["path"]) == ("bad_address", "postgres+aio://tables@h/d")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "address",
    [
        '"postgresql://tables:secret@h/d"',
        " postgresql://tables:secret@h/d",
        "postgresql:/tables:secret@h/d",
        "postgres:tables:secret@h/d",
        "Postgres:d",
        "PostgreSQL://tables:secret@h/d",
        "host=h dbname=d password=secret",
        "user = tables password = secret",
        "tables:secret@127.0.0.1:5432/tables",
        "tables:secret@db/tables",
        "tables:sec/secret@db/tables",
        "sqlite:tables:secret@db.example.org:5432/tables",
        "tables@127.0.0.1:5432/tables",
        "tables@127.0.0.1:5432",
        "127.0.0.1:5432/tables",
        "db:5432/tables",
        "5432:5432/secret@db",
    ],
)
def test_what_was_meant_for_a_server_is_no_path(address: str) -> None:
    with pytest.raises(StorageProblem, match="bad_address") as raised:
        path_of(address)
    assert "secret" not in str(raised.value).replace(EXAMPLE, "")


@pytest.mark.parametrize(
    "path",
    [
        "data/tables.sqlite3",
        "my tables.db",
        "postgres.sqlite3",
        "a:b.sqlite3",
        "x=1.sqlite3",
        "/home/me@work/tables.sqlite3",
        "C:\\Users\\me@work\\tables/tables.sqlite3",
    ],
)
def test_a_path_is_a_path(path: str) -> None:
    assert path_of(path) == path_of(f"sqlite:{path}") == shown(path) == path


@pytest.mark.parametrize(
    "address",
    [
        "tables:secret@127.0.0.1:5432/tables",
        "secret",
        "postgres//tables:secret@h/d",
        "postgresql:/tables:secret@h/d",
        "mysql://tables:secret@h/d",
        "PostgreSQL://tables:secret@h/d",
        "data/secret.sqlite3",
    ],
)
def test_who_may_mean_a_server_or_a_file_has_to_say_which(address: str) -> None:
    """A path alone goes by `DATABASE_PATH`; what stands where a password could is not said."""
    with pytest.raises(StorageProblem, match="bad_kind") as raised:
        configured({"DATABASE_URL": address, "DATABASE_PATH": "x"})
    with pytest.raises(StorageProblem, match="bad_kind") as also:
        of_a_kind("TO", address)
    assert (raised.value.facts["name"], also.value.facts["name"]) == ("DATABASE_URL", "TO")
    for told in (raised.value, also.value):
        assert "secret" not in str(told).replace(EXAMPLE, "")


@pytest.mark.parametrize(
    ("settings", "address"),
    [
        ({"DATABASE_URL": " postgresql://h/d ", "DATABASE_PATH": "x"}, "postgresql://h/d"),
        ({"DATABASE_URL": "postgres://h/d"}, "postgres://h/d"),
        ({"DATABASE_URL": "sqlite:x"}, "sqlite:x"),
        ({"DATABASE_URL": " ", "DATABASE_PATH": "x"}, "x"),
        ({}, DEFAULT_PATH),
    ],
)
def test_blanks_around_an_address_are_none_of_it(settings: dict[str, str], address: str) -> None:
    assert configured(settings) == address


@pytest.mark.sqlite
async def test_nobody_else_on_the_machine_reads_the_database(tmp_path: Path) -> None:
    async with opened(tmp_path / "data"):
        made = [tmp_path / "data", *(tmp_path / "data").iterdir()]
    assert len(made) > 2
    assert {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in made if path.exists()} == {0}
