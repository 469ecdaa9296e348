"""Pictures of the card game: the board, a player's own cards, the final score.  Lengths are in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.counts import Counts
from engine.game import Result, Seat
from engine.rapa_nui_cards.observe import Observation, known_stone, public_total, turn_order
from engine.rapa_nui_cards.play import values
from engine.rapa_nui_cards.state import CARDS, COLUMN_SIZE, GOODS, HAND_SIZE, NO_GAIN, Card, Gain, Good, Phase
from pictures.rapa_nui_cards.composed import (
    BANDS,
    GAME,
    LAND_HEIGHT,
    NEAR_HEIGHT,
    NEAR_WIDTH,
    hour,
    skyline,
)
from pictures.scene import Scene, Sketch
from pictures.scores import EDGE, GAP, WIDTH, PartLook, score_rows

CARD_WIDTH: Final = 132
CARD_HEIGHT: Final = 182
STRIP: Final = 46
"""The height of the visible part of a card that lies under others."""
COLUMN_PITCH: Final = 144
DISPLAY_WIDTH: Final = 4 * COLUMN_PITCH - 12
DISPLAY_HEIGHT: Final = 3 * STRIP + CARD_HEIGHT + 46


def art(name: str) -> str:
    """The sprite name of the drawing `name`."""
    return f"{GAME}:{name}"


@cache
def kind(card: Card | Good) -> str:
    """The name of a card or good in the names of sprites."""
    return card.name.lower()


def display(sketch: Sketch, seen: Observation, before: Observation, left: float, top: float) -> None:
    """Draw the four columns of cards: front cards in one row, strips of the others above, numbers below.

    Columns that differ from those in the earlier observation `before` are highlighted.
    """
    front_top = top + 3 * STRIP
    for number, column in enumerate(seen.columns, 1):
        x = left + (number - 1) * COLUMN_PITCH
        if column != before.columns[number - 1] and any(before.columns):
            beneath, role = STRIP * (len(column) - 1), f"changed/column/{number}"
            wide, high = CARD_WIDTH + 16, beneath + CARD_HEIGHT + 16
            sketch.put(role, "mark:change", x - 8, front_top - beneath - 8, wide, high)
        if len(column) == 1 and seen.deck_size:
            # The next cards come from the deck: its edge is drawn, with a sunset if the game then ends.
            last = seen.deck_size <= COLUMN_SIZE
            sketch.put(f"next/{number}", art("back"), x, front_top - STRIP, CARD_WIDTH, CARD_HEIGHT)
            if last:
                sketch.centred(f"ends/{number}", "art:sunset", x + CARD_WIDTH / 2, front_top - STRIP / 2, 40)
        for place, card in enumerate(column):
            y = front_top - STRIP * (len(column) - 1 - place)
            sketch.put(f"column/{number}", art(f"card.{kind(card)}"), x, y, CARD_WIDTH, CARD_HEIGHT)
        y = front_top + CARD_HEIGHT + 24
        sketch.number(f"column_number/{number}", number, x + CARD_WIDTH / 2, y, 30, "gold", anchor="middle")


def amount(
    sketch: Sketch,
    role: str,
    sprite: str,
    number: int | str,
    x: float,
    y: float,
    *,
    size: float = 40,
    changed: bool = False,
    colour: str = "light",
) -> None:
    """Draw an icon, and `number` beside it; (x, y): the middle of the icon's left edge."""
    if changed:
        sketch.put(f"changed/{role}", "mark:change", x - 5, y - size / 2 - 4, size * 2.3, size + 8)
    sketch.put(role, sprite, x, y - size / 2, size, size)
    height = size * (0.78 if len(str(number)) < 3 else 0.58)
    sketch.number(f"{role}/number", number, x + size + 3, y, height, colour)


