"""The values that `Tables` takes and gives; none refers to a game's state."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import msgspec

from engine.game import AnyGame, Event, Result, Seat, Struct
from engine.players.reasons import Reason
from tables.model.table import Facts, Fault, Kind, Proposal


class Person(Struct, frozen=True):
    """A person who does something: their id, and the name that they have at this moment."""

    id: int
    name: str


class Place(NamedTuple):
    """A channel of a server; without a channel (None), the whole server."""

    guild_id: int
    channel_id: int | None = None


class TurnClock(Struct, frozen=True):
    """The time of a seat that owes a decision; times in seconds since 1970.

    Attributes:
        seat: The seat.
        since: When its turn began, or when the person came back to it.
        runs_out: When the time runs out, if nothing changes before; None: never.
        is_late: It has run out, and what was agreed for that (`when_late`) has been done.
        away_until: The person is away, and the clock stands, until then; None: they aren't away, or have been
            for so long in this turn that the clock runs all the same.
        called_at: When the person is called to this turn: at `since`, or later if they had just moved.
    """

    seat: Seat
    since: float
    runs_out: float | None
    is_late: bool
    away_until: float | None
    called_at: float

    @property
    def is_called_late(self) -> bool:
        """Whether the person is not called as soon as the turn begins."""
        return self.called_at > self.since


class Explainable(Struct, frozen=True):
    """A move of a computer player of which one may ask why.

    Attributes:
        number: The public number of its entry.
        seat: Who made it.
        events: What it was.
    """

    number: int
    seat: Seat
    events: tuple[Event, ...]


class Said(Struct, frozen=True):
    """A move that advice names: its text, and the events that it would bring."""

    move: str
    events: tuple[Event, ...]


class Advice(Struct, frozen=True):
    """A verdict on a move, with its reasons.

    Attributes:
        seat: Who moves.
        reasons: A verdict and what speaks for it; their moves are texts.
        said: The moves that are named, the one in question first.
        other: The text of the move that it was compared with; None: with none.
    """

    seat: Seat
    reasons: tuple[Reason, ...]
    said: tuple[Said, ...] = ()
    other: str | None = None


class Look(msgspec.Struct, frozen=True):
    """What one person, or a spectator, may know of a table now.

    Attributes:
        game: The game, by the table's version of its rules.
        table: What everybody may know of the table.
        seat: The viewer's seat; None: a spectator.
        observation: The game as the viewer may see it; None before the start.
        before: The observation before the latest moves of the seat that moved last, to show what is new.
        to_move: The seats that owe a decision, without those that may only change theirs.
        owed_since: For each of them, the number of the entry since which it has owed one without a pause.
        asked: The number of the question put to the viewer; None: there is none.
        answered: The viewer has answered that question, and may change the answer by answering again.
        legal_moves: The moves by which the viewer can answer; empty if nothing is asked.
        takes_back: The number of the viewer's latest click, if they may take it back alone.
        may_ask_back: The viewer has made a move that they may ask the others to take back.
        result: The final score; None while the game goes on, or if it was not played to its end.
        clocks: The clocks of the seats that are to move, by seat.
        closes_at: When the table will be closed for want of moves, in seconds since 1970; None: not soon.
        proposal: The open proposal, if there is one.
        missing: The seats whose agreement to it is missing.
        auto_answers: The viewer's auto answers, by name.
        ahead: The texts of the moves that the viewer has planned and that are not made yet.
        recent: What happened since the viewer's last click, its effects included; to a spectator, of late.
            The entries have public numbers.
        is_long_thinking: A computer player has thought for long about what it is to do now.
        may_have_hint: The viewer may be given a hint for what they are asked.
        explainable: The moves of computer players since the viewer's last click of which they may ask why.
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
    recent: tuple[LogEntry, ...] = ()
    is_long_thinking: bool = False
    may_have_hint: bool = False
    explainable: tuple[Explainable, ...] = ()
    fault: Fault | None = None


Timed = tuple[tuple[TurnClock, ...], float | None, tuple[Seat, ...], bool]
"""What of a look depends on the time: the clocks, when the table will be closed, who has yet to agree, and
whether a computer player has thought for long."""

Status = Literal["done", "repeated", "stale"]


class Outcome(msgspec.Struct, frozen=True):
    """What a click led to, and how the table looks to the clicker.

    Attributes:
        status: `done`; `repeated`: the same click has had its effect before; `stale`: it changed nothing, as
            where it answers an old question.
        look: The table as it is now, as the clicker may see it.
    """

    status: Status
    look: Look


class LogEntry(msgspec.Struct, frozen=True):
    """An entry of the journal as one viewer may know it.

    Attributes:
        number: Its number at the table.
        kind: What kind of entry it is.
        seat: The seat that it is about (`CHANCE` for a move of chance); None: no seat.
        events: What happened in the game, as far as the viewer may know.
        text: The entry's text, if everybody may know it: an `Ending`, a proposal, or that a computer player
            stays.
        by_hand: A person clicked for it: no computer player's move, no auto answer, nothing that followed.
        taken_back: It was taken back.
        at: When it was made, in seconds since 1970.
        forced: The viewer had only this move, which the table made for them.
    """

    number: int
    kind: Kind
    seat: Seat | None
    events: tuple[Event, ...]
    text: str
    by_hand: bool
    taken_back: bool
    at: float
    forced: bool = False


class What(StrEnum):
    """What a follower is told of: the end only, or each turn and the end."""

    END = "end"
    TURNS = "turns"


class Follower(Struct, frozen=True):
    """Somebody who follows a table.

    Attributes:
        table_id: The table.
        person_id: Who follows it.
        what: What they want to hear of.
        message_id: Their newest direct message about it.  Below zero: they have had none yet, and the click
            by which they began has this number.
        told: The table's version that they were told of.
    """

    table_id: str
    person_id: int
    what: What
    message_id: int
    told: int

    @property
    def is_confirmed(self) -> bool:
        """Whether the follower has had a message."""
        return self.message_id > 0


class MessageRef(Struct, frozen=True):
    """A message that shows something of a table.

    Attributes:
        table_id: The table.
        name: What it shows, as `board`; `cogs.messages.tracked_message` lists the names.
        channel_id: The message's channel.
        message_id: The message's id; 0: it was deleted, or there is none.
        version: The version of the table that it shows.
        at: When that was noted, in seconds since 1970.
        extra: More that is noted with it; `cogs.messages.tracked_message` says what.
    """

    table_id: str
    name: str
    channel_id: int
    message_id: int
    version: int
    at: float
    extra: str


class PersonNotes(Struct, frozen=True):
    """What is kept of a person besides their seats.

    Attributes:
        person_id: The person's id.
        locale: The language that they chose; None: none chosen.
        dm_channel_id: The channel of their direct messages; None: not known.
        dm_state: Whether direct messages are closed or off, as `people.contacts` writes it; empty: neither.
        settings: Their other settings, by name.
    """

    person_id: int
    locale: str | None = None
    dm_channel_id: int | None = None
    dm_state: str = ""
    settings: Mapping[str, str] = {}
