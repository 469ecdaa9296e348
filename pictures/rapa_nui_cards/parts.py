"""What the pictures share: display, stone, purse, small cards.  Sizes are in pixels."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.counts import Counts
from engine.game import Seat
from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import COLUMN_SIZE, GOODS, Card, Good
from pictures.rapa_nui_cards.composed import folder
from pictures.scene import Sketch

CARD_WIDTH: Final = 132
CARD_HEIGHT: Final = 182
STRIP: Final = 46
"""How much is seen of a card with others on it."""
COLUMN_PITCH: Final = 144
DISPLAY_WIDTH: Final = 4 * COLUMN_PITCH - 12
DISPLAY_HEIGHT: Final = 3 * STRIP + CARD_HEIGHT + 46

VILLAGE_ORDER: Final = (
    Card.FISH,
    Card.MULBERRY,
    Card.SWEET_POTATO,
    Card.GRAIN,
    Card.LUMBERJACK,
    Card.PRIEST,
    Card.MOAI,
)


def art(name: str) -> str:
    """The name of one of this game's sprites."""
    return f"{folder(name)}:{name}"


@cache
def kind(card: Card | Good) -> str:
    """The name of a card or good in sprites."""
    return card.name.lower()


def display(sketch: Sketch, seen: Observation, before: Observation, left: float, top: float) -> None:
    """Draw the four columns: front cards in one row, the cards beneath as strips above, numbers below."""
    front_top = top + 3 * STRIP
    for number, column in enumerate(seen.columns, 1):
        x = left + (number - 1) * COLUMN_PITCH
        if column != before.columns[number - 1] and any(before.columns):
            top_of_column = front_top - STRIP * (len(column) - 1)
            sketch.put(
                f"changed/column/{number}",
                "mark:change",
                x - 8,
                top_of_column - 8,
                CARD_WIDTH + 16,
                STRIP * (len(column) - 1) + CARD_HEIGHT + 16,
            )
        if len(column) == 1 and seen.deck_size:
            # What comes next is in the deck: its edge, or the setting sun where taking ends the game.
            last = seen.deck_size <= COLUMN_SIZE
            sketch.put(f"next/{number}", art("back.deck"), x, front_top - STRIP, CARD_WIDTH, CARD_HEIGHT)
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
    """Draw an icon and beside it how many; (x, y) is the left end of the middle line."""
    if changed:
        sketch.put(f"changed/{role}", "mark:change", x - 5, y - size / 2 - 4, size * 2.3, size + 8)
    sketch.put(role, sprite, x, y - size / 2, size, size)
    height = size * (0.78 if len(str(number)) < 3 else 0.58)
    sketch.number(f"{role}/number", number, x + size + 3, y, height, colour)


def village(sketch: Sketch, seat: Seat, now: Counts, before: Counts, left: float, top: float) -> None:
    """Draw the cards of one village in seven piles, each always in its place: majorities show at a glance."""
    for place, card in enumerate(VILLAGE_ORDER):
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
    """Draw how many sacrifice cards of each good somebody holds, if that may be seen.

    `former`: how many they held before; of which none are left, that is shown.
    """
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
