"""A table in memory: immutable values, built by `fold` from the journal's entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.game import CHANCE, AnyGame, Event, Result, Seat, SeatResult, Struct


class Kind(StrEnum):
    """The kinds of entries in the journal; some have more in `Entry.text`.

    - `open` a table, `join` or `leave` it, a `computer` player sits down, `set_up` other settings, give the
      table a `name`, `invite` to it, add a `word` to its deal, give a seat a `reserve` of time, `start` the
      game, `move`, go `back` to an earlier entry, `cancel`: end without a result.
    - A player is `late`, or plays for themselves again (`return`); `warn` that the table will be closed, and
      `keep` it open; `hold` it while its channel can't be reached, and `resume` it; `place`: another channel.
    - `propose` something, `agree`, `decline`; `offer` a seat, `take` it, `yield` it to a computer player for
      good, `concede`; a player has left the server (`gone`).
    - A player was given a `hint`.
    """

    OPEN = "open"
    JOIN = "join"
    LEAVE = "leave"
    COMPUTER = "computer"
    SET_UP = "set_up"
    NAME = "name"
    INVITE = "invite"
    WORD = "word"
    RESERVE = "reserve"
    START = "start"
    MOVE = "move"
    BACK = "back"
    CANCEL = "cancel"
    # Deadlines.
    LATE = "late"
    RETURN = "return"
    WARN = "warn"
    KEEP = "keep"
    HOLD = "hold"
    RESUME = "resume"
    PLACE = "place"
    # Proposals, and changes of seats.
    PROPOSE = "propose"
    AGREE = "agree"
    DECLINE = "decline"
    OFFER = "offer"
    TAKE = "take"
    YIELD = "yield"
    CONCEDE = "concede"
    GONE = "gone"
    # Advice.
    HINT = "hint"


PRACTICE: Final = "+"
"""A suffix of a shared deal's name at tables whose result doesn't count; the deal is the same."""
QUIET: Final = frozenset({Kind.LATE, Kind.WARN, Kind.HOLD, Kind.RESUME, Kind.GONE})
"""Kinds of entries that no player makes: only entries of other kinds keep a table from being closed."""


class Phase(StrEnum):
    """The phases of a table's life; `cancelled`: the table has ended without a result."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN_PHASES = (Phase.LOBBY, Phase.RUNNING)


class WhenLate(StrEnum):
    """The consequence when a player's time has run out; a setting of the table.

    A computer player moves for this turn (`move`), or plays on until the person is back (`seat`), or the
    table waits (`wait`).
    """

    MOVE = "move"
    SEAT = "seat"
    WAIT = "wait"


class Invitation(StrEnum):
    """The effect of an entry `invite`: to reserve a seat for a person, call a role, or end a reservation."""

    SEAT = ""
    ROLE = "role"
    END = "end"


class Cover(StrEnum):
    """The time for which a computer player plays for a seat's person: none, a turn, or until they return."""

    NONE = ""
    TURN = "turn"
    STAY = "stay"


class Ending(StrEnum):
    """The reason why a table ended; `NONE`: by its game's rules, or its owner or a moderator ended it.

    Players gave up (`conceded`), or all agreed to end it (`agreed`); nobody played for long (`asleep`), or no
    person was there any more (`left`); the table could not be replayed for days (`unreadable`).
    """

    NONE = ""
    CONCEDED = "conceded"
    AGREED = "agreed"
    ASLEEP = "asleep"
    LEFT = "left"
    UNREADABLE = "unreadable"


class Entry(Struct, frozen=True):
    """One entry of a table's journal. It names no person; `SeatInfo` does.

    Attributes:
        number: The entry's number in the journal, from 1.
        seat: The seat that the entry is about; None: no seat.
        text: `open`, `set_up`: the `Opening` as JSON; `computer`, `yield`: the computer player's id; `start`:
            the rules version and, unless the deal can't be checked, the version of its scheme; `move`: the
            move's text; `back`: the number of the entry to go back to; `cancel`: an `Ending`; `warn`,
            `resume`: `UNREADABLE` or empty; `place`: the channel's id; `propose`: a `ProposalText`; `late`:
            `stay` if the computer player stays after this turn; `hint`: the question's number; `invite`: an
            `Invitation`; `word`: the word's mark (`engine.deal.mark`); `reserve`: seconds; `name`: at a
            practice table, the id of the finished table and the number of the turn from which it goes on;
            else empty.
        click: The key of the click that made the entry; None: it followed from an earlier entry.
        at: The entry's time, in seconds since 1970.
    """

    number: int
    kind: Kind
    seat: Seat | None
    text: str
    click: str | None
    at: float


