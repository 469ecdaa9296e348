"""Playing again: a new table like a finished one, opened once however many ask for it."""

from __future__ import annotations

from tables import lobby
from tables.errors import Refused
from tables.service import Tables
from tables.table import Facts, Opening, Phase
from tables.values import Outcome, Person


async def again(tables: Tables, table_id: str, person: Person) -> Outcome:
    """A seat for `person` at a lobby like the finished table, with its options and computer players.

    The first one opens it, the others sit down at it; one that was ended, or played to its end, gives way to
    the next.  The keys of the clicks are made of the old table's id, so nothing happens twice.

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
    settings = {name: getattr(old, name) for name in Opening.__struct_fields__}
    opening = Opening(**{**settings, "wanted_seats": len(old.seats)})
    computers = [info.computer for info in old.seats if info.computer is not None]
    return await tables.new(opening, person, key, computers)
