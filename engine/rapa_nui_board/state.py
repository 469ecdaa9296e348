"""What there is: resources, tiles, the island, and the state of a game.  Rules: Rapa Nui board 1 to 4.

`docs/rules/rapa_nui_board_tiles.json` and `rapa_nui_board_map.json` have the same numbers and spaces, which
tests compare.  An island is a drawing; another one needs no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from engine.counts import Counts
from engine.game import Chance, Named, Seat, Struct, Viewer


class Resource(IntEnum):
    """One of the four resources, from least to most valuable.  Rules: Rapa Nui board 1."""

    REED = 0
    EGG = 1
    WOOD = 2
    PEARL = 3


class Size(IntEnum):
    """How large a moai is.  Rules: Rapa Nui board 1."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


class Tile(IntEnum):
    """A kind of ahu tile.  Rules: Rapa Nui board 1.3."""

    REST = 0
    BARTER = 1
    THRIFT = 2
    CHIP_IN = 3
    TAKE_3_MORE = 4
    TAKE_2_MORE = 5
    FAVOUR = 6
    LEND_A_HAND = 7
    SAFEKEEPING = 8
    LOG_ROAD = 9
    MANA = 10
    FEAST = 11


class Improvement(IntEnum):
    """An improvement tile; every player has one of each.  Rules: Rapa Nui board 1.4."""

    FERVENT = 0
    ARTISTIC = 1
    POPULAR = 2
    CHIEF = 3


class Offering(IntEnum):
    """A kind of offering tile, in order.  Rules: Rapa Nui board 1.1."""

    HUT = 0
    CHICKEN = 1
    HATCHET = 2
    BOAT = 3
    NECKLACE = 4


class Outstanding(IntEnum):
    """An outstanding offering tile; there is one of each.  Rules: Rapa Nui board 1.2."""

    PAIR_OF_HUTS = 0
    PAIR_OF_CHICKENS = 1
    PAIR_OF_HATCHETS = 2
    PAIR_OF_BOATS = 3
    PAIR_OF_NECKLACES = 4
    THREE_KINDS = 5
    FIVE_KINDS = 6


RESOURCES: Final = tuple(Resource)
SIZES: Final = tuple(Size)
TILES: Final = tuple(Tile)
# Asked for at nearly every decision: to Python 3.11 a member of an Enum costs a call, a name does not.
REST, BARTER, THRIFT, CHIP_IN, TAKE_3_MORE, TAKE_2_MORE = TILES[: Tile.FAVOUR]
FAVOUR, LEND_A_HAND, SAFEKEEPING, LOG_ROAD, MANA, FEAST = TILES[Tile.FAVOUR :]
IMPROVEMENTS: Final = tuple(Improvement)
OFFERINGS: Final = tuple(Offering)
OUTSTANDING: Final = tuple(Outstanding)

NOTHING: Final[Counts] = (0, 0, 0, 0)
"""No resources."""
NO_TILES: Final[Counts] = (0,) * len(TILES)
NO_MOAI: Final[Counts] = (0,) * len(SIZES)

FIRST_RESOURCES: Final[Counts] = (1, 1, 1, 1)
RESOURCE_LIMIT: Final = 8
"""How many of each resource a player can hold."""

MOAI: Final[dict[int, Counts]] = {2: (6, 6, 5), 3: (8, 7, 6), 4: (8, 7, 6)}
"""Moai of each size, by the number of players.  Rules: Rapa Nui board 2.3."""
FOR_MOAI: Final[Counts] = (1, 3, 5)
"""How many resources are taken for erecting a moai, by its size.  Rules: Rapa Nui board 7.2."""
PUKAO: Final = 20
VILLAGERS: Final = 4
"""Villagers that a player begins with; `POPULAR` brings one more."""

TILE_COUNTS: Final[Counts] = (4, 4, 4, 4, 2, 2, 1, 2, 2, 2, 1, 1)
"""How many ahu tiles there are of each kind."""
BEGINNER_TILES: Final = TILES[: Tile.FAVOUR + 1]
"""The kinds of the beginner set.  Rules: Rapa Nui board 11."""
COPIED: Final = tuple(tile for tile in TILES if tile is not Tile.FAVOUR)
"""What the Rongorongo tablet can be used as.  Rules: Rapa Nui board 1.5."""
THREE_MORE: Final = 3
TWO_MORE: Final = 2
BARTER_MOST: Final = 3