class SeatInfo(Struct, frozen=True):
    """The person or computer player on a seat.

    Attributes:
        seat: The seat's number, from 0; when somebody leaves a lobby, higher seats move up.
        person_id: The person's id; None: a computer player, or somebody who asked to be forgotten.
        name: The person's name when they sat down; empty for a computer player.
        computer: The computer player's id; None: a person's seat.
        cover: Whether a computer player plays for the person; `NONE` if `computer` is set.
        offered_to: The id of the person to whom the seat is offered; None: nobody.
        gone: Whether the person has left the server, so that anybody may take the seat.
        conceded: Whether the person has given up; a computer player goes on, and cannot win.
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
        """Whether a person makes the seat's moves now."""
        return self.computer is None and self.cover is Cover.NONE

    @property
    def has_say(self) -> bool:
        """Whether the seat's person is asked to agree to proposals of other players."""
        return self.is_persons and not self.gone and self.cover is not Cover.STAY

    @property
    def is_persons(self) -> bool:
        """Whether a person has the seat, and has not given up."""
        return self.computer is None and self.person_id is not None and not self.conceded

    @property
    def may_come_back(self) -> bool:
        """Whether the person may come back: a computer player plays for them, or they had left the server."""
        return self.cover is not Cover.NONE or self.gone

    @property
    def is_covered(self) -> bool:
        """Whether a computer player plays until the person returns; False if they left or gave up."""
        return self.cover is Cover.STAY and not self.conceded and not self.gone


class Opening(Struct, frozen=True, kw_only=True):
    """The settings of a table; the first entry of its journal holds them as JSON.

    Attributes:
        rules_version: The version of the game's rules; set to the newest when the table is opened.
        options: The game's options; an option that is missing has its default.
        wanted_seats: The exact number of players; None: as many as join, up to the game's most.
        channel_id: The channel; 0: none, as the table is shown to its player alone.
        pace_s: Seconds that a computer player waits before each move.
        turn_s: Seconds that a player may take for a turn; None: no limit.
        when_late: The consequence when a turn's time has run out.
        hints: Whether a player may ask for advice though other people play.
        guest: Whether the bot is no member of the place, such as a group message: it can post there and edit
            its messages only by the tokens of interactions.
        shared: The name of the deal that the table shares with others, such as a day's; empty: its deal is
            its own.
        rated: Whether the result changes the players' ratings.
    """

    game_id: str = msgspec.field(name="game")
    rules_version: int = 0
    options: Mapping[str, str] = {}
    wanted_seats: int | None = msgspec.field(name="seats", default=None)
    guild_id: int | None = None
    channel_id: int = 0
    pace_s: float = 0.0
    locale: str = ""
    turn_s: float | None = None
    when_late: WhenLate = WhenLate.MOVE
    hints: bool = False
    guest: bool = False
    shared: str = ""
    rated: bool = False


