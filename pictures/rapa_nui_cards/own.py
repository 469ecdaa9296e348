"""What a player has: hand and sacrifice cards, with the display that they take from or without it."""

from __future__ import annotations

from typing import Final

from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import CARDS, GOODS, HAND_SIZE
from pictures.rapa_nui_cards.landscape import NEAR_HEIGHT, NEAR_WIDTH, hour
from pictures.rapa_nui_cards.parts import (
    CARD_HEIGHT,
    CARD_WIDTH,
    DISPLAY_HEIGHT,
    DISPLAY_WIDTH,
    amount,
    art,
    display,
    held_goods,
    kind,
)
from pictures.scene import Scene, Sketch

WIDTH: Final = 1000
EDGE: Final = 20
HEIGHT: Final = DISPLAY_HEIGHT + 2 * EDGE - 4
CARD: Final = (112, 154)
"""The size of a card in hand, beside the display."""
ALONE: Final = 300
"""The height of the picture without the display."""
LARGE: Final = (CARD_WIDTH, CARD_HEIGHT)
"""The size of a card in hand there: as in the display, so that both are the same sprite."""
GAP: Final = 8
"""Between two cards."""


def own(seen: Observation, before: Observation) -> Scene:
    """The viewer's own cards and the display; `seen` is the observation of somebody who sits at the table."""
    sketch = Sketch(WIDTH, HEIGHT, "shore")
    right = WIDTH - EDGE - DISPLAY_WIDTH
    sketch.put("panel", f"panel:seat_{seen.viewer}", EDGE - 12, EDGE - 12, right - EDGE - 4, HEIGHT - 16)
    sketch.put("land", art(f"land.{hour(seen)}_near"), right - 12, EDGE - 12, NEAR_WIDTH, NEAR_HEIGHT)
    hand(sketch, seen, EDGE + 10, EDGE, CARD)
    belongings(sketch, seen, before, EDGE + 10, EDGE + 170, 91)
    display(sketch, seen, before, right, EDGE)
    return sketch.scene()


def own_alone(seen: Observation, before: Observation) -> Scene:
    """The viewer's own cards without the display, for a message that has the board too."""
    sketch = Sketch(WIDTH, ALONE, "shore")
    sketch.put("panel", f"panel:seat_{seen.viewer}", EDGE - 12, EDGE - 12, WIDTH - 2 * EDGE + 24, ALONE - 16)
    hand(sketch, seen, EDGE + 14, (ALONE - CARD_HEIGHT) / 2, LARGE)
    belongings(sketch, seen, before, EDGE + 476, 58, 116)
    return sketch.scene()


def hand(sketch: Sketch, seen: Observation, left: float, top: float, size: tuple[int, int]) -> None:
    """Draw the viewer's cards in hand, and the places of those that they will take."""
    assert seen.viewer is not None
    held = seen.seats[seen.viewer].hand
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
    """Draw the viewer's sacrifice cards; below them wood, glory points, and what they laid face down."""
    assert seen.viewer is not None
    held, former = seen.seats[seen.viewer].held, before.seats[seen.viewer].held
    assert held is not None
    if former is not None and held != former:
        sketch.put("changed/held", "mark:change", left - 6, top - 6, len(GOODS) * pitch + 2, 80)
    held_goods(sketch, seen.viewer, held, held if former is None else former, left, top, pitch)
    purse(sketch, seen, before, left, top + 102)


def purse(sketch: Sketch, seen: Observation, before: Observation, left: float, top: float) -> None:
    """Draw wood, glory points, and the goods that the viewer laid on the stone face down."""
    assert seen.viewer is not None
    view, former = seen.seats[seen.viewer], before.seats[seen.viewer]
    numbers = (("wood", view.wood, former.wood), ("glory", view.glory, former.glory))
    for place, (name, number, earlier) in enumerate(numbers):
        amount(
            sketch,
            f"{name}/{seen.viewer}",
            art(name),
            number,
            left + 112 * place,
            top,
            size=44,
            changed=number != earlier,
        )
    laid = [card.good for card in seen.face_down if card.seat == seen.viewer and card.good is not None]
    if laid:
        sketch.put("stone", art("stone"), left, top + 34, 44, 44)
        pitch = min(46.0, 300 / len(laid))
        for place, good in enumerate(laid):
            sketch.put(
                "own_face_down", art(f"good.{kind(good)}"), left + 54 + pitch * place, top + 34, 38, 45
            )
