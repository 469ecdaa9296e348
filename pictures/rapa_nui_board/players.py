"""The market, and below it a row for each player: all that lies before them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.game import Seat
from engine.rapa_nui_board.observe import Observation, determinise
from engine.rapa_nui_board.scoring import points
from engine.rapa_nui_board.state import AT_HAND, Phase, Player
from engine.rapa_nui_board.tiles import IMPROVEMENTS, OFFERINGS, RESOURCES, SIZES, TILES, Offering, Size
from pictures.rapa_nui_board.market import market, market_height
from pictures.rapa_nui_board.parts import EDGE, WIDTH, art
from pictures.scene import Scene, Sketch, number_width

GAP: Final = 8
SCALES: Final = {Size.SMALL: 0.66, Size.MEDIUM: 0.9, Size.LARGE: 1.15}
"""How large a moai is drawn, beside other things in its line."""
DIGITS: Final = 0.66
"""How high a digit is, beside the icon that it belongs to."""


class Block(NamedTuple):
    """Where things of one sort stand: from `x` on, in a line counted from 0, so large, `pitch` apart."""

    x: int
    line: int
    size: int
    pitch: int


class Layout(NamedTuple):
    """Where all stands in a row; the last line, `line` high as the others, is there where there are tiles."""

    line: int
    lines: int
    mark: int
    resources: Block
    carved: Block
    figures: Block
    points: Block
    offerings: Block
    improvements: Block
    tablet: Block
    tiles: Block


ROWS: Final = Layout(
    line=61,
    lines=2,
    mark=54,
    resources=Block(100, 0, 44, 90),
    carved=Block(472, 0, 44, 78),
    figures=Block(708, 0, 42, 46),
    points=Block(980, 0, 42, 0),
    offerings=Block(98, 1, 54, 106),
    improvements=Block(640, 1, 54, 60),
    tablet=Block(894, 1, 70, 0),
    tiles=Block(98, 2, 48, 74),
)
"""Several players below each other."""
OWN: Final = Layout(
    line=86,
    lines=3,
    mark=64,
    resources=Block(112, 0, 62, 150),
    carved=Block(430, 1, 62, 112),
    figures=Block(112, 1, 62, 74),
    points=Block(980, 0, 60, 0),
    offerings=Block(110, 2, 70, 120),
    improvements=Block(716, 2, 64, 68),
    tablet=Block(880, 1, 96, 0),
    tiles=Block(110, 3, 62, 96),
)
"""One player alone."""


def players(seen: Observation, before: Observation, seats: Sequence[Seat]) -> Scene:
    """The market and what these players have, in turn order; what is not as in `before` is marked softly."""
    shown = [seat for seat in seen.order if seat in seats]
    layout = OWN if len(shown) == 1 else ROWS
    has_tiles = any(any(seen.players[seat].tiles) or any(before.players[seat].tiles) for seat in shown)
    height = 8 + layout.line * (layout.lines + has_tiles) + 8
    top = EDGE - 12 + market_height(seen) + GAP
    sketch = Sketch(WIDTH, top + len(shown) * (height + GAP) + 4, "dusk")
    market(sketch, seen, before, EDGE - 12)
    totals = [points(determinise(seen), seat) for seat in range(seen.seats)]
    for place, seat in enumerate(shown):
        row = Row(sketch, seen, before, seat, layout, top + place * (height + GAP))
        row.draw(height, totals[seat], is_ahead=totals[seat] == max(totals) and len(set(totals)) > 1)
    return sketch.scene()


class Row:
    """What one player has, in the making."""

    def __init__(
        self, sketch: Sketch, seen: Observation, before: Observation, seat: Seat, layout: Layout, top: float
    ) -> None:
        self._sketch = sketch
        self._seen = seen
        self._seat = seat
        self._now: Player = seen.players[seat]
        self._former: Player = before.players[seat]
        self._layout = layout
        self._top = top

    def draw(self, height: int, total: int, *, is_ahead: bool) -> None:
        """All of it."""
        self._who(height)
        self._points(total, is_ahead=is_ahead)
        self._resources()
        self._carved()
        self._figures()
        self._offerings()
        self._improvements()
        self._tablet()
        self._tiles()

    def _middle(self, block: Block) -> float:
        """The middle line on which a block stands."""
        return self._top + 8 + self._layout.line * (block.line + 0.5)

    def _mark(self, role: str, x: float, middle: float, width: float) -> None:
        """The soft mark behind something that has changed."""
        height = self._layout.line - 3
        self._sketch.put(f"changed/{role}", "mark:change", x, middle - height / 2, width, height)

    def _who(self, height: int) -> None:
        """Whose row it is, whether they decide, whether they are out for this round."""
        sketch, seat, size = self._sketch, self._seat, self._layout.mark
        decides = seat == self._seen.decider and self._seen.phase is not Phase.OVER
        panel = f"panel:seat_{seat}{'_lit' if decides else ''}"
        sketch.put(f"row/{seat}", panel, EDGE - 12, self._top, WIDTH - 2 * EDGE + 24, height)
        middle = EDGE + 4 + size / 2
        line = self._top + 8 + self._layout.line / 2
        sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", middle, line, size)
        below = line + self._layout.line
        if self._now.dropped_out:
            if not self._former.dropped_out:
                self._mark(f"dropped/{seat}", middle - size * 0.6, below, size * 1.2)
            sketch.centred(f"dropped/{seat}", art("moon"), middle, below, size * 0.9)
        elif decides:
            sketch.centred(f"decides/{seat}", "art:pointer", middle, below, size * 0.8)

    def _points(self, total: int, *, is_ahead: bool) -> None:
        """What they would have if the game ended now."""
        block, role = self._layout.points, f"points/{self._seat}"
        middle, height = self._middle(block), block.size * 0.84
        colour = "gold" if is_ahead else "light"
        self._sketch.number(f"{role}/number", total, block.x, middle, height, colour, anchor="right")
        left = block.x - number_width(str(total), height) - block.size - 2
        self._sketch.put(role, "art:laurel", left, middle - block.size / 2, block.size, block.size)

    def _resources(self) -> None:
        block = self._layout.resources
        for resource in RESOURCES:
            self._counted(
                f"resource/{self._seat}/{resource.name.lower()}",
                art(resource.name.lower()),
                self._now.resources[resource],
                self._former.resources[resource],
                block,
                block.x + block.pitch * resource,
            )

    def _counted(self, role: str, sprite: str, now: int, former: int, block: Block, x: float) -> None:
        """An icon and how many, also where there are none."""
        middle = self._middle(block)
        if now != former:
            self._mark(role, x - 5, middle, block.size * 1.84)
        self._sketch.put(role, sprite, x, middle - block.size / 2, block.size, block.size)
        colour = "light" if now else "dim"
        height = block.size * DIGITS * 1.1
        self._sketch.number(f"{role}/number", now, x + block.size + 2, middle, height, colour)

    def _carved(self) -> None:
        """Moai that wait on the crater, small to large on one ground; a shield on those that are kept."""
        block = self._layout.carved
        middle = self._middle(block)
        ground = middle + block.size * 0.58
        for size in SIZES:
            x = block.x + block.pitch * size
            role = f"carved/{self._seat}/{size.name.lower()}"
            count, kept = self._now.moai[size], self._now.safekept[size]
            if (count, kept) != (self._former.moai[size], self._former.safekept[size]):
                self._mark(role, x - 4, middle, block.pitch - 2)
            if not count:
                continue
            large = block.size * SCALES[size]
            self._sketch.put(role, art("moai"), x, ground - large, large, large)
            digits = block.size * DIGITS
            self._sketch.number(f"{role}/number", count, x + large, ground - digits * 0.6, digits, "light")
            if kept:
                shield = block.size * 0.5
                self._sketch.put(
                    f"safekept/{self._seat}/{size.name.lower()}",
                    art("safekeeping"),
                    x + large,
                    ground - block.size * 1.15,
                    shield,
                    shield,
                )

    def _figures(self) -> None:
        """Figures that are still to be placed in this round."""
        block, seat = self._layout.figures, self._seat
        middle = self._middle(block)
        now, former = self._now, self._former
        figures = (
            ("villagers", "villager", now.villagers, former.villagers),
            ("sorcerer", "sorcerer", now.sorcerer == AT_HAND, former.sorcerer == AT_HAND),
            ("chief", "chief", now.chief == AT_HAND, former.chief == AT_HAND),
        )
        x = float(block.x)
        for name, figure, count, earlier in figures:
            digits = block.size * DIGITS
            width = block.pitch + (number_width("0", digits) if name == "villagers" else 0)
            role = f"{name}/{seat}"
            if count != earlier:
                self._mark(role, x - 3, middle, width)
            if count:
                self._sketch.centred(role, art(f"hand.{figure}"), x + block.size / 2, middle, block.size)
                if name == "villagers":
                    self._sketch.number(f"{role}/number", count, x + block.size, middle, digits, "light")
            x += width

    def _offerings(self) -> None:
        """The offering tiles by kind, each kind in its place: as many as they have, and their points."""
        block = self._layout.offerings
        middle = self._middle(block)
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
                self._sketch.put(role, sprite, left + size * 0.13 * depth, top, size, size)
            right, height = x + block.pitch - 6, size * 0.56
            below = middle + size * 0.22
            self._sketch.number(
                f"{role}/points", sum(values), right, below, height, "gold", anchor="right"
            )

    def _improvements(self) -> None:
        block = self._layout.improvements
        middle = self._middle(block)
        for improvement in IMPROVEMENTS:
            name = improvement.name.lower()
            role = f"improvement/{self._seat}/{name}"
            x = block.x + block.pitch * improvement
            built = self._now.improvements[improvement]
            if built != self._former.improvements[improvement]:
                self._mark(role, x - 3, middle, block.pitch)
            shape, shown = ("improvement", role) if built else ("unbuilt", f"no/{role}")
            self._sketch.put(shown, art(f"{shape}.{name}"), x, middle - block.size / 2, block.size, block.size)

    def _tablet(self) -> None:
        """The Rongorongo tablet, faint once it is used; in the beginner set there is none.  Rules: 11."""
        block, role = self._layout.tablet, f"tablet/{self._seat}"
        middle = self._middle(block)
        if self._now.tablet != self._former.tablet:
            self._mark(role, block.x - 4, middle, block.size + 8)
        if self._now.tablet:
            self._sketch.put(role, art("tablet"), block.x, middle - block.size / 2, block.size, block.size)
        elif not self._seen.beginner_set:
            left, top = block.x, middle - block.size / 2
            self._sketch.put(f"no/{role}", art("faint.tablet"), left, top, block.size, block.size)

    def _tiles(self) -> None:
        """The unused ahu tiles, by kind."""
        block = self._layout.tiles
        middle = self._middle(block)
        now, former = self._now.tiles, self._former.tiles
        held = [tile for tile in TILES if now[tile] or former[tile]]
        pitch = min(block.pitch, (WIDTH - EDGE - block.x) / max(1, len(held)))
        x = float(block.x)
        for tile in held:
            role = f"tile/{self._seat}/{tile.name.lower()}"
            if now[tile] != former[tile]:
                self._mark(role, x - 3, middle, pitch - 2)
            if now[tile]:
                left, top = x, middle - block.size / 2
                self._sketch.put(role, art(f"plaque.{tile.name.lower()}"), left, top, block.size, block.size)
                self._sketch.number(
                    f"{role}/number", now[tile], x + block.size - 1, middle, block.size * 0.54, "light"
                )
            x += pitch


def _values(player: Player, offering: Offering) -> list[int]:
    """The points on a player's tiles of one kind."""
    return [tile.points for tile in player.offerings if tile.offering is offering]
