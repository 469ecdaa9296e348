"""The values that `Tables` takes and gives; none contains a game's state."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import msgspec

from engine.game import AnyGame, Event, Part, Result, Seat, Struct
from engine.players.reasons import Verdict
from tables.model.table import Facts, Fault, Kind, Proposal, SeatInfo


class Person(Struct, frozen=True):
    """A person: their id in Discord, and their present name."""

    id: int
    name: str


class Place(NamedTuple):
    """A channel of a Discord server, or the whole server if `channel_id` is None."""

    guild_id: int
    channel_id: int | None = None


class TurnClock(Struct, frozen=True):
    """The clock of a seat that has to decide; times are in seconds since 1970.

    Attributes:
        since: When the seat's turn began, or when its person came back.
        runs_out: When the time runs out, if nothing changes before; None: never.
        is_late: Whether the time has run out, and the table has applied its setting `when_late`.
        away_until: Until when the person is away and the clock stands still; None: the clock runs, as the
            person isn't away, or has been away for `AWAY_S` in this turn.
        called_at: When the person gets a ping for this turn: at `since`, or later if the person had just
            moved.
        reserve_at: When the time for a turn is over, and the seat's reserve begins to run out; None: the seat
            has no reserve.
    """

    seat: Seat
    since: float
    runs_out: float | None
    is_late: bool
    away_until: float | None
    called_at: float
    reserve_at: float | None = None

    @property
    def is_called_late(self) -> bool:
        """Whether the person gets their ping only some time after the turn has begun."""
        return self.called_at > self.since


class Explainable(Struct, frozen=True):
    """A computer player's move about which the viewer may ask *Why?*.

    Attributes:
        number: The public number of the move's entry, which doesn't count changes of secret choices.
        events: The events of the move.
    """

    number: int
    seat: Seat
    events: tuple[Event, ...]


class Advice(Struct, frozen=True):
    """A verdict on a move, in answer to a request for a hint or to a *Why?*.

    Attributes:
        verdict: How good the move is, and why; moves in it are texts.
        move: The text of the judged move; None: no move was found.
        other: The text of the move with which `move` was compared; None: no move.
        events: For a *Why?*, those events of the move that everybody could foresee; None: it is a hint.
        seen: The observation (`Game.recall`), before the move, of the person who asks.
        tempts: Whether this is a hint, and `other` brings more points at once than `move`.
    """

    seat: Seat
    verdict: Verdict
    move: str | None = None
    other: str | None = None
    events: tuple[Event, ...] | None = None
    seen: Any = None
    tempts: bool = False


class Look(msgspec.Struct, frozen=True):
    """All that one person, or a spectator, may know of a table now.

    Attributes:
        game: The game, by the table's version of its rules.
        table: The public facts about the table.
        seat: The viewer's seat; None: a spectator.
        observation: The game as the viewer may see it; None before the start.
        before: The observation before the latest moves of the seat that moved last, to show what is new.
        to_move: The seats that have to decide, without those that have decided and may only change their
            decision.
        owed_since: For each seat in `to_move`, the number of the entry since which it has had to decide.
        asked: The number of the viewer's open question; None: the viewer has no question.
        answered: Whether the viewer has answered that question, and may change the answer by a new one.
        legal_moves: The moves by which the viewer can answer; empty without a question.
        takes_back: The number of the viewer's latest click, if they may take it back and nobody has to agree.
        may_ask_back: Whether the viewer has made a move, and may propose to the others to take it back.
        result: The final score; None while the game goes on, or if it was not played to its end.
        clocks: The clocks of the seats that are to move, by seat.
        closes_at: When the table will be closed because nobody moves, in seconds since 1970; None: not soon.
        proposal: The open proposal; None: there is none.
        undoing: The moves that the proposal would take back; None: no moves.
        missing: The seats that have yet to agree to the proposal.
        auto_answers: The viewer's auto answers, by name.
        ahead: The texts of the viewer's planned moves that are not made yet.
        recent: The entries since the viewer's last click, that click included; for a spectator, the last
            moves. The entries have public numbers.
        is_long_thinking: Whether a computer player has thought for long about its move.
        may_have_hint: Whether the viewer may ask for a hint on their question.
        explainable: The computer players' moves since the viewer's last click that a *Why?* may be about.
        fault: The reason why the table can't be read; `observation` is then None. None: it can be read.
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
    undoing: Undoing | None = None
    missing: tuple[Seat, ...] = ()
    auto_answers: Mapping[str, str] = {}
    ahead: tuple[str, ...] = ()
    recent: tuple[LogEntry, ...] = ()
    is_long_thinking: bool = False
    may_have_hint: bool = False
    explainable: tuple[Explainable, ...] = ()
    fault: Fault | None = None


Status = Literal["done", "repeated", "stale"]


