"""The board, and what a player has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Seat
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import gain, in_sight
from engine.ru_ra_re.state import Phase
from pictures.ru_ra_re.parts import (
    EDGE,
    LINE,
    ROW_WIDTH,
    ROWS_HEIGHT,
    WIDTH,
    art,
    caption,
    collection,
    row_corners,
    rows,
)
from pictures.scene import Scene, Sketch

HEAD: Final = 66
MARK: Final = 30
BURST: Final = 38
ROWS_TOP: Final = HEAD + EDGE
TOP_HEIGHT: Final = ROWS_TOP + ROWS_HEIGHT + 10
ROW: Final = 164
NAME_LINE: Final = 34
"""The height of the line with a player's name."""
NAME: Final = 28
"""The size of its letters."""
ROW_GAP: Final = 8


def board(seen: Observation, before: Observation, names: Sequence[str]) -> Scene:
    """All that an observation holds, with the names of the seats; what differs from `before` is marked."""
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
    sketch.put("deck", art("back.deck"), EDGE + 8, middle - 25, 38, 50)
    sketch.number("deck/number", seen.deck_size, EDGE + 54, middle, 34, "light")
    sketch.centred("box", art("box"), EDGE + 184, middle, 50)
    sketch.number("box/number", sum(seen.box) + seen.unseen_size, EDGE + 214, middle, 34, "light")
    if seen.last_turn and seen.phase is not Phase.OVER:
        sketch.centred("ends", "art:sunset", WIDTH - EDGE - 40, middle, 54)


def meetings(sketch: Sketch, seen: Observation) -> None:
    """Draw below the rows who met there in the latest choice, with a burst if several did."""
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
    """The points of each seat if its collection were scored now; at the end its final points."""
    if seen.phase is Phase.OVER:
        return list(seen.points)
    return [in_sight(seen.points, seen.collections, seat) for seat in range(len(seen.points))]


def best(seen: Observation) -> list[Seat]:
    """Who leads by the points in sight; nobody while nobody has any."""
    totals = totals_of(seen)
    return [seat for seat, total in enumerate(totals) if total == max(totals) > 0]


def seat_row(
    sketch: Sketch, seen: Observation, before: Observation, seat: Seat, top: float, *, is_ahead: bool
) -> None:
    """Draw one player: mark, whether they still choose, points, and their collection."""
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
"""The height of what all rows would bring, without the rows."""
CELL: Final = 232
"""The width of what one row would bring there."""


def own(seen: Observation, before: Observation) -> Scene:
    """The viewer's rows and collection; `seen` is the observation of somebody who sits at the table."""
    assert seen.viewer is not None
    top = EDGE + 2
    below = top + ROWS_HEIGHT + 6
    sketch = Sketch(WIDTH, round(below + COLLECTION + EDGE - 12), "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, below - EDGE + 4)
    chosen = seen.choices[seen.viewer]
    corners = row_corners(len(seen.rows), top)
    if chosen is not None:
        x, y = corners[chosen - 1]
        sketch.put(f"chosen/{chosen}", "panel:lit", x - 9, y - 8, ROW_WIDTH + 18, LINE)
    rows(sketch, seen, before, top)
    for number, (x, y) in enumerate(corners, 1):
        if number == chosen:
            sketch.centred("ready", "art:ready", x + ROW_WIDTH - 20, caption(y), 36)
        would_bring(sketch, seen, number, x + 62, caption(y), 28)
    own_collection(sketch, seen, before, below)
    return sketch.scene()


def own_alone(seen: Observation, before: Observation) -> Scene:
    """The same without the rows, for a message that has the board too: each row's number stands for it."""
    assert seen.viewer is not None
    below = EDGE + GAINS
    sketch = Sketch(WIDTH, below + COLLECTION + EDGE - 12, "dusk")
    sketch.put("panel", "panel:plain", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, sketch.height - 16)
    across, chosen = -(-len(seen.rows) // 2), seen.choices[seen.viewer]
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
    """Draw what a row would bring the viewer if they are alone there, while they wait for one."""
    assert seen.viewer is not None
    cards = seen.rows[number - 1]
    if cards and seen.waiting[seen.viewer]:
        more = gain(seen.collections, seen.viewer, cards)
        sketch.centred(f"gain/{number}", "rapa_nui_cards:glory", x, middle, height + 8)
        left, colour = x + height / 2 + 6, "gold" if more else "dim"
        sketch.number(f"gain/{number}/number", f"+{more}", left, middle, height, colour)


def own_collection(sketch: Sketch, seen: Observation, before: Observation, top: float) -> None:
    """Draw the viewer's collection with what one more card of each kind would add."""
    assert seen.viewer is not None
    sketch.put("own", f"panel:seat_{seen.viewer}", EDGE - 12, top, WIDTH - 2 * EDGE + 24, COLLECTION)
    collection(sketch, seen, before, seen.viewer, EDGE + 14, top + 4, 118, with_next=True)
