"""The moves of Rapa Nui, the board game, and their texts.  Rules: Rapa Nui board 11."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from itertools import pairwise
from typing import Any, Final, get_args

from engine.counts import Counts, counted
from engine.game import IllegalMove, Named, Seat, Struct
from engine.rapa_nui_board.state import (
    ISLANDS,
    TILES,
    Figure,
    Improvement,
    Island,
    Offering,
    Resource,
    Size,
    Spaces,
    Tile,
)


class By(Named):
    """The payment for an effect: an ahu tile with this effect, or the Rongorongo tablet.  Rules: 1.5, 8."""

    TILE = "tile"
    TABLET = "tablet"


# Plain names: in Python 3.11 reading a member of an Enum costs a call.
BY_TILE: Final = By.TILE
BY_TABLET: Final = By.TABLET


class DrawOrder(Struct, frozen=True, tag="order"):
    """A move of chance that determines the first turn order.  Rules: Rapa Nui board 2.6."""

    order: tuple[Seat, ...]


class Shuffle(Struct, frozen=True, tag="shuffle"):
    """A move of chance that lays out the ahu tiles, the first one on the first ahu.  Rules: 2.4."""

    tiles: tuple[Tile, ...]


class TakeTile(Struct, frozen=True, tag="tile"):
    """Take an ahu tile from the display; only in games of two players.  Rules: Rapa Nui board 2.7."""

    tile: Tile


class PlaceVillager(Struct, frozen=True, tag="villager"):
    """Place a villager on a space, where it is a fresh transporter.  Rules: Rapa Nui board 5."""

    space: str


class PlaceSculptor(Struct, frozen=True, tag="sculptor"):
    """Place a villager in a column of the moai quarry, counted from 1.  Rules: Rapa Nui board 5."""

    column: int


class PlaceSorcerer(Struct, frozen=True, tag="sorcerer"):
    """Place the sorcerer on the star space `position`, from 1, of the turn order track.  Rules: 5."""

    position: int


class PlaceChief(Struct, frozen=True, tag="chief"):
    """Place the chief below a column of the moai quarry, counted from 1.  Rules: Rapa Nui board 5."""

    column: int


class Improve(Struct, frozen=True, tag="improve"):
    """Build an improvement.  Rules: Rapa Nui board 1.4, 8."""

    improvement: Improvement


class Barter(Struct, frozen=True, tag="barter"):
    """Return resources (`give` of each) and take as many others; `by` pays for it.  Rules: 1.3, 8."""

    give: Counts
    take: Counts
    by: By = By.TILE


class TakeTwo(Struct, frozen=True, tag="two"):
    """Take two resources, counted by kind; `by` pays for it.  Rules: Rapa Nui board 1.3, 8."""

    resources: Counts
    by: By = By.TILE


class ChipIn(Struct, frozen=True, tag="chip"):
    """Add one sculptor to a column, from 1, in this round; `by` pays for it.  Rules: 1.3, 8."""

    column: int
    by: By = By.TILE


class Rest(Struct, frozen=True, tag="rest"):
    """Make an exhausted transporter on `space` fresh again; `by` pays for it.  Rules: 1.3, 8."""

    space: str
    by: By = By.TILE


class LendAHand(Struct, frozen=True, tag="lend"):
    """Make a figure a transporter.  Rules: Rapa Nui board 1.3, 8.

    Attributes:
        figure: The chief, the sorcerer or, for a sculptor, a villager.
        column: The sculptor's column, from 1; 0 for the others.
        space: The id of the space where the figure becomes a transporter.
        by: The payment for Lend a hand.
    """

    figure: Figure
    column: int
    space: str
    by: By = By.TILE


class Safekeep(Struct, frozen=True, tag="keep"):
    """Keep a carved moai of `size` beyond the end of this round; `by` pays for it.  Rules: 1.3, 8."""

    size: Size
    by: By = By.TILE


class CarryMoai(Struct, frozen=True, tag="moai"):
    """Carry a moai along a path and erect it.  Rules: Rapa Nui board 7.1, 7.2.

    Attributes:
        path: The ids of the spaces, the crater first, the destination last.
        road: The space on the path that is passed by Log road; None if no space is.
        log_road: The payment for Log road; None if Log road isn't used.
        mana: The payment for Mana, by which no owner of a passed space gains; None if Mana isn't used.
        take_3_more: The payment for Take 3 more; None if Take 3 more isn't used.
    """

    size: Size
    path: tuple[str, ...]
    road: str | None = None
    log_road: By | None = None
    mana: By | None = None
    take_3_more: By | None = None


class CarryPukao(Struct, frozen=True, tag="pukao"):
    """Carry a pukao along a path and style a moai with it.  Rules: Rapa Nui board 7.1, 7.3.

    Attributes:
        path: The ids of the spaces, the pukao quarry first, the destination last.
        road: The space on the path that is passed by Log road; None if no space is.
        log_road: The payment for Log road; None if Log road isn't used.
        mana: The payment for Mana, by which no owner of a passed space gains; None if Mana isn't used.
    """

    path: tuple[str, ...]
    road: str | None = None
    log_road: By | None = None
    mana: By | None = None


class DropOut(Struct, frozen=True, tag="drop"):
    """Have no more turns in this round's transport phase.  Rules: Rapa Nui board 7.5."""


