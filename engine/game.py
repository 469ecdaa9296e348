"""The contract that every game keeps.

Terms as in OpenSpiel and boardgame.io: state, move, legal moves, observation, chance, result.
Whoever runs a game asks `to_move`, hands in one move with `apply`, and tells people what
`observe` and `seen` give them; nothing else of a state leaves this folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

LEARNER: Final = 0
"""The seat of the person who learns."""


class Lesson(ABC):
    """What one game teaches in a first game; all methods are functions of their arguments alone."""

    seats: ClassVar[int]
    """How many play."""
    options: ClassVar[Mapping[str, str]] = {}
    """The game's options that differ from their defaults."""
    topics: ClassVar[tuple[str, ...]]
    """All that it explains, about in the order in which it comes up; each is the name of a sentence."""

    @abstractmethod
    def dealt(self, state: Any) -> Any:
        """The move of chance that is due in `state`."""

    @abstractmethod
    def answer(self, seen: Any, legal_moves: Sequence[Any]) -> Any:
        """The move of a gentle computer player who sees `seen`."""

    def suggested(self, seen: Any, legal_moves: Sequence[Any]) -> Any:
        """A move of the learner such that, if they always make it, all topics come up."""
        return self.answer(seen, legal_moves)

    @abstractmethod
    def before(self, seen: Any) -> Iterable[str]:
        """The topics that help the learner, who sees `seen`, to decide now; the most needed first."""

    @abstractmethod
    def after(self, seen: Any, events: Sequence[Any]) -> Iterable[str]:
        """The topics that explain what happened since the learner decided last; the most needed first.

        Args:
            seen: What the learner sees now.
            events: What they may know of what happened; at the very beginning, the deal.
        """

    def is_over(self, state: Any) -> bool:
        """Whether the lesson ends in `state`, before the end of the game."""
        return False

    def result(self, state: Any) -> Any:
        """The score of a lesson that ends before the end of the game."""
        return None


def first_new(topics: Iterable[str], said: Collection[str]) -> str | None:
    """The first topic that was not said yet; None: there is none."""
    return next((topic for topic in topics if topic not in said), None)


Seat = int
"""A place at the table, counted from 0 in the order of play."""

CHANCE: Final[Seat] = -1
"""The seat that makes the moves of chance: shuffles and draws."""

Viewer = Seat | None
"""Who looks: a seat, or None for a spectator."""

WorthParts = tuple[tuple[str, float], ...]
"""What `worth` adds up from, in points: a name of each part, and how much it is."""

T = TypeVar("T")


class Struct(msgspec.Struct, frozen=True, gc=False):
    """A value that nobody changes by accident; goes to JSON and back without loss.

    Collections of garbage don't look at it (`gc=False`), else the thousands of states in memory would make
    each last long.  A struct that holds more than values, such as functions or exceptions, says `gc=True`.
    """


class Named(Enum):
    """One of a few names.

    Found by identity wherever it is a part of a key: the hash of other Enums is a call of Python.
    """

    __hash__ = object.__hash__


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
    """An unknown option of a table, or a value that this option does not take.

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
        values: All values it takes; the first one is the default.
        easier: The value that makes a first game easier; None: there is none.
    """

    name: str
    values: tuple[str, ...]
    easier: str | None = None

    @property
    def default(self) -> str:
        """The value where a table names none."""
        return self.values[0]


