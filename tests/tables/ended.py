"""Finished tables, stored directly, as they would be after a random game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from engine.catalogue import games
from tables import Opening, Person, Tables
from tables.model.fold import add, opened
from tables.model.table import Entry, Kind, Table, next_entry
from tables.model.texts import id_of
from tables.store.journal import new_rows
from tables.verbs.deadlines import Due
from tests.engine.seeded import Setup, random_game


@lru_cache(maxsize=64)
def moves_of(game_id: str, seats: int, seed: int) -> tuple[tuple[int, str], ...]:
    """Return the moves of a random game, each with its seat."""
    game = games()[game_id]
    made = random_game(Setup(game, seats, game.chosen_options({})), seed)
    return tuple((one.seat, game.write_move(one.move)) for one in made)


def ended(table_id: str, opening: Opening, players: Sequence[Person | str], seed: int, at: float) -> Table:
    """Return a table at which people, and computer players given by their level, have played to the end."""
    game = games()[opening.game_id]
    opening = replace(opening, options=game.chosen_options(opening.options), rules_version=game.rules_version)
    text = msgspec.json.encode(opening).decode()
    host, *others = players
    assert isinstance(host, Person)
    table = opened(game, table_id, Entry(1, Kind.OPEN, 0, text, f"new {table_id}", at), host)
    for seat, one in enumerate(others, 1):
        if isinstance(one, Person):
            table = add(table, next_entry(table.facts, Kind.JOIN, seat, "", None, at), one)
        else:
            table = add(table, next_entry(table.facts, Kind.COMPUTER, seat, one, None, at))
    table = add(table, next_entry(table.facts, Kind.START, None, str(game.rules_version), None, at))
    for seat, move in moves_of(opening.game_id, len(players), seed):
        table = add(table, next_entry(table.facts, Kind.MOVE, seat, move, None, at))
    return table


async def put_ended(
    tables: Tables, opening: Opening, players: Sequence[Person | str], *, serial: int, seed: int, at: float
) -> str:
    """Store a finished table; return its id, which is made from the serial number."""
    table = ended(id_of(serial), opening, players, seed, at)
    await tables._database.write(new_rows(table, serial, Due()), table.facts.id)
    return table.facts.id