IMPROVEMENT_PRICES: Final[tuple[Counts, ...]] = ((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 3))
IMPROVEMENTS_MOST: Final = 3
POPULAR: Final = int(Improvement.POPULAR)
"""Asked for in each round: to Python 3.11 a member of an Enum costs a call, a name does not."""

OFFERING_PRICES: Final[tuple[Counts, ...]] = (
    (4, 0, 0, 0),
    (0, 4, 0, 0),
    (1, 1, 1, 1),
    (0, 0, 4, 0),
    (0, 0, 0, 4),
)
_TWO_PLAYERS: Final = ((8, 7, 6), (9, 8, 7), (10, 9, 8), (12, 11, 10), (14, 13, 12))
_MORE_PLAYERS: Final = ((8, 7, 7, 6), (9, 8, 8, 7), (10, 9, 9, 8), (12, 11, 11, 10), (14, 13, 13, 12))
STACKS: Final[dict[int, tuple[Counts, ...]]] = {2: _TWO_PLAYERS, 3: _MORE_PLAYERS, 4: _MORE_PLAYERS}
"""The values of the offering tiles of each kind, top first, by the number of players.  Rules: 1.1."""


def values_left(seats: int, offering: Offering, left: int) -> Counts:
    """The values of the tiles left in a stack, top first.  Rules: Rapa Nui board 1.1."""
    values = STACKS[seats][offering]
    return values[len(values) - left :]


PAIR: Final = 2
"""How many tiles of one kind win the outstanding tile of that kind."""
KINDS: Final = {Outstanding.THREE_KINDS: 3, Outstanding.FIVE_KINDS: 5}
"""How many different kinds win these outstanding tiles."""
OUTSTANDING_POINTS: Final[Counts] = (2, 2, 3, 3, 4, 3, 6)

FOR_TABLET: Final = 3
"""Points for the unused Rongorongo tablet.  Rules: Rapa Nui board 10."""
FOR_FAVOUR: Final = 3
FOR_RESOURCE: Final = 1


class Kind(Enum):
    """What a space is."""

    AHU = "ahu"
    INLAND = "inland"
    CRATER = "crater"
    PUKAO_QUARRY = "pukao_quarry"


Spaces = int
"""A set of spaces as bits: `1 << space` for each."""


@dataclass(frozen=True, eq=False)
class Island:
    """A side of the board.  Spaces are numbered row by row; a list "of each space" goes by these numbers.

    Attributes:
        ids: The name of each space on the map: its column's letter and its row, `E3`.
        kinds: What each space is.
        names: What each space is called; empty for inland ones.
        resources: The resources on each space, least valuable first: none, one, or two to choose from.
        neighbours: The spaces that share an edge with each space.
        crater: Where paths of moai begin.
        pukao_quarry: Where paths of pukao begin.
        ahu: The spaces that are ahu.
        columns: How many spaces each column of the moai quarry has.
        end: By the number of players, how many ahu at most are without a moai when the game ends.
    """

    ids: tuple[str, ...]
    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    resources: tuple[tuple[Resource, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    crater: int
    pukao_quarry: int
    ahu: tuple[int, ...]
    columns: Counts
    end: dict[int, int]
    numbers: dict[str, int]
    """The number of each space, by its id."""
    land: tuple[int, ...]
    """The spaces on which figures are placed: ahu and inland."""
    land_numbers: dict[str, int]
    """The number of each of them, by its id."""
    beside: tuple[Spaces, ...]
    """The neighbours of each space as a set."""
    land_set: Spaces
    """The spaces of `land` as a set."""
    ahu_set: Spaces
    """The spaces of `ahu` as a set."""
    quarries: Spaces
    """The crater and the pukao quarry as a set: neutral transporters stand there."""

    def number(self, space: str) -> int | None:
        """The number of a space by its id; None if there is no such space."""
        return self.numbers.get(space)

    def path_ids(self, path: tuple[int, ...]) -> tuple[str, ...]:
        """The ids of the spaces of a path."""
        ids = self.ids
        return tuple([ids[space] for space in path])


CRATER_NAME: Final = "Rano Raraku"
PUKAO_QUARRY_NAME: Final = "Puna Pau"
_LETTERS: Final = {resource.name[0].lower(): resource for resource in RESOURCES}
_GAP: Final = ".."
_EDGES: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))


