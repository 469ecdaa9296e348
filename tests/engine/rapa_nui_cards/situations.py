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
"""Letters of the cards: fish, mulberry, sweet potato, grain; Lumberjack, Priest, Moai."""


def cards(text: str) -> tuple[Card, ...]:
    """Return cards in order: `f g M`."""
    return tuple(Card(LETTERS[letter]) for letter in text.split())


def village(text: str) -> Counts:
    """Return the number of each card."""
    laid = cards(text)
    return tuple(laid.count(card) for card in Card)


def goods(text: str) -> Counts:
    """Return the number of each good, given as four numbers for fish, mulberry, sweet potato, grain."""
    return tuple(map(int, text.split()))


def situation(seats: int = 2, **parts: Any) -> State:
    """Return a state at the beginning of seat 0's turn, with the given parts in place of the usual ones.

    The parts are texts: `villages`, `hands` and `columns` lists of cards; `held` lists of goods; `stone` and
    `supply` goods; `deck` cards.
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
    """Return the legal moves as texts."""
    return [GAME.write_move(move) for move in GAME.legal_moves(state, state.decider)]


def after(state: State, *texts: str) -> State:
    """Return the state after the deciding seats have made these moves."""
    return told(state, *texts)[0]


def told(state: State, *texts: str) -> tuple[State, list[Event]]:
    """Return the state and all events after the deciding seats have made these moves."""
    events: list[Event] = []
    for text in texts:
        state, happened = GAME.apply(state, state.decider, GAME.read_move(text))
        events += happened
    return state, events


def taking(seats: int = 2, **parts: Any) -> State:
    """Return a situation in which seat 0 has played, and is to take cards."""
    return situation(seats, phase=Phase.TAKE, **parts)


def each(values: Sequence[Any]) -> list[Any]:
    """Return values as a list, to be compared."""
    return list(values)


def gains(state: State, kind: str, before: State) -> list[int]:
    """Return how much more each seat has than before, of `wood`, `glory` or all cards `held`."""

    def amount(one: State, seat: Seat) -> int:
        value = getattr(one, kind)[seat]
        return sum(value) if kind == "held" else int(value)

    return [amount(state, seat) - amount(before, seat) for seat in range(state.seats)]
