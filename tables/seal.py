"""A seal: texts that are the same for the same things, and look like chance to whoever lacks the secret.

A plain hash of a small number tells that number: anybody can try them all out.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import Final

from tables.database import Database

LENGTH: Final = 32
"""Bytes of a secret."""
READ: Final = f"SELECT value FROM secrets WHERE name = 'seal' AND length(value) = {LENGTH}"
DRAW: Final = "INSERT OR REPLACE INTO secrets (name, value) VALUES ('seal', ?)"

Seal = Callable[..., str]
"""Texts and numbers -> 24 characters."""


async def read_seal(database: Database) -> Seal:
    """The seal of a database, which was drawn when that was made; drawn anew where the row is spoiled.

    Raises:
        StorageFailed: The disk would not give or take it.
    """
    for (secret,) in await database.read(READ):
        return partial(sealed, secret)
    drawn = secrets.token_bytes(LENGTH)
    await database.write([(DRAW, [(drawn,)])], "seal")
    return partial(sealed, drawn)


def sealed(secret: bytes, *parts: str | int) -> str:
    """24 characters that nobody can make of these parts, or read them from, without the secret."""
    return blake2b(repr(parts).encode(), digest_size=12, key=secret).hexdigest()