class Collect(Struct, frozen=True, tag="collect"):
    """Gain `resource` from a passed space, as its owner.  Rules: Rapa Nui board 7.1, 11."""

    resource: Resource


class Take(Struct, frozen=True, tag="take"):
    """Take resources (how many of each) for a moai just erected.  Rules: Rapa Nui board 7.2."""

    resources: Counts


class Exchange(Struct, frozen=True, tag="exchange"):
    """Pay the price of an offering and take an offering tile.  Rules: Rapa Nui board 7.3.

    Attributes:
        offering: The kind of offering whose price is paid.
        payment: How many of each resource are paid.
        artistic: Whether the tile taken is of the next kind, by the improvement Artistic.
        thrift: The payment for Thrift, which leaves out a part of the price; None if Thrift isn't used.
        feast: The payment for Feast, which brings a second exchange; None if Feast isn't used.
    """

    offering: Offering
    payment: Counts
    artistic: bool = False
    thrift: By | None = None
    feast: By | None = None


Carry = CarryMoai | CarryPukao
FreeAction = Improve | Barter | TakeTwo | ChipIn | Rest | LendAHand | Safekeep
Placement = PlaceVillager | PlaceSculptor | PlaceSorcerer | PlaceChief
Move = DrawOrder | Shuffle | TakeTile | Placement | FreeAction | Carry | DropOut | Collect | Take | Exchange

# Each of these moves is one shared object: lists create no moves, and comparisons are by identity.
COLUMNS: Final = range(1, 4)
"""The columns of the moai quarry."""
SCULPTORS: Final = tuple(PlaceSculptor(column) for column in COLUMNS)
SORCERERS: Final = tuple(PlaceSorcerer(position) for position in range(1, max(ISLANDS) + 1))
CHIEFS: Final = tuple(PlaceChief(column) for column in COLUMNS)
CHIP_INS: Final = {by: tuple(ChipIn(column, by) for column in COLUMNS) for by in By}
TAKE_TILES: Final = tuple(TakeTile(tile) for tile in TILES)
DROP_OUT: Final = DropOut()

_PART: Final = 9
"""The number of spaces in a part of the island; `villagers_beside` joins the moves to all parts."""
_TWO_PARTS: Final = 2 * _PART
_THREE_PARTS: Final = 3 * _PART
_WHOLE_PART: Final = (1 << _PART) - 1


def _to_parts(island: Island, first: int) -> tuple[tuple[PlaceVillager, ...], ...]:
    """The placements of a villager in the part of the island that begins at space `first`.

    The index is the set of the part's closed spaces, as bits; the result has the moves to the other spaces.
    """
    part = [(bit, space) for bit, space in enumerate(range(first, first + _PART)) if space in island.land]
    to_space = {space: PlaceVillager(island.ids[space]) for _, space in part}
    return tuple(
        tuple(to_space[space] for bit, space in part if not closed >> bit & 1) for closed in range(1 << _PART)
    )


_TO_PARTS: Final = {
    seats: tuple(_to_parts(island, first) for first in (0, _PART, _TWO_PARTS, _THREE_PARTS))
    for seats, island in ISLANDS.items()
}


