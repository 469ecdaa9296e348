"""Pictures of Ru-Ra-Re: the board, a player's own cards, the final score.  Lengths are in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.counts import Counts
from engine.game import Part, Result, Seat
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain, in_sight, next_gain
from engine.ru_ra_re.play import sheet as sheet_of
from engine.ru_ra_re.state import ANIMALS, VICTORY_POINTS, Card, Phase
from pictures.ru_ra_re.composed import COLOURS
from pictures.scene import Scene, Sketch
from pictures.scores import EDGE, WIDTH, PartLook, score_rows

GAME: Final = "ru_ra_re"


class Size(NamedTuple):
    """The size of cards in rows; `strip`: the visible width of a card that lies under others."""

    width: int
    height: int
    strip: int

    @property
    def row(self) -> int:
        """The width of a row of three cards."""
        return 2 * self.strip + self.width

    @property
    def line(self) -> int:
        """The height of one line of rows, with the rows' numbers below."""
        return self.height + 48


SMALL: Final = Size(108, 144, 42)
LARGE: Final = Size(138, 184, 60)
"""The size of cards in a player's own picture, if at most three rows stand side by side."""
MOST_LARGE: Final = 6
"""The most rows for which the large size is used."""


class Slot(NamedTuple):
    """A place for cards of one kind in the picture of a collection; all victory points share one."""

    name: str
    cards: tuple[Card, ...]


SLOTS: Final = (
    (
        Slot("king", (Card.KING,)),
        Slot("church", (Card.CHURCH,)),
        Slot("victory", tuple(VICTORY_POINTS)),
        Slot("knight", (Card.KNIGHT,)),
        Slot("farmer", (Card.FARMER,)),
        Slot("farm_woman", (Card.FARM_WOMAN,)),
        Slot("farmhouse", (Card.FARMHOUSE,)),
    ),
    tuple(Slot(animal.name.lower(), (animal,)) for animal in ANIMALS),
)
"""The slots of a collection in two lines, in the same order for all seats."""


def art(name: str) -> str:
    """The sprite name of the drawing `name` of this game."""
    return f"{GAME}:{name}"


def kind(card: Card) -> str:
    """The name of a card in the names of sprites."""
    return card.name.lower()