class Facts(Opening, frozen=True, kw_only=True):
    """The public facts about a table, without its game's state; stored in the rows `tables` and `seats`.

    Attributes:
        name: The table's name, given by its owner; empty: none. The journal doesn't have the name, which
            may tell of a person.
        version: The number of the latest entry in the journal.
        created_at: When the table was opened, in seconds since 1970.
        changed_at: When a player last did something, in seconds since 1970.
        held: Whether all clocks stand still, since the table's channel can't be reached.
        ending: Why the table ended.
        former: The people who have left their seats since the start, in order: the number of the entry by
            which each left, and who it was.
        invited: Pairs of the number of a journal entry and a `SeatInfo`, in order, of two kinds.  A person or
            role called to the lobby has their id as `offered_to`; `gone`: no seat is reserved for them any
            more.  A moderator who repaired the game has the `seat` `MODERATOR`.
    """

    id: str
    owner_seat: Seat | None
    seats: tuple[SeatInfo, ...] = msgspec.field(name="taken")  # In JSON, `seats` stands for `wanted_seats`.
    phase: Phase
    version: int
    created_at: float
    changed_at: float
    held: bool = False
    ending: Ending = Ending.NONE
    name: str = ""
    former: tuple[tuple[int, SeatInfo], ...] = ()
    invited: tuple[tuple[int, SeatInfo], ...] = ()

    @property
    def owner_id(self) -> int | None:
        """The id of the person who owns the table, or None if nobody does."""
        owner = next((info for info in self.seats if info.seat == self.owner_seat), None)
        return None if owner is None else owner.person_id

    @property
    def is_direct(self) -> bool:
        """Whether only the owner can see the table: in direct messages with the bot, or without a channel."""
        return self.guild_id is None and not (self.guest and self.channel_id)

    @property
    def has_server(self) -> bool:
        """Whether the table is in a server with the bot, which can open a thread there and call people."""
        return self.guild_id is not None and not self.guest

    @property
    def is_solo(self) -> bool:
        """Whether the table has no channel and only one person, who needs no calls or deadlines."""
        return not self.channel_id and sum(info.computer is None for info in self.seats) == 1

    @property
    def is_compared(self) -> bool:
        """Whether the result is compared with other tables' results with the same deal: so without hints."""
        return bool(self.shared) and not self.shared.endswith(PRACTICE)

    def seat_of(self, person_id: int | None) -> Seat | None:
        """The seat of a person, or None if they have none."""
        if person_id is None:
            return None
        return next((info.seat for info in self.seats if info.person_id == person_id), None)

    def reserved(self, person_id: int | None = None) -> tuple[SeatInfo, ...]:
        """The people for whom a seat is reserved in a lobby, except the person `person_id`."""
        return tuple(one for _, one in self.invited if not one.gone and one.offered_to != person_id)

    def seat_left_by(self, person_id: int) -> Seat | None:
        """The last seat of a person who has left the running game; None if they have a seat or had none."""
        if self.seat_of(person_id) is not None:
            return None
        return next((info.seat for _, info in reversed(self.former) if info.person_id == person_id), None)


def agreed(facts: Facts) -> Opening:
    """The present settings of a table, with which its rematch is opened or `lobby.set_up` begins."""
    return Opening(**{name: getattr(facts, name) for name in Opening.__struct_fields__})


class Question(Struct, frozen=True):
    """A question that a seat is asked.

    Attributes:
        number: The question's public number: `Table.named` of the entry that asked it.
        token: The game's own number for the question.
        answered: Whether the seat has chosen; while it waits for others, it may still change its choice.
    """

    number: int
    token: int
    answered: bool


class Position(msgspec.Struct, frozen=True, gc=False):
    """The state of a game after a journal entry, with the questions that are open then.

    Attributes:
        state: The game's whole state, secrets included.
        to_move: The seats that have to decide, and `CHANCE` if chance has to move.
        questions: The open questions by seat.
        changes: How many entries so far changed a secret choice while others were still choosing.
    """

    state: Any
    to_move: tuple[Seat, ...]
    questions: Mapping[Seat, Question]
    changes: int = 0

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that have not answered their question yet."""
        return tuple(seat for seat in self.to_move if seat != CHANCE and not self.questions[seat].answered)


class Matter(StrEnum):
    """What a player can propose to the other players: to take moves back, or to end without a result."""

    BACK = "back"
    END = "end"


class ProposalText(Struct, frozen=True):
    """The text of an entry `propose`: `end`, or `back 12`.

    Attributes:
        back_to: For `BACK`, the number of the entry to go back to; else 0.
    """

    matter: Matter
    back_to: int = 0

    def encode(self) -> str:
        """The entry's text: `ProposalText(Matter.BACK, 12).encode() == "back 12"`."""
        return f"{self.matter} {self.back_to}" if self.back_to else self.matter.value

    @staticmethod
    def parse(text: str) -> ProposalText:
        """Parse the text of an entry `propose`.

        Raises:
            ValueError: The text is in another format.
        """
        matter, _, back_to = text.partition(" ")
        return ProposalText(Matter(matter), int(back_to or 0))