def villagers_beside(seats: int, closed: Spaces) -> tuple[PlaceVillager, ...]:
    """The placements of a villager on every space that is not in `closed`, in the order of the spaces."""
    first, second, third, fourth = _TO_PARTS[seats]
    return (
        first[closed & _WHOLE_PART]
        + second[closed >> _PART & _WHOLE_PART]
        + third[closed >> _TWO_PARTS & _WHOLE_PART]
        + fourth[closed >> _THREE_PARTS]
    )


LETTERS: Final = "rewp"
"""The letter of each resource in texts of moves: reed, egg, wood, pearl."""
TILE_LETTERS: Final = "rbtcxwfhskmq"
"""The letter of each `Tile` in a shuffle: Rest, Barter, Thrift, Chip in, take 3 more (x), take 2 more (w),
Favour, lend a Hand, Safekeeping, log road (k), Mana, feast (q)."""
STAR: Final = "*"
_BRACKETS: Final = {By.TILE: "({})", By.TABLET: "[{}]"}
LONGEST_BY_SPACES: Final = 21
"""A path of more spaces than this is written as its first space and a letter for each step."""
_STEPS: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""The letter of each step, with its (columns to the right, rows down)."""
_BY_STEPS: Final = re.compile(r"([A-Z]\d)((?:[nesw]|\([nesw]\)|\[[nesw]\])+)")
_SPACE: Final = re.compile(r"[A-Z]\d|\([A-Z]\d\)|\[[A-Z]\d\]")


def write_counts(counts: Counts) -> str:
    """The text of some resources: `rrw` for two reeds and a wood."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def write_move(move: Move) -> str:
    """The short text of a move: `villager E2`, `exchange hut rrre *thrift`."""
    match move:
        case LendAHand(figure, column, space, by):
            lent = str(column) if figure is Figure.VILLAGER else figure.value
            return f"{_paid('lend', by)} {lent} {space}"
        case CarryMoai() | CarryPukao() | Exchange():
            return _write_transport(move)
        case _:
            parts = {name: getattr(move, name) for name in move.__struct_fields__}
            word = _paid(str(move.__struct_config__.tag), parts.pop("by", BY_TILE))
            return " ".join([word, *(_PARTS[name][0](part) for name, part in parts.items())])


def _write_transport(move: CarryMoai | CarryPukao | Exchange) -> str:
    match move:
        case CarryMoai(size, path, road, log_road, mana, take_3_more):
            words = ["moai", size.name.lower(), _write_path(path, road, log_road)]
            extras = {"mana": mana, "three": take_3_more}
        case CarryPukao(path, road, log_road, mana):
            words = ["pukao", _write_path(path, road, log_road)]
            extras = {"mana": mana}
        case Exchange(offering, payment, artistic, thrift, feast):
            words = ["exchange", offering.name.lower(), write_counts(payment)]
            words += ["artistic"] if artistic else []
            extras = {"thrift": thrift, "feast": feast}
    return " ".join([*words, *(_paid(word, by) for word, by in extras.items() if by is not None)])


def _paid(word: str, by: By) -> str:
    return STAR + word if by is By.TABLET else word


def _write_path(path: tuple[str, ...], road: str | None, log_road: By | None) -> str:
    steps = path[:1] + tuple(_step(one, other) for one, other in pairwise(path))
    written = steps if len(path) > LONGEST_BY_SPACES and all(steps) else path
    if road is None or log_road is None:
        return "".join(written)
    by_road = _BRACKETS[log_road]
    return "".join(
        by_road.format(part) if space == road else part for space, part in zip(path, written, strict=True)
    )


def _step(space: str, after: str) -> str:
    """The letter of the step from a space to the next one; empty if they aren't neighbours."""
    right, down = ord(after[0]) - ord(space[0]), int(after[1:]) - int(space[1:])
    return next((letter for letter, step in _STEPS.items() if step == (right, down)), "")


def _stepped(space: str, letter: str) -> str:
    """The id of the space to which a step from `space` leads."""
    right, down = _STEPS[letter]
    return _space(f"{chr(ord(space[0]) + right)}{int(space[1:]) + down}")