def row_corners(rows: int, top: float, size: Size = SMALL) -> list[tuple[float, float]]:
    """The upper left corner (x, y) of each row of cards; rows stand in two lines."""
    across = -(-rows // 2)
    pitch = min(size.row + 108.0, (WIDTH - 2 * EDGE) / across)
    left = (WIDTH - pitch * (across - 1) - size.row) / 2
    return [(left + pitch * (place % across), top + size.line * (place // across)) for place in range(rows)]


def caption(top: float, size: Size = SMALL) -> float:
    """The y of the middle of the caption below a row of cards; `top`: the row's upper edge."""
    return top + size.height + 22


def rows(sketch: Sketch, seen: Observation, before: Observation, top: float, size: Size = SMALL) -> None:
    """Draw each row of cards from the innermost one on, and its number below.

    Rows that differ from the earlier observation `before` are highlighted; cards taken from them are dark.
    """
    corners = row_corners(len(seen.rows), top, size)
    for number, ((left, upper), cards) in enumerate(zip(corners, seen.rows, strict=True), 1):
        former = before.rows[number - 1]
        if cards != former and any(before.rows):
            wide, high = size.row + 12, size.height + 12
            sketch.put(f"changed/card/{number}", "mark:change", left - 6, upper - 6, wide, high)
        # Cards just taken are drawn dark: an empty highlight would look like a picture not yet loaded.
        gone = former[len(cards) :] if former[: len(cards)] == cards else ()
        x = left + size.strip * len(cards)
        for place, card in enumerate(gone):
            role, sprite = f"gone/card/{number}", art(f"card.{kind(card)}")
            sketch.put(role, sprite, x + size.strip * place, upper, size.width, size.height)
        if gone:
            # The veil is drawn for small cards, and stretched for large ones.
            veil = art(f"veil.{SMALL.width + SMALL.strip * (len(gone) - 1)}")
            wide = size.width + size.strip * (len(gone) - 1)
            sketch.put(f"gone/veil/{number}", veil, x, upper, wide, size.height)
        if not cards and not gone:
            empty = size.width - 8, size.height - 8
            sketch.put(f"no/card/{number}", "art:empty", left + 4, upper + 4, *empty)
        for place, card in enumerate(cards):
            x = left + size.strip * place
            sketch.put(f"card/{number}", art(f"card.{kind(card)}"), x, upper, size.width, size.height)
        y = caption(upper, size)
        sketch.number(f"row_number/{number}", number, left + 17, y, 30, "gold", anchor="middle")


def slot_points(collections: Sequence[Counts], seat: Seat) -> dict[str, int]:
    """For each slot of the collection of `seat`, its points now; `farmhouse` has those of all farm cards."""
    scored, cards = sheet_of(collections, seat), collections[seat]
    points = {"king": scored.kings, "church": scored.churches, "victory": scored.victory}
    points |= {"knight": scored.knights, "farmhouse": scored.farm}
    alone = [0] * len(cards)
    for animal in ANIMALS:
        only = (*alone[:animal], cards[animal], *alone[animal + 1 :])
        points[kind(animal)] = sheet_of((only,), 0).animals
    return points


def collection(
    sketch: Sketch,
    seen: Observation,
    before: Observation,
    seat: Seat,
    left: float,
    top: float,
    pitch: float,
    *,
    with_next: bool = False,
) -> None:
    """Draw the cards of `seat` by kind: their number, their points and, if `with_next`, what one more adds.

    What differs from the earlier observation `before` is highlighted.
    """
    cards, former = seen.collections[seat], before.collections[seat]
    points = slot_points(seen.collections, seat)
    for line, slots in enumerate(SLOTS):
        for place, slot in enumerate(slots):
            x, middle = left + pitch * place, top + 32 + 60 * line
            role = f"collection/{seat}/{slot.name}"
            count, was = (sum(held[card] for card in slot.cards) for held in (cards, former))
            if count != was:
                sketch.put(f"changed/{role}", "mark:change", x - 4, middle - 30, pitch - 2, 60)
            shape = "icon" if count else "pastel" if with_next or was else "faint"
            sketch.put(role if count else f"no/{role}", art(f"{shape}.{slot.name}"), x, middle - 23, 46, 46)
            end = x + 44
            if count or was:
                counted = role if count else f"gone/{role}"
                end = sketch.number(f"{counted}/number", count, x + 47, middle - 13, 26, "light")
            if scored := points.get(slot.name):
                sketch.number(f"points/{seat}/{slot.name}", scored, x + 47, middle + 15, 24, "gold")
            if with_next:
                more = next_gain(seen.collections, seat, slot.cards[0])
                if more:
                    sketch.number(f"next/{seat}/{slot.name}", f"+{more}", end + 4, middle - 13, 20, "dim")


HEAD: Final = 66
MARK: Final = 30
BURST: Final = 38
ROWS_TOP: Final = HEAD + EDGE
TOP_HEIGHT: Final = ROWS_TOP + 2 * SMALL.line + 10
ROW: Final = 164
NAME_LINE: Final = 34
"""The height of the line with a player's name, in the player's row."""
NAME: Final = 28
"""The font size of a player's name."""
ROW_GAP: Final = 8


def board(seen: Observation, before: Observation, names: Sequence[str]) -> Scene:
    """The picture of all things in `seen`; differences from `before` are highlighted."""
    seats = len(seen.collections)
    sketch = Sketch(WIDTH, TOP_HEIGHT + seats * (ROW + ROW_GAP) + EDGE - 12, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, TOP_HEIGHT - 16)
    head(sketch, seen)
    rows(sketch, seen, before, ROWS_TOP)
    meetings(sketch, seen)
    ahead = best(seen)
    for seat in range(seats):
        top = TOP_HEIGHT + seat * (ROW + ROW_GAP)
        seat_row(sketch, seen, before, seat, top, is_ahead=seat in ahead)
        sketch.text(f"player/{seat}", names[seat], EDGE + 84, top + 26, NAME, "light", WIDTH - 2 * EDGE - 96)
    return sketch.scene()


def head(sketch: Sketch, seen: Observation) -> None:
    """Draw how many cards are in the deck and in the box, and whether this is the last turn."""
    middle = EDGE + 28
    sketch.put("deck", art("back"), EDGE + 8, middle - 25, 38, 50)
    sketch.number("deck/number", seen.deck_size, EDGE + 54, middle, 34, "light")
    sketch.centred("box", art("box"), EDGE + 184, middle, 50)
    sketch.number("box/number", sum(seen.box) + seen.unseen_size, EDGE + 214, middle, 34, "light")
    if seen.last_turn and seen.phase is not Phase.OVER:
        sketch.centred("ends", "art:sunset", WIDTH - EDGE - 40, middle, 54)


def meetings(sketch: Sketch, seen: Observation) -> None:
    """Draw below each row the symbols of the seats that chose it last, with a burst if there are several."""
    if not seen.revealed:
        return
    corners = row_corners(len(seen.rows), ROWS_TOP)
    for meeting in seen.revealed[-1]:
        count = len(meeting.seats)
        left, top = corners[meeting.row - 1]
        x, middle = left + 44, caption(top)
        if count > 1:
            sketch.centred(f"clash/{meeting.row}", "art:clash", x + BURST / 2, middle, 42)
            x += BURST
        for place, seat in enumerate(meeting.seats):
            role = f"met/{meeting.row}/{seat}"
            sketch.centred(role, f"art:seat_{seat + 1}", x + MARK * (place + 0.5), middle, 30)


def totals_of(seen: Observation) -> list[int]:
    """The points of each seat, as if its collection were scored now; at the end, its final points."""
    if seen.phase is Phase.OVER:
        return list(seen.points)
    return [in_sight(seen.points, seen.collections, seat) for seat in range(len(seen.points))]


def best(seen: Observation) -> list[Seat]:
    """The seats with the most points if collections were scored now; empty while nobody has any points."""
    totals = totals_of(seen)
    return [seat for seat, total in enumerate(totals) if total == max(totals) > 0]


def seat_row(
    sketch: Sketch, seen: Observation, before: Observation, seat: Seat, top: float, *, is_ahead: bool
) -> None:
    """Draw the row of one player: symbol, whether they have still to choose, points and collection.

    What differs from the earlier observation `before` is highlighted.
    """
    choosing = seen.phase is not Phase.OVER and seen.waiting[seat]
    owes = choosing and not seen.ready[seat]
    panel = f"panel:seat_{seat}{'_lit' if owes else ''}"
    sketch.put(f"seat_row/{seat}", panel, EDGE - 12, top, WIDTH - 2 * EDGE + 24, ROW)
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", EDGE + 42, top + 46, 54)
    if owes:
        sketch.put(f"chooses/{seat}", "art:pointer", EDGE + 22, top + 94, 42, 42)
    elif choosing:
        sketch.centred(f"ready/{seat}", "art:ready", EDGE + 42, top + 116, 42)
    top += NAME_LINE
    if seen.points[seat] != before.points[seat]:
        sketch.put(f"changed/points/{seat}", "mark:change", EDGE + 84, top + 10, 132, 54)
    sketch.centred(f"points/{seat}", "rapa_nui_cards:glory", EDGE + 110, top + 38, 44)
    sketch.number(f"points/{seat}/number", seen.points[seat], EDGE + 136, top + 38, 34, "light")
    sketch.centred(f"in_sight/{seat}", "art:laurel", EDGE + 110, top + 92, 44)
    colour = "gold" if is_ahead else "light"
    sketch.number(f"in_sight/{seat}/number", totals_of(seen)[seat], EDGE + 136, top + 92, 34, colour)
    collection(sketch, seen, before, seat, EDGE + 222, top + 4, 92)


COLLECTION: Final = 132
GAINS: Final = 148
"""The height of the part with the rows' gains, in the picture without the rows' cards."""
CELL: Final = 232
"""The width of one row's gain, in the picture without the rows' cards."""


def own(seen: Observation, before: Observation) -> Scene:
    """The picture of the rows and of the viewer's collection; changes since `before` are highlighted."""
    top, size = EDGE + 2, LARGE if len(seen.rows) <= MOST_LARGE else SMALL
    below = top + 2 * size.line + 6
    sketch = Sketch(WIDTH, round(below + COLLECTION + EDGE - 12), "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, below - EDGE + 4)
    chosen = seen.choices[seen.seat]
    corners = row_corners(len(seen.rows), top, size)
    if chosen is not None:
        x, y = corners[chosen - 1]
        sketch.put(f"chosen/{chosen}", "panel:lit", x - 9, y - 8, size.row + 18, size.line)
    rows(sketch, seen, before, top, size)
    for number, (x, y) in enumerate(corners, 1):
        middle = caption(y, size)
        if number == chosen:
            sketch.centred("ready", "art:ready", x + size.row - 20, middle, 36)
        would_bring(sketch, seen, number, x + 62, middle, 34)
    own_collection(sketch, seen, before, below)
    return sketch.scene()


def own_alone(seen: Observation, before: Observation) -> Scene:
    """The picture of `own` with rows' gains in place of cards, for a message that also shows the board."""
    below = EDGE + GAINS
    sketch = Sketch(WIDTH, below + COLLECTION + EDGE - 12, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, sketch.height - 16)
    across, chosen = -(-len(seen.rows) // 2), seen.choices[seen.seat]
    pitch = (WIDTH - 2 * EDGE) / across
    for number, cards in enumerate(seen.rows, 1):
        line, place = divmod(number - 1, across)
        x, middle = EDGE + pitch * (place + 0.5) - CELL / 2, EDGE + 34 + 68 * line
        if number == chosen:
            sketch.put(f"chosen/{chosen}", "panel:lit", x, middle - 33, CELL, 66)
            sketch.centred("ready", "art:ready", x + CELL - 24, middle, 36)
        colour = "gold" if cards else "dim"
        sketch.number(f"row_number/{number}", number, x + 28, middle, 40, colour, anchor="middle")
        would_bring(sketch, seen, number, x + 72, middle, 32)
    own_collection(sketch, seen, before, below)
    return sketch.scene()


def would_bring(
    sketch: Sketch, seen: Observation, number: int, x: float, middle: float, height: float
) -> None:
    """Draw what row `number` brings the viewer if nobody else chooses it; nothing if it can't be chosen."""
    cards = seen.rows[number - 1]
    if cards and seen.waiting[seen.seat]:
        more = gain(seen.collections, seen.seat, cards)
        sketch.centred(f"gain/{number}", "rapa_nui_cards:glory", x, middle, height + 8)
        left, colour = x + height / 2 + 6, "gold" if more else "dim"
        sketch.number(f"gain/{number}/number", f"+{more}", left, middle, height, colour)


def own_collection(sketch: Sketch, seen: Observation, before: Observation, top: float) -> None:
    """Draw the viewer's collection, with changes since `before` and the points for one more card."""
    sketch.put("own", f"panel:seat_{seen.viewer}", EDGE - 12, top, WIDTH - 2 * EDGE + 24, COLLECTION)
    collection(sketch, seen, before, seen.seat, EDGE + 14, top + 4, 118, with_next=True)


SCORINGS: Final = ("first", "final")
PARTS: Final = {
    "kings": ("king", "icon.king"),
    "churches": ("church", "icon.church"),
    "victory": ("victory", "icon.victory"),
    "knights": ("knight", "icon.knight"),
    "animals": ("animal", "icon.sheep"),
    "farm": ("farm", "icon.farmhouse"),
}
"""The group of colours, and the icon, of each part of a scoring."""
LOOKS: Final = {
    f"{scoring}_{name}": PartLook(COLOURS[group][0], art(icon))
    for scoring in SCORINGS
    for name, (group, icon) in PARTS.items()
}


def sheet(result: Result, names: Sequence[str]) -> Scene:
    """The picture of the final score; `names` are the players' names by seat."""
    return score_rows(result, names, LOOKS, by_scoring).scene()


def by_scoring(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts of a score in two lines: those of the first scoring, then those of the final one."""
    return [[part for part in parts if part.name.startswith(scoring)] for scoring in SCORINGS]