def drawn(drawing: str, ahu_names: str, columns: Counts, end: dict[int, int]) -> Island:
    """The island that a drawing shows.

    `[re]` is an ahu that shows reed or egg, `(w)` inland wood, `{C}` the crater, `{P}` the pukao quarry, and
    `..` no space; the names of the ahu come row by row.
    """
    cells: dict[tuple[int, int], str] = {}
    for row, line in enumerate(drawing.strip().splitlines()):
        for column, cell in enumerate(line.split()):
            if cell != _GAP:
                cells[row, column] = cell
    places = list(cells)
    names = iter(name.strip() for name in ahu_names.split(","))
    kinds = tuple(_kind(cell) for cell in cells.values())
    land = tuple(space for space, kind in enumerate(kinds) if kind in (Kind.AHU, Kind.INLAND))
    ahu = tuple(space for space, kind in enumerate(kinds) if kind is Kind.AHU)
    ids = tuple(f"{chr(ord('A') + column)}{row + 1}" for row, column in places)
    around = [[(row + down, column + right) for down, right in _EDGES] for row, column in places]
    neighbours = tuple(tuple(places.index(at) for at in near if at in cells) for near in around)
    crater, pukao_quarry = kinds.index(Kind.CRATER), kinds.index(Kind.PUKAO_QUARRY)
    return Island(
        ids=ids,
        kinds=kinds,
        names=tuple(_name(kind, names) for kind in kinds),
        resources=tuple(
            tuple(_LETTERS[letter] for letter in cell[1:-1]) if kind in (Kind.AHU, Kind.INLAND) else ()
            for cell, kind in zip(cells.values(), kinds, strict=True)
        ),
        neighbours=neighbours,
        crater=crater,
        pukao_quarry=pukao_quarry,
        ahu=ahu,
        columns=columns,
        end=end,
        numbers={name: number for number, name in enumerate(ids)},
        land=land,
        land_numbers={ids[space]: space for space in land},
        beside=tuple(map(space_set, neighbours)),
        land_set=space_set(land),
        ahu_set=space_set(ahu),
        quarries=space_set((crater, pukao_quarry)),
    )


def space_set(spaces: Iterable[int]) -> Spaces:
    """These spaces as a set."""
    return sum([1 << space for space in spaces])


def spaces_in(spaces: Spaces) -> list[int]:
    """The spaces of a set, by number."""
    found = []
    while spaces:
        lowest = spaces & -spaces
        found.append(lowest.bit_length() - 1)
        spaces ^= lowest
    return found


def _kind(cell: str) -> Kind:
    if cell[0] == "{":
        return Kind.CRATER if cell == "{C}" else Kind.PUKAO_QUARRY
    return Kind.AHU if cell[0] == "[" else Kind.INLAND


def _name(kind: Kind, ahu_names: Iterator[str]) -> str:
    match kind:
        case Kind.AHU:
            return next(ahu_names)
        case Kind.CRATER:
            return CRATER_NAME
        case Kind.PUKAO_QUARRY:
            return PUKAO_QUARRY_NAME
        case Kind.INLAND:
            return ""


