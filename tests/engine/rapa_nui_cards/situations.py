"""Situations of the card game, drawn as text: `L f g g` is a Lumberjack, a fish and two grain Gatherers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine.counts import Counts
from engine.game import Event, Seat
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.state import Card, Phase, State
from tests.engine.seeded import Seeded

LETTERS: Final = {"f": 0, "m": 1, "s": 2, "g": 3, "L": 4, "P": 5, "M": 6}
"""fish, mulberry, sweet potato, grain; Lumberjack, Priest, Moai."""


def cards(text: str) -> tuple[Card, ...]:
    """Cards in their order: `f g M`."""
    return tuple(Card(LETTERS[letter]) for letter in text.split())


def village(text: str) -> Counts:
    """How many of each card."""
    laid = cards(text)
    return tuple(laid.count(card) for card in Card)


def goods(text: str) -> Counts:
    """How many of each good: four numbers for fish, mulberry, sweet potato, grain."""
    return tuple(map(int, text.split()))


def situation(seats: int = 2, **parts: Any) -> State:
    """A state at the beginning of seat 0's turn, with the named parts in place of the usual ones.

    Texts are read: `villages`, `hands` and `columns` as lists of cards, `held` as lists of goods, `stone`,
    `supply` as goods, `deck` as cards.
    """
    state = GAME.start(seats, {"first_player": "1"})
    state, _ = GAME.apply(state, -1, GAME.chance_move(state, Seeded(1)))
    read: dict[str, Any] = {}
    for name, value in parts.items():
        match name:
            case "villages" | "hands":
                read[name] = tuple(map(village, value))
            case "columns":
                read[name] = tuple(map(cards, value))
            case "held":
                read[name] = tuple(map(goods, value))
            case "stone" | "supply":
                read[name] = goods(value)
            case "deck":
                read[name] = cards(value)
            case _:
                read[name] = value
    return replace(state, **read)


def legal(state: State) -> list[str]:
    """What may be done now, as texts."""
    return [GAME.write_move(move) for move in GAME.legal_moves(state, state.decider)]


def after(state: State, *texts: str) -> State:
    """The state after moves of whoever is to decide."""
    return told(state, *texts)[0]


def told(state: State, *texts: str) -> tuple[State, list[Event]]:
    """The state after moves of whoever is to decide, and all that happened."""
    events: list[Event] = []
    for text in texts:
        state, happened = GAME.apply(state, state.decider, GAME.read_move(text))
        events += happened
    return state, events


def taking(seats: int = 2, **parts: Any) -> State:
    """A situation in which seat 0 has played and takes."""
    return situation(seats, phase=Phase.TAKE, **parts)


def each(values: Sequence[Any]) -> list[Any]:
    """As a list, for comparing."""
    return list(values)


def gains(state: State, kind: str, before: State) -> list[int]:
    """What each seat has more of than before: `wood`, `glory`, or `held` in all."""

    def amount(one: State, seat: Seat) -> int:
        value = getattr(one, kind)[seat]
        return sum(value) if kind == "held" else int(value)

    return [amount(state, seat) - amount(before, seat) for seat in range(state.seats)]
