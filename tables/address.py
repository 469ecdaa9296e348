"""Where a store is: `postgresql://…`, or the path of an SQLite file, also as `sqlite:PATH`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tables.errors import StorageProblem

EXAMPLE: Final = "postgresql://tables:secret@127.0.0.1:5432/tables"
DEFAULT_PATH: Final = "data/tables.sqlite3"
"""Where the file lies unless `DATABASE_URL` or `DATABASE_PATH` says otherwise."""

MISTYPED: Final = re.compile(r"\w*://|^\W*postgres(ql)?:|\b(host|hostaddr|dbname|user)\s*=", re.IGNORECASE)
"""What no path of a file has, but addresses that somebody means for a server."""


def configured(environment: Mapping[str, str]) -> str:
    """The address that environment variables give."""
    wanted = environment.get("DATABASE_URL", "").strip() or environment.get("DATABASE_PATH", "").strip()
    return wanted or DEFAULT_PATH


def is_shared(address: str) -> bool:
    """Whether an address names a store for several processes."""
    return address.startswith(("postgresql://", "postgres://"))


def path_of(address: str) -> str:
    """The path of an SQLite file; an address of a store for several processes stays as it is.

    Raises:
        StorageProblem: `bad_address`: it looks like an address, but of no kind that there is.
    """
    meant = None if is_shared(address) else MISTYPED.search(address)
    if meant is not None:
        raise StorageProblem("bad_address", path=shown(address), example=EXAMPLE, fault=meant[0])
    return address.removeprefix("sqlite:")


def shown(address: str) -> str:
    """An address as it may be printed: without a password, which may have signs that belong elsewhere."""
    named = re.sub(r"(//|\bpostgres(?:ql)?:/*)([^/@:]*):.*@", r"\1\2@", address, flags=re.IGNORECASE)
    return re.sub(r"(password\s*=\s*)[^\s&]*", r"\1…", named, flags=re.IGNORECASE)
