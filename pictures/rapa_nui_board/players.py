"""Pictures of the market with the players' belongings below it, and of the final score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.counts import Counts
from engine.game import Result, Seat
from engine.rapa_nui_board.rounds import points
from engine.rapa_nui_board.state import (
    AT_HAND,
    IMPROVEMENT_PRICES,
    IMPROVEMENTS,
    OFFERINGS,
    RESOURCES,
    SIZES,
    TILES,
    Offering,
    Phase,
    Player,
    State,
)
from pictures.rapa_nui_board.land import MOAI_HEIGHTS, MOAI_WIDTH
from pictures.rapa_nui_board.market import market, market_height
from pictures.rapa_nui_board.parts import EDGE, WIDTH, art, spent
from pictures.scene import Scene, Sketch, number_width
from pictures.scores import GAP, PartLook, score_rows

DIGITS: Final = 0.66
"""The height of digits, relative to the size of a figure."""
SPACE: Final = 8
MOAI: Final = 0.0105
"""The scale of a moai beside a figure of size 1, relative to the moai's SVG."""
TILE: Final = 1.14
"""The size of an ahu tile, relative to the size of a figure."""


@dataclass(frozen=True)
class Piece:
    """A player's pieces of one kind.

    Attributes:
        role: The meaning of the pieces, for tests and other readers of the scene.
        sprite: The name of the sprite of one piece.
        count: How many pieces there are; a 1 isn't drawn as a number.
        former: How many pieces there were in the earlier picture.
        wide: The width of one piece, relative to the size of a figure.
        high: The height of one piece, relative to the size of a figure.
        kept: For moai, how many are kept when the round ends.
        is_changed: Whether these pieces differ from those in the earlier picture.
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
        """The width in pixels of these pieces and their number; `size`: of a figure."""
        several = self.count == 0 or max(self.count, self.former) > 1
        return size * self.wide + (number_width("0", size * DIGITS) if several else 0)


class Stand(NamedTuple):
    """The position of a `piece` in a player's row: `x`, its left edge, and its line, counted from 0."""

    piece: Piece
    x: float
    line: int


def pieces(seat: Seat, now: Player, former: Player) -> list[Piece]:
    """All pieces of a player, by kind; a kind used up since `former` has the count 0."""
    return [piece for piece in _pieces(seat, now, former) if piece.count or piece.former]


def _pieces(seat: Seat, now: Player, former: Player) -> Iterator[Piece]:
    figures = (
        ("villagers", "villager", now.villagers, former.villagers),
        ("sorcerer", "sorcerer", int(now.sorcerer == AT_HAND), int(former.sorcerer == AT_HAND)),
        ("chief", "chief", int(now.chief == AT_HAND), int(former.chief == AT_HAND)),
    )
    for name, figure, count, earlier in figures:
        yield Piece(f"{name}/{seat}", art(f"hand_{figure}"), count, earlier, is_changed=count != earlier)
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
    """The positions of pieces in lines, which are filled one after the other; `size`: that of a figure.

    `lines`: the left and right edge of each line; the last one is repeated as often as needed.
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


NAME_LINE: Final = 30
"""The height of the line with a player's name, where several players are shown."""
NAME: Final = 27
"""The font size of a player's name."""


class Block(NamedTuple):
    """A group of like things: left edge `x`, `line` from 0, `size`, and `pitch`, the distance between two."""

    x: int
    line: int
    size: int
    pitch: int = 0


class Layout(NamedTuple):
    """The positions of everything in a player's row.

    Attributes:
        line: The height of a line.
        lines: The number of lines, not counting those added for pieces that don't fit on the first ones.
        mark: The size of the seat's symbol.
        has_prices: Whether the prices of improvements are drawn beside them.
        pieces: The position of figures at hand, carved moai and ahu tiles.
        beside: The x up to which pieces may extend on their first line.
    """

    line: int
    lines: int
    mark: int
    has_prices: bool
    resources: Block
    points: Block
    pieces: Block
    beside: int
    offerings: Block
    improvements: Block
    tablet: Block


ROWS: Final = Layout(
    line=61,
    lines=2,
    mark=54,
    has_prices=False,
    resources=Block(100, 0, 44, 90),
    points=Block(980, 0, 42),
    pieces=Block(476, 0, 43),
    beside=860,
    offerings=Block(98, 1, 54, 108),
    improvements=Block(646, 1, 54, 60),
    tablet=Block(898, 1, 72),
)
"""The layout of a row where several players are shown."""
OWN: Final = Layout(
    line=88,
    lines=3,
    mark=64,
    has_prices=True,
    resources=Block(112, 0, 62, 150),
    points=Block(978, 0, 60),
    pieces=Block(112, 1, 56),
    beside=590,
    offerings=Block(110, 2, 72, 142),
    improvements=Block(600, 1, 60, 95),
    tablet=Block(856, 2, 112),
)
"""The layout of a row where one player is shown."""


