"""What `Tables` takes and gives: values without a reference to a game's state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from engine.game import AnyGame, Event, Result, Seat, Struct
from tables.table import Facts, Fault, Kind, Proposal


class Person(Struct, frozen=True):
    """Who clicked: their id and the name they go by at this moment."""

    id: int
    name: str


class Place(NamedTuple):
    """A channel of a server, or all of it (None)."""

    guild_id: int
    channel_id: int | None = None


class TurnClock(Struct, frozen=True):
    """The time of a seat that owes a decision; times in seconds since 1970.

    Attributes:
        seat: Whose it is.
        since: When its turn began, or when the person came back to it.
        runs_out: When the time has run out, as things stand; None: never.
        is_late: It ran out, and what the table agreed on has happened.
        away_until: The person is away, and the clock stands, until then; None: they aren't, or have been for
            so long in this turn that it goes on without them.
    """

    seat: Seat
    since: float
    runs_out: float | None
    is_late: bool
    away_until: float | None


class Look(msgspec.Struct, frozen=True):
    """What one person, or a spectator, may know of a table now.

    Attributes:
        game: What is played.
        table: What everybody may know.
        seat: The viewer's seat; None for a spectator.
        observation: The game as the viewer may see it; None before the start.
        before: As `observation`, before the latest moves of whoever moved last: what differs is new.
        to_move: The seats that still owe a decision; those that may only change theirs are not among them.
        owed_since: For each of those the entry since which it has owed one without a pause.
        asked: The number of the question put to the viewer, or None.
        answered: That question has an answer already, which may be changed by answering again.
        legal_moves: What the viewer may do; empty where nothing is asked.
        takes_back: The number of the viewer's latest click, where that may be taken back.
        may_ask_back: The viewer has made a move that all together may take back.
        result: The final score, or None while the game goes on, and where it was not played to its end.
        clocks: How much time those have who are to move.
        closes_at: When the table will be closed for its sleep, in seconds since 1970, where that is near.
        proposal: What the players are asked to agree to.
        missing: The seats whose agreement to it is missing.
        wishes: The viewer's auto answers, by name.
        ahead: The texts of the moves that the viewer has planned and not made.
        fault: Why the table can't be read; there is no observation then.
    """

    game: AnyGame
    table: Facts
    seat: Seat | None
    observation: Any = None
    before: Any = None
    to_move: tuple[Seat, ...] = ()
    owed_since: Mapping[Seat, int] = {}
    asked: int | None = None
    answered: bool = False
    legal_moves: tuple[Any, ...] = ()
    takes_back: int | None = None
    may_ask_back: bool = False
    result: Result | None = None
    clocks: Mapping[Seat, TurnClock] = {}
    closes_at: float | None = None
    proposal: Proposal | None = None
    missing: tuple[Seat, ...] = ()
    auto_answers: Mapping[str, str] = {}
    ahead: tuple[str, ...] = ()
    fault: Fault | None = None


Status = Literal["done", "repeated", "stale"]


class Outcome(msgspec.Struct, frozen=True):
    """What a click led to, and how the table looks to who clicked.

    Attributes:
        status: `done`; `repeated`: this very click had its effect before; `stale`: an old question.
        look: The table as it is now.
    """

    status: Status
    look: Look


class LogEntry(msgspec.Struct, frozen=True):
    """An entry of the journal as one viewer may know it.

    Attributes:
        number: Its number at the table.
        kind: What it was.
        seat: Whose it was (`CHANCE` for a move of chance); None where it was nobody's.
        events: What happened, as far as the viewer may know.
        text: More of it where everybody may know that: an `Ending`, what is proposed, or
            that a computer player stays.
        by_hand: A person clicked for it; no computer player, no auto answer, nothing that followed.
        taken_back: It no longer counts.
        at: Seconds since 1970.
    """

    number: int
    kind: Kind
    seat: Seat | None
    events: tuple[Event, ...]
    text: str
    by_hand: bool
    taken_back: bool
    at: float


class MessageRef(Struct, frozen=True):
    """A message that shows something of a table.

    Attributes:
        table_id: The table.
        name: What of it; free text of who put it there.
        channel_id: Where the message stands.
        message_id: The message.
        version: The table's version that it shows.
        at: When that was, in seconds since 1970.
        extra: Free text of who put it there.
    """

    table_id: str
    name: str
    channel_id: int
    message_id: int
    version: int
    at: float
    extra: str


class PersonNotes(Struct, frozen=True):
    """What is kept of a person beside their seats.

    Attributes:
        person_id: Their id.
        locale: The language they chose; None: none chosen.
        dm_channel_id: The channel of their direct messages, where known.
        dm_state: Free text of who keeps it, as `closed`; empty at first.
        settings: Their other settings, by name.
    """

    person_id: int
    locale: str | None = None
    dm_channel_id: int | None = None
    dm_state: str = ""
    settings: Mapping[str, str] = {}
