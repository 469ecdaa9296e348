"""What a table is in memory: immutable values, made from the journal's entries by `fold`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from engine.game import AnyGame, Event, Seat, Struct


class Kind(StrEnum):
    """What an entry of the journal is."""

    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"
    COMPUTER = "computer"
    START = "start"
    MOVE = "move"
    BACK = "back"
    CANCEL = "cancel"


class Phase(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN_PHASES = (Phase.LOBBY, Phase.RUNNING)


class Entry(Struct, frozen=True):
    """One line of the journal.  It never says who a person is: `SeatInfo` does.

    Attributes:
        number: Its place at the table, from 1.
        kind: What it is.
        seat: Whose it is; None where it is nobody's.
        text: `open`: the `Opening` as JSON; `computer`: the player's id; `start`: the rules version;
            `move`: the move's text; `back`: the number of the entry that it goes back to; else empty.
        click: The key of the click that caused it; None for what followed from an earlier entry.
        at: Seconds since 1970.
    """

    number: int
    kind: Kind
    seat: Seat | None
    text: str
    click: str | None
    at: float


class SeatInfo(Struct, frozen=True):
    """Who sits on a seat: a person or a computer player.

    Attributes:
        seat: From 0; seats close up when somebody leaves a lobby.
        person_id: None for a computer player, and for somebody who asked to be forgotten.
        name: The person's name when they sat down; empty for a computer player.
        computer: The id of the computer player, or None.
    """

    seat: Seat
    person_id: int | None
    name: str
    computer: str | None


class Opening(Struct, frozen=True):
    """What a table is opened with, as the journal's first entry has it."""

    game: str
    rules_version: int
    options: Mapping[str, str]
    seats: int | None
    guild_id: int | None
    channel_id: int
    pace_s: float
    locale: str


class Facts(Struct, frozen=True):
    """All of a table but its game's state; also what the rows `tables` and `seats` hold."""

    id: str
    game_id: str
    rules_version: int
    options: Mapping[str, str]
    wanted_seats: int | None
    guild_id: int | None
    channel_id: int
    pace_s: float
    locale: str
    owner_seat: Seat | None
    seats: tuple[SeatInfo, ...]
    phase: Phase
    version: int
    created_at: float
    changed_at: float

    def seat_of(self, person_id: int | None) -> Seat | None:
        """The seat of a person, or None where they only watch."""
        if person_id is None:
            return None
        return next((info.seat for info in self.seats if info.person_id == person_id), None)


class Question(Struct, frozen=True):
    """A question put to a seat.

    Attributes:
        number: The journal's entry at which it arose, not counting entries that changed a secret choice, of
            which it would tell; it is asked by this number.
        token: The game's own number of it.
        answered: A choice was made that waits for others, and may be changed.
    """

    number: int
    token: int
    answered: bool


class Position(msgspec.Struct, frozen=True):
    """The game after an entry.

    Attributes:
        state: All of it.
        to_move: Who owes a decision.
        questions: The questions that are open, by seat.
        changes: So many entries at the table changed an answer that waited for others.
    """

    state: Any
    to_move: tuple[Seat, ...]
    questions: Mapping[Seat, Question]
    changes: int = 0


class Step(msgspec.Struct, frozen=True):
    """An entry and what it led to; `position` is None before the start."""

    entry: Entry
    events: tuple[Event, ...]
    position: Position | None


class Fault(Struct, frozen=True):
    """Why a table cannot be replayed.

    Attributes:
        code: `table_damaged`, or `old_rules` where the rules have changed since.
        number: The first entry that cannot be replayed.
    """

    code: str
    number: int


class Table(msgspec.Struct, frozen=True):
    """A table after its latest entry.

    Attributes:
        game: What is played.
        facts: Seats, owner, phase and so on.
        steps: Every entry with what it led to.
        standing: The start and the moves that were not taken back.
        clicks: The keys of all clicks that had an effect.
        fault: Why it cannot be replayed; None where all is well.
    """

    game: AnyGame
    facts: Facts
    steps: tuple[Step, ...] = ()
    standing: tuple[Step, ...] = ()
    clicks: frozenset[str] = frozenset()
    fault: Fault | None = None

    @property
    def position(self) -> Position | None:
        """The game as it stands, or None before the start."""
        return self.steps[-1].position if self.steps else None


def next_entry(facts: Facts, kind: Kind, seat: Seat | None, text: str, click: str | None, at: float) -> Entry:
    """The entry that would come next at a table."""
    return Entry(facts.version + 1, kind, seat, text, click, at)
