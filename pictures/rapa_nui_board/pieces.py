"""What a player has in pieces: figures at hand, carved moai, ahu tiles; and how they stand in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game import Seat
from engine.rapa_nui_board.state import AT_HAND, Player
from engine.rapa_nui_board.tiles import SIZES, TILES
from pictures.rapa_nui_board.figures import MOAI_HEIGHTS, MOAI_WIDTH
from pictures.rapa_nui_board.parts import art
from pictures.scene import number_width

DIGITS: Final = 0.66
"""The height of digits, compared with a piece of size 1."""
SPACE: Final = 8
MOAI: Final = 0.0105
"""The size of a moai, compared with its drawing, beside a figure of size 1."""
TILE: Final = 1.14
"""The size of an ahu tile, compared with a figure."""


@dataclass(frozen=True)
class Piece:
    """Pieces of one kind.

    Attributes:
        role: What they are, for those who read the scene.
        sprite: The name of their sprite.
        count: How many there are; a number is drawn beside them if there are several, or none any more.
        former: How many there were in the picture before.
        wide: How wide one is, compared with a figure.
        high: How high one is, compared with a figure.
        kept: For moai, how many are kept when the round ends.
        is_changed: Whether anything is different from before.
    """

    role: str
    sprite: str
    count: int
    former: int
    wide: float = 1.0
    high: float = 1.0
    kept: int = 0
    is_changed: bool = False

    def width(self, size: float) -> float:
        """How much room it takes if a figure has this size."""
        several = self.count == 0 or max(self.count, self.former) > 1
        return size * self.wide + (number_width("0", size * DIGITS) if several else 0)


class Stand(NamedTuple):
    """Where a piece stands: its left edge, and its line, counted from 0."""

    piece: Piece
    x: float
    line: int


def pieces(seat: Seat, now: Player, former: Player) -> list[Piece]:
    """All pieces of a player, and those that have just gone: their place is marked, with a 0."""
    return [piece for piece in _pieces(seat, now, former) if piece.count or piece.former]


def _pieces(seat: Seat, now: Player, former: Player) -> Iterator[Piece]:
    figures = (
        ("villagers", "villager", now.villagers, former.villagers),
        ("sorcerer", "sorcerer", int(now.sorcerer == AT_HAND), int(former.sorcerer == AT_HAND)),
        ("chief", "chief", int(now.chief == AT_HAND), int(former.chief == AT_HAND)),
    )
    for name, figure, count, earlier in figures:
        yield Piece(f"{name}/{seat}", art(f"hand.{figure}"), count, earlier, is_changed=count != earlier)
    for size in SIZES:
        name, kept = size.name.lower(), now.safekept[size]
        is_changed = (now.moai[size], kept) != (former.moai[size], former.safekept[size])
        role, sprite = f"carved/{seat}/{name}", art(f"moai.{name}")
        wide, high = MOAI * MOAI_WIDTH, MOAI * MOAI_HEIGHTS[name]
        yield Piece(role, sprite, now.moai[size], former.moai[size], wide, high, kept, is_changed)
    for tile in TILES:
        name, count, earlier = tile.name.lower(), now.tiles[tile], former.tiles[tile]
        role, sprite = f"tile/{seat}/{name}", art(f"plaque.{name}")
        yield Piece(role, sprite, count, earlier, TILE, TILE, is_changed=count != earlier)


def stands(found: Sequence[Piece], size: float, lines: Sequence[tuple[float, float]]) -> list[Stand]:
    """The pieces in lines, each line full before the next one begins.

    Args:
        found: The pieces.
        size: The size of a figure.
        lines: Where each line begins and ends; the last one is repeated as often as needed.
    """
    placed: list[Stand] = []
    line, x = 0, lines[0][0]
    for piece in found:
        width = piece.width(size)
        if x + width > lines[min(line, len(lines) - 1)][1]:
            line += 1
            x = lines[min(line, len(lines) - 1)][0]
        placed.append(Stand(piece, x, line))
        x += width + SPACE
    return placed
