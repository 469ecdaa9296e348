"""Three small games that keep the contract, and helpers of the tests of tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.game import (
    CHANCE,
    AnyGame,
    Chance,
    Event,
    Game,
    IllegalMove,
    Option,
    Part,
    PublicEvent,
    Result,
    Seat,
    SeatResult,
    Struct,
    Told,
    Viewer,
)
from engine.players import PLAYERS, Player
from tables import Look, Opening, Outcome, Person, PersonNotes, Refused, Tables, WhenLate
from tables.computers.thinking import InThreads, Thinking
from tables.session import Thought, Turn
from tables.verbs.lobby import joined, with_computer
from tables.verbs.play import played, started
from tests.clock import Clock
from tests.engine.seeded import Seeded
from tests.tables import stores

ANN, BOB, CAT, DAN = (Person(n, name) for n, name in enumerate(("Ann", "Bob", "Cat", "Dan"), start=101))
GUILD, CHANNEL = 7, 70


class Word(Struct, frozen=True):
    """A move: a verb and perhaps a number."""

    verb: str
    number: int = 0


class Said(PublicEvent, frozen=True):
    """An event that everybody learns of."""

    seat: int
    verb: str
    number: int = 0


class Drew(Event, frozen=True):
    """An event: a seat has drawn a card; only the card's owner knows which."""

    seat: int
    card: int | None

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer == self.seat else replace(self, card=None)


class Pebbles(Struct, frozen=True):
    """A state of `PebbleGame`."""

    seats: int
    target: int
    deck: tuple[int, ...] | None = None
    hands: tuple[tuple[int, ...], ...] = ()
    heap: int = 0
    mover: int = 0
    asked: int = 0
    stage: str = "main"
    asleep: tuple[int, ...] = ()
    turn: int = 0


class PebbleView(Struct, frozen=True):
    """A viewer's observation of `PebbleGame`."""

    viewer: int | None
    seats: int
    target: int
    deck: int | None
    hand: tuple[int, ...]
    hands: tuple[int, ...]
    heap: int
    mover: int
    asked: int
    stage: str
    asleep: tuple[int, ...]
    turn: int
    all_hands: tuple[tuple[int, ...], ...] | None = None


