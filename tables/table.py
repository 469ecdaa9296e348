"""What a table is in memory: immutable values, made from the journal's entries by `fold`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

import msgspec

from engine.game import CHANCE, AnyGame, Event, Seat, Struct


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
    # Time, and what comes of it.
    LATE = "late"
    RETURN = "return"
    WARN = "warn"
    KEEP = "keep"
    HOLD = "hold"
    RESUME = "resume"
    PLACE = "place"
    # What players agree on, and seats that change hands.
    PROPOSE = "propose"
    AGREE = "agree"
    DECLINE = "decline"
    OFFER = "offer"
    TAKE = "take"
    YIELD = "yield"
    CONCEDE = "concede"
    GONE = "gone"


QUIET: Final = frozenset({Kind.LATE, Kind.WARN, Kind.HOLD, Kind.RESUME, Kind.GONE})
"""Entries that nobody made: a table does not wake up of them."""


class Phase(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN_PHASES = (Phase.LOBBY, Phase.RUNNING)


class WhenLate(StrEnum):
    """What a table agreed to do when somebody's time has run out."""

    MOVE = "move"
    SEAT = "seat"
    WAIT = "wait"


class Cover(StrEnum):
    """For how long a computer player plays for the person on a seat."""

    NONE = ""
    TURN = "turn"
    STAY = "stay"


class Ending(StrEnum):
    """Why a table ended, where that was not by the rules of its game."""

    NONE = ""
    CONCEDED = "conceded"
    AGREED = "agreed"
    ASLEEP = "asleep"
    LEFT = "left"
    UNREADABLE = "unreadable"


class Entry(Struct, frozen=True):
    """One line of the journal.  It never says who a person is: `SeatInfo` does.

    Attributes:
        number: Its place at the table, from 1.
        kind: What it is.
        seat: Whose it is; None where it is nobody's.
        text: `open`: the `Opening` as JSON; `computer`: the player's id; `start`: the rules version;
            `move`: the move's text; `back`: the number of the entry that it goes back to; `cancel`: an
            `Ending`; `warn`, `resume`: `UNREADABLE` or empty; `place`: a channel's id; `propose`: a
            `ProposalText`; `yield`: the computer player's id; `late`: `stay` where a computer
            player stays that would move for one turn; else empty.
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
        cover: A computer player plays for the person; never for a `computer`.
        offered_to: The person to whom the seat is offered.
        gone: The person has left the server: anybody may take the seat.
        conceded: The person has given up; a computer player goes on, and cannot win.
    """

    seat: Seat
    person_id: int | None
    name: str
    computer: str | None
    cover: Cover = Cover.NONE
    offered_to: int | None = None
    gone: bool = False
    conceded: bool = False

    @property
    def is_played_by_person(self) -> bool:
        """Whether the moves of the seat are a person's now."""
        return self.computer is None and self.cover is Cover.NONE

    @property
    def has_say(self) -> bool:
        """Whether a person plays there whom the table asks before it agrees on something."""
        return self.is_persons and not self.gone and self.cover is not Cover.STAY

    @property
    def is_persons(self) -> bool:
        """Whether somebody owns the seat who may still play it."""
        return self.computer is None and self.person_id is not None and not self.conceded

    @property
    def has_clock(self) -> bool:
        """Whether a person's time runs in its turns: it was not given to a computer player, nor given up."""
        return self.computer is None and not self.conceded

    @property
    def may_come_back(self) -> bool:
        """Whether a person could come back to the seat."""
        return self.cover is not Cover.NONE or self.gone

    @property
    def is_covered(self) -> bool:
        """Whether a computer player plays until the person comes back, who has neither left nor given up."""
        return self.cover is Cover.STAY and not self.conceded and not self.gone


class Settings(Struct, frozen=True, kw_only=True):
    """What is agreed when a table is opened, and so for the next one like it; its JSON stands in journals.

    Attributes:
        rules_version: The game's newest one where the table is opened, which fills it in.
        options: Those of the game; not named: as usual.
        wanted_seats: So many seats must all be taken; None: as many as join, up to what the game allows.
        pace_s: So long a computer player waits before each move, in seconds.
        turn_s: So long one may take for a turn, in seconds; None: as long as one likes.
        when_late: What happens when that has passed.
    """

    game_id: str = msgspec.field(name="game")
    rules_version: int = 0
    options: Mapping[str, str]
    wanted_seats: int | None = msgspec.field(name="seats")
    guild_id: int | None
    channel_id: int
    pace_s: float
    locale: str
    turn_s: float | None = None
    when_late: WhenLate = WhenLate.MOVE


class Opening(Settings, frozen=True, kw_only=True):
    """What a table is opened with, as the journal's first entry has it."""


