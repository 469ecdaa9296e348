"""People's rights at a table, for commands, buttons, lists and completions; `cogs.people.access` checks them.

Knowing a table's id allows nothing. People who may not know of a table get the same refusal as for an unknown
id, so they don't learn that the table exists.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from engine.game import Struct
from tables.model.errors import Refused
from tables.model.table import Facts


class Presence(Struct, frozen=True):
    """A person's rights in a table's own channel now.

    Attributes:
        sees: Whether the person can see the channel.
        moderates: Whether the person can see the channel, and may manage its messages.
        posts: Whether the person can see the channel, and may write there, so that the bot may post there at
            the person's request.
    """

    sees: bool = False
    moderates: bool = False
    posts: bool = False


NOWHERE: Final = Presence()
"""The presence of a person who can't see the table's channel, or of whom nothing is known."""


class Relation(Struct, frozen=True):
    """The ties of a person to a table.

    Attributes:
        seated: Whether the person sits at the table, even if the person has left the server.
        offered: Whether a seat at the table is offered to the person.
        left: Whether the person had a seat at the table, and has left it.
        follows: Whether the person follows the table.
        presence: The person's rights in the table's channel.
    """

    seated: bool
    offered: bool
    left: bool
    follows: bool
    presence: Presence

    @property
    def has_ties(self) -> bool:
        """Whether the person may know of the table even if they can't see its channel."""
        return self.seated or self.offered or self.left or self.follows


class Right(Enum):
    """The people who may use a verb. The verb itself checks further conditions, such as owning the table."""

    READ = auto()
    """Players, and people who can see the table's channel now: to look, join or follow.

    Also for verbs by which the owner changes a lobby: these verbs themselves refuse everybody else.
    """
    ACT = auto()
    """Players: to play, propose, agree, leave."""
    TAKE = auto()
    """All who have `READ`, and people to whom a seat is offered."""
    AGAIN = auto()
    """Players who may write in the table's channel now: to open another table there."""
    REPAIR = auto()
    """People who moderate the table's channel now: to repair its game; and players: to propose a repair."""
    UNFOLLOW = auto()
    """All who have `READ`, and people who follow the table."""


def check_runs(*, is_operator: bool, runs_server: bool, is_server: bool, is_there: bool) -> None:
    """Refuse `/doctor` to people who run neither the bot nor the server in which they ask.

    `runs_server`: whether the person may manage the server or its channels. `is_server`: whether the person
    asks in a server; False: in a direct message. `is_there`: whether the bot is in that server.

    Raises:
        Refused: `not_in_charge`; `not_a_member`: the person runs a server without the bot.
    """
    if is_operator:
        return
    if not (is_server and runs_server):
        raise Refused("not_in_charge")
    if not is_there:
        raise Refused("not_a_member")


def check_league(presence: Presence, *, runs: bool) -> None:
    """Refuse a person who may not see a league or, if `runs`, may not open, start, pause or end leagues.

    Raises:
        Refused: `no_league`: the person can't see the league's channel; `league_moderator`: the person
            doesn't moderate that channel.
    """
    if not presence.sees:
        raise Refused("no_league")
    if runs and not presence.moderates:
        raise Refused("league_moderator")


def check_moves_league(presence: Presence, *, opened: bool, runs_server: bool) -> None:
    """Refuse a person who may not bring a league, whose channel was deleted, to another channel.

    `presence`: the person's rights in the other channel. `opened`: whether the person opened the league.
    `runs_server`: whether the person may manage the server or its channels.

    Raises:
        Refused: What `check_league` raises; `no_league`: the person neither opened the league nor runs the
            server.
    """
    check_league(presence, runs=True)
    if not (opened or runs_server):
        raise Refused("no_league")


def relation(facts: Facts, person_id: int, presence: Presence, *, follows: bool) -> Relation:
    """The ties of a person to a table.

    `presence`: The person's rights in the table's channel.  `follows`: Whether the person follows the table.
    """
    return Relation(
        seated=facts.seat_of(person_id) is not None,
        offered=any(info.offered_to == person_id for info in (*facts.seats, *facts.reserved())),
        left=facts.seat_left_by(person_id) is not None,
        follows=follows,
        presence=presence,
    )


def check(right: Right, who: Relation, table_id: str) -> None:
    """Refuse a person who doesn't have a right at a table.

    Raises:
        Refused: `no_such_table`, as for an unknown id, if the person may not know of the table; otherwise
            `not_your_table`, `not_in_its_channel`, `you_may_not_post` or `not_moderator`.
    """
    reads = who.seated or who.presence.sees
    match right:
        case Right.READ | Right.REPAIR:
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
    if right is Right.REPAIR and not (who.seated or who.presence.moderates):
        raise Refused("not_moderator")
    if right is Right.AGAIN and not who.presence.posts:
        raise Refused("you_may_not_post")