class PebbleGame(Game[Pebbles, Word, PebbleView]):
    """A game in turns: add pebbles to the heap, and end the turn or go on; draw a card; roll a die; sleep."""

    id = "pebbles"
    rules_version = 1
    seats = (2, 3, 4)
    options = (Option("target", ("12", "3", "600")),)

    def start(self, seats: int, options: Mapping[str, str]) -> Pebbles:
        return Pebbles(seats, int(self.chosen_options(options)["target"]), hands=((),) * seats)

    def to_move(self, state: Pebbles) -> tuple[Seat, ...]:
        if state.deck is None or state.stage == "die":
            return (CHANCE,)
        return () if state.heap >= state.target else (state.mover,)

    def question(self, state: Pebbles, seat: Seat) -> int:
        return state.asked

    def legal_moves(self, state: Pebbles, seat: Seat) -> tuple[Word, ...]:
        if seat == CHANCE or self.to_move(state) != (seat,):
            return ()
        if seat in state.asleep:
            return (Word("wake"),)
        if state.stage == "more":
            return (Word("end"), Word("add", 1))
        draw = (Word("draw"),) if state.deck else ()
        return (Word("add", 1), Word("add", 2), Word("roll"), Word("sleep"), *draw)

    def obvious_move(self, state: Pebbles, seat: Seat) -> Word | None:
        return Word("wake") if seat in state.asleep and self.to_move(state) == (seat,) else None

    def chance_move(self, state: Pebbles, chance: Chance) -> Word | Any:
        if state.stage == "die":
            return Word("die", chance.below(6) + 1)
        return Word("deck", int("".join(map(str, chance.shuffled(range(1, 10))))))

    def check(self, state: Pebbles, seat: Seat, move: Word) -> None:
        if self.to_move(state) != (seat,):
            raise IllegalMove("not_chance" if seat == CHANCE else "not_your_turn")
        if seat == CHANCE:
            if (move.verb == "die") != (state.stage == "die"):
                raise IllegalMove("not_chance")
        elif move not in self.legal_moves(state, seat):
            raise IllegalMove("not_now", verb=move.verb, number=move.number)

    def make(self, state: Pebbles, seat: Seat, move: Word, told: Told = None) -> Pebbles:
        after, events = self._made(state, seat, move)
        if told is not None:
            told += events
        return after

    def _made(self, state: Pebbles, seat: Seat, move: Word) -> tuple[Pebbles, tuple[Event, ...]]:
        if seat == CHANCE:
            return self._chance(state, move)
        said: tuple[Event, ...] = (Said(seat, move.verb, move.number),)
        match move:
            case Word("add", number):
                return self._asked(state, heap=state.heap + number, stage="more"), said
            case Word("roll"):
                return replace(state, stage="die"), said
            case Word("sleep"):
                return self._passed(state, asleep=(*state.asleep, seat)), said
            case Word("wake"):
                return self._passed(state, asleep=tuple(s for s in state.asleep if s != seat)), said
            case Word("draw"):
                assert state.deck
                card, *deck = state.deck
                hands = tuple((*h, card) if s == seat else h for s, h in enumerate(state.hands))
                return self._passed(state, deck=tuple(deck), hands=hands), (Drew(seat, card),)
        return self._passed(state), said

    def _chance(self, state: Pebbles, move: Word) -> tuple[Pebbles, tuple[Event, ...]]:
        if move.verb == "die":
            return self._passed(state, heap=state.heap + move.number), (Said(CHANCE, "die", move.number),)
        return replace(state, deck=tuple(map(int, str(move.number))), turn=1), ()

    def _asked(self, state: Pebbles, **changes: Any) -> Pebbles:
        return replace(state, asked=state.asked + 1, **changes)

    def _passed(self, state: Pebbles, **changes: Any) -> Pebbles:
        return self._asked(
            state, mover=(state.mover + 1) % state.seats, stage="main", turn=state.turn + 1, **changes
        )

    def can_take_back(self, events: Sequence[Event]) -> bool:
        return not any(isinstance(e, Drew) or (isinstance(e, Said) and e.verb == "die") for e in events)

    def observe(self, state: Pebbles, viewer: Viewer) -> PebbleView:
        return PebbleView(
            viewer,
            state.seats,
            state.target,
            None if state.deck is None else len(state.deck),
            () if viewer is None else state.hands[viewer],
            tuple(len(hand) for hand in state.hands),
            state.heap,
            state.mover,
            state.asked,
            state.stage,
            state.asleep,
            state.turn,
        )

    def reveal(self, state: Pebbles) -> PebbleView:
        return replace(self.observe(state, None), all_hands=state.hands)

    def turn(self, state: Pebbles) -> int:
        return state.turn

    def determinise(self, o: PebbleView, chance: Chance) -> Pebbles:
        cards = list(chance.shuffled([card for card in range(1, 10) if card not in o.hand]))
        hands = tuple(
            o.hand if s == o.viewer else tuple(cards.pop() for _ in range(n)) for s, n in enumerate(o.hands)
        )
        deck = None if o.deck is None else tuple(cards[: o.deck])
        return Pebbles(o.seats, o.target, deck, hands, o.heap, o.mover, o.asked, o.stage, o.asleep, o.turn)

    def result(self, state: Pebbles) -> Result | None:
        if self.to_move(state):
            return None
        points = [sum(hand) for hand in state.hands]
        ranks = [1 + sum(other > mine for other in points) for mine in points]
        seats = (SeatResult(p, (Part("cards", p),), r) for p, r in zip(points, ranks, strict=True))
        return Result(tuple(seats), "heap_high")

    def worth(self, state: Pebbles, seat: Seat) -> float:
        return float(sum(state.hands[seat]))

    def totals(self, state: Pebbles) -> list[float]:
        return [float(sum(hand)) for hand in state.hands]

    def write_move(self, move: Word) -> str:
        return f"{move.verb} {move.number}" if move.number else move.verb

    def read_move(self, text: str) -> Word:
        verb, _, number = text.partition(" ")
        if not verb.isalpha() or (number and not number.isdecimal()):
            raise IllegalMove("unknown_move")
        return Word(verb, int(number or 0))


class Fingers(Struct, frozen=True):
    """A state of `FingerGame`."""

    rounds: int
    turn: int
    chosen: tuple[int | None, ...]
    points: tuple[int, ...]


