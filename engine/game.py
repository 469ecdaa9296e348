"""The contract that every game keeps.

Terms as in OpenSpiel and boardgame.io: state, move, legal moves, observation, chance, result.
Whoever runs a game asks `to_move`, hands in one move with `apply`, and tells people what
`observe` and `seen` give them; nothing else of a state leaves this folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

Seat = int
"""A place at the table, counted from 0 in the order of play."""

CHANCE: Final[Seat] = -1
"""The seat that makes the moves of chance: shuffles and draws."""

Viewer = Seat | None
"""Who looks: a seat, or None for a spectator."""

T = TypeVar("T")


class Struct(msgspec.Struct, frozen=True):
    """A value that nobody changes by accident; goes to JSON and back without loss."""


class IllegalMove(Exception):
    """A move that may not be made now; nothing has changed.

    Attributes:
        code: Names the sentence in `locales/`.
        facts: The numbers and words of that sentence.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class IllegalOption(Exception):
    """An option of a table that this game does not have, or a value that it does not take.

    Attributes:
        name: The option.
        value: What was asked for.
    """

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}={value}")
        self.name = name
        self.value = value


class Option(Struct, frozen=True):
    """Something a table decides before the game.

    Attributes:
        name: Snake case; names the option in commands, records and `locales/`.
        values: All it can be; the first one is the default.
    """

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value of a table that said nothing."""
        return self.values[0]


class Standing(Struct, frozen=True):
    """Something that a player can answer before they are asked.

    Attributes:
        name: Snake case; names it in `locales/`.
        values: All it can be.
        is_list: The answer is a list of some of them, the one liked best first; else it is one of them.
    """

    name: str
    values: tuple[str, ...]
    is_list: bool


class Chance(Protocol):
    """A source of chance, owned by whoever runs the game."""

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, each as likely."""

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The same items in an order drawn at random."""


class Event(Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened in a move.  Secret to everybody unless its class says otherwise."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        """What `viewer` may know of this event: itself, a poorer copy, or None for nothing at all."""
        return None


class PublicEvent(Event, frozen=True):
    """An event that everybody sees whole."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event itself."""
        return self


class Part(Struct, frozen=True):
    """A line of the score sheet: `name` is a key for `locales/`, `points` may be negative."""

    name: str
    points: int


class SeatResult(Struct, frozen=True):
    """What one seat has at the end: points, the parts they add up from, rank (1 is best, equals share it)."""

    points: int
    parts: tuple[Part, ...]
    rank: int


class Result(Struct, frozen=True):
    """How a game ended: a result for each seat, and why (`reason` is a key for `locales/`)."""

    seats: tuple[SeatResult, ...]
    reason: str


S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741 - the usual letter for an observation


