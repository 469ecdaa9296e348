"""The parts of the game: resources, tiles, island, and the state of a game.  Rules: Rapa Nui board 1 to 4.

`docs/rules/rapa_nui_board_tiles.json` and `rapa_nui_board_map.json` repeat the numbers and spaces; tests
compare them.  Islands are made from drawings, so a further island needs no code.
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
    """The size of a moai.  Rules: Rapa Nui board 1."""

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
    """A kind of offering tile; the kinds are in the order of the rules page.  Rules: Rapa Nui board 1.1."""

    HUT = 0
    CHICKEN = 1
    HATCHET = 2
    BOAT = 3
    NECKLACE = 4


class Outstanding(IntEnum):
    """A kind of outstanding offering tile; there is one tile of each kind.  Rules: Rapa Nui board 1.2."""

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
# Plain names, used at nearly every decision: in Python 3.11 reading a member of an Enum costs a call.
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
"""How many moai of each size there are, by the number of players.  Rules: Rapa Nui board 2.3."""
FOR_MOAI: Final[Counts] = (1, 3, 5)
"""How many resources are taken for erecting a moai, by its size.  Rules: Rapa Nui board 7.2."""
PUKAO: Final = 20
VILLAGERS: Final = 4
"""The number of villagers with which a player begins; `POPULAR` brings one more."""

TILE_COUNTS: Final[Counts] = (4, 4, 4, 4, 2, 2, 1, 2, 2, 2, 1, 1)
"""How many ahu tiles there are of each kind."""
BEGINNER_TILES: Final = TILES[: Tile.FAVOUR + 1]
"""The kinds of the beginner set.  Rules: Rapa Nui board 11."""
THREE_MORE: Final = 3
TWO_MORE: Final = 2
BARTER_MOST: Final = 3

IMPROVEMENT_PRICES: Final[tuple[Counts, ...]] = ((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 3))
IMPROVEMENTS_MOST: Final = 3
POPULAR: Final = int(Improvement.POPULAR)
"""`Improvement.POPULAR` as a plain number: in Python 3.11 reading a member of an Enum costs a call."""

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
    """The values of the tiles left in a stack, top first; `left`: how many.  Rules: Rapa Nui board 1.1."""
    values = STACKS[seats][offering]
    return values[len(values) - left :]


PAIR: Final = 2
"""How many tiles of one kind win the outstanding tile of that kind."""
KINDS: Final = {Outstanding.THREE_KINDS: 3, Outstanding.FIVE_KINDS: 5}
"""How many different kinds of offering tiles win each of these outstanding tiles."""
OUTSTANDING_POINTS: Final[Counts] = (2, 2, 3, 3, 4, 3, 6)

FOR_TABLET: Final = 3
"""The points for the unused Rongorongo tablet.  Rules: Rapa Nui board 10."""
FOR_FAVOUR: Final = 3
FOR_RESOURCE: Final = 1


class Kind(Enum):
    """The kind of a space."""

    AHU = "ahu"
    INLAND = "inland"
    CRATER = "crater"
    PUKAO_QUARRY = "pukao_quarry"


Spaces = int
"""A set of spaces as bits: `1 << space` for each."""


@dataclass(frozen=True, eq=False)
class Island:
    """A side of the board.  Spaces are numbered row by row; lists "of each space" are in this order.

    Attributes:
        ids: The name of each space on the map: its column's letter and its row, `E3`.
        names: The title of each space, such as that of an ahu; empty for inland spaces.
        resources: The resources on each space, least valuable first: none, one, or two to choose from.
        neighbours: The spaces that share an edge with each space.
        crater: The number of the space where paths of moai begin.
        pukao_quarry: The number of the space where paths of pukao begin.
        ahu: The spaces that are ahu.
        columns: How many spaces each column of the moai quarry has.
        end: By the number of players, how few ahu without a moai end the game.
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
    beside: tuple[Spaces, ...]
    """The neighbours of each space as a set."""
    land_set: Spaces
    """The spaces of `land` as a set."""
    ahu_set: Spaces
    """The spaces of `ahu` as a set."""
    quarries: Spaces
    """The crater and the pukao quarry as a set: neutral transporters stand there."""

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
        beside=tuple(map(space_set, neighbours)),
        land_set=space_set(land),
        ahu_set=space_set(ahu),
        quarries=space_set((crater, pukao_quarry)),
    )


def space_set(spaces: Iterable[int]) -> Spaces:
    """The set of `spaces` as bits: `1 << space` for each."""
    return sum([1 << space for space in spaces])


def spaces_in(spaces: Spaces) -> list[int]:
    """The numbers of the spaces in a set."""
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
    """The kind of decision that is due; chance makes the first two kinds.  Rules: Rapa Nui board 11."""

    DRAW_ORDER = "draw_order"
    SHUFFLE = "shuffle"
    DISPLAY = "display"
    PLACE = "place"
    TRANSPORT = "transport"
    COLLECT = "collect"
    TAKE = "take"
    EXCHANGE = "exchange"
    OVER = "over"


# Plain names, used at every decision: in Python 3.11 reading a member of an Enum costs a call.
DISPLAY: Final = Phase.DISPLAY
PLACE: Final = Phase.PLACE
TRANSPORT: Final = Phase.TRANSPORT
OVER: Final = Phase.OVER