class FingerView(Struct, frozen=True):
    """A viewer's observation of `FingerGame`: who has chosen, and the viewer's own choice."""

    viewer: int | None
    rounds: int
    turn: int
    mine: int | None
    ready: tuple[bool, ...]
    points: tuple[int, ...]
    all_chosen: tuple[int | None, ...] | None = None


class Ready(PublicEvent, frozen=True):
    """An event: a seat has chosen; there is one a turn, so that a changed choice reveals nothing."""

    seat: int


class Shown(PublicEvent, frozen=True):
    """An event: all choices of a turn are revealed."""

    fingers: tuple[int, ...]


class FingerGame(Game[Fingers, Word, FingerView]):
    """All seats show 1 to 3 fingers at once, chosen in secret; a seat scores a number that it alone shows."""

    id = "fingers"
    rules_version = 1
    seats = (2, 3, 4)
    options = (Option("rounds", ("2", "1", "50")),)

    def start(self, seats: int, options: Mapping[str, str]) -> Fingers:
        return Fingers(int(self.chosen_options(options)["rounds"]), 0, (None,) * seats, (0,) * seats)

    def to_move(self, state: Fingers) -> tuple[Seat, ...]:
        if state.turn >= state.rounds:
            return ()
        return tuple(seat for seat, fingers in enumerate(state.chosen) if fingers is None)

    def question(self, state: Fingers, seat: Seat) -> int:
        return state.turn

    def legal_moves(self, state: Fingers, seat: Seat) -> tuple[Word, ...]:
        return (
            () if seat == CHANCE or state.turn >= state.rounds else tuple(Word("show", n) for n in (1, 2, 3))
        )

    def obvious_move(self, state: Fingers, seat: Seat) -> Word | None:
        return None

    def chance_move(self, state: Fingers, chance: Chance) -> Word:
        raise IllegalMove("not_chance")

    def check(self, state: Fingers, seat: Seat, move: Word) -> None:
        if move not in self.legal_moves(state, seat):
            raise IllegalMove("not_now")

    def make(self, state: Fingers, seat: Seat, move: Word, told: Told = None) -> Fingers:
        after, events = self._made(state, seat, move)
        if told is not None:
            told += events
        return after

    def _made(self, state: Fingers, seat: Seat, move: Word) -> tuple[Fingers, tuple[Event, ...]]:
        said = (Ready(seat),) if state.chosen[seat] is None else ()
        chosen = tuple(move.number if s == seat else n for s, n in enumerate(state.chosen))
        shown = [number for number in chosen if number is not None]
        if len(shown) < len(chosen):
            return replace(state, chosen=chosen), said
        points = tuple(
            p + (n if shown.count(n) == 1 else 0) for p, n in zip(state.points, shown, strict=True)
        )
        nobody: tuple[int | None, ...] = (None,) * len(chosen)
        return Fingers(state.rounds, state.turn + 1, nobody, points), (*said, Shown(tuple(shown)))

    def can_take_back(self, events: Sequence[Event]) -> bool:
        return not any(isinstance(event, Shown) for event in events)

    def observe(self, state: Fingers, viewer: Viewer) -> FingerView:
        mine = None if viewer is None else state.chosen[viewer]
        ready = tuple(n is not None for n in state.chosen)
        return FingerView(viewer, state.rounds, state.turn, mine, ready, state.points)

    def reveal(self, state: Fingers) -> FingerView:
        return replace(self.observe(state, None), all_chosen=state.chosen)

    def turn(self, state: Fingers) -> int:
        return min(state.turn + 1, state.rounds)

    def determinise(self, o: FingerView, chance: Chance) -> Fingers:
        drawn = [(chance.below(3) + 1) if ready else None for ready in o.ready]
        chosen = tuple(o.mine if seat == o.viewer else n for seat, n in enumerate(drawn))
        return Fingers(o.rounds, o.turn, chosen, o.points)

    def result(self, state: Fingers) -> Result | None:
        if state.turn < state.rounds:
            return None
        return Result(tuple(SeatResult(p, (), 1) for p in state.points), "rounds_played")

    def worth(self, state: Fingers, seat: Seat) -> float:
        return float(state.points[seat])

    def totals(self, state: Fingers) -> list[float]:
        return [float(points) for points in state.points]

    def write_move(self, move: Word) -> str:
        return f"{move.verb} {move.number}"

    def read_move(self, text: str) -> Word:
        verb, _, number = text.partition(" ")
        if not number.isdecimal():
            raise IllegalMove("unknown_move")
        return Word(verb, int(number))


