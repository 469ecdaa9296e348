"""Rematches, and other tables of which several clicks must open only one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from tables.model.errors import Refused
from tables.model.table import OPEN_PHASES, Opening, Phase, agreed
from tables.model.values import Outcome, Person
from tables.service import Tables
from tables.verbs import lobby


async def again(tables: Tables, table_id: str, person: Person) -> Outcome:
    """Seat a player of a finished table in a new lobby with that table's settings, name and computer players.

    The first player who asks opens the lobby, where a seat is reserved for each of the others; once the new
    game has ended, another lobby is opened. The clicks' keys are made from table ids, so that each step has
    its effect only once.

    Raises:
        Refused: `not_over`, `not_your_table`; what `new` and `lobby.joined` raise.
    """
    old = await tables.table(table_id)
    if old.phase is not Phase.OVER:
        raise Refused("not_over")
    if old.seat_of(person.id) is None:
        raise Refused("not_your_table")
    opening = replace(agreed(old), shared="")  # The new table gets its own deal.
    computers = [info.computer for info in old.seats if info.computer is not None]
    answer, key = await opened_once(tables, opening, person, f"again:{table_id}", computers)
    new = answer.look.table.id
    if answer.status == "done":
        if old.name:
            answer = await tables.do(new, person, f"{key}:name", lobby.named, old.name)
        for info in old.seats:
            if info.person_id is not None and info.person_id != person.id and not info.gone:
                whom = Person(info.person_id, info.name)
                with suppress(Refused):  # The person has just joined, or no seat is free.
                    answer = await tables.do(new, person, f"{key}:for:{whom.id}", lobby.invited, whom)
    if answer.status == "done" or answer.look.seat is not None:
        return answer
    return await tables.do(new, person, f"{key}:{person.id}", lobby.joined)


async def opened_once(
    tables: Tables, opening: Opening, person: Person, key: str, computers: Sequence[str]
) -> tuple[Outcome, str]:
    """Open a table, or find the one that `key` has opened; return the outcome and the table's key.

    `key` is a word, a colon and an id. If the table that it has opened has ended, the next key is tried: the
    same word with that table's id.

    Raises:
        Refused: What `new` raises.
    """
    word, _, _ = key.partition(":")
    while True:
        answer = await tables.new(opening, person, key, computers)
        if answer.look.table.phase in OPEN_PHASES:
            return answer, key
        key = f"{word}:{answer.look.table.id}"