SMALL_MAP: Final = """
[p]  [w] [e] [r] [e]  [wp]
[ew] {P} (e) (r) (re) [e]
[w]  (w) (r) {C} (r)  [re]
[p]  [w] [r] [r] [re] [ew] [p]
"""
SMALL_AHU: Final = (
    "Te Peu, Vai Mata, Nau Nau, Te Pito Kura, Heki'i, Mahatua, Akapu, Ra'ai, Tahai, Tongariki, "
    "Vinapu, Hanga Poukura, Vaihu, Akahanga, Runga Va'e, Oroi, Hanga Tetenga"
)
LARGE_MAP: Final = """
[p]  [w]  [e] [e]  [r] [r]  [w] [p]
[w]  (w)  (e) (re) (r) (r)  [r]
[ew] (e)  {P} (r)  {C} (r)  [re]
[wp] (w)  (e) (re) (r) (re) [e]
[p]  [ew] [e] [re] [r] [e]  [w]
"""
LARGE_AHU: Final = (
    "Te Peu, Vai Mata, Nau Nau, Ature Huki, Te Pito Kura, Heki'i, Mahatua, Taharoa, Akivi, Ra'ai, Akapu, "
    "Tongariki, Tahai, Hanga Tetenga, Vai Uri, Vinapu, Hanga Poukura, Vaihu, Akahanga, Runga Va'e, Oroi"
)
SMALL_ISLAND: Final = drawn(SMALL_MAP, SMALL_AHU, columns=(3, 3, 2), end={2: 3})
LARGE_ISLAND: Final = drawn(LARGE_MAP, LARGE_AHU, columns=(5, 4, 3), end={3: 3, 4: 4})
ISLANDS: Final = {2: SMALL_ISLAND, 3: LARGE_ISLAND, 4: LARGE_ISLAND}
"""The side of the board, by the number of players."""


class Phase(Named):
    """What is being decided; chance decides the first two.  Rules: Rapa Nui board 11."""

    DRAW_ORDER = "draw_order"
    SHUFFLE = "shuffle"
    DISPLAY = "display"
    PLACE = "place"
    TRANSPORT = "transport"
    COLLECT = "collect"
    TAKE = "take"
    EXCHANGE = "exchange"
    OVER = "over"


# Asked for at every decision: to Python 3.11 a member of an Enum costs a call, a name does not.
DISPLAY: Final = Phase.DISPLAY
PLACE: Final = Phase.PLACE
TRANSPORT: Final = Phase.TRANSPORT
OVER: Final = Phase.OVER


class Figure(Named):
    """What a player places.  Rules: Rapa Nui board 5."""

    VILLAGER = "villager"
    SORCERER = "sorcerer"
    CHIEF = "chief"


AT_HAND: Final = 0
"""The place of a sorcerer or chief still to be placed; those on the track or below a column are 1 or more."""
ON_ISLAND: Final = -1
"""The place of a sorcerer or chief that was lent as a transporter.  Rules: Rapa Nui board 1.3."""
IN_VILLAGE: Final = -2
"""The place of a chief that has not joined yet."""


class Spot(Struct, frozen=True, cache_hash=True):
    """What is on a space of the island.

    Attributes:
        owner: Whose transporters stand here, None if there are none.  Neutral ones do not count.
        fresh: Transporters that can still act in this round.
        exhausted: Transporters that have acted.
        moai: The moai that stands here.
        pukao: Whether that moai is styled.
        tile: The ahu tile that lies here.
    """

    owner: Seat | None = None
    fresh: int = 0
    exhausted: int = 0
    moai: Size | None = None
    pukao: bool = False
    tile: Tile | None = None


Spots = tuple[Spot, ...]
"""What is on each space of the island, by its number."""


Standing = tuple[Spaces, ...]
"""By seat, the spaces with its transporters."""
Taken = int
"""Where beside the island no figure has room: a set of the bits in `presence.py`."""


class OfferingTile(Struct, frozen=True):
    """An offering tile that a player took, and the points on it."""

    offering: Offering
    points: int


class Player(Struct, frozen=True, cache_hash=True):
    """What a seat has.

    Attributes:
        resources: How many of each resource.
        villagers: Villagers at hand, to be placed in this round.
        sculptors: Villagers in each column of the moai quarry.
        sorcerer: Its place on the turn order track from 1 on, or `AT_HAND`, or `ON_ISLAND`.
        chief: The column below which it stands, from 1 on, or `AT_HAND`, `ON_ISLAND`, `IN_VILLAGE`.
        chipped_in: Chip-in tiles below each column, the tablet included if used as one.
        moai: Carved moai that wait on the crater, by size.
        safekept: How many of those stay when this round ends, by size.
        tiles: Unused ahu tiles, by kind.
        tablet: Whether the Rongorongo tablet is unused.
        improvements: Whether each improvement is built.
        offerings: The offering tiles, in the order in which they were taken.
        dropped_out: Whether the seat has dropped out of this round's transport phase.
    """

    resources: Counts
    villagers: int
    sculptors: Counts
    sorcerer: int
    chief: int
    chipped_in: Counts
    moai: Counts
    safekept: Counts
    tiles: Counts
    tablet: bool
    improvements: tuple[bool, ...]
    offerings: tuple[OfferingTile, ...]
    dropped_out: bool


