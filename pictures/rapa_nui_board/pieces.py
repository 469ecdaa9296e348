"""What a player has in pieces: figures at hand, carved moai, ahu tiles; and how they stand in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.game import Seat
from engine.rapa_nui_board.state import AT_HAND, Player
from engine.rapa_nui_board.tiles import SIZES, TILES, Size
from pictures.rapa_nui_board.parts import art
from pictures.scene import number_width

DIGITS: Final = 0.66
"""How high the digits are, beside a piece of size 1."""
SPACE: Final = 6
SCALES: Final = {Size.SMALL: 0.68, Size.MEDIUM: 0.9, Size.LARGE: 1.12}
"""How large a moai is drawn, beside a figure."""
TILE_SCALE: Final = 1.14


@dataclass(frozen=True)
class Piece:
    """Pieces of one kind.

    Attributes:
        role: What they are, for whoever reads the scene.
        sprite: How they are drawn.
        count: How many there are; the number stands beside where it is more than one.
        former: How many there were in the picture before.
        scale: How large they are drawn, beside a figure.
        kept: Of moai: how many stay when the round ends.
        is_changed: Whether anything is other than before.
    """

    role: str
    sprite: str
    count: int
    former: int
    scale: float = 1.0
    kept: int = 0
    is_changed: bool = False

    def width(self, size: float) -> float:
        """How much room it takes where a figure is so large."""
        several = max(self.count, self.former) > 1
        return size * self.scale + (number_width("0", size * DIGITS) if several else 0)


class Stand(NamedTuple):
    """Where a piece stands: its left edge, and its line; 0 is the first one."""

    piece: Piece
    x: float
    line: int


def pieces(seat: Seat, now: Player, former: Player) -> list[Piece]:
    """All there are, and those that have just gone: they leave their place marked."""
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
        kept = now.safekept[size]
        is_changed = (now.moai[size], kept) != (former.moai[size], former.safekept[size])
        role = f"carved/{seat}/{size.name.lower()}"
        yield Piece(role, art("moai"), now.moai[size], former.moai[size], SCALES[size], kept, is_changed)
    for tile in TILES:
        name, count, earlier = tile.name.lower(), now.tiles[tile], former.tiles[tile]
        role, sprite = f"tile/{seat}/{name}", art(f"plaque.{name}")
        yield Piece(role, sprite, count, earlier, TILE_SCALE, is_changed=count != earlier)


def stands(found: Sequence[Piece], size: float, lines: Sequence[tuple[float, float]]) -> list[Stand]:
    """The pieces in lines, each line full before the next one begins.

    Args:
        found: The pieces.
        size: How large a figure is.
        lines: From where to where a line goes; the last one is repeated as often as it takes.
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