def village(sketch: Sketch, seat: Seat, now: Counts, before: Counts, left: float, top: float) -> None:
    """Draw the cards of one village in seven piles, one a kind; changes since `before` are highlighted."""
    for place, card in enumerate(CARDS):
        x = left + place * 87
        role = f"village/{seat}/{kind(card)}"
        if now[card] != before[card]:
            sketch.put(f"changed/{role}", "mark:change", x - 4, top - 4, 86, 88)
        if not now[card]:
            sketch.put(f"no/{role}", art("hollow"), x + 4, top + 4, 54, 72)
            continue
        for depth in range(min(now[card], 4) - 1, -1, -1):
            sketch.put(role, art(f"small.{kind(card)}"), x + 6 * depth, top, 58, 78)
        if now[card] > 1:
            sketch.number(f"{role}/number", now[card], x + 82, top + 64, 34, "gold", anchor="right")


def held_goods(
    sketch: Sketch, seat: Seat, held: Counts, former: Counts, left: float, top: float, pitch: float
) -> None:
    """Draw how many sacrifice cards of each good `seat` has; goods used up since `former` are pale."""
    for good in GOODS:
        x = left + good * pitch
        role = f"held/{seat}/{kind(good)}"
        if held[good] or former[good]:
            role, shape = (role, "good") if held[good] else (f"gone/{role}", "spent.good")
            sketch.put(role, art(f"{shape}.{kind(good)}"), x, top, 50, 60)
            size = 32 if held[good] < 10 else 26
            sketch.number(f"{role}/number", held[good], x + 51, top + 34, size, "light")
        else:
            sketch.put(f"no/{role}", art("hollow"), x, top, 50, 60)


SKY: Final = 104
"""The height of the sky at the top of the picture."""
TOP_HEIGHT: Final = SKY + 8 + DISPLAY_HEIGHT + 8
ROW: Final = 104
NAME_LINE: Final = 32
"""The height of the line with a player's name, in the player's row."""
NAME: Final = 28
"""The font size of a player's name."""
OPEN_ROW: Final = 88
"""How much higher a player's row is if it shows an open hand."""
OPEN_NAME: Final = 180
"""The room for a name beside an open hand, in pixels, in rows without a line for the name."""
ROW_GAP: Final = 8
SIDE: Final = EDGE + DISPLAY_WIDTH + 20
"""The x of the board's right half, which shows deck, last scoring and stone."""
SCORED: Final = 122
STONE_TOP: Final = SKY + 4 + SCORED + 8
STONE_WIDTH: Final = WIDTH - SIDE - EDGE + 12
STONE_HEIGHT: Final = TOP_HEIGHT - STONE_TOP - 8

HEAP: Final = ((0, 0), (1, 0), (2, 0), (0.5, 1), (1.5, 1), (1, 2))
"""The positions of offerings in a heap: steps to the right, and steps upwards."""


def board(seen: Observation, before: Observation, names: Sequence[str]) -> Scene:
    """The picture of all things in `seen`; differences from `before` are highlighted.

    After the game's end, the picture leaves out the columns, the deck and the stone, which the sheet shows.
    """
    line, is_over = name_line(seen), seen.phase is Phase.OVER
    rows = [line + ROW + (OPEN_ROW if view.hand is not None else 0) for view in seen.seats]
    top: float = SKY if is_over else TOP_HEIGHT
    sketch = Sketch(WIDTH, int(top) + sum(rows) + ROW_GAP * (len(rows) - 1) + EDGE, "shore")
    sketch.put("land", art(f"land.{hour(seen)}"), 0, 0, WIDTH, LAND_HEIGHT)
    skyline(sketch, seen)
    if not is_over:
        display(sketch, seen, before, EDGE, SKY + 8)
        deck_and_scoring(sketch, seen, before)
        stone(sketch, seen, before)
    totals = [public_total(seen, seat) for seat in range(len(seen.seats))]
    for seat in turn_order(seen):
        most, down = (860, 24) if line else (OPEN_NAME - 12, ROW + 36)
        sketch.text(f"player/{seat}", names[seat], EDGE + 78, top + down, NAME, "light", most)
        seat_row(sketch, seen, before, seat, top, rows[seat], totals)
        top += rows[seat] + ROW_GAP
    return sketch.scene()


