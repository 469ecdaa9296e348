"""Play again: opens a new table like a finished one, only once even if several ask for it.

The router calls it on *Play again*.
"""

from __future__ import annotations

from msgspec.structs import replace

from tables import lobby
from tables.errors import Refused
from tables.service import Tables
from tables.table import Facts, Phase, agreed
from tables.values import Outcome, Person


async def again(tables: Tables, table_id: str, person: Person) -> Outcome:
    """Seat `person` in a lobby with the options and computer players of the finished table.

    The first person to ask opens it, the others join it; once it is cancelled or over, the next is opened.
    The keys of the clicks are made from the old table's id, so each of this is done only once.

    Raises:
        Refused: `not_over`, `not_your_table`; as `Tables.new` and `lobby.joined`.
    """
    old = await tables.table(table_id)
    if old.phase is not Phase.OVER:
        raise Refused("not_over")
    if old.seat_of(person.id) is None:
        raise Refused("not_your_table")
    key = f"again:{table_id}"
    while True:
        answer = await _opened(tables, old, person, key)
        found = answer.look.table
        if found.phase in (Phase.LOBBY, Phase.RUNNING):
            break
        key = f"again:{found.id}"
    if answer.status == "done" or answer.look.seat is not None:
        return answer
    return await tables.do(found.id, person, f"{key}:{person.id}", lobby.joined)


async def _opened(tables: Tables, old: Facts, person: Person, key: str) -> Outcome:
    opening = replace(agreed(old), wanted_seats=len(old.seats))
    computers = [info.computer for info in old.seats if info.computer is not None]
    return await tables.new(opening, person, key, computers)