def players(
    state: State, before: State, seats: Sequence[Seat], names: Sequence[str], *, with_market: bool = True
) -> Scene:
    """The picture of the market and the belongings of `seats`; changes since `before` are highlighted."""
    shown = [seat for seat in state.order if seat in seats]
    layout = OWN if len(shown) == 1 else ROWS
    standing = [_stands(layout, seat, state, before) for seat in shown]
    line = NAME_LINE if len(shown) > 1 else 0
    more = [max((one.line for one in stood), default=0) for stood in standing]
    heights = [line + layout.line * (layout.lines + further) + 16 for further in more]
    top = EDGE - 12 + (market_height(state) + GAP if with_market else 0)
    sketch = Sketch(WIDTH, top + sum(heights) + GAP * len(shown) + 4, "dusk")
    if with_market:
        market(sketch, state, before, EDGE - 12)
    totals = [points(state, seat) for seat in range(state.seats)]
    ahead = max(totals) if len(set(totals)) > 1 else None
    for seat, stood, height in zip(shown, standing, heights, strict=True):
        panel = f"panel:seat_{seat}{'_lit' if decides(state, seat) else ''}"
        sketch.put(f"row/{seat}", panel, EDGE - 12, top, WIDTH - 2 * EDGE + 24, height)
        if line:
            sketch.text(f"player/{seat}", names[seat], ROWS.resources.x - 4, top + 24, NAME, "light", 860)
        row = Row(sketch, state, before, seat, layout, top + line)
        row.who()
        row.points(totals[seat], is_ahead=totals[seat] == ahead)
        row.resources()
        row.pieces(stood)
        row.offerings()
        row.improvements()
        row.tablet()
        top += height + GAP
    return sketch.scene()


def _stands(layout: Layout, seat: Seat, state: State, before: State) -> list[Stand]:
    """The positions of a player's pieces, with those used up since `before`.

    The first pieces go into the free space beside the other things on a line; the rest go on lines of their
    own.
    """
    lines = ((layout.pieces.x, layout.beside), (layout.offerings.x, WIDTH - EDGE))
    return stands(pieces(seat, state.players[seat], before.players[seat]), layout.pieces.size, lines)


def decides(state: State, seat: Seat) -> bool:
    """Whether the player at `seat` has to decide something now."""
    return seat == state.decider and state.phase is not Phase.OVER


