"""A seal: texts that are the same for the same things, and look like chance to whoever lacks the secret.

A plain hash of a small number tells that number: anybody can try them all out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from hashlib import blake2b
from typing import Final

from tables.database import Database

READ: Final = "SELECT value FROM secrets WHERE name = 'seal'"

Seal = Callable[..., str]
"""Texts and numbers -> 24 characters."""


async def read_seal(database: Database) -> Seal:
    """The seal of a database, which was drawn when that was made."""
    ((secret,),) = await database.read(READ)
    return partial(sealed, secret)


def sealed(secret: bytes, *parts: str | int) -> str:
    """24 characters that nobody can make of these parts, or read them from, without the secret."""
    return blake2b(repr(parts).encode(), digest_size=12, key=secret).hexdigest()
