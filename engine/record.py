"""A game as its list of moves: replay, and the state after any move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.game import CHANCE, AnyGame, Event, IllegalMove, Seat, Struct


class Ply(Struct, frozen=True):
    """One move of a record: who made it, and its text: `Ply(0, "buy fish")`; chance is `Ply(CHANCE, ...)`."""

    seat: Seat
    text: str


P = TypeVar("P", bound=Ply)


class Step(msgspec.Struct, frozen=True):
    """What one move of a record led to: the state after it and what happened."""

    ply: Ply
    state: Any
    events: tuple[Event, ...]


class Record(Struct, frozen=True):
    """A game from its first to its latest move; enough to replay it on any machine.

    `Record("chess", 1, 2, {"clock": "none"}, (Ply(0, "pawn e4"), Ply(1, "pawn e5")))`

    Attributes:
        game: The game's id.
        rules_version: The version of its rules that the record was made by.
        seats: How many play.
        options: The table's options, all of them.
        moves: Every move in order, those of chance too.
    """

    game: str
    rules_version: int
    seats: int
    options: Mapping[str, str]
    moves: tuple[Ply, ...]


class DamagedRecord(Exception):
    """A record with a move that is not legal or cannot be read.

    Attributes:
        number: The place of that move, counted from 0.
        steps: The steps before it.
    """

    def __init__(self, number: int, steps: Sequence[Step]) -> None:
        super().__init__(f"move {number} cannot be replayed")
        self.number = number
        self.steps = tuple(steps)


def steps(game: AnyGame, start: Any, moves: Iterable[Ply]) -> Iterator[Step]:
    """The state and events after each of `moves` from `start` on; DamagedRecord at one that can't be made."""
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
    """The moves without choices that were changed later.

    A choice changed while it waited for others counts once, as it was in the end, in the place where all saw
    that it was made: that it was changed stays secret for ever.

    Args:
        game: What was played.
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
    """The first state of a record, and each step of it; DamagedRecord with the steps before a faulty move."""
    start = game.start(record.seats, record.options)
    return start, tuple(steps(game, start, record.moves))