class Proposal(Struct, frozen=True):
    """What a player has proposed to the others, such as to go back, and who has agreed so far.

    Attributes:
        number: The proposal's public number (`Table.named`); the buttons of its answers name it.
        matter: Whether to take moves back (`BACK`), or to end the table without a result (`END`).
        seat: The seat of the player who proposes.
        back_to: For `BACK`, the number of the entry to go back to; else 0.
        agreed: The seats that have agreed so far.
        entry: The number of the entry that made the proposal.
    """

    number: int
    matter: Matter
    seat: Seat
    back_to: int
    agreed: tuple[Seat, ...] = ()
    entry: int = 0


class Step(msgspec.Struct, frozen=True, gc=False):
    """An entry of a journal, with its events and the game's position after it.

    Attributes:
        events: What the entry made happen in the game.
        position: The game after the entry; None: before the start.
        is_change: Whether the entry changed a secret choice while others still chose, who must not notice
            that.
    """

    entry: Entry
    events: tuple[Event, ...]
    position: Position | None
    is_change: bool = False

    def asked(self, seat: Seat) -> int | None:
        """The number of the question that `seat` may answer after the entry, or None if it has none."""
        question = self.position.questions.get(seat) if self.position is not None else None
        return None if question is None else question.number

    @property
    def public_number(self) -> int:
        """The entry's public number: entries that changed a secret choice are not counted."""
        return self.entry.number - (self.position.changes if self.position is not None else 0)


UNREADABLE: Final = "unreadable"
"""The text of a `WARN` entry at a table that can't be replayed, and of a `RESUME` once it can be replayed."""


class Span(Struct, frozen=True):
    """A time from `start` (inclusive) to `end` (exclusive)."""

    start: float
    end: float


class Fault(Struct, frozen=True):
    """The reason why a table cannot be replayed.

    Attributes:
        code: `table_damaged`; `old_rules`: this bot has other versions of the game's rules, older or newer;
            `game_gone`: this bot doesn't have the game.
        number: The number of the first entry that cannot be replayed.
    """

    code: str
    number: int


MOST_ENTRIES: Final = 100_000
"""More entries than any journal has; each restored backup adds a multiple of it to question numbers."""
Eras = tuple[tuple[float, int], ...]
"""For each restored backup: the time of its restoring, and the number added to later question numbers."""


class Table(msgspec.Struct, frozen=True, dict=True):
    """A table after its latest entry.

    Attributes:
        game: The game, by the table's version of its rules.
        facts: Seats, owner, phase and so on.
        steps: All entries, each with its events and position.
        mainline: The steps of the start and of the moves that were not taken back.
        clicks: The keys of all clicks that had an effect.
        fault: The reason why the table can't be replayed; its steps then lack events and positions. None: the
            table can be replayed.
        proposal: The open proposal; None: there is none.
        auto_answers: The auto answers and the plan of each seat, by name. The journal has only the moves made
            by them.
        unreadable_since: When the people were warned that the table can't be replayed; None: it can be.
        eras: The restored backups of the database, the oldest first (see `Eras`).
        off: The spans in which the bot did not run, in order.
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
    eras: Eras = ()
    off: Sequence[Span] = ()

    def named(self, entry: Entry, changes: int) -> int:
        """The public number, for buttons, of a question that `entry` asked or a proposal that it made.

        The number leaves out the `changes` earlier entries that changed a secret choice, to keep them secret.
        """
        added = next((added for since, added in reversed(self.eras) if since <= entry.at), 0)
        return added + entry.number - changes

    @property
    def position(self) -> Position | None:
        """The game's position now, or None before the start."""
        return self.steps[-1].position if self.steps else None

    @cached_property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that have not answered their question yet; none after the game's end."""
        position = self.position if self.facts.phase is Phase.RUNNING else None
        return () if position is None else position.owing

    @cached_property
    def clocks(self) -> dict[Seat, Any]:
        """A cache of each seat's clock (`turn_clock.Found`), filled by `tables.timing.turn_clock`."""
        return {}


