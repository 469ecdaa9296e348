"""The rows of leagues: `leagues`, `league_people` and `league_seats`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, Final

import msgspec

from engine.game import Struct
from tables.model.errors import Refused
from tables.model.table import OPEN_PHASES, Facts
from tables.store.database import Database
from tables.store.journal import read_facts

FIELDS: Final = (
    *("id", "guild_id", "channel_id", "settings", "name", "opener_id", "phase"),
    *("round", "due_at", "paused_at", "message_id", "shown"),
)
SELECT: Final = f"SELECT {', '.join(FIELDS)} FROM leagues WHERE"
OPEN: Final = """
INSERT INTO leagues (id, click, guild_id, channel_id, settings, name, opener_id, phase)
VALUES (?, ?, ?, ?, ?, ?, ?, 'joining')"""
JOIN: Final = "INSERT INTO league_people (league_id, person_id, name, number) VALUES (?, ?, ?, ?)"
WITHDRAW: Final = "DELETE FROM league_people WHERE league_id = ? AND person_id = ?"
DROP_OUT: Final = "UPDATE league_people SET has_left = 1 WHERE league_id = ? AND person_id = ?"
DIVIDE: Final = "UPDATE league_people SET division = ? WHERE league_id = ? AND person_id = ?"
BEGIN: Final = "UPDATE leagues SET phase = 'running', settings = ? WHERE id = ?"
NEXT: Final = "UPDATE leagues SET round = ?, due_at = ? WHERE id = ?"
PAUSE: Final = "UPDATE leagues SET paused_at = ? WHERE id = ?"
RESUME: Final = "UPDATE leagues SET paused_at = NULL, due_at = ? WHERE id = ?"
END: Final = "UPDATE leagues SET phase = 'over', due_at = coalesce(due_at, 0), paused_at = NULL WHERE id = ?"
MOVE: Final = "UPDATE leagues SET channel_id = ?, message_id = 0, shown = '' WHERE id = ?"
SHOW: Final = "UPDATE leagues SET message_id = ?, shown = ? WHERE id = ?"
SEAT: Final = """
INSERT INTO league_seats (league_id, round, number, seat, person_id) VALUES (?, ?, ?, ?, ?)"""
NOTE: Final = "UPDATE league_seats SET table_id = ? WHERE league_id = ? AND round = ? AND number = ?"
MEMBERS: Final = """
SELECT person_id, name, division, has_left FROM league_people WHERE league_id = ? ORDER BY number"""
SEATS: Final = """
SELECT round, number, person_id, table_id FROM league_seats WHERE league_id = ?
ORDER BY round, number, seat"""
TABLES: Final = "id IN (SELECT table_id FROM league_seats WHERE league_id = ?)"
CLOSE: Final = "UPDATE leagues SET phase = 'over', due_at = NULL WHERE id = ? AND phase <> 'running'"
LIVELY: Final = f"{SELECT} phase <> 'over' OR due_at IS NOT NULL ORDER BY id"
"""The leagues that are not over, and the leagues whose messages don't show the end yet."""
IN_CHANNEL: Final = f"{SELECT} channel_id = ? AND phase <> 'over'"
RUNNING_IN: Final = f"{SELECT} guild_id = ? AND phase = 'running' ORDER BY id"
SHARED: Final = "league:"
"""The beginning of the name of the deal that all tables of a round share; league and round follow."""
DEALT_ON: Final = """
SELECT 1 FROM league_seats s LEFT JOIN tables t ON t.id = s.table_id
WHERE s.league_id = ? AND s.round = ? AND (s.table_id = '' OR t.phase IN ('lobby', 'running')) LIMIT 1"""
NONE: Final = "-"
"""In place of a table's id: the table can't be opened, as all people of its group have left."""
STILL: Final = "SELECT person_id FROM league_people WHERE league_id = ? AND has_left = 0"


class LeaguePhase(StrEnum):
    """The phases of a league's life: people join it, it runs, it is over."""

    JOINING = "joining"
    RUNNING = "running"
    OVER = "over"


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a league, stored as JSON.

    Attributes:
        size: How many seats each table has.
        swiss: Whether people with equal points meet; False: round robin.
        rounds: The number of rounds; 0: as many as it takes for all people to meet, computed at the start.
        days: The time for a round, in days.
        computer: The computer player on seats that no person has, and in place of people who drop out.
        divisions: The number of divisions; 0: the fewest with at most `DIVISION` people each.
        locale: The language of the league's messages.
        same_deal: Whether all tables of a round get the same deal, in direct messages alone: then people are
            compared with people on the same seat of the other tables, once all these tables have ended.
    """

    game_id: str
    size: int
    swiss: bool = False
    rounds: int = 0
    days: int = 7
    computer: str
    divisions: int = 0
    locale: str = ""
    same_deal: bool = False


class League(Struct, frozen=True, kw_only=True):
    """The row of a league.

    Attributes:
        opener_id: The person who opened the league; None: a person who asked to be forgotten.
        round: The number of the present round; 0 before the first.
        due_at: When the round's time ends, in seconds since 1970; None: the league hasn't begun, or it is
            over, and its message shows that.
        paused_at: Since when the league is paused; None: the league isn't paused.
        message_id: The league's message in Discord; 0: there is no message.
        shown: The digest of the message's view.
    """

    id: str
    guild_id: int | None
    channel_id: int
    settings: Settings
    name: str
    opener_id: int | None
    phase: LeaguePhase
    round: int
    due_at: float | None
    paused_at: float | None
    message_id: int
    shown: str


class Member(Struct, frozen=True):
    """A person who takes part in a league, or has dropped out of it (`has_left`)."""

    person_id: int
    name: str
    division: int
    has_left: bool


class Group(Struct, frozen=True):
    """A table of a round, planned or open, and the people whom the league has seated there.

    Attributes:
        people: The ids of the people, by seat; None: a person who asked to be forgotten.
        table_id: The table's id; empty: the table is still to be opened; `NONE`: it will never be opened.
        facts: The public facts about the table; None: the table was not opened, or was deleted.
    """

    round: int
    number: int
    people: tuple[int | None, ...]
    table_id: str
    facts: Facts | None

    def is_open(self, league: League) -> bool:
        """Whether the group's game may still end."""
        if self.facts is None:
            return not self.table_id and self.round == league.round and league.phase is LeaguePhase.RUNNING
        return self.facts.phase in OPEN_PHASES


async def read_league(database: Database, league_id: str) -> tuple[League, dict[int, Member], list[Group]]:
    """Read a league, its people by id in the order of joining, and all its groups in order.

    Raises:
        Refused: `no_league`.
    """
    leagues, members, seats = await database.read_all(
        (f"{SELECT} id = ?", (league_id,)), (MEMBERS, (league_id,)), (SEATS, (league_id,))
    )
    if not leagues:
        raise Refused("no_league")
    known = {one.id: one for one in await read_facts(database, TABLES, league_id)}
    groups = []
    for (number, at), rows in groupby(seats, key=lambda row: (row[0], row[1])):
        taken = list(rows)
        table_id = taken[0][3]
        people = tuple(row[2] for row in taken)
        groups.append(Group(number, at, people, table_id, known.get(table_id)))
    found = (Member(person, name, division, bool(left)) for person, name, division, left in members)
    return league(leagues[0]), {one.person_id: one for one in found}, groups


def league(row: Sequence[Any]) -> League:
    """The league in a row with the columns `FIELDS`."""
    named = dict(zip(FIELDS, row, strict=True))
    named["settings"] = msgspec.json.decode(named["settings"], type=Settings)
    named["phase"] = LeaguePhase(named["phase"])
    return League(**named)