class AutoAnswer(Struct, frozen=True):
    """A question that a player can answer before it is asked.

    Attributes:
        name: Snake case; names it in `locales/`.
        values: All answers there are.
        is_list: Whether the answer is a list of some of them, the favourite first; else it is one of them.
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


Told = list[Event] | None
"""Where to tell what happens, in order; None where nobody listens, and so nothing is told."""


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
    """Earlier versions of the game, under which older tables go on: the same id, each a lower version.

    A former version is a subclass that overrides what has changed since, kept to one method, function or
    value: `class Version1(MyGame)` with `rules_version = 1` and a `settles` that still ends a round with the
    first pass; then `MyGame.former = (Version1(),)`.  A version two behind is a subclass of the one after it.
    States, moves, events and observations stay of the same classes (a new field has a default that means the
    old rule), so pictures, screens and computer players need not know.  `tests/engine/released/` has records
    of each version that was ever released.
    """
    seats: ClassVar[tuple[int, ...]]
    """The numbers of players it takes, ascending."""
    options: ClassVar[tuple[Option, ...]]
    """What a table can decide."""
    hides: ClassVar[bool] = True
    """Whether anything in it is hidden from somebody."""
    auto_answers: ClassVar[tuple[AutoAnswer, ...]] = ()
    """The questions that a player can answer before they are asked."""
    state_type: ClassVar[type[Any]]
    """The class of its states, for reading them from JSON."""
    lesson: ClassVar[Lesson | None] = None
    """A guided first game; every game of the catalogue has one."""

    def under(self, version: int) -> Game[Any, Any, Any] | None:
        """This game in a version of its rules: itself or one of `former`; None if it is not kept."""
        return next((game for game in (self, *self.former) if game.rules_version == version), None)

    def chosen_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """All options with the values in `options`, and with defaults where it names none.

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

        A seat that has chosen in secret stays among them as long as it may change its choice: until the last
        of the seats that were asked together has chosen.
        """

    @abstractmethod
    def question(self, state: S, seat: Seat) -> int:
        """A number that tells the question put to `seat` from all earlier ones.

        It stays the same as long as the question stands: also when another seat answers it, and when `seat`
        has answered and may still change its answer.
        """

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """All that `seat` may do now, in a fixed order; empty where it owes nothing (and for `CHANCE`).

        Of several moves with the same effect a game may list only one; `is_legal` accepts them all.
        """

    def is_legal(self, state: S, seat: Seat, move: M) -> bool:
        """Whether `seat` may make `move` now: whether `apply` takes it."""
        return move in self.legal_moves(state, seat)

    def promising_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """The legal moves of `seat` that computer players think about.

        At least one where it owes a decision.  A game with very many legal moves lists only the better ones.
        """
        return self.legal_moves(state, seat)

    def at_a_glance(self, state: S, seat: Seat) -> tuple[float, ...]:
        """About how many points more or less each of `promising_moves` brings `seat`, told quickly.

        Computer players go on by it in their thoughts where several choose at once, as people would who don't
        think long.  A game that says nothing takes each move to be as good.
        """
        return (0.0,) * len(self.promising_moves(state, seat))

    @abstractmethod
    def obvious_move(self, state: S, seat: Seat) -> M | None:
        """The only legal move of `seat`, if everybody can know that it is the only one; else None.

        A table may make it at once: that tells the others nothing of what `seat` holds.
        """

    def auto_move(self, seen: O, auto_answers: Mapping[str, tuple[str, ...]]) -> M | None:
        """The legal move that the viewer of `seen` wants to make without being asked.

        `auto_answers` has their answers to some of `standing`.  None if no answer fits the present question.
        """
        return None

    @abstractmethod
    def chance_move(self, state: S, chance: Chance) -> M:
        """The move of `CHANCE` that is due, its outcome drawn from `chance`."""

    def apply(self, state: S, seat: Seat, move: M) -> tuple[S, tuple[Event, ...]]:
        """Make `move` for `seat`: the state after it, and what happened, in order.

        Raises:
            IllegalMove: `seat` owes no decision, or `move` is not legal now.  Nothing has changed.
        """
        self.check(state, seat, move)
        told: list[Event] = []
        return self.make(state, seat, move, told), tuple(told)

    @abstractmethod
    def check(self, state: S, seat: Seat, move: M) -> None:
        """Do nothing if `seat` may make `move` now, also one of `CHANCE`.

        Raises:
            IllegalMove: `seat` owes no decision, or `move` is not legal now.
        """

    @abstractmethod
    def make(self, state: S, seat: Seat, move: M, told: Told = None) -> S:
        """The state that `apply` gives for a move that is known to be legal, as those of `legal_moves` are.

        What happened is added to `told`.  Computer players look ahead by it, and leave that out.  It does not
        check: what comes of any other move is undefined.
        """

    @abstractmethod
    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Whether a move may be taken back: not if its maker has learned something hidden by it.

        `events` are those of the move, then those of the obvious moves and of chance that followed at once.
        """

    @abstractmethod
    def observe(self, state: S, viewer: Viewer) -> O:
        """All that `viewer` may know of `state`, built from nothing, without a reference to it.

        In a game that hides nothing (`hides`) it holds the viewer and the state itself.
        """

    def recall(self, state: S, viewer: Viewer) -> O:
        """`observe` by somebody who has forgotten nothing that was told: computer players get this.

        It may hold more than `observe` shows, but nothing that `viewer` could not have noted down: all of it
        follows from the events that `viewer` has seen.  `determinise` takes it as it takes what is observed.
        """
        return self.observe(state, viewer)

    @abstractmethod
    def reveal(self, state: S) -> O:
        """All that any seat may know of `state`, as an observation without viewer: to replay finished games.

        What no seat may know, such as the order of a deck, may be left out.
        """

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the present turn or round, from 1 and never falling, 0 before it; known to all."""

    def whose_turn(self, state: S) -> Seat | None:
        """Whose the turn is that `turn` counts, whoever is asked in it; None: everybody's, as a round is."""
        return None

    @abstractmethod
    def determinise(self, seen: O, chance: Chance) -> S:
        """A whole state of which the viewer would see `seen`; what is hidden is drawn from `chance`."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The final score, or None while the game goes on."""

    @abstractmethod
    def worth(self, state: S, seat: Seat) -> float:
        """An estimate for computer players: how many points `seat` is ahead of its best opponent."""

    @abstractmethod
    def worth_parts(self, state: S, seat: Seat) -> WorthParts:
        """What `worth` adds up from, always the same names in the same order, to say why a move is better.

        A name is a key for `locales/`.  What the others have counts as less than nothing.
        """

    @abstractmethod
    def write_move(self, move: M) -> str:
        """The short text of a move: 1 to 70 printable ASCII characters without `;`, for a button's id.

        The moves of `CHANCE` have no button, so a shuffle may be longer.
        """

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move of a text by `write_move`.

        Raises:
            IllegalMove: No move has this text (code `unknown_move`).
        """

    def is_told(self, before: S, seat: Seat, move: M, now: S) -> bool:
        """Whether everybody knows by `now` which move of `seat` followed `before`, and all of it.

        That is said of no move unless the game says so.
        """
        return not self.hides

    def seen(self, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
        """What `viewer` may know of `events`, in order."""
        return tuple(seen for event in events if (seen := event.seen_by(viewer)) is not None)

    def write_state(self, state: S) -> bytes:
        """The state as JSON (UTF-8)."""
        return msgspec.json.encode(state)

    def read_state(self, text: bytes) -> S:
        """The state of a text by `write_state`.

        Raises:
            msgspec.ValidationError: The text is no state of this game.
        """
        state: S = msgspec.json.decode(text, type=self.state_type)
        return state


AnyGame = Game[Any, Any, Any]
"""Any game, known by its contract alone."""
