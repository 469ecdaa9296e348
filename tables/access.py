"""Who may do what at a table: written once, asked by every command, button, select and autocomplete.

An id opens nothing.  Whoever has nothing to do with a table gets the very refusal that an id gets which is
nobody's, so nobody learns from us that a table exists which they can't see.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from engine.game import Struct
from tables.errors import Refused
from tables.table import Facts


class Presence(Struct, frozen=True):
    """What a person may do now in a table's own channel.

    Attributes:
        sees: They can read it.
        moderates: They manage messages there.
    """

    sees: bool = False
    moderates: bool = False


NOWHERE: Final = Presence()
"""Of somebody who isn't in the channel, or of whom that isn't known."""


class Relation(Struct, frozen=True):
    """What a person is to a table.

    Attributes:
        seated: They sit there, wherever they are; who has left the server too.
        offered: A seat is offered to them.
        follows: They follow it.
        presence: What they may do in its channel.
    """

    seated: bool = False
    offered: bool = False
    follows: bool = False
    presence: Presence = NOWHERE

    @property
    def has_ties(self) -> bool:
        """Whether they know of the table, wherever they are."""
        return self.seated or self.offered or self.follows


class Right(Enum):
    """What a verb asks of who uses it.  What else it asks, as of the owner, the verb refuses by itself."""

    READ = auto()
    """Who sits there, and who is in its channel now: reads, comes in, follows, hears whose a thing is."""
    ACT = auto()
    """Who sits there: plays, asks, agrees, leaves."""
    TAKE = auto()
    """As `READ`, and to whom a seat is offered."""
    AGAIN = auto()
    """Who sits there and is in its channel now: another table is opened in it."""
    UNFOLLOW = auto()
    """As `READ`, and who follows it."""


RIGHTS: Final[Mapping[str, Right]] = {
    # Playing
    "play": Right.ACT,
    "pick": Right.ACT,
    "back": Right.ACT,
    "cards": Right.ACT,
    "refresh": Right.ACT,
    # The lobby: the verb refuses who doesn't own the table, and `cancel` takes moderators of its channel too.
    "join": Right.READ,
    "leave": Right.ACT,
    "start": Right.READ,
    "cancel": Right.READ,
    "computer": Right.READ,
    "uncomputer": Right.READ,
    "again": Right.AGAIN,
    # Among players
    "more": Right.ACT,
    "wish": Right.ACT,
    "unplan": Right.ACT,
    "propose": Right.ACT,
    "agree": Right.ACT,
    "decline": Right.ACT,
    "offer": Right.ACT,
    "withdraw": Right.ACT,
    "take": Right.TAKE,
    "fill": Right.ACT,
    "concede": Right.ACT,
    "return": Right.ACT,
    "keep": Right.ACT,
    # Reading
    "closer": Right.READ,
    "log": Right.READ,
    "rules": Right.READ,
    "replay": Right.READ,
    "record": Right.READ,
    "show": Right.READ,
    "follow": Right.READ,
    "unfollow": Right.UNFOLLOW,
}
"""What each verb of a button or command asks."""


def relation(
    facts: Facts, person_id: int, presence: Presence = NOWHERE, *, follows: bool = False
) -> Relation:
    """What a person is to a table."""
    return Relation(
        seated=facts.seat_of(person_id) is not None,
        offered=any(info.offered_to == person_id for info in facts.seats),
        follows=follows,
        presence=presence,
    )


def check(right: Right, who: Relation, table_id: str) -> None:
    """Refuse what somebody may not do at a table.

    Raises:
        Refused: `no_such_table`, as where there is none, to who may know nothing of it; `not_your_table` or
            `not_in_its_channel` to who may.
    """
    reads = who.seated or who.presence.sees
    match right:
        case Right.READ:
            is_known = reads
        case Right.TAKE:
            is_known = reads or who.offered
        case Right.UNFOLLOW:
            is_known = reads or who.follows
        case Right.ACT | Right.AGAIN:
            is_known = reads or who.has_ties
    if not is_known:
        raise Refused("no_such_table", table=table_id)
    if right in (Right.ACT, Right.AGAIN) and not who.seated:
        raise Refused("not_your_table", table=table_id)
    if right is Right.AGAIN and not who.presence.sees:
        raise Refused("not_in_its_channel", table=table_id)
