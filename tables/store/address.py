"""Where a store is: `postgresql://…`, or the path of an SQLite file, also as `sqlite:PATH`.

Who may mean either has to say which: an address without its beginning would be taken for a path, and an empty
file of its name, password and all, for the store.
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
"""Where the file lies unless `DATABASE_URL` or `DATABASE_PATH` says otherwise."""

SHARED: Final = ("postgresql://", "postgres://")
ALONE: Final = "sqlite:"
FILE: Final = f"{ALONE}{DEFAULT_PATH}"
MISTYPED: Final = re.compile(r"\w*://|^\W*postgres(ql)?:|\b(host|hostaddr|dbname|user)\s*=", re.IGNORECASE)
"""What no path of a file has, but addresses that somebody means for a server."""
UNBEGUN: Final = re.compile(
    r"^(?![a-z]:\\)[^/\\@:]+:.*@[^/@]+/|@[^/@]*:\d+(/|$)|^[\w.-]+:\d+/", re.IGNORECASE
)
"""Such an address without its beginning: name, password and server, or server and port; no drive letter."""


def configured(environment: Mapping[str, str]) -> str:
    """The address that environment variables give.

    Raises:
        StorageProblem: `bad_kind`: `DATABASE_URL` doesn't say what it is.
    """
    if wanted := environment.get("DATABASE_URL", "").strip():
        return of_a_kind("DATABASE_URL", wanted)
    return environment.get("DATABASE_PATH", "").strip() or DEFAULT_PATH


def of_a_kind(name: str, address: str) -> str:
    """An address that says what it is, where a path alone is none.

    Raises:
        StorageProblem: `bad_kind`: it doesn't; whatever it is, a password in it could stand anywhere, so that
            only the `name` of what has it is told.
    """
    if not address.startswith((*SHARED, ALONE)):
        raise StorageProblem("bad_kind", name=name, server=EXAMPLE, file=FILE)
    return address


def is_shared(address: str) -> bool:
    """Whether an address names a store for several processes."""
    return address.startswith(SHARED)


def path_of(address: str) -> str:
    """The path of an SQLite file; an address of a store for several processes stays as it is.

    Raises:
        StorageProblem: `bad_address`: it looks like an address, but of no kind that there is.
    """
    if is_shared(address):
        return address
    path = address.removeprefix(ALONE)
    if (meant := MISTYPED.search(address)) or UNBEGUN.search(path):
        fault = meant[0] if meant else f"{SHARED[0]}?"  # What the other one has found may be the password.
        raise StorageProblem("bad_address", path=shown(address), example=EXAMPLE, fault=fault)
    return path


def file_of(address: str) -> Path:
    """The SQLite file that an address names, without links: two ways to one file meet at one lock.

    Raises:
        StorageProblem: As `path_of`.
    """
    return Path(os.path.realpath(path_of(address)))


def shown(address: str) -> str:
    """An address as it may be printed: without a password, which may have signs that belong elsewhere."""
    named = re.sub(r"(//|\bpostgres(?:ql)?:/*)([^/@:]*):.*@", r"\1\2@", address, flags=re.IGNORECASE)
    named = re.sub(rf"^({ALONE})?(?![A-Za-z]:\\)((?!{ALONE})[^/\\@:]+):(?!//).*@", r"\1\2@", named)
    return re.sub(r"(password\s*=\s*)[^\s&]*", r"\1…", named, flags=re.IGNORECASE)


def sqlite_uri(path: Path, mode: str) -> str:
    """How SQLite is told which file to open, and in which mode: `ro` to read only, `rw`."""
    return f"{path.absolute().as_uri()}?mode={mode}"
