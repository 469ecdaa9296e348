"""The moves of Rapa Nui, the board game, as short texts, both ways.

`*` before a word means that the tablet is used for it, brackets around a space that Log road passes it:
`*barter rr ew`, `moai large E3E2(D2)D1 mana *three`, with the tablet `E3E2[D2]D1`.  Paths of more than 21
spaces are written as steps north, east, south and west, so that a move fits into an id: `pukao C3eens(s)w`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from engine.counts import Counts, counted
from engine.game import IllegalMove
from engine.rapa_nui_board import moves
from engine.rapa_nui_board.moves import By, Move
from engine.rapa_nui_board.state import Figure
from engine.rapa_nui_board.tiles import (
    IMPROVEMENTS,
    OFFERINGS,
    RESOURCES,
    SIZES,
    TILES,
    Offering,
    Resource,
    Tile,
)

LETTERS: Final = "rewp"
"""How resources are written: reed, egg, wood, pearl."""
TILE_LETTERS: Final = "rbtcxwfhskmq"
"""How a shuffle is written, by `Tile`: Rest, Barter, Thrift, Chip in, take 3 more (x), take 2 more (w),
Favour, lend a Hand, Safekeeping, log road (k), Mana, feast (q)."""
STAR: Final = "*"
_BRACKETS: Final = {By.TILE: "({})", By.TABLET: "[{}]"}
LONGEST_BY_SPACES: Final = 21
"""Paths of more spaces are written as steps."""
_STEPS: Final = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""Columns to the right and rows down."""
_BY_STEPS: Final = re.compile(r"([A-Z]\d)((?:[nesw]|\([nesw]\)|\[[nesw]\])+)")
_SPACE: Final = re.compile(r"[A-Z]\d|\([A-Z]\d\)|\[[A-Z]\d\]")

_SIZE: Final = {size.name.lower(): size for size in SIZES}
_TILE: Final = {tile.name.lower(): tile for tile in TILES}
_OFFERING: Final = {offering.name.lower(): offering for offering in OFFERINGS}
_IMPROVEMENT: Final = {improvement.name.lower(): improvement for improvement in IMPROVEMENTS}
_RESOURCE: Final = {resource.name.lower(): resource for resource in RESOURCES}


