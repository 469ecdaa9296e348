"""How strong the computer players of a table are, where that can be looked up: a name says nothing of it."""

from __future__ import annotations

from cogs.text.language import Localizer
from cogs.text.names import LIST, Names
from engine.players import USUAL
from tables import Facts, SeatInfo


def with_level(who: str, info: SeatInfo, words: Localizer) -> str:
    """`who` sits there, with the level of the computer player that makes the seat's moves."""
    key = f"table.level_{info.computer or USUAL}"
    # A level of another version has no name here.
    return words("table.at_level", who=who, level=words(key)) if words.has(key) else who


def level_lines(table: Facts, words: Localizer, *, with_covered: bool = True) -> list[str]:
    """One line on the seats whose moves a computer player makes now; none where people make all.

    `with_covered`: Also on those of people for whom one plays meanwhile.
    """
    # Without marks and mentions, which take much of a message's room.
    names = Names(table.seats, words)
    played = [
        with_level(names.plain(info.seat), info, words)
        for info in table.seats
        if info.computer is not None or (with_covered and not info.is_played_by_person)
    ]
    return ["🤖 " + words("table.computers", who=LIST.join(played))] if played else []
