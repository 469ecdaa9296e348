"""The contract that every game keeps.

Terms are those of OpenSpiel and boardgame.io: state, move, legal moves, observation, chance, result.
A program that runs a game asks `to_move`, makes a move by `apply`, and shows people only the results of
`observe` and `seen`; nothing else of a state leaves this folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

LEARNER: Final = 0
"""The seat of the learner in a lesson."""


class Lesson(ABC):
    """A guided first game, which explains topics to a learner; its methods depend only on their arguments."""

    seats: ClassVar[int]
    """The number of players in the lesson."""
    options: ClassVar[Mapping[str, str]] = {}
    """The values of options in the lesson that differ from the game's defaults."""
    topics: ClassVar[tuple[str, ...]]
    """The topics of the lesson, in about their order of appearance; each is the end of a `locales/` key."""

    @abstractmethod
    def dealt(self, state: Any) -> Any:
        """The lesson's prepared move of chance in `state`, such as a shuffle."""

    @abstractmethod
    def answer(self, seen: Any, legal_moves: Sequence[Any]) -> Any:
        """The move of the learner's opponent, a weak computer player, who observes `seen`."""

    def suggested(self, seen: Any, legal_moves: Sequence[Any]) -> Any:
        """The move suggested to the learner; a learner who always makes it meets all topics."""
        return self.answer(seen, legal_moves)

    @abstractmethod
    def before(self, seen: Any) -> Iterable[str]:
        """Topics that help the learner, who observes `seen`, to decide now; the most needed first."""

    @abstractmethod
    def after(self, seen: Any, events: Sequence[Any]) -> Iterable[str]:
        """The topics that explain the `events` since the learner's last decision; the most needed first.

        `events` has only those that the learner may know of; at the very beginning, those of the deal.
        """

    def is_over(self, state: Any) -> bool:
        """Whether the lesson ends in `state`, before the end of the game; by default never."""
        return False

    def result(self, state: Any) -> Any:
        """The result of a lesson that ends in `state`, although its game isn't over."""
        return None


def first_new(topics: Iterable[str], said: Collection[str]) -> str | None:
    """The first of `topics` that is not in `said`; None if all are."""
    return next((topic for topic in topics if topic not in said), None)


Seat = int
"""A place at the table, counted from 0 in the order of play."""

CHANCE: Final[Seat] = -1
"""The seat that makes the moves of chance (shuffles and draws)."""

Viewer = Seat | None
"""The seat to which something is shown; None for a spectator."""

T = TypeVar("T")


class Struct(msgspec.Struct, frozen=True, gc=False):
    """An immutable value that goes to JSON and back without loss.

    The garbage collector skips structs (`gc=False`), as it would take long to visit the thousands of states.
    A struct that holds more than plain values, such as functions or exceptions, says `gc=True`.
    """


class Named(Enum):
    """An Enum whose members are hashed by identity.

    Other Enums hash in Python code, which is slow in the keys of caches.
    """

    __hash__ = object.__hash__


class IllegalMove(Exception):
    """Raised for a move that may not be made now; the state is unchanged.

    Attributes:
        code: The key of a sentence in `locales/`.
        facts: The numbers and words to fill into that sentence.
    """

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class IllegalOption(Exception):
    """Raised for an option that the game doesn't have, or a value that the option doesn't have.

    Attributes:
        name: The name of the option.
        value: The value that was given.
    """

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}={value}")
        self.name = name
        self.value = value


class Option(Struct, frozen=True):
    """A setting of a game that a table chooses before the start.

    Attributes:
        name: Snake case; names the option in commands, records and `locales/`.
        values: All values it takes; the first one is the default.
        easier: The value that makes a first game easier; None if none does.
    """

    name: str
    values: tuple[str, ...]
    easier: str | None = None

    @property
    def default(self) -> str:
        """The value that applies if the people at a table choose none."""
        return self.values[0]


class AutoAnswer(Struct, frozen=True):
    """A question that a player can answer before the game asks it.

    Attributes:
        name: Snake case; names the question in `locales/`.
        values: All possible answers.
        is_list: Whether the answer is a list of some values, the favourite first; if not, it is one value.
    """

    name: str
    values: tuple[str, ...]
    is_list: bool


class Chance(Protocol):
    """A source of random numbers, passed in by the program that runs the game."""

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""

    def shuffled(self, items: Sequence[T], /) -> tuple[T, ...]:
        """The items in a random order."""