def write_counts(counts: Counts) -> str:
    """Resources as letters: `rrw` for two reeds and a wood."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def write_move(move: Move) -> str:
    """The short text of a move: `villager E2`, `exchange hut rrre *thrift`."""
    match move:
        case moves.PlaceVillager(space):
            return f"villager {space}"
        case moves.PlaceSculptor(column):
            return f"sculptor {column}"
        case moves.PlaceSorcerer(position):
            return f"sorcerer {position}"
        case moves.PlaceChief(column):
            return f"chief {column}"
        case moves.DropOut():
            return "drop"
        case moves.Collect(resource):
            return f"collect {resource.name.lower()}"
        case moves.Take(resources):
            return f"take {write_counts(resources)}"
        case moves.TakeTile(tile):
            return f"tile {tile.name.lower()}"
        case moves.DrawOrder(order):
            return "order " + "".join(map(str, order))
        case moves.Shuffle(tiles):
            return "shuffle " + "".join(TILE_LETTERS[tile] for tile in tiles)
        case moves.CarryMoai() | moves.CarryPukao() | moves.Exchange():
            return _write_transport(move)
        case _:
            return _write_free_action(move)


def _write_free_action(move: moves.FreeAction) -> str:
    match move:
        case moves.Improve(improvement):
            return f"improve {improvement.name.lower()}"
        case moves.Barter(give, take, by):
            return f"{_paid('barter', by)} {write_counts(give)} {write_counts(take)}"
        case moves.TakeTwo(resources, by):
            return f"{_paid('two', by)} {write_counts(resources)}"
        case moves.ChipIn(column, by):
            return f"{_paid('chip', by)} {column}"
        case moves.Rest(space, by):
            return f"{_paid('rest', by)} {space}"
        case moves.LendAHand(figure, column, space, by):
            lent = str(column) if figure is Figure.VILLAGER else figure.value
            return f"{_paid('lend', by)} {lent} {space}"
        case moves.Safekeep(size, by):
            return f"{_paid('keep', by)} {size.name.lower()}"


def _write_transport(move: moves.CarryMoai | moves.CarryPukao | moves.Exchange) -> str:
    match move:
        case moves.CarryMoai(size, path, road, log_road, mana, take_3_more):
            words = ["moai", size.name.lower(), _write_path(path, road, log_road)]
            extras = {"mana": mana, "three": take_3_more}
        case moves.CarryPukao(path, road, log_road, mana):
            words = ["pukao", _write_path(path, road, log_road)]
            extras = {"mana": mana}
        case moves.Exchange(offering, payment, artistic, thrift, feast):
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
    """The letter of the step from a space to the next one; empty if they are no neighbours."""
    right, down = ord(after[0]) - ord(space[0]), int(after[1:]) - int(space[1:])
    return next((letter for letter, step in _STEPS.items() if step == (right, down)), "")


def _stepped(space: str, letter: str) -> str:
    """The space to which a step leads."""
    right, down = _STEPS[letter]
    return _space(f"{chr(ord(space[0]) + right)}{int(space[1:]) + down}")


def read_move(text: str) -> Move:
    """The move of a text by `write_move`.

    Raises:
        IllegalMove: No move has this text (code `unknown_move`).
    """
    word, *rest = text.split(" ")
    by = By.TABLET if word.startswith(STAR) else By.TILE
    reader = _READERS.get(word.removeprefix(STAR))
    try:
        move = reader(rest, by) if reader and all(rest) else None
    except (KeyError, ValueError, IndexError):
        move = None
    # Only what `write_move` writes: so a move has one text, and nothing is read that was left over.
    if move is None or write_move(move) != text:
        raise IllegalMove("unknown_move")
    return move


Reader = Callable[[list[str], By], Move]


def _counts(letters: str) -> Counts:
    return counted((LETTERS.index(letter) for letter in letters), len(LETTERS))


def _lend(words: list[str], by: By) -> Move:
    if words[0].isdigit():
        return moves.LendAHand(Figure.VILLAGER, int(words[0]), _space(words[1]), by)
    return moves.LendAHand(Figure(words[0]), 0, _space(words[1]), by)


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
    """The spaces of a path written as steps, with brackets around that of Log road; empty for other texts."""
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
    return moves.CarryMoai(_SIZE[words[0]], path, road, log_road, mana, three)


def _pukao(words: list[str], by: By) -> Move:
    path, road, log_road = _path(words[0])
    return moves.CarryPukao(path, road, log_road, _extra(words, "mana"))


def _exchange(words: list[str], by: By) -> Move:
    offering: Offering = _OFFERING[words[0]]
    artistic, thrift, feast = "artistic" in words, _extra(words, "thrift"), _extra(words, "feast")
    return moves.Exchange(offering, _counts(words[1]), artistic, thrift, feast)


def _shuffle(words: list[str], by: By) -> Move:
    return moves.Shuffle(tuple(Tile(TILE_LETTERS.index(letter)) for letter in words[0]))


def _collect(words: list[str], by: By) -> Move:
    resource: Resource = _RESOURCE[words[0]]
    return moves.Collect(resource)


_READERS: Final[dict[str, Reader]] = {
    "villager": lambda words, by: moves.PlaceVillager(_space(words[0])),
    "sculptor": lambda words, by: moves.PlaceSculptor(int(words[0])),
    "sorcerer": lambda words, by: moves.PlaceSorcerer(int(words[0])),
    "chief": lambda words, by: moves.PlaceChief(int(words[0])),
    "improve": lambda words, by: moves.Improve(_IMPROVEMENT[words[0]]),
    "barter": lambda words, by: moves.Barter(_counts(words[0]), _counts(words[1]), by),
    "two": lambda words, by: moves.TakeTwo(_counts(words[0]), by),
    "chip": lambda words, by: moves.ChipIn(int(words[0]), by),
    "rest": lambda words, by: moves.Rest(_space(words[0]), by),
    "lend": _lend,
    "keep": lambda words, by: moves.Safekeep(_SIZE[words[0]], by),
    "moai": _moai,
    "pukao": _pukao,
    "drop": lambda words, by: moves.DROP_OUT,
    "collect": _collect,
    "take": lambda words, by: moves.Take(_counts(words[0])),
    "exchange": _exchange,
    "tile": lambda words, by: moves.TakeTile(_TILE[words[0]]),
    "order": lambda words, by: moves.DrawOrder(tuple(map(int, words[0]))),
    "shuffle": _shuffle,
}
