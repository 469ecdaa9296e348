"""Records, that is, games as lists of their moves, and how to replay them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.game import CHANCE, AnyGame, Event, IllegalMove, Seat, Struct


class Ply(Struct, frozen=True):
    """A move in a record: the seat that made it (or `CHANCE`), and its text: `Ply(0, "buy fish")`."""

    seat: Seat
    text: str


P = TypeVar("P", bound=Ply)


class Step(msgspec.Struct, frozen=True):
    """The result of one move of a record: the move, the state after it, and its events."""

    ply: Ply
    state: Any
    events: tuple[Event, ...]


class Record(Struct, frozen=True):
    """A game as a list of all its moves so far, enough to replay the game on any machine.

    `Record("chess", 1, 2, {"clock": "none"}, (Ply(0, "pawn e4"), Ply(1, "pawn e5")))`

    Attributes:
        game: The game's id.
        rules_version: The version of the game's rules under which the record was made.
        seats: The number of players.
        options: The values of all of the game's options.
        moves: All moves in order, those of chance too.
    """

    game: str
    rules_version: int
    seats: int
    options: Mapping[str, str]
    moves: tuple[Ply, ...]


class DamagedRecord(Exception):
    """Raised for a record with a move that is illegal or can't be parsed.

    Attributes:
        number: The index of the faulty move, counted from 0.
        steps: The results of the moves before the faulty one.
    """

    def __init__(self, number: int, steps: Sequence[Step]) -> None:
        super().__init__(f"move {number} cannot be replayed")
        self.number = number
        self.steps = tuple(steps)


def steps(game: AnyGame, start: Any, moves: Iterable[Ply]) -> Iterator[Step]:
    """The result of each of `moves`, made from `start` on; raises DamagedRecord at a faulty move."""
    state = start
    done: list[Step] = []
    for number, ply in enumerate(moves):
        try:
            state, events = game.apply(state, ply.seat, game.read_move(ply.text))
        except IllegalMove as fault:
            raise DamagedRecord(number, done) from fault
        step = Step(ply, state, events)
        done.append(step)
        yield step


def final(game: AnyGame, made: Iterable[tuple[Any, P]]) -> tuple[P, ...]:
    """The moves of a game, without secret choices that were changed later.

    Of a seat's choices for one question, only the last remains.  It takes the place of the first, at which
    everybody saw that the seat had chosen, so that the change stays secret for ever.

    Args:
        game: The game.
        made: Each move with the state before it, in order.
    """
    kept: list[P] = []
    answered: dict[Seat, tuple[int, int]] = {}
    for state, ply in made:
        question = game.question(state, ply.seat) if ply.seat != CHANCE else None
        known = answered.get(ply.seat)
        if question is not None and known is not None and known[0] == question:
            kept[known[1]] = ply
            continue
        if question is not None:
            answered[ply.seat] = question, len(kept)
        kept.append(ply)
    return tuple(kept)


def replay(game: AnyGame, record: Record) -> tuple[Any, tuple[Step, ...]]:
    """The first state of a record, and the step of each move; raises DamagedRecord at a faulty move."""
    start = game.start(record.seats, record.options)
    return start, tuple(steps(game, start, record.moves))
