"""The state of a game: spaces, players, the transport that is going on.  Rules: Rapa Nui board 1 to 4."""

from __future__ import annotations

from typing import Final

from engine.counts import Counts
from engine.game import Chance, Named, Seat, Struct, Viewer
from engine.rapa_nui_board.island import ISLANDS, Island, Spaces
from engine.rapa_nui_board.tiles import Offering, Size, Tile


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
"""Where beside the island no figure has room: a set of the bits in `figures.py`."""


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