def read_move(text: str) -> Move:
    """Parse a move from a text by `write_move`; raises IllegalMove (`unknown_move`) for any other text."""
    word, *rest = text.split(" ")
    by = By.TABLET if word.startswith(STAR) else By.TILE
    kind = _KINDS.get(word.removeprefix(STAR))
    try:
        move = _READERS.get(kind, partial(_plain, kind))(rest, by) if kind and all(rest) else None
    except (KeyError, ValueError, IndexError):
        move = None
    # Only texts by `write_move` are accepted: each move has one text, and no part of a text is ignored.
    if move is None or write_move(move) != text:
        raise IllegalMove("unknown_move")
    return move


def _plain(kind: Any, words: list[str], by: By) -> Move:
    """A move each of whose fields, except for `by`, is one word of its text."""
    names = [name for name in kind.__struct_fields__ if name != "by"]
    parts: dict[str, Any] = {name: _PARTS[name][1](word) for name, word in zip(names, words, strict=True)}
    move: Move = kind(**parts, by=by) if "by" in kind.__struct_fields__ else kind(**parts)
    return move


def _counts(letters: str) -> Counts:
    return counted((LETTERS.index(letter) for letter in letters), len(LETTERS))


def _lend(words: list[str], by: By) -> Move:
    if words[0].isdigit():
        return LendAHand(Figure.VILLAGER, int(words[0]), _space(words[1]), by)
    return LendAHand(Figure(words[0]), 0, _space(words[1]), by)


def _space(text: str) -> str:
    if not _SPACE.fullmatch(text):
        raise ValueError(text)
    return text


def _path(text: str) -> tuple[tuple[str, ...], str | None, By | None]:
    spaces = _by_steps(text) or _SPACE.findall(text)
    path = tuple(space.strip("()[]") for space in spaces)
    road = next((space for space in spaces if len(space) > len("E3")), None)
    if road is None:
        return path, None, None
    return path, road.strip("()[]"), By.TABLET if road[0] == "[" else By.TILE


def _by_steps(text: str) -> list[str]:
    """The space ids of a path written as steps, Log road's in brackets; empty if `text` is no such path."""
    match = _BY_STEPS.fullmatch(text)
    if match is None:
        return []
    at, spaces = match[1], [match[1]]
    for before, letter, behind in re.findall(r"([(\[]?)([nesw])([)\]]?)", match[2]):
        at = _stepped(at, letter)
        spaces.append(f"{before}{at}{behind}")
    return spaces


def _extra(words: list[str], name: str) -> By | None:
    if STAR + name in words:
        return By.TABLET
    return By.TILE if name in words else None


def _moai(words: list[str], by: By) -> Move:
    path, road, log_road = _path(words[1])
    mana, three = _extra(words, "mana"), _extra(words, "three")
    return CarryMoai(_PARTS["size"][1](words[0]), path, road, log_road, mana, three)


def _pukao(words: list[str], by: By) -> Move:
    path, road, log_road = _path(words[0])
    return CarryPukao(path, road, log_road, _extra(words, "mana"))


def _exchange(words: list[str], by: By) -> Move:
    offering: Offering = _PARTS["offering"][1](words[0])
    artistic, thrift, feast = "artistic" in words, _extra(words, "thrift"), _extra(words, "feast")
    return Exchange(offering, _counts(words[1]), artistic, thrift, feast)


Part = tuple[Callable[[Any], str], Callable[[str], Any]]
"""Writes a part of a move as a word, and reads the part from that word."""


def _named(kind: type[IntEnum]) -> Part:
    return lambda part: str(part.name).lower(), {one.name.lower(): one for one in kind}.__getitem__


_PARTS: Final[dict[str, Part]] = {
    "space": (str, _space),
    **dict.fromkeys(("column", "position"), (str, int)),
    **dict.fromkeys(("give", "take", "resources"), (write_counts, _counts)),
    "improvement": _named(Improvement),
    "resource": _named(Resource),
    "size": _named(Size),
    "tile": _named(Tile),
    "offering": _named(Offering),
    "order": (lambda order: "".join(map(str, order)), lambda word: tuple(map(int, word))),
    "tiles": (
        lambda tiles: "".join(TILE_LETTERS[tile] for tile in tiles),
        lambda word: tuple(Tile(TILE_LETTERS.index(letter)) for letter in word),
    ),
}
"""The text of each field of a move, by the field's name."""
_READERS: Final = {LendAHand: _lend, CarryMoai: _moai, CarryPukao: _pukao, Exchange: _exchange}
_KINDS: Final[dict[str, Any]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Move)}
"""The classes of moves, by the first words of their texts."""