class Transport(Struct, frozen=True):
    """A transport that is going on.  Rules: Rapa Nui board 7.

    Attributes:
        seat: Who carries.
        size: The size of the moai; None for a pukao.
        path: The spaces, by number, destination last.
        dues: The passed spaces whose owners are still to gain, in order; if one is asked, it is the first.
        take: How many resources the carrier takes for erecting.
        by_tile: Whether three of those come from an ahu tile.
        second: Whether the present exchange is the second one, by Feast.  Rules: 1.3.
    """

    seat: Seat
    size: Size | None
    path: tuple[int, ...]
    dues: tuple[int, ...] = ()
    take: int = 0
    by_tile: bool = False
    second: bool = False


class State(Struct, frozen=True, cache_hash=True):
    """The whole state of a game; nothing in it is hidden.  Rules: Rapa Nui board 9.

    Attributes:
        beginner_set: Whether the beginner set is played.  Rules: Rapa Nui board 11.
        auto_collect: Whether owners gain without being asked.  Rules: Rapa Nui board 11.
        phase: What is being decided.
        question: Counts the decisions so far.
        round: Which round it is, counted from 1; 0 before the first.
        decider: The seat that owes the decision, CHANCE for chance; at the end the last one that did.
        order: The seats in turn order.
        spots: What is on each space of the island, by its number.
        standing: By seat, the spaces with its transporters.  This and the next two follow from `spots`, and
            are kept since nearly every decision asks for them.
        bare: The ahu without a moai.
        plain: The ahu on which a moai stands without a pukao.
        players: What each seat has.
        taken: Where in the quarry and on the track no figure has room, which follows from `players`.
        moai: Moai in the supply, by size.
        pukao: Pukao in the supply.
        display: Ahu tiles in the display of two players, by kind.  Rules: Rapa Nui board 2.7.
        aside: Ahu tiles out of play, by kind: in the box, laid aside, used.
        stacks: Offering tiles left of each kind.
        outstanding: Who owns each outstanding offering tile, None while nobody does.
        quiet_rounds: How many rounds in a row ended with no moai erected and no pukao placed.
        quiet: Whether that is so in this round up to now.
        transport: The transport that is going on, None between transports.
    """

    beginner_set: bool
    auto_collect: bool
    phase: Phase
    question: int
    round: int
    decider: Seat
    order: tuple[Seat, ...]
    spots: Spots
    standing: Standing
    bare: Spaces
    plain: Spaces
    players: tuple[Player, ...]
    taken: Taken
    moai: Counts
    pukao: int
    display: Counts
    aside: Counts
    stacks: Counts
    outstanding: tuple[Seat | None, ...]
    quiet_rounds: int
    quiet: bool
    transport: Transport | None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def island(self) -> Island:
        """The side of the board that is played on."""
        return ISLANDS[len(self.players)]


def empty_ahu(state: State) -> int:
    """How many ahu have no moai.  Rules: Rapa Nui board 7.6."""
    return state.bare.bit_count()


def figures_at_hand(player: Player) -> int:
    """How many figures a player is still to place in this round.  Rules: Rapa Nui board 5."""
    return player.villagers + (player.sorcerer == AT_HAND) + (player.chief == AT_HAND)


class Observation(Struct, frozen=True):
    """What one viewer knows.

    Attributes:
        viewer: Who looks.
        state: All of the game, the same for every viewer.
    """

    viewer: Viewer
    state: State


def observe(state: State, viewer: Viewer) -> Observation:
    """All of `state`.  Rules: Rapa Nui board 9."""
    return Observation(viewer, state)


def reveal(state: State) -> Observation:
    """All of `state`, with no viewer."""
    return Observation(None, state)


def determinise(seen: Observation, chance: Chance) -> State:
    """The state itself: nothing of it is hidden."""
    return seen.state
