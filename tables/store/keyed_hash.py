"""Secret keys, and hashes of ids and texts by such a key: nobody without the key can make or reverse them.

A hash without a key would reveal a small number, since anybody can hash all small numbers.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import Final

from tables.store.database import Database

LENGTH: Final = 32
"""The length of a secret key, in bytes."""
READ: Final = f"SELECT value FROM secrets WHERE name = ? AND length(value) = {LENGTH}"
DRAW: Final = f"""
INSERT INTO secrets (name, value) VALUES (?, ?)
ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE length(secrets.value) <> {LENGTH}"""
"""Writes a new secret key; if several processes do so at the same time, the first key stays."""

Seal = Callable[..., str]
"""Takes texts and numbers; returns their hash by a secret key, 24 characters; not the seal of a deal."""


async def read_key(database: Database, name: str) -> bytes:
    """One of the database's secret keys; a missing or damaged key is replaced by a new one."""
    known = await database.read(READ, name)
    if not known:
        await database.write([(DRAW, [(name, secrets.token_bytes(LENGTH))])])
        known = await database.read(READ, name)
    ((secret,),) = known
    return bytes(secret)


async def read_seal(database: Database) -> Seal:
    """The function that hashes by the database's secret key."""
    return partial(sealed, await read_key(database, "seal"))


def sealed(secret: bytes, *parts: str | int) -> str:
    """The hash of `parts` with the key `secret`, 24 characters long."""
    return blake2b(repr(parts).encode(), digest_size=12, key=secret).hexdigest()
