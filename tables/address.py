"""Where a store is: `postgresql://…`, or the path of an SQLite file, also as `sqlite:PATH`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

DEFAULT_PATH: Final = "data/tables.sqlite3"
"""Where the file lies unless `DATABASE_URL` or `DATABASE_PATH` says otherwise."""


def configured(environment: Mapping[str, str]) -> str:
    """The address that environment variables give."""
    return environment.get("DATABASE_URL") or environment.get("DATABASE_PATH") or DEFAULT_PATH


def is_shared(address: str) -> bool:
    """Whether an address names a store for several processes."""
    return address.startswith(("postgresql://", "postgres://"))


def path_of(address: str) -> str:
    """The path of an SQLite file."""
    return address.removeprefix("sqlite:")


def shown(address: str) -> str:
    """An address as it may be printed: without a password."""
    named = re.sub(r"(?<=//)([^/@:]*):[^/@]*@", r"\1@", address)
    return re.sub(r"(?<=password=)[^\s&]*", "…", named)
