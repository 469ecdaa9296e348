"""Notices that a backup of the database was restored, and begins an *era*, the time since the restoring.

Discord still shows moves that the backup lacks. So all messages of open tables are repainted, and players who
have to move are called. In the new era, questions, tables, lessons and posts get numbers that were not used
before.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

import structlog

from engine.game import AnyGame
from tables.model.table import MOST_ENTRIES
from tables.store.absence import read_absences
from tables.store.database import EVERYTHING, Database, Statement
from tables.store.journal import OPEN
from tables.store.messages import DOUBT
from tables.verbs.deadlines import version_of

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

STEPS: Final = 9_998
"""An era adds `MOST_ENTRIES`, times a random factor up to this number, to question numbers."""
READ: Final = "SELECT name, value FROM secrets WHERE name LIKE 'era %'"
BEGIN: Final = "INSERT INTO secrets (name, value) VALUES (?, ?)"
DRAW_SEAL: Final = "DELETE FROM secrets WHERE name = 'seal'"
DOUBT_LEAGUES: Final = "UPDATE leagues SET shown = ''"
NUMBER_LESSONS: Final = "UPDATE lessons SET run = run + ?"


async def begin_era(database: Database, games: Mapping[str, AnyGame], now: float) -> None:
    """Set `eras` and `off` of a database that was just opened; if it is a restored backup, begin an era."""
    await read_absences(database, now)
    async with database.cluster.hold(["put_back"]):
        eras = sorted((float(at), int(name[4:])) for name, at in await database.read(READ))
        if await database.is_put_back(version_of(games)):
            step = 1 + secrets.randbelow(STEPS)
            added = step * MOST_ENTRIES + max((before for _, before in eras), default=0)
            eras.append((now, added))
            rows: list[Statement] = [
                (DRAW_SEAL, [()]),
                (DOUBT.format(OPEN), [()]),
                (NUMBER_LESSONS, [(step,)]),
                (DOUBT_LEAGUES, [()]),
            ]
            await database.write([*rows, (BEGIN, [(f"era {added}", repr(now).encode())])], EVERYTHING)
            log.warning("database_put_back")
        await database.settle()
        database.eras = tuple(eras)