def unreadable_since(before: float | None, entry: Entry) -> float | None:
    """The value of `Table.unreadable_since` after one more entry; `before`: the value before the entry."""
    if entry.text != UNREADABLE or entry.kind not in (Kind.WARN, Kind.RESUME):
        return before
    return entry.at if entry.kind is Kind.WARN else None


def next_entry(facts: Facts, kind: Kind, seat: Seat | None, text: str, click: str | None, at: float) -> Entry:
    """Make the next entry of a table's journal."""
    return Entry(facts.version + 1, kind, seat, text, click, at)


BY_COMPUTER: Final = "computer:"
BY_AUTO_ANSWER: Final = "standing:"
BY_LEAGUE: Final = "league:"
"""The beginning of the click keys by which a league opens its tables, which no person has clicked."""
REPAIR: Final = "repair:"
"""The beginning of the keys of clicks by which a moderator of the table's channel repairs its game."""
MODERATOR: Final = 15
"""In `Facts.invited`, this number in place of a seat marks a moderator; no table has so many seats."""


def is_by_person(entry: Entry) -> bool:
    """Whether an entry was made by a person's click or auto answer."""
    return entry.click is not None and not entry.click.startswith((BY_COMPUTER, BY_LEAGUE))


def is_by_computer(entry: Entry) -> bool:
    """Whether an entry is a move that a computer player has thought about, on its own seat or a person's."""
    return entry.kind is Kind.MOVE and entry.click is not None and entry.click.startswith(BY_COMPUTER)


def is_by_hand(entry: Entry) -> bool:
    """Whether an entry was made by a person's click."""
    return entry.click is not None and not entry.click.startswith((BY_COMPUTER, BY_AUTO_ANSWER, BY_LEAGUE))


def seats_at(facts: Facts, entry: Entry) -> tuple[SeatInfo, ...]:
    """The players at a table when `entry` was made; for a person whose name isn't stored, `nameless`."""
    seats = {info.seat: info for info in facts.seats}
    seats |= {info.seat: info for number, info in reversed(facts.former) if number > entry.number}
    own = seats.get(entry.seat) if entry.seat is not None and entry.kind is Kind.MOVE else None
    if own is not None and own.computer is not None and is_by_person(entry):
        # Forgotten while the table couldn't be replayed: no entry tells that a computer player sits there.
        seats[own.seat] = nameless(own.seat)
    return tuple(seats.values())


def nameless(seat: Seat) -> SeatInfo:
    """The info of a seat for a person who has left the seat, and whose name isn't stored."""
    return SeatInfo(seat, None, "", None, gone=True, conceded=True)


def final_result(table: Table) -> Result | None:
    """The final score, with players who gave up ranked last, or None if the game wasn't played to its end."""
    facts, position = table.facts, table.position
    if facts.phase is not Phase.OVER or facts.ending is not Ending.NONE or position is None:
        return None
    result: Result | None = table.game.result(position.state)
    return None if result is None else replace(result, seats=ranked_with_conceded(result.seats, facts.seats))


def ranked_with_conceded(results: Sequence[SeatResult], seats: Sequence[SeatInfo]) -> tuple[SeatResult, ...]:
    """The results of `seats`, with players who gave up ranked last."""
    stayed = [info.seat for info in seats if not info.conceded]
    if len(stayed) == len(seats):
        return tuple(results)
    ranks = [own.rank for own in results]
    last = 1 + len(stayed)
    return tuple(
        replace(own, rank=1 + sum(ranks[other] < own.rank for other in stayed) if seat in stayed else last)
        for seat, own in enumerate(results)
    )


def winners(seats: Sequence[SeatInfo], result: Result | None) -> tuple[Seat, ...]:
    """The winning seats of a finished game: the first-ranked; without `result`, all that didn't give up."""
    if result is not None:
        return tuple(seat for seat, own in enumerate(result.seats) if own.rank == 1)
    return tuple(info.seat for info in seats if not info.conceded)