class Facts(Settings, frozen=True, kw_only=True):
    """What everybody may know of a table: all but its game.  The rows `tables` and `seats` hold the same.

    Attributes:
        version: The number of its latest entry in the journal.
        created_at: Seconds since 1970.
        changed_at: When somebody did something last, in seconds since 1970.
        held: The table can't be reached; nobody's time runs.
        ending: Why it ended before its time.
    """

    id: str
    owner_seat: Seat | None
    seats: tuple[SeatInfo, ...] = msgspec.field(name="taken")  # In JSON, `seats` is how many are wanted.
    phase: Phase
    version: int
    created_at: float
    changed_at: float
    held: bool = False
    ending: Ending = Ending.NONE

    @property
    def owner_id(self) -> int | None:
        """The person who owns the table; None where nobody does."""
        owner = next((info for info in self.seats if info.seat == self.owner_seat), None)
        return None if owner is None else owner.person_id

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

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that have yet to answer the question put to them."""
        return tuple(seat for seat in self.to_move if seat != CHANCE and not self.questions[seat].answered)


class Matter(StrEnum):
    """What a player can ask the others to agree to."""

    BACK = "back"
    END = "end"


class ProposalText(Struct, frozen=True):
    """What an entry `propose` asks for: `end`, or `back 12`.

    Attributes:
        matter: What it is about.
        back_to: The entry after which the game would go on; 0 where it is not about that.
    """

    matter: Matter
    back_to: int = 0

    def encode(self) -> str:
        """The entry's text: `ProposalText(Matter.BACK, 12).encode() == "back 12"`."""
        return f"{self.matter} {self.back_to}" if self.back_to else self.matter.value

    @staticmethod
    def parse(text: str) -> ProposalText:
        """What the text of an entry asks for.

        Raises:
            ValueError: It asks for nothing that there is.
        """
        matter, _, back_to = text.partition(" ")
        return ProposalText(Matter(matter), int(back_to or 0))


class Proposal(Struct, frozen=True):
    """Something that the table is asked to agree to.

    Attributes:
        number: As that of a `Question`; it is answered by this number.
        matter: What it is about.
        seat: Who asks.
        back_to: The entry after which the game would go on; 0 where it is not about that.
        agreed: Who has agreed so far.
        entry: The entry that brought it up.
    """

    number: int
    matter: Matter
    seat: Seat
    back_to: int
    agreed: tuple[Seat, ...] = ()
    entry: int = 0


class Step(msgspec.Struct, frozen=True):
    """An entry and what it led to.

    Attributes:
        entry: The entry.
        events: What happened.
        position: The game after it; None before the start.
        is_change: It changed a choice that waits for others, of which they hear nothing whatever.
    """

    entry: Entry
    events: tuple[Event, ...]
    position: Position | None
    is_change: bool = False


UNREADABLE: Final = "unreadable"
"""The text of a `WARN` because a table can't be read, and of the `RESUME` once it can again."""


class Fault(Struct, frozen=True):
    """Why a table cannot be replayed.

    Attributes:
        code: `table_damaged`; `old_rules`: its game has no such rules, any more or yet; `game_gone`: there is
            no such game.
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
        mainline: The start and the moves that were not taken back.
        clicks: The keys of all clicks that had an effect.
        fault: Why it cannot be replayed; None where all is well.  Its steps then have entries alone.
        proposal: What the players are asked to agree to, if anything.
        wishes: The auto answers of each seat, by name, and its plan.  They are in no journal; the moves
            made of them are.
        unreadable_since: When those at it were told that it can't be read; None once it could again.
    """

    game: AnyGame
    facts: Facts
    steps: tuple[Step, ...] = ()
    mainline: tuple[Step, ...] = ()
    clicks: frozenset[str] = frozenset()
    fault: Fault | None = None
    proposal: Proposal | None = None
    auto_answers: Mapping[Seat, Mapping[str, str]] = {}
    unreadable_since: float | None = None

    @property
    def position(self) -> Position | None:
        """The game as it stands, or None before the start."""
        return self.steps[-1].position if self.steps else None

    @property
    def owing(self) -> tuple[Seat, ...]:
        """`Position.owing` as long as the game goes on."""
        position = self.position if self.facts.phase is Phase.RUNNING else None
        return () if position is None else position.owing


def unreadable_since(before: float | None, entry: Entry) -> float | None:
    """`Table.unreadable_since` after one more entry."""
    if entry.text != UNREADABLE or entry.kind not in (Kind.WARN, Kind.RESUME):
        return before
    return entry.at if entry.kind is Kind.WARN else None


def next_entry(facts: Facts, kind: Kind, seat: Seat | None, text: str, click: str | None, at: float) -> Entry:
    """The entry that would come next at a table."""
    return Entry(facts.version + 1, kind, seat, text, click, at)
