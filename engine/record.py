"""Records, that is, games as lists of their moves, and how to replay them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from engine.game import CHANCE, AnyGame, Event, Seat, Struct


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
        rules_version: The version of the game's rules under which the record was made.
        options: The values of all of the game's options.
        moves: All moves in order, those of chance too.
    """

    game: str
    rules_version: int
    seats: int
    options: Mapping[str, str]
    moves: tuple[Ply, ...]


def steps(game: AnyGame, start: Any, moves: Iterable[Ply]) -> Iterator[Step]:
    """The result of each of `moves`, made from `start` on; raises IllegalMove at a faulty move."""
    state = start
    for ply in moves:
        state, events = game.apply(state, ply.seat, game.read_move(ply.text))
        yield Step(ply, state, events)


def final(game: AnyGame, made: Iterable[tuple[Any, P]]) -> tuple[P, ...]:
    """The moves of a game (`made`, each with the state before it), without secret choices changed later.

    Of a seat's choices for one question, only the last remains, in the place of the first: everybody saw
    then that the seat had chosen, and nobody may ever learn that the choice changed.
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
