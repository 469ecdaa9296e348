"""Situations of Ru-Ra-Re, drawn as text: `K C 4` is a row with a king innermost and a victory 4 outermost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from engine.counts import Counts
from engine.game import CHANCE, Event, Seat
from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.moves import Shuffle
from engine.ru_ra_re.state import CARDS, DECK, Card, Sheet, State
from tests.engine.seeded import Seeded

LETTERS: Final = "KC234NSHPOGEUDFWB"
"""King, Church, victory 2, 3, 4, kNight, Sheep, Horse, Pig, cOw, Goat, hEn, goose (U), Donkey, Farmer,
farm Woman, farmhouse (B: building)."""
NOTHING: Final = Sheet(0, 0, 0, 0, 0, 0)
"""The score of a player without cards."""


def cards(text: str) -> tuple[Card, ...]:
    """Return cards in order: `K C 4`."""
    return tuple(CARDS[LETTERS.index(letter)] for letter in text.split())


def counts(text: str) -> Counts:
    """Return the number of each card: `2xK C` is two kings and a church."""
    found = [0] * len(CARDS)
    for word in text.split():
        times, _, letter = word.rpartition("x")
        found[LETTERS.index(letter)] += int(times or 1)
    return tuple(found)


def dealt(seats: int, order: Sequence[Card] | None = None) -> State:
    """Return a game whose cards are dealt in the given order, or in a mixed one."""
    start = GAME.start(seats, {})
    shuffle = Shuffle(tuple(order) if order is not None else Seeded(seats).shuffled(DECK))
    return GAME.apply(start, CHANCE, shuffle)[0]


def situation(seats: int = 3, **parts: Any) -> State:
    """Return a state at the beginning of the first turn, with the given parts in place of the usual ones.

    The parts are texts: `rows` maps a row's number to its cards (other rows stay as they are or, with
    `only_rows`, are empty); `collections` are lists of counted cards, `deck` cards, `box` and `unseen`
    counts; `waiting` are the seats that have not taken a row yet.
    """
    state = dealt(seats)
    read: dict[str, Any] = {}
    for name, value in parts.items():
        match name:
            case "rows":
                read[name] = tuple(
                    cards(value[row]) if row in value else old for row, old in enumerate(state.rows, 1)
                )
            case "only_rows":
                read["rows"] = tuple(cards(value.get(row, "")) for row in range(1, len(state.rows) + 1))
            case "collections":
                read[name] = tuple(map(counts, value))
            case "deck":
                read[name] = cards(value)
            case "box" | "unseen":
                read[name] = counts(value)
            case "waiting":
                read[name] = tuple(seat in value for seat in range(seats))
            case _:
                read[name] = value
    return replace(state, **read)


def row(state: State, number: int) -> str:
    """Return a row as text, innermost card first."""
    return " ".join(LETTERS[card] for card in state.rows[number - 1])


def sizes(state: State) -> list[int]:
    """Return the number of cards in each row."""
    return [len(cards) for cards in state.rows]


def waiting(state: State) -> list[Seat]:
    """Return the seats that have not taken a row yet."""
    return [seat for seat, waits in enumerate(state.waiting) if waits]


def chosen(state: State, *rows: int | None) -> State:
    """Return the state after all waiting seats have chosen; `rows`: by seat, None for the others."""
    return told(state, *rows)[0]


def told(state: State, *rows: int | None) -> tuple[State, list[Event]]:
    """Return the state and all events after all waiting seats have chosen."""
    events: list[Event] = []
    for seat, number in enumerate(rows):
        if number is not None:
            state, happened = GAME.apply(state, seat, GAME.read_move(f"choose {number}"))
            events += happened
    return state, events


def told_chance(state: State, order: str) -> tuple[State, list[Event]]:
    """Return the state and all events after the box was shuffled into the given order."""
    state, events = GAME.apply(state, CHANCE, Shuffle(cards(order)))
    return state, list(events)


def of_type(events: Sequence[Event], *types: type[Event]) -> list[Event]:
    """Return the events of some types, in order."""
    return [event for event in events if isinstance(event, types)]