class Event(Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened in a move; hidden from everybody unless its class overrides `seen_by`."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event as `viewer` may know it: itself, or a copy without secrets; None if it is hidden."""
        return None


class PublicEvent(Event, frozen=True):
    """An event of which everybody may know all."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event itself."""
        return self


Told = list[Event] | None
"""A list to which the events of a move are appended; None if the caller wants no events."""


class Part(Struct, frozen=True):
    """A line of a score sheet: its `name`, a key for `locales/`, and its `points`, which may be negative."""

    name: str
    points: int


class SeatResult(Struct, frozen=True):
    """A seat's result: points, the parts whose sum they are, and rank (1 is best; ties share a rank)."""

    points: int
    parts: tuple[Part, ...]
    rank: int


class Result(Struct, frozen=True):
    """The end of a game: each seat's result, and `reason`, why the game ended, as a key for `locales/`."""

    seats: tuple[SeatResult, ...]
    reason: str


S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741 - the usual letter for an observation


class Game(ABC, Generic[S, M, O]):
    """A game: its facts, and its rules as functions of immutable values.

    Most methods are functions of the modules beside `game.py`, assigned so that mypy checks their types:
    `legal_moves = staticmethod(legal_moves)`.
    """

    id: ClassVar[str]
    """The game's id, in kebab case; it never changes, since journals and commands contain it."""
    rules_version: ClassVar[int]
    """The version of the rules, raised with each change that makes an old record replay differently."""
    former: ClassVar[tuple[Game[Any, Any, Any], ...]] = ()
    """Former versions of the game, in which older tables are played on: same id, each with a lower version.

    A former version is a subclass that overrides what has changed since, at best a single method, function or
    value: `class Version1(MyGame)` with `rules_version = 1` and a `settles` that still ends a round with the
    first pass; then `MyGame.former = (Version1(),)`.  A version two behind is a subclass of the one after it.
    States, moves, events and observations keep their classes (a new field has a default that means the old
    rule), so versions share pictures, messages and computer players.  `tests/engine/released/` has records
    of each version that was ever released.
    """
    seats: ClassVar[tuple[int, ...]]
    """The possible numbers of players, ascending."""
    options: ClassVar[tuple[Option, ...]]
    """The options that a table can choose."""
    hides: ClassVar[bool] = True
    """Whether anything in a state is hidden from somebody."""
    auto_answers: ClassVar[tuple[AutoAnswer, ...]] = ()
    """The questions that a player can answer before the game asks them."""
    lesson: ClassVar[Lesson | None] = None
    """A guided first game; every game of the catalogue has one."""

    def under(self, version: int) -> Game[Any, Any, Any] | None:
        """This game under a version of its rules: itself or one of `former`; None: no such version."""
        return next((game for game in (self, *self.former) if game.rules_version == version), None)

    def chosen_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """The value of each option: the one in `options`, or else the default.

        Raises:
            IllegalOption: This game has no such option or value.
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
        """The state before the first move, which usually is a move of `CHANCE`.

        Raises:
            IllegalOption: An option does not exist or does not fit the number of seats.
        """

    @abstractmethod
    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seats that decide now: several if they choose at once, `(CHANCE,)` for chance, none at the end.

        A seat that has chosen in secret stays included while it may change its choice, that is, until the
        last of the seats that choose at once has chosen.
        """

    def question(self, state: S, seat: Seat) -> int:
        """The number of the present question to `seat`; no earlier question to `seat` had this number.

        It stays the same while the question is open, even if other seats answer, or if `seat` has answered
        and may still change its answer.  By default, it is the state's attribute `question`.
        """
        number: int = state.question  # type: ignore[attr-defined]
        return number

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """All legal moves of `seat`, in a fixed order; empty for `CHANCE`, and if `seat` decides nothing.

        Of several moves with the same effect a game may list only one; `is_legal` accepts them all.
        """

    def is_legal(self, state: S, seat: Seat, move: M) -> bool:
        """Whether `seat` may make `move` now, so that `apply` accepts it."""
        return move in self.legal_moves(state, seat)

    def promising_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """The legal moves of `seat` that computer players consider; at least one if `seat` has to decide.

        By default all legal moves; a game with very many legal moves lists only the better ones.
        """
        return self.legal_moves(state, seat)

    def bold_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """The moves that players with a learned net consider: `promising_moves`, and some that pay off late.

        The game's own `worth` undervalues moves that pay off late.  By default, no such moves are added.
        """
        return self.promising_moves(state, seat)

    def at_a_glance(self, state: S, seat: Seat) -> tuple[float, ...]:
        """About how many points each of `promising_moves` brings `seat`, in their order, quickly estimated.

        In a playout, the moves of seats that choose at once are drawn by these numbers.  By default, all
        numbers are equal.
        """
        return (0.0,) * len(self.promising_moves(state, seat))

    def at_once(self, state: S, seat: Seat, move: M) -> float:
        """The points that `seat` would visibly have after `move` and the best moves right after it.

        A hint explains why the move with the most points at once isn't the best one.  By default, all moves
        have the same points.
        """
        return 0.0

    @abstractmethod
    def obvious_move(self, state: S, seat: Seat) -> M | None:
        """The only legal move of `seat`, if everybody can know that there is no other; else None.

        A table may make such a move by itself: that reveals no secret of `seat`.
        """

    def auto_move(self, seen: O, auto_answers: Mapping[str, tuple[str, ...]]) -> M | None:
        """The legal move that a seat's auto answers choose if the seat observes `seen`; None if none fits.

        `auto_answers` has the seat's answers by the name of the `AutoAnswer`.
        """
        return None

    @abstractmethod
    def chance_move(self, state: S, chance: Chance) -> M:
        """The move of `CHANCE` that is due, with its outcome drawn from `chance`."""

    def apply(self, state: S, seat: Seat, move: M) -> tuple[S, tuple[Event, ...]]:
        """The state after `move` of `seat`, and the events, in order.

        Raises:
            IllegalMove: `seat` has nothing to decide, or `move` is not legal now.  Nothing has changed.
        """
        self.check(state, seat, move)
        told: list[Event] = []
        return self.make(state, seat, move, told), tuple(told)

    @abstractmethod
    def check(self, state: S, seat: Seat, move: M) -> None:
        """Raise an error unless `seat` (which may be `CHANCE`) may make `move` now.

        Raises:
            IllegalMove: `seat` has nothing to decide, or `move` is not legal now.
        """

    @abstractmethod
    def make(self, state: S, seat: Seat, move: M, told: Told = None) -> S:
        """The state after a move known to be legal, as those of `legal_moves` are: faster than `apply`.

        Events are appended to `told`; computer players leave `told` out.  The move isn't checked: for an
        illegal one the result is undefined.
        """

    @abstractmethod
    def can_take_back(self, events: Sequence[Event]) -> bool:
        """Whether a move may be taken back.

        False if the player has learned a secret by the move, or if the others could guess a secret from the
        fact that the move is taken back.  `events`: those of the move, then those of the obvious moves and
        moves of chance right after the move.
        """

    @abstractmethod
    def observe(self, state: S, viewer: Viewer) -> O:
        """The observation of `viewer`: all that they may know of `state`, as a copy without references to it.

        In a game without secrets (`hides` is False) the observation holds the viewer and the state itself.
        """

    def recall(self, state: S, viewer: Viewer) -> O:
        """The observation of a viewer who remembers all events they have seen; computer players get this.

        It may hold more than `observe` returns, but only facts that follow from the events that `viewer` has
        seen.  `determinise` takes this observation, too.  By default it equals that of `observe`.
        """
        return self.observe(state, viewer)

    @abstractmethod
    def reveal(self, state: S) -> O:
        """An observation, without a viewer, of all that the seats together may know of `state`: for replays.

        Things that no seat may know, such as the order of a deck, may be left out.
        """

    @abstractmethod
    def turn(self, state: S) -> int:
        """The number of the present turn or round, known to everybody: 0 before the first, never falling."""

    def whose_turn(self, state: S) -> Seat | None:
        """The seat whose turn it is, even if others are asked; None if `turn` counts rounds of all seats."""
        return None

    @abstractmethod
    def determinise(self, seen: O, chance: Chance) -> S:
        """A whole state that fits the observation `seen`; parts hidden from its viewer come from `chance`."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The final score of all seats; None while the game goes on."""

    @abstractmethod
    def worth(self, state: S, seat: Seat) -> float:
        """An estimate for computer players: by how many points `seat` leads over its best opponent."""

    def worths(self, states: Sequence[S], seat: Seat) -> list[float]:
        """The estimate `worth` for `seat`, for each of `states`."""
        return [self.worth(state, seat) for state in states]

    @abstractmethod
    def totals(self, state: S) -> Sequence[float]:
        """About how many points each seat will have at the end; once the game is over, its actual points."""

    part_names: ClassVar[tuple[str, ...]] = ()
    """The names of the parts of a final score, by which differences between moves are explained."""

    def final_parts(self, result: SeatResult) -> Sequence[float]:
        """The points of a final score, one number for each of `part_names`; they add up to the total."""
        points = {part.name: float(part.points) for part in result.parts}
        return [points[name] for name in self.part_names]

    def players(self, state: S) -> int:
        """The number of players in `state`; by default the state's attribute `seats`."""
        count: int = state.seats  # type: ignore[attr-defined]
        return count

    def feature_names(self, seats: int) -> tuple[str, ...]:
        """The names of the numbers in `features`, for a game of `seats` players; by default none."""
        return ()

    def features(self, state: S, seat: Seat) -> Sequence[float]:
        """The inputs of a learned net that judges `state` for `seat`; `feature_names` names them."""
        return ()

    @abstractmethod
    def write_move(self, move: M) -> str:
        """The short text of a move, for a button's id: 1 to 70 printable ASCII characters without `;`.

        Moves of `CHANCE` have no button: a shuffle may be longer.
        """

    @abstractmethod
    def read_move(self, text: str) -> M:
        """Parse a move from a text that `write_move` made.

        Raises:
            IllegalMove: No move has this text (code `unknown_move`).
        """

    def is_told(self, before: S, seat: Seat, move: M, now: S) -> bool:
        """Whether all of `move`, made by `seat` in the state `before`, is publicly known in the state `now`.

        By default True in games without secrets (`hides` is False), else False.
        """
        return not self.hides

    def seen(self, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
        """The events as `viewer` may know them, in order; events hidden from `viewer` are left out."""
        return tuple(seen for event in events if (seen := event.seen_by(viewer)) is not None)


AnyGame = Game[Any, Any, Any]
"""Any game, known by its contract alone."""