class Row:
    """Draws the belongings of one player, part by part."""

    def __init__(
        self, sketch: Sketch, state: State, before: State, seat: Seat, layout: Layout, top: float
    ) -> None:
        self._sketch = sketch
        self._state = state
        self._seat = seat
        self._now: Player = state.players[seat]
        self._former: Player = before.players[seat]
        self._layout = layout
        self._top = top

    def _middle(self, line: int) -> float:
        """The y of the middle of line number `line`."""
        return self._top + 8 + self._layout.line * (line + 0.5)

    def _mark(self, role: str, x: float, middle: float, width: float) -> None:
        """Draw the highlight behind a thing that has changed."""
        height = self._layout.line - 3
        self._sketch.put(f"changed/{role}", "mark:change", x, middle - height / 2, width, height)

    def who(self) -> None:
        """Draw the symbol of the player's seat, and an icon if they have to decide or have dropped out."""
        sketch, seat, size = self._sketch, self._seat, self._layout.mark
        middle = EDGE + 4 + size / 2
        line = self._middle(0)
        sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", middle, line, size)
        below = self._middle(1)
        if self._now.dropped_out:
            if not self._former.dropped_out:
                self._mark(f"dropped/{seat}", middle - size * 0.6, below, size * 1.2)
            sketch.centred(f"dropped/{seat}", art("moon"), middle, below, size * 0.9)
        elif decides(self._state, seat):
            sketch.centred(f"decides/{seat}", "art:pointer", middle, below, size * 0.8)

    def points(self, total: int, *, is_ahead: bool) -> None:
        """Draw the points that the player would have if the game ended now."""
        block, role = self._layout.points, f"points/{self._seat}"
        middle, height = self._middle(block.line), block.size * 0.84
        colour = "gold" if is_ahead else "light"
        self._sketch.number(f"{role}/number", total, block.x, middle, height, colour, anchor="right")
        left = block.x - number_width(str(total), height) - block.size - 2
        self._sketch.put(role, "art:laurel", left, middle - block.size / 2, block.size, block.size)

    def resources(self) -> None:
        """Draw how many of each of the four resources the player has."""
        block = self._layout.resources
        middle, height = self._middle(block.line), block.size * DIGITS * 1.1
        for resource in RESOURCES:
            name, count = resource.name.lower(), self._now.resources[resource]
            role, x = f"resource/{self._seat}/{name}", block.x + block.pitch * resource
            if count != self._former.resources[resource]:
                self._mark(role, x - 5, middle, block.size * 1.84)
            self._sketch.put(role, art(name), x, middle - block.size / 2, block.size, block.size)
            colour = "light" if count else "dim"
            self._sketch.number(f"{role}/number", count, x + block.size + 2, middle, height, colour)

    def pieces(self, standing: Sequence[Stand]) -> None:
        """Draw the player's figures at hand, carved moai and ahu tiles at the positions `standing`."""
        for stand in standing:
            self._piece(stand)

    def _piece(self, stand: Stand) -> None:
        """Draw pieces of one kind and their number, with shields on moai that are kept after the round."""
        piece, x, block = stand.piece, stand.x, self._layout.pieces
        line = block.line if stand.line == 0 else self._layout.lines + stand.line - 1
        middle, width, height = self._middle(line), block.size * piece.wide, block.size * piece.high
        if piece.is_changed:
            self._mark(piece.role, x - 3, middle, piece.width(block.size) + 5)
        # A thing just used up is drawn pale: an empty highlight would look like a picture not yet loaded.
        role = piece.role if piece.count else f"gone/{piece.role}"
        sprite = piece.sprite if piece.count else spent(piece.sprite)
        ground = middle + max(block.size * 0.57, height / 2)
        self._sketch.put(role, sprite, x, ground - height, width, height)
        if piece.count != 1:
            digits = block.size * DIGITS
            self._sketch.number(f"{role}/number", piece.count, x + width, middle, digits, "light")
        shield = block.size * 0.4
        left = x + (width - shield - 8 * (piece.kept - 1)) / 2
        for place in range(piece.kept):
            y = ground - shield
            self._sketch.put(f"{piece.role}/kept", art("safekeeping"), left + 8 * place, y, shield, shield)

    def offerings(self) -> None:
        """Draw the player's offering tiles: how many of each kind, and the points of each kind."""
        block = self._layout.offerings
        middle = self._middle(block.line)
        for offering in OFFERINGS:
            role = f"offering/{self._seat}/{offering.name.lower()}"
            x = block.x + block.pitch * offering
            values = _values(self._now, offering)
            if values != _values(self._former, offering):
                self._mark(role, x - 4, middle, block.pitch - 2)
            left, top, size = x, middle - block.size / 2, block.size
            if not values:
                self._sketch.put(f"no/{role}", art(f"faint.{offering.name.lower()}"), left, top, size, size)
                continue
            for depth in range(len(values) - 1, -1, -1):
                sprite = art(f"offering.{offering.name.lower()}")
                self._sketch.put(role, sprite, left + size * 0.1 * depth, top, size, size)
            total, height = sum(values), size * 0.54
            beside = left + size * (1 + 0.1 * (len(values) - 1)) + 2
            last = x + block.pitch - 4 - number_width(str(total), height)
            self._sketch.number(f"{role}/points", total, min(beside, last), middle, height, "gold")

    def improvements(self) -> None:
        """Draw the improvements, faint if not built, with their prices where the layout has room."""
        block = self._layout.improvements
        middle = self._middle(block.line)
        for improvement in IMPROVEMENTS:
            name = improvement.name.lower()
            role = f"improvement/{self._seat}/{name}"
            x = block.x + block.pitch * improvement
            built = self._now.improvements[improvement]
            if built != self._former.improvements[improvement]:
                self._mark(role, x - 3, middle, block.pitch)
            shape, shown = ("improvement", role) if built else ("unbuilt", f"no/{role}")
            sprite, top = art(f"{shape}.{name}"), middle - block.size / 2
            self._sketch.put(shown, sprite, x, top, block.size, block.size)
            if self._layout.has_prices and not built:
                self._price(f"{role}/price", IMPROVEMENT_PRICES[improvement], x + block.size * 1.26, middle)

    def _price(self, role: str, price: Counts, x: float, middle: float) -> None:
        """Draw the price of an improvement: a number, and below it the icon of the resource."""
        for resource in RESOURCES:
            if price[resource]:
                y, count = middle - 17, price[resource]
                self._sketch.number(f"{role}/number", count, x, y, 27, "dim", anchor="middle")
                self._sketch.centred(role, art(resource.name.lower()), x, middle + 17, 30)

    def tablet(self) -> None:
        """Draw the Rongorongo tablet, faint once it is used; the beginner set has none.  Rules: 11."""
        block, role = self._layout.tablet, f"tablet/{self._seat}"
        middle = self._middle(block.line)
        if self._now.tablet != self._former.tablet:
            self._mark(role, block.x - 4, middle, block.size + 8)
        if self._now.tablet:
            self._sketch.put(role, art("tablet"), block.x, middle - block.size / 2, block.size, block.size)
        elif not self._state.beginner_set:
            left, top = block.x, middle - block.size / 2
            self._sketch.put(f"no/{role}", art("faint.tablet"), left, top, block.size, block.size)


def _values(player: Player, offering: Offering) -> list[int]:
    """The points on each of a player's offering tiles of one kind."""
    return [tile.points for tile in player.offerings if tile.offering is offering]


LOOKS: Final = {
    "offerings": PartLook("#2b7f96", art("several.offerings")),
    "outstanding": PartLook("#e0ab2f", art("prize.outstanding")),
    "resources": PartLook("#6f9a44", art("resources.all")),
    "tablet": PartLook("#8a5428", art("tablet")),
    "favour": PartLook("#a03f60", art("symbol.favour")),
}
"""The colour and the icon of each part of the score."""


def sheet(result: Result, names: Sequence[str]) -> Scene:
    """The picture of the final score; `names` are the players' names by seat."""
    return score_rows(result, names, LOOKS).scene()
