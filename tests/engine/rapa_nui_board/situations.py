"""Situations of the board game, drawn as text: `Y@E2 B@F3*` is a fresh and an exhausted transporter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from engine.counts import Counts, counted
from engine.game import CHANCE, Event, Seat
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import Shuffle, write_counts
from engine.rapa_nui_board.state import (
    IMPROVEMENTS,
    ISLANDS,
    NO_TILES,
    OFFERINGS,
    SIZES,
    TILES,
    OfferingTile,
    Phase,
    Player,
    Spot,
    State,
    Tile,
)
from tests.engine.rapa_nui_board.derived import noted

GREEN, BLUE, YELLOW, RED = range(4)
COLOURS: Final = "GBYR"
LETTERS: Final = "rewp"
"""Letters of the resources: reed, egg, wood, pearl."""

E = TypeVar("E", bound=Event)


def resources(text: str) -> Counts:
    """Return the number of each resource: `rr4p` is two reeds and four pearls."""
    found = [0] * len(LETTERS)
    for times, letter in re.findall(r"(\d*)([rewp])", text):
        found[LETTERS.index(letter)] += int(times or 1)
    return tuple(found)


def moai(text: str) -> Counts:
    """Return the number of moai of each size: `sml`."""
    return tuple(text.count(letter) for letter in "sml")


def tiles(text: str) -> Counts:
    """Return the number of ahu tiles of each kind: `rest mana`."""
    return counted((Tile[word.upper()] for word in text.split()), len(TILES))


def improvements(text: str) -> tuple[bool, ...]:
    """Return which improvements are built: `fervent popular`."""
    return tuple(one.name.lower() in text.split() for one in IMPROVEMENTS)


def offerings(text: str) -> tuple[OfferingTile, ...]:
    """Return offering tiles with their points: `hut8 chicken9`."""
    found = re.findall(r"([a-z]+)(\d+)", text)
    return tuple(
        OfferingTile(next(one for one in OFFERINGS if one.name.lower() == name), int(points))
        for name, points in found
    )


READERS: Final[Mapping[str, Any]] = {
    "resources": resources,
    "moai": moai,
    "tiles": tiles,
    "improvements": improvements,
    "offerings": offerings,
    "sculptors": lambda text: tuple(map(int, text.split())),
    "chipped_in": lambda text: tuple(map(int, text.split())),
}


def begun(seats: int = 3, **options: str) -> State:
    """Return the beginning of a game in which seat 0 begins; the tiles lie in the order of the rules page."""
    state = GAME.start(seats, {"turn_order": "seats", **options})
    shuffle = GAME.chance_move(state, _Unshuffled())
    return GAME.apply(state, CHANCE, shuffle)[0]


class _Unshuffled:
    def below(self, bound: int, /) -> int:
        return 0

    def shuffled(self, items: Sequence[Any], /) -> tuple[Any, ...]:
        return tuple(items)


def laid(order: str, seats: int = 2, **options: str) -> State:
    """Return a new game whose tiles, after those on the ahu, have this order: `rest rest thrift`."""
    state = GAME.start(seats, {"turn_order": "seats", **options})
    last = [Tile[word.upper()] for word in order.split()]
    pool = list(_all_tiles(state))
    for tile in last:
        pool.remove(tile)
    ahu = len(state.island.ahu)
    move = Shuffle((*pool[:ahu], *last, *pool[ahu:]))
    return GAME.apply(state, CHANCE, move)[0]


def _all_tiles(state: State) -> tuple[Tile, ...]:
    move = GAME.chance_move(state, _Unshuffled())
    assert isinstance(move, Shuffle)
    return move.tiles


def placing(seats: int = 3, decider: Seat = GREEN, **parts: Any) -> State:
    """Return a state in the first phase of the first round, seat 0 first; `parts`: by players' colours."""
    state = begun(seats)
    if state.phase is Phase.DISPLAY:
        for _ in range(4):
            state = told(state, GAME.write_move(GAME.legal_moves(state, state.decider)[0]))[0]
        state = replace(state, players=tuple(replace(one, tiles=NO_TILES) for one in state.players))
    return changed(replace(state, decider=decider), **parts)