class Figure(Named):
    """A kind of figure that a player places.  Rules: Rapa Nui board 5."""

    VILLAGER = "villager"
    SORCERER = "sorcerer"
    CHIEF = "chief"


AT_HAND: Final = 0
"""The place of a sorcerer or chief not placed yet; places on the track or below columns are 1 or more."""
ON_ISLAND: Final = -1
"""The place of a sorcerer or chief that was made a transporter.  Rules: Rapa Nui board 1.3."""
IN_VILLAGE: Final = -2
"""The place of a chief that has not been won yet."""


class Spot(Struct, frozen=True, cache_hash=True):
    """The content of a space of the island.

    Attributes:
        owner: The seat whose transporters stand here; None if none do.  Neutral ones do not count.
        fresh: Transporters that can still act in this round.
        exhausted: Transporters that have acted.
        moai: The size of the moai that stands here; None if none does.
        pukao: Whether that moai has a pukao.
        tile: The ahu tile that lies here; None if none does.
    """

    owner: Seat | None = None
    fresh: int = 0
    exhausted: int = 0
    moai: Size | None = None
    pukao: bool = False
    tile: Tile | None = None


Spots = tuple[Spot, ...]
"""The content of each space of the island, by its number."""


Standing = tuple[Spaces, ...]
"""For each seat, the set of spaces with the seat's transporters."""
Taken = int
"""The places in the quarry and on the track without room for figures: bits, as `presence.py` defines."""


class OfferingTile(Struct, frozen=True):
    """An offering tile that a player took, and the points on it."""

    offering: Offering
    points: int


class Player(Struct, frozen=True, cache_hash=True):
    """The belongings of a seat.

    Attributes:
        resources: How many of each resource the seat holds.
        villagers: The number of villagers still to be placed in this round.
        sculptors: The number of villagers in each column of the moai quarry.
        sorcerer: The sorcerer's place: on the turn order track, from 1; or `AT_HAND`, `ON_ISLAND`.
        chief: The chief's place: below a column, from 1; or `AT_HAND`, `ON_ISLAND`, `IN_VILLAGE`.
        chipped_in: This round's chip-ins in each column, with tile or tablet.
        moai: Carved moai that wait on the crater, by size.
        safekept: How many of `moai` stay when this round ends, by size.
        tiles: Unused ahu tiles, by kind.
        tablet: Whether the Rongorongo tablet is unused.
        improvements: Whether each improvement is built.
        offerings: The offering tiles taken, in order.
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
    """A transport that is not finished yet.  Rules: Rapa Nui board 7.

    Attributes:
        size: The size of the moai; None for a pukao.
        path: The numbers of the spaces, the destination last.
        dues: The passed spaces whose owners have yet to gain a resource, in order. If the first space offers
            a choice, its owner is asked now.
        take: How many resources the carrier takes for erecting the moai.
        by_tile: Whether three of the resources in `take` come from an ahu tile.
        second: Whether the exchange now due is a second one, which Feast allows.  Rules: 1.3.
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
        phase: The kind of decision that is due.
        question: The number of decisions so far.
        round: The number of the round, from 1; 0 before the first.
        decider: The seat that decides now, CHANCE for chance; at the end, the seat that decided last.
        order: The seats in turn order.
        spots: The content of each space of the island, by its number.
        standing: For each seat, the spaces with its transporters.  `standing`, `bare` and `plain` are derived
            from `spots`, and stored since nearly every decision needs them.
        bare: The ahu without a moai.
        plain: The ahu on which a moai stands without a pukao.
        players: The belongings of each seat.
        taken: The places in the quarry and on the track without room for figures; derived from `players`.
        moai: Moai in the supply, by size.
        pukao: Pukao in the supply.
        display: Ahu tiles in the display of two players, by kind.  Rules: Rapa Nui board 2.7.
        aside: Ahu tiles out of play, by kind: in the box, laid aside, used.
        stacks: Offering tiles left of each kind.
        outstanding: The seat that owns each outstanding offering tile; None: no seat has won it.
        quiet_rounds: How many latest rounds in a row had no moai erected and no pukao placed.
        quiet: Whether no moai was erected and no pukao placed in this round so far.
        transport: The unfinished transport; None between transports.
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
        """The number of players."""
        return len(self.players)

    @property
    def island(self) -> Island:
        """The side of the board in use."""
        return ISLANDS[len(self.players)]


def empty_ahu(state: State) -> int:
    """How many ahu have no moai.  Rules: Rapa Nui board 7.6."""
    return state.bare.bit_count()


def figures_at_hand(player: Player) -> int:
    """How many figures a player has still to place in this round.  Rules: Rapa Nui board 5."""
    return player.villagers + (player.sorcerer == AT_HAND) + (player.chief == AT_HAND)


class Observation(Struct, frozen=True):
    """The knowledge of one viewer: all of the state, as nothing is hidden.

    Attributes:
        viewer: The viewer's seat; None for a spectator.
    """

    viewer: Viewer
    state: State


def observe(state: State, viewer: Viewer) -> Observation:
    """An observation of all of `state` by `viewer`.  Rules: Rapa Nui board 9."""
    return Observation(viewer, state)


def reveal(state: State) -> Observation:
    """An observation of all of `state` without a viewer."""
    return Observation(None, state)


def determinise(seen: Observation, chance: Chance) -> State:
    """The state in `seen`: no part of the state is hidden, so `chance` isn't used."""
    return seen.state
