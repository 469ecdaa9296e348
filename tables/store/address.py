"""Addresses of stores: `postgresql://…`, or the path of an SQLite file, also as `sqlite:PATH`.

Where both kinds of store are possible, the address must begin with its kind. Else a mistyped address of a
server would be taken for a path: a new file would be the store, with the password in its name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tables.model.errors import StorageProblem

EXAMPLE: Final = "postgresql://tables:secret@127.0.0.1:5432/tables"
DEFAULT_PATH: Final = "data/tables.sqlite3"
"""The path of the SQLite file where neither `DATABASE_URL` nor `DATABASE_PATH` is set."""

SHARED: Final = ("postgresql://", "postgres://")
ALONE: Final = "sqlite:"
FILE: Final = f"{ALONE}{DEFAULT_PATH}"
MISTYPED: Final = re.compile(r"\w*://|^\W*postgres(ql)?:|\b(host|hostaddr|dbname|user)\s*=", re.IGNORECASE)
"""Finds the parts of a server's address, even a mistyped one, that never occur in the path of a file."""
UNBEGUN: Final = re.compile(
    r"^(?![a-z]:\\)[^/\\@:]+:.*@[^/@]+/|@[^/@]*:\d+(/|$)|^[\w.-]+:\d+/", re.IGNORECASE
)
"""Finds a server's address without `postgresql://`: `name:password@server/…` or `server:port/…`."""


def configured(environment: Mapping[str, str]) -> str:
    """The store's address from the environment variables; the default if none is set.

    Raises:
        StorageProblem: `bad_kind`: `DATABASE_URL` doesn't begin with a kind of store.
    """
    if wanted := environment.get("DATABASE_URL", "").strip():
        return of_a_kind("DATABASE_URL", wanted)
    return environment.get("DATABASE_PATH", "").strip() or DEFAULT_PATH


def of_a_kind(name: str, address: str) -> str:
    """Return `address` unchanged if it begins with its kind of store.

    `name`: the name of the variable or argument that has the address.

    Raises:
        StorageProblem: `bad_kind`: the address begins otherwise. The problem quotes `name`, not the address,
            which could have a password anywhere.
    """
    if not address.startswith((*SHARED, ALONE)):
        raise StorageProblem("bad_kind", name=name, server=EXAMPLE, file=FILE)
    return address


def is_shared(address: str) -> bool:
    """Whether an address names a store for several processes."""
    return address.startswith(SHARED)


def path_of(address: str) -> str:
    """The path in the address of an SQLite file; a PostgreSQL address is returned unchanged.

    Raises:
        StorageProblem: `bad_address`: the address looks like a server's, but is no valid one.
    """
    if is_shared(address):
        return address
    path = address.removeprefix(ALONE)
    if (meant := MISTYPED.search(address)) or UNBEGUN.search(path):
        fault = meant[0] if meant else f"{SHARED[0]}?"  # The match of `UNBEGUN` may contain the password.
        raise StorageProblem("bad_address", path=shown(address), example=EXAMPLE, fault=fault)
    return path


def file_of(address: str) -> Path:
    """The SQLite file that an address names, with links resolved, so that two paths to one file share a lock.

    Raises:
        StorageProblem: What `path_of` raises.
    """
    return Path(os.path.realpath(path_of(address)))


def shown(address: str) -> str:
    """An address without its password, to be printed; the password may contain `@`, `/` and the like."""
    named = re.sub(r"(//|\bpostgres(?:ql)?:/*)([^/@:]*):.*@", r"\1\2@", address, flags=re.IGNORECASE)
    named = re.sub(rf"^({ALONE})?(?![A-Za-z]:\\)((?!{ALONE})[^/\\@:]+):(?!//).*@", r"\1\2@", named)
    return re.sub(r"(password\s*=\s*)[^\s&]*", r"\1…", named, flags=re.IGNORECASE)


def sqlite_uri(path: Path, mode: str) -> str:
    """The URI by which SQLite opens a file; `mode`: `ro` to read only, `rw` to read and write."""
    return f"{path.absolute().as_uri()}?mode={mode}"