def carrying(seats: int = 3, decider: Seat = YELLOW, **parts: Any) -> State:
    """Return a state in the first round's transport phase: nobody holds anything, all figures are placed.

    `on`: the transporters.  `stands`: the moai (`D1m G3s^`; `^` is a pukao).  `lies`: the ahu tiles, by
    space.
    """
    state = placing(seats)
    players = tuple(
        replace(player, villagers=0, sorcerer=seat + 1, resources=(0, 0, 0, 0), tablet=False)
        for seat, player in enumerate(state.players)
    )
    state = replace(state, phase=Phase.TRANSPORT, decider=decider, players=players, quiet=False)
    return changed(state, **parts)


def changed(
    state: State, on: str = "", stands: str = "", lies: Mapping[str, str] | None = None, **parts: Any
) -> State:
    """Return `state` with some parts replaced; players' parts by colour: `yellow={"resources": "4e"}`."""
    spots = list(state.spots)
    numbers = state.island.numbers
    for word in on.split():
        colour, at, star = re.fullmatch(r"([GBYR])@([A-H]\d)(\*?)", word).groups()  # type: ignore[union-attr]
        spot = spots[numbers[at]]
        fresh, exhausted = spot.fresh + (not star), spot.exhausted + bool(star)
        spots[numbers[at]] = replace(spot, owner=COLOURS.index(colour), fresh=fresh, exhausted=exhausted)
    for word in stands.split():
        at, size, hat = re.fullmatch(r"([A-H]\d)([sml])(\^?)", word).groups()  # type: ignore[union-attr]
        spot = spots[numbers[at]]
        spots[numbers[at]] = replace(spot, moai=SIZES["sml".index(size)], pukao=bool(hat), tile=None)
    for at, tile in (lies or {}).items():
        spots[numbers[at]] = replace(spots[numbers[at]], tile=Tile[tile.upper()])
    players = list(state.players)
    for seat, name in enumerate(("green", "blue", "yellow", "red")):
        if name in parts:
            given = parts.pop(name)
            read = {key: READERS.get(key, lambda value: value)(value) for key, value in given.items()}
            players[seat] = replace(players[seat], **read)
    return replace(state, spots=tuple(spots), players=tuple(players), **noted(spots, players), **parts)


def full_island(seats: int, empty: int) -> str:
    """Return small moai on all ahu except the last `empty` ones."""
    island = ISLANDS[seats]
    return " ".join(f"{island.ids[space]}s" for space in island.ahu[: len(island.ahu) - empty])


def spot(state: State, at: str) -> Spot:
    """Return the things on a space."""
    return state.spots[state.island.numbers[at]]


def player(state: State, seat: Seat) -> Player:
    """Return the things of a seat's player."""
    return state.players[seat]


def standing(state: State, at: str) -> str:
    """Return the transporters on a space: `Y Y*`."""
    here = spot(state, at)
    if here.owner is None:
        return ""
    colour = COLOURS[here.owner]
    return " ".join([colour] * here.fresh + [f"{colour}*"] * here.exhausted)


def held(state: State, seat: Seat) -> str:
    """Return a seat's resources as letters."""
    return write_counts(state.players[seat].resources)


def legal(state: State) -> list[str]:
    """Return the legal moves as texts."""
    return [GAME.write_move(move) for move in GAME.legal_moves(state, state.decider)]


def is_legal(state: State, text: str) -> bool:
    """Whether a move of the deciding seat is legal; if it isn't, check that the engine refuses it."""
    return text in legal(state)


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


def of_type(events: Sequence[Event], kind: type[E]) -> list[E]:
    """Return the events of one type, in order."""
    return [event for event in events if isinstance(event, kind)]


def round_over(state: State) -> tuple[State, list[Event]]:
    """Return the state and all events after all players have dropped out."""
    events: list[Event] = []
    round_now = state.round
    while state.phase is Phase.TRANSPORT and state.round == round_now:
        state, happened = told(state, "drop")
        events += happened
    return state, events
