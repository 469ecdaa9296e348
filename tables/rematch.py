"""Play again: opens a new table like a finished one, only once even if several ask for it.

The router calls it on *Play again*.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tables.model.errors import Refused
from tables.model.table import OPEN_PHASES, Opening, Phase, agreed
from tables.model.values import Outcome, Person
from tables.service import Tables
from tables.verbs import lobby


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
    opening = replace(agreed(old), wanted_seats=len(old.seats))
    computers = [info.computer for info in old.seats if info.computer is not None]
    answer, key = await opened_once(tables, opening, person, f"again:{table_id}", computers)
    if answer.status == "done" or answer.look.seat is not None:
        return answer
    return await tables.do(answer.look.table.id, person, f"{key}:{person.id}", lobby.joined)


async def opened_once(
    tables: Tables, opening: Opening, person: Person, key: str, computers: Sequence[str]
) -> tuple[Outcome, str]:
    """Open a table unless there is one that was opened with the same key, and is not over.

    Args:
        tables: All tables.
        opening: What is agreed at it.
        person: Who opens it.
        key: The key of what asks for it: a word, a colon, and an id.
        computers: The computer players at it.

    Returns:
        The table, and the key with which it was opened in the end.

    Raises:
        Refused: As `Tables.new`.
    """
    word, _, _ = key.partition(":")
    while True:
        answer = await tables.new(opening, person, key, computers)
        found = answer.look.table
        if found.phase in OPEN_PHASES:
            return answer, key
        key = f"{word}:{found.id}"