class Game(ABC, Generic[S, M, O]):
    """One game: its facts, and its rules as functions of immutable values.

    Most methods are functions of the modules beside `game.py`, taken as they are and checked for their types:
    `legal_moves = staticmethod(legal_moves)`.
    """

    id: ClassVar[str]
    """Kebab case, for ever: it stands in journals and commands."""
    rules_version: ClassVar[int]
    """Grows with each change that makes an old record replay differently."""
    former: ClassVar[tuple[Game[Any, Any, Any], ...]] = ()
    """The same game by earlier rules, by which running tables go on: the same id, each a lower version.

    A changed rule is kept as a small difference: what differs is asked of one method, function or value,
    which the former version has as it was, as in `class Version1(MyGame)` with `rules_version = 1` and its
    `settles` that still ends a round with the first pass; then `MyGame.former = (Version1(),)`.  A version
    that is two behind is built on the one after it.  States, moves, events and observations stay of the
    same classes (a new field has a default that means the old rule), so pictures, screens and computer
    players need not know.  `tests/engine/released/` has records of each version that was ever released.
    """
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players it takes, ascending."""
    options: ClassVar[tuple[Option, ...]]
    """What a table can decide."""
    hides: ClassVar[bool] = True
    """Something in it is known to some seats alone, or to nobody."""
    standing: ClassVar[tuple[Standing, ...]] = ()
    """What a player can answer before they are asked."""
    state_type: ClassVar[type[Any]]
    """The class of its states, for reading them from JSON."""

    def under(self, version: int) -> Game[Any, Any, Any] | None:
        """This game by the rules of a version: itself or one of `former`; None where it keeps no such one."""
        return next((game for game in (self, *self.former) if game.rules_version == version), None)

    def chosen_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with the values asked for, defaults elsewhere.

        Raises:
            IllegalOption: A name or value that this game does not have.
        """
        chosen = {option.name: option.default for option in self.options}
        for name, value in options.items():
            allowed = next((option.values for option in self.options if option.name == name), ())
            if value not in allowed:
                raise IllegalOption(name, value)
            chosen[name] = value
        return chosen

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, str]) -> S:
        """The state before the first move, which is usually one of `CHANCE`.

        Raises:
            IllegalOption: An option that does not exist or does not fit the number of seats.
        """

    @abstractmethod
    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seats that owe a decision now: several at once, `(CHANCE,)` for chance, none at the end.

        Who has chosen in secret stays among them as long as that choice may be changed: until the last one
        of those asked together has chosen too.
        """

    @abstractmethod
    def question(self, state: S, seat: Seat) -> int:
        """A number that tells the question put to `seat` from all earlier ones.

        It stays while the question stands: when another seat answers the same one, and when `seat` itself
        has and may still answer otherwise.
        """

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """All that `seat` may do now, in a fixed order; empty where it owes nothing (and for `CHANCE`).

        Of moves that count as one, a game may list one only: `is_legal` knows them all.
        """

    def is_legal(self, state: S, seat: Seat, move: M) -> bool:
        """Whether `seat` may make `move` now: whether `apply` takes it."""
        return move in self.legal_moves(state, seat)

    def promising_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """Those of the legal moves of `seat` that are worth thinking about, for computer players.

        At least one where it owes a decision.  A game with very many legal moves leaves the others out.
        """
        return self.legal_moves(state, seat)

    @abstractmethod
    def obvious_move(self, state: S, seat: Seat) -> M | None:
        """The only legal move of `seat`, where everybody can know that there is no other one.

        A table may make it at once without telling anything secret; None where there is a choice, or where
        doing so would tell the others what `seat` holds.
        """

    def standing_move(self, seen: O, wishes: Mapping[str, tuple[str, ...]]) -> M | None:
        """The legal move that the viewer of `seen` wants to make without being asked.

        `wishes` has their answers to some of `standing`; None where they say nothing of the question put now.
        """
        return None

    @abstractmethod
    def chance_move(self, state: S, chance: Chance) -> M:
        """The move of `CHANCE` that is due, its outcome drawn from `chance`."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M) -> tuple[S, tuple[Event, ...]]:
        """Make `move` for `seat`: the state after it, and what happened, in order.

        Raises:
            IllegalMove: `seat` owes no decision, or `move` is not legal now.  Nothing has changed.
        """

    @abstractmethod
    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Whether a move that caused `events` may be taken back: its maker learned nothing that was hidden.

        `events` are those of the move first, then those of obvious moves and chance that followed at once.
        """

    @abstractmethod
    def observe(self, state: S, viewer: Viewer) -> O:
        """All that `viewer` may know of `state`, built from nothing, without a reference to it.

        That of a game that hides nothing (`hides`) is the viewer and the state itself.
        """

    @abstractmethod
    def reveal(self, state: S) -> O:
        """The observation that hides nothing, with no viewer: for the replay of a finished game.

        It has all that any seat may know of `state`; what no seat may know, as the order of a deck, it leaves
        out.
        """

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the turn or round that is going on, from 1 and never falling; 0 before the first one.

        Everybody may know it.
        """

    @abstractmethod
    def determinise(self, seen: O, chance: Chance) -> S:
        """A whole state that looks like `seen` to its viewer, what is hidden drawn from `chance`."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The final score, or None while the game goes on."""

    @abstractmethod
    def worth(self, state: S, seat: Seat) -> float:
        """About how many points `seat` is ahead of its best opponent: an estimate, for computer players."""

    @abstractmethod
    def write_move(self, move: M) -> str:
        """The short text of a move: printable ASCII characters, without `;`.

        Those of a seat stand in a button's id and have 1 to 70; a shuffle of `CHANCE` may need more.
        """

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move that `write_move` wrote so.

        Raises:
            IllegalMove: No move is written so (code `unknown_move`).
        """

    def seen(self, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
        """What `viewer` may know of `events`, in order."""
        return tuple(seen for event in events if (seen := event.seen_by(viewer)) is not None)

    def write_state(self, state: S) -> bytes:
        """The state as JSON (UTF-8)."""
        return msgspec.json.encode(state)

    def read_state(self, text: bytes) -> S:
        """The state that `write_state` wrote so.

        Raises:
            msgspec.ValidationError: The text is no state of this game.
        """
        state: S = msgspec.json.decode(text, type=self.state_type)
        return state


AnyGame = Game[Any, Any, Any]
"""A game of which nothing but the contract is known."""