def name_line(seen: Observation) -> int:
    """The height of the line with a player's name; 0 if names stand beside four players' open hands."""
    return 0 if all(view.hand is not None for view in seen.seats) and len(seen.seats) == 4 else NAME_LINE


def deck_and_scoring(sketch: Sketch, seen: Observation, before: Observation) -> None:
    """Draw the deck with its count, the card scored last, and each seat's gain from that scoring.

    What differs from the earlier observation `before` is highlighted.
    """
    left, top, width = SIDE, SKY + 4, WIDTH - SIDE - EDGE + 12
    sketch.put("panel", "panel:plain", left, top, width, SCORED)
    if seen.deck_size != before.deck_size and any(before.columns):
        sketch.put("changed/deck", "mark:change", left + 8, top + 5, 84, 112)
    if seen.deck_size:
        sketch.put("deck", art("back"), left + 14, top + 11, 72, 100)
    else:
        sketch.put("no/deck", art("hollow"), left + 14, top + 11, 72, 100)
    sketch.number("deck/number", seen.deck_size, left + 50, top + 61, 40, "gold", anchor="middle")
    scoring = seen.scoring
    if scoring is None:
        return
    if scoring != before.scoring:
        sketch.put("changed/scored", "mark:change", left + 98, top + 5, width - 106, 112)
    sketch.put("scored", art(f"small.{kind(scoring.card)}"), left + 108, top + 13, 72, 96)
    gains = [(seat, gain) for seat in turn_order(seen) if (gain := scoring.gains[seat]) != NO_GAIN]
    for place, (seat, gain) in enumerate(gains):
        x = left + 186 + 92 * (place // 2)
        y = top + (61 if len(gains) == 1 else 35 + 52 * (place % 2))
        sketch.centred(f"gain/{seat}", f"art:seat_{seat + 1}", x + 12, y, 24)
        gain_icons(sketch, seat, gain, x + 24, y)


def gain_icons(sketch: Sketch, seat: Seat, gain: Gain, x: float, y: float) -> None:
    """Draw the gain of `seat` in a scoring: amounts and icons, from (x, y) to the right."""
    got = [("wood", gain.wood), ("glory", gain.glory)]
    got += [(f"good.{kind(good)}", gain.goods[good]) for good in GOODS]
    for name, number in got:
        if number:
            text = f"+{number}" if number != 1 or not name.startswith("good") else ""
            if text:
                x = sketch.number(f"gain/{seat}/number", text, x, y, 23, "light")
            size = 30 if name.startswith("good") else 24
            wide = size * (0.84 if size > 24 else 1)
            sketch.put(f"gain/{seat}/{name}", art(name), x, y - size / 2, wide, size)
            x += size


def stone(
    sketch: Sketch, seen: Observation, before: Observation, left: float = SIDE, top: float = STONE_TOP
) -> None:
    """Draw for each good the supply, the cards on the stone that the viewer knows, and a card's value.

    What differs from the earlier observation `before` is highlighted.
    """
    sketch.put("panel", "panel:plain", left, top, STONE_WIDTH, STONE_HEIGHT)
    lies, lay = known_stone(seen), known_stone(before)
    worth = values(lies)
    pitch = (STONE_WIDTH - 24) / 4
    sketch.put("altar", "art:altar", left + 10, top + 114, STONE_WIDTH - 20, 76)
    for good in GOODS:
        x = left + 12 + pitch * good
        middle = x + pitch / 2
        name = kind(good)
        if seen.supply[good] != before.supply[good]:
            sketch.put(f"changed/supply/{name}", "mark:change", x + 1, top + 4, pitch - 2, 70)
        sketch.put(f"supply/{name}", art(f"good.{name}"), x + 2, top + 12, 44, 53)
        sketch.number(f"supply/{name}/number", seen.supply[good], x + 45, top + 39, 26, "light")
        if lies[good] != lay[good]:
            sketch.put(f"changed/stone/{name}", "mark:change", x + 1, top + 76, pitch - 2, 114)
        offerings(sketch, name, lies[good], x, top + 136)
        if any(lies):
            sketch.centred(f"worth/{name}", art("glory"), middle - 17, top + 165, 36)
            sketch.number(f"worth/{name}/number", worth[good], middle + 4, top + 165, 28, "light")
    face_down(sketch, seen, before, left + 16, top + 196)


def offerings(sketch: Sketch, name: str, count: int, left: float, base: float) -> None:
    """Draw the `count` cards of a good that lie on the stone, as a heap with a number."""
    pitch = 11 if count < 10 else 7
    if not count:
        sketch.put(f"no/stone/{name}", art(f"faint.{name}"), left + 14, base - 36, 34, 34)
    for across, high in reversed(HEAP[:count]):
        x, y = left + 2 + pitch * across, base - 34 - 12 * high
        sketch.put(f"stone/{name}", art(name), x, y, 34, 34)
    height, colour = (34 if count < 10 else 27), ("gold" if count else "dim")
    sketch.number(f"stone/{name}/number", count, left + 88, base - 30, height, colour, anchor="right")


def face_down(sketch: Sketch, seen: Observation, before: Observation, left: float, top: float) -> None:
    """Draw the face-down cards on the stone, with their owners' symbols and the goods the viewer knows.

    Differences from the earlier observation `before` are highlighted.
    """
    if seen.face_down != before.face_down:
        sketch.put("changed/face_down", "mark:change", left - 8, top - 4, 360, 44)
    room = WIDTH - EDGE - left
    pitch = min(60.0, room / max(1, len(seen.face_down)))
    for place, card in enumerate(seen.face_down):
        x = left + pitch * place
        name = "back_sacrifice" if card.good is None else f"good.{kind(card.good)}"
        sketch.put(f"face_down/{card.seat}", art(name), x, top, 32, 38)
        sketch.centred(f"face_down/{card.seat}/by", f"art:seat_{card.seat + 1}", x + 32, top + 30, 22)


def seat_row(
    sketch: Sketch,
    seen: Observation,
    before: Observation,
    seat: Seat,
    top: float,
    height: float,
    totals: Sequence[int],
) -> None:
    """Draw the row of one player, changes since `before` highlighted; `totals`: the seats' public points."""
    view, former = seen.seats[seat], before.seats[seat]
    over, line = seen.phase is Phase.OVER, name_line(seen)
    lit = "_lit" if seat == seen.active and not over else ""
    sketch.put(f"row/{seat}", f"panel:seat_{seat}{lit}", EDGE - 12, top, WIDTH - 2 * EDGE + 24, height)
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", EDGE + 40, top + 37 + line / 6, 50)
    if seat == seen.decider and not over:
        sketch.put(f"decides/{seat}", "art:pointer", EDGE + 4, top + 63 + line / 2, 38, 38)
    if seat == seen.first:
        sketch.put(f"first/{seat}", art("egg"), EDGE + 48, top + 67 + line / 2, 24, 30)
    top += line
    points = totals[seat]
    ahead = points == max(totals) > 0
    numbers = (
        ("wood", art("wood"), view.wood, former.wood, 0, 0),
        ("glory", art("glory"), view.glory, former.glory, 1, 0),
        ("points", "art:laurel", points, points, 2, 0),
        ("hand", art("hand"), view.hand_size, view.hand_size, 0, 1),
        ("held", art("held"), view.held_size, former.held_size, 1, 1),
    )
    for name, sprite, number, earlier, across, down in numbers:
        role, x, y = f"{name}/{seat}", EDGE + 80 + 94 * across, top + 28 + 48 * down
        colour = "gold" if name == "points" and ahead else "light"
        amount(sketch, role, sprite, number, x, y, changed=number != earlier, colour=colour)
    village(sketch, seat, view.village, former.village, EDGE + 362, top + 13)
    if view.hand is not None and view.held is not None:
        open_row(sketch, seen, seat, top + ROW, 0 if line else OPEN_NAME)


def open_row(sketch: Sketch, seen: Observation, seat: Seat, top: float, indent: float) -> None:
    """Draw the hand and sacrifice cards of `seat`; `indent`: pixels by which they are moved to the right."""
    view = seen.seats[seat]
    assert view.hand is not None
    assert view.held is not None
    x = EDGE + 80 + indent
    for card in CARDS:
        for _ in range(view.hand[card]):
            sketch.put(f"hand/{seat}/card", art(f"small.{kind(card)}"), x, top - 4, 58, 78)
            x += 66
    held_goods(sketch, seat, view.held, view.held, EDGE + 362 + indent, top + 2, 100)


HEIGHT: Final = DISPLAY_HEIGHT + 2 * EDGE - 4
CARD: Final = (112, 154)
"""The width and height of a card in hand, in the picture with the display."""
ALONE: Final = 300
"""The height of the picture of a player's cards without the display."""
LARGE: Final = (CARD_WIDTH, CARD_HEIGHT)
"""The size of a card in hand in the picture without the display; as large as a card in the display."""


def own(seen: Observation, before: Observation, *, shows_stone: bool = False) -> Scene:
    """The picture of the viewer's own cards and of the display; changes since `before` are highlighted.

    `shows_stone`: Whether the stone and the supply are drawn in place of the display.
    """
    sketch = Sketch(WIDTH, HEIGHT, "shore")
    right = WIDTH - EDGE - DISPLAY_WIDTH
    sketch.put("panel", f"panel:seat_{seen.viewer}", EDGE - 12, EDGE - 12, right - EDGE - 4, HEIGHT - 16)
    sketch.put("land", art(f"land.{hour(seen)}_near"), right - 12, EDGE - 12, NEAR_WIDTH, NEAR_HEIGHT)
    hand(sketch, seen, EDGE + 10, EDGE, CARD)
    belongings(sketch, seen, before, EDGE + 10, EDGE + 170, 91)
    if shows_stone:
        part = Sketch(STONE_WIDTH, STONE_HEIGHT, "shore")
        stone(part, seen, before, 0, 0)
        scale = DISPLAY_WIDTH / STONE_WIDTH
        sketch.enlarged(part, right, (HEIGHT - STONE_HEIGHT * scale) / 2, scale)
    else:
        display(sketch, seen, before, right, EDGE)
    return sketch.scene()


def own_alone(seen: Observation, before: Observation) -> Scene:
    """The picture of the viewer's own cards alone, for a message that also shows the cards on offer."""
    sketch = Sketch(WIDTH, ALONE, "shore")
    sketch.put("panel", f"panel:seat_{seen.viewer}", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, ALONE - 16)
    hand(sketch, seen, EDGE + 14, (ALONE - CARD_HEIGHT) / 2, LARGE)
    belongings(sketch, seen, before, EDGE + 476, 58, 116)
    return sketch.scene()


def hand(sketch: Sketch, seen: Observation, left: float, top: float, size: tuple[int, int]) -> None:
    """Draw the viewer's hand, with an empty place for each card missing from a full hand."""
    held = seen.own.hand
    assert held is not None
    cards = [card for card in CARDS for _ in range(held[card])]
    for place in range(max(HAND_SIZE, len(cards))):
        x = left + (size[0] + GAP) * place
        if place < len(cards):
            sketch.put("hand", art(f"card.{kind(cards[place])}"), x, top, *size)
        else:
            sketch.put("no/hand", art("hollow"), x, top, *size)


def belongings(
    sketch: Sketch, seen: Observation, before: Observation, left: float, top: float, pitch: float
) -> None:
    """Draw the viewer's sacrifice cards; below them wood, glory points, and the cards they laid face down.

    What differs from the earlier observation `before` is highlighted.
    """
    held, former = seen.own.held, before.seats[seen.seat].held
    assert held is not None
    if former is not None and held != former:
        sketch.put("changed/held", "mark:change", left - 6, top - 6, len(GOODS) * pitch + 2, 80)
    held_goods(sketch, seen.seat, held, held if former is None else former, left, top, pitch)
    view, earlier_view, y = seen.own, before.seats[seen.seat], top + 102
    numbers = (("wood", view.wood, earlier_view.wood), ("glory", view.glory, earlier_view.glory))
    for place, (name, number, earlier) in enumerate(numbers):
        role, x = f"{name}/{seen.viewer}", left + 112 * place
        amount(sketch, role, art(name), number, x, y, size=44, changed=number != earlier)
    laid = [card.good for card in seen.face_down if card.seat == seen.viewer and card.good is not None]
    if laid:
        sketch.put("stone", art("stone"), left, y + 34, 44, 44)
        pitch = min(46.0, 300 / len(laid))
        for place, good in enumerate(laid):
            x = left + 54 + pitch * place
            sketch.put("own_face_down", art(f"good.{kind(good)}"), x, y + 34, 38, 45)


REVEALED: Final = 196
FACE_DOWN_PITCH: Final = 72

LOOKS: Final = {
    "glory": PartLook("#e0ab2f", art("glory")),
    "moai": PartLook("#8d8a9c", art("moai")),
    "wood": PartLook("#9a6432", art("wood")),
} | {kind(good): PartLook(BANDS[kind(good)], art(kind(good))) for good in GOODS}
"""The colour and the icon of each part of the score."""


def sheet(seen: Observation, result: Result, names: Sequence[str]) -> Scene:
    """The picture of the final score; `names` are the players' names by seat."""
    per_line = (WIDTH - 2 * EDGE) // FACE_DOWN_PITCH
    below = REVEALED + 74 * -(-len(seen.face_down) // per_line)
    sketch = score_rows(result, names, LOOKS, ground="shore", below=below + EDGE)
    top = sketch.height - below - EDGE
    revealed_stone(sketch, seen, top - 8, below)
    for place, card in enumerate(seen.face_down):
        assert card.good is not None
        x = EDGE + 6 + FACE_DOWN_PITCH * (place % per_line)
        y = top + REVEALED - 10 + 74 * (place // per_line)
        sketch.put(f"face_down/{card.seat}", art(f"good.{kind(card.good)}"), x, y, 48, 58)
        sketch.centred(f"face_down/{card.seat}/by", f"art:seat_{card.seat + 1}", x + 48, y + 44, 30)
    return sketch.scene()


def revealed_stone(sketch: Sketch, seen: Observation, top: float, height: float) -> None:
    """Draw all cards on the stone, with the revealed ones, and the value of a card of each good."""
    counts = known_stone(seen)
    worth = values(counts)
    sketch.put("panel", "panel:plain", EDGE - 12, top, WIDTH - 2 * EDGE + 24, height + 4)
    pitch = (WIDTH - 2 * EDGE) / 4
    for good in GOODS:
        x, name = EDGE + pitch * good, kind(good)
        for depth in range(min(counts[good], 12) - 1, -1, -1):
            sketch.put(f"stone/{name}", art(f"good.{name}"), x + 12 + 9 * depth, top + 18, 60, 72)
        if not counts[good]:
            sketch.put(f"no/stone/{name}", art("hollow"), x + 12, top + 18, 56, 72)
            sketch.centred(f"none/{name}", art(name), x + 40, top + 54, 36)
        middle = top + 132
        sketch.number(f"stone/{name}/number", counts[good], x + 14, middle, 42, "light")
        sketch.centred(f"worth/{name}/star", art("glory"), x + 122, middle, 48)
        sketch.number(f"worth/{name}", worth[good], x + 150, middle, 42, "gold")