class Outcome(msgspec.Struct, frozen=True):
    """The effect of a click, and the table as the clicker may see it.

    Attributes:
        status: `done`; `repeated`: the same click has had its effect before; `stale`: the click changed
            nothing, for example because it answers an old question.
        look: The table after the click.
    """

    status: Status
    look: Look


class LogEntry(msgspec.Struct, frozen=True):
    """An entry of the journal as one viewer may know it.

    Attributes:
        number: The entry's number in the journal; in `Look.recent`, its public number (see `Explainable`).
        kind: The entry's kind.
        seat: The seat that the entry is about (`CHANCE` for a chance move); None: no seat.
        events: The events in the game, as the viewer may know them.
        text: The entry's text, if everybody may know it: an `Ending`, a proposal, the mark `stay` of a
            computer player, or the origin of a practice table.
        by_hand: Whether a person's click made the entry; False: a computer player, an auto answer or the
            table.
        taken_back: Whether the entry is a move that was taken back.
        at: The entry's time, in seconds since 1970.
        forced: Whether the entry is the viewer's only legal move, which the table made for them.
        seats: The players at the table then; empty: the same as now.
        undoing: The moves that the entry takes back, or proposes to take back; None: none.
        moderator: The name of the moderator who repaired the game by the entry; empty: the name is no longer
            stored. None: the entry is no repair.
        plays: Whether the moderator had a seat when they made the entry.
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
    seats: tuple[SeatInfo, ...] = ()
    undoing: Undoing | None = None
    moderator: str | None = None
    plays: bool = False


class Undoing(msgspec.Struct, frozen=True):
    """Moves that are taken back, or that a proposal would take back, as far as everybody may know them.

    Attributes:
        moves: The moves with public events, in order, without moves of chance; with public numbers.
        again: What the moves reveal if they are made again: `same`: the same things; `anew`: maybe others,
            since chance decides again; empty: nothing.
    """

    moves: tuple[LogEntry, ...]
    again: Literal["", "same", "anew"]


class What(StrEnum):
    """The news of a table that a follower wants: only of its end, or of each turn and its end."""

    END = "end"
    TURNS = "turns"


class Follower(Struct, frozen=True):
    """A person who follows a table.

    Attributes:
        what: The news that the person wants.
        message_id: The id of the latest direct message to the person about the table; before the first one,
            minus the id of the click by which the person began to follow.
        told: The version of the table of which the person last got news.
    """

    table_id: str
    person_id: int
    what: What
    message_id: int
    told: int

    @property
    def is_confirmed(self) -> bool:
        """Whether the follower has had a direct message about the table."""
        return self.message_id > 0


class MessageRef(Struct, frozen=True):
    """A Discord message that shows something of a table.

    Attributes:
        name: The kind of message, such as `board`; `cogs.messages.tracked_message` lists the names.
        message_id: The message's id; 0: the message was deleted, or was not posted yet.
        version: The version of the table that the message shows.
        at: When the row was written, in seconds since 1970.
        extra: The digest of the message's view, or similar data (`cogs.messages.tracked_message`).
    """

    table_id: str
    name: str
    channel_id: int
    message_id: int
    version: int
    at: float
    extra: str


class PersonNotes(Struct, frozen=True):
    """A person's row of `people` in the database.

    Attributes:
        locale: The language that the person chose; None: no choice.
        dm_channel_id: The channel of the person's direct messages; None: not known.
        dm_state: `closed`: Discord refused a direct message; `off`: the person wants none; empty: neither.
        settings: The person's other settings, by name.
    """

    person_id: int
    locale: str | None = None
    dm_channel_id: int | None = None
    dm_state: str = ""
    settings: Mapping[str, str] = {}


class SeatPlayed(Struct, frozen=True):
    """The result of a seat in a finished game.

    Attributes:
        person_id: The person; None: a computer player, or a person who asked to be forgotten.
        name: The person's name as stored; empty: not known.
        computer: The level of a computer player; None: a person.
        points: The points, at the end or when the person left.
        parts: The parts that add up to the points; none if the game wasn't played to its end.
        rank: The place, from 1; ties share a place; players who gave up are last.
        has_left: Whether the person left the seat before the end.
    """

    seat: Seat
    person_id: int | None
    name: str
    computer: str | None
    points: int
    parts: tuple[Part, ...]
    rank: int
    has_left: bool = False


class Played(Struct, frozen=True):
    """A finished game, which ended at `at`; the other values are those of `Facts`.

    `seats` has the seats at the end, then one for each person who had left before the end.
    """

    table_id: str
    game_id: str
    rules_version: int
    options: Mapping[str, str]
    guild_id: int | None
    channel_id: int
    shared: str
    rated: bool
    at: float
    seats: tuple[SeatPlayed, ...]
