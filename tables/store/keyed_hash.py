"""A seal: a keyed hash, equal for equal values, and meaningless to everybody without the secret key.

A plain hash of a small number gives it away: anybody can try all numbers.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import Final

from tables.store.database import Database

LENGTH: Final = 32
"""The length of the secret, in bytes."""
READ: Final = f"SELECT value FROM secrets WHERE name = 'seal' AND length(value) = {LENGTH}"
DRAW: Final = f"""
INSERT INTO secrets (name, value) VALUES ('seal', ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE length(secrets.value) <> {LENGTH}"""
"""Of several processes that draw one at once, the first is right."""

Seal = Callable[..., str]
"""Texts and numbers -> 24 characters."""


async def read_seal(database: Database) -> Seal:
    """The seal of a database, by its stored secret; a new one is drawn where that is missing or damaged.

    Raises:
        StorageFailed: The disk would not give or take it.
    """
    known = await database.read(READ)
    if not known:
        await database.write([(DRAW, [(secrets.token_bytes(LENGTH),)])])
        known = await database.read(READ)
    ((secret,),) = known
    return partial(sealed, secret)


def sealed(secret: bytes, *parts: str | int) -> str:
    """24 characters that nobody can make from these parts, nor trace back to them, without the secret."""
    return blake2b(repr(parts).encode(), digest_size=12, key=secret).hexdigest()
