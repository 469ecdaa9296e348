"""Replays for `Tables`: a film from a file, a file from a table, and which tables there are to replay."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from operator import attrgetter
from typing import Final

from engine.game import AnyGame
from tables import film, journal, looks, record_file
from tables.database import Database
from tables.film import Film
from tables.limits import ENDED_TABLES
from tables.table import Facts, Table

ENDED_IN: Final = f"""id IN (
SELECT id FROM tables WHERE channel_id = ? AND phase = 'over'
ORDER BY changed_at DESC, serial DESC LIMIT {ENDED_TABLES})"""


def of_file(content: bytes, games: Mapping[str, AnyGame], computers: Collection[str], is_open: bool) -> Film:
    """The film of a game from its file.

    Raises:
        Refused: As `record_file.read` and `film.of_record`.
    """
    return film.of_record(*record_file.read(content, games, computers), is_open)


def file_of(table: Table) -> bytes:
    """The file of a table's game.

    Raises:
        Refused: As `looks.record`.
    """
    return record_file.write(looks.record(table), table.facts.seats)


async def ended_in(database: Database, channel_id: int) -> list[Facts]:
    """The facts of the finished tables of a channel, those that ended last first, at most 25."""
    found = await journal.read_facts(database, ENDED_IN, channel_id)
    found.reverse()  # Of those that ended in the same moment, the one opened last comes first.
    return sorted(found, key=attrgetter("changed_at"), reverse=True)