class StayingFingerGame(FingerGame):
    """`FingerGame`, but seats that have chosen remain among those to move until all have chosen."""

    id = "fingers-staying"

    def to_move(self, state: Fingers) -> tuple[Seat, ...]:
        return () if state.turn >= state.rounds else tuple(range(len(state.chosen)))


GAMES: dict[str, AnyGame] = {game.id: game for game in (PebbleGame(), FingerGame(), StayingFingerGame())}


@asynccontextmanager
async def opened(
    folder: Path,
    *,
    chance: Chance | None = None,
    clock: Clock | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    players: Mapping[str, Player] = PLAYERS,
    thinking: Thinking | None = None,
) -> AsyncIterator[Tables]:
    """Open the tables of a folder, with the toy games."""
    tables = await Tables.open(
        stores.address(folder),
        chance=chance or Seeded(),
        clock=clock or Clock(),
        games=games,
        players=players,
        thinking=thinking or InThreads(players),
    )
    try:
        yield tables
    finally:
        await tables.close()


class Clicks:
    """Makes clicks, each with a key of its own."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self) -> str:
        self._count += 1
        return f"click-{self._count}"


def opening(game_id: str = "pebbles", **changes: Any) -> Opening:
    """Return the settings with which tests open a table."""
    usual = Opening(
        game_id=game_id,
        options={},
        wanted_seats=None,
        guild_id=GUILD,
        channel_id=CHANNEL,
        pace_s=0.0,
        locale="en",
    )
    return msgspec.structs.replace(usual, **changes)


async def running(
    tables: Tables,
    people: Sequence[Person] = (ANN, BOB),
    game: str = "pebbles",
    *,
    name: str = "t",
    computers: Sequence[str] = (),
    pace_s: float = 0.0,
    turn_s: float | None = None,
    when_late: WhenLate = WhenLate.MOVE,
    rated: bool = False,
    **options: str,
) -> str:
    """Open a table and begin its game; return the table's id."""
    owner, *others = people
    answer = await tables.new(
        opening(game, options=options, pace_s=pace_s, turn_s=turn_s, when_late=when_late, rated=rated),
        owner,
        f"{name}-new",
    )
    table = answer.look.table.id
    for person in others:
        await tables.do(table, person, f"{name}-join-{person.id}", joined)
    for number, player in enumerate(computers):
        await tables.do(table, owner, f"{name}-computer-{number}", with_computer, player)
    await tables.do(table, owner, f"{name}-start", started)
    return table


async def say(tables: Tables, table: str, person: Person, moves: str, click: str) -> Outcome:
    """Answer a person's present question."""
    look = await tables.look(table, person.id)
    return await tables.do(table, person, click, played, look.asked or 0, moves)


async def put(tables: Tables, person_id: int, **named: Any) -> PersonNotes:
    """Store something of a person; `named`: by the fields of `PersonNotes`."""
    return await tables.people.revise(person_id, lambda _: named)


def timers(tables: Tables) -> dict[str, float]:
    """Return when each table is due next, by the table's id."""
    return {one.id: one.due_at for one in tables.sessions.all() if one.due_at is not None}


def turns(tables: Tables) -> dict[Turn, Thought]:
    """Return the thoughts of computer players that are under way, by turn."""
    return {turn: thought for one in tables.sessions.all() for turn, thought in one.turns.items()}


def in_memory(tables: Tables) -> set[str]:
    """Return the ids of the tables that are in memory."""
    return {session.id for session in tables.sessions.all() if session.table is not None}


def frozen(look: Look) -> bytes:
    """Return the whole content of a look as bytes, to be compared."""
    return msgspec.json.encode({**msgspec.structs.asdict(look), "game": None})


async def until(tables: Tables, table: str, holds: Callable[[Look], bool]) -> Look:
    """Wait until `holds` returns True for a spectator's look at a table; return that look."""
    changed = asyncio.Event()
    tables.subscribe(lambda _: changed.set())
    async with asyncio.timeout(20):
        while True:
            changed.clear()
            look = await tables.look(table, None)
            if holds(look):
                return look
            await changed.wait()


async def refusal(work: Awaitable[object]) -> tuple[str, dict[str, int | str]]:
    """Return the code and facts of the refusal that `work` raises."""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.code, refused.value.facts
