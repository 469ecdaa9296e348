"""What a player has: hand and sacrifice cards, beside the display that they take from."""

from __future__ import annotations

from typing import Final

from engine.rapa_nui_cards.observe import Observation
from engine.rapa_nui_cards.state import CARDS, HAND_SIZE
from pictures.rapa_nui_cards.landscape import NEAR_HEIGHT, NEAR_WIDTH, hour
from pictures.rapa_nui_cards.parts import (
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
CARD_WIDTH: Final = 112
CARD_HEIGHT: Final = 154
PITCH: Final = 120


def own(seen: Observation, before: Observation) -> Scene:
    """The viewer's own cards; `seen` is the observation of somebody who sits at the table."""
    assert seen.viewer is not None
    view, former = seen.seats[seen.viewer], before.seats[seen.viewer]
    assert view.hand is not None
    assert view.held is not None
    sketch = Sketch(WIDTH, HEIGHT, "shore")
    right = WIDTH - EDGE - DISPLAY_WIDTH
    own_width = right - EDGE - 20
    sketch.put("panel", f"panel:seat_{seen.viewer}", EDGE - 12, EDGE - 12, own_width + 16, HEIGHT - 16)
    sketch.put("land", art(f"land.{hour(seen)}_near"), right - 12, EDGE - 12, NEAR_WIDTH, NEAR_HEIGHT)
    cards = [card for card in CARDS for _ in range(view.hand[card])]
    for place in range(max(HAND_SIZE, len(cards))):
        x = EDGE + 10 + PITCH * place
        if place < len(cards):
            sketch.put("hand", art(f"card.{kind(cards[place])}"), x, EDGE, CARD_WIDTH, CARD_HEIGHT)
        else:
            sketch.put("no/hand", art("hollow"), x, EDGE, CARD_WIDTH, CARD_HEIGHT)
    if former.held is not None and view.held != former.held:
        sketch.put("changed/held", "mark:change", EDGE + 4, EDGE + 164, own_width - 10, 80)
    held_goods(sketch, seen.viewer, view.held, EDGE + 10, EDGE + 170, 91)
    purse(sketch, seen, before, EDGE + 272)
    display(sketch, seen, before, right, EDGE)
    return sketch.scene()


def purse(sketch: Sketch, seen: Observation, before: Observation, top: float) -> None:
    """Draw wood, glory points, and the goods that the viewer laid on the stone face down."""
    assert seen.viewer is not None
    view, former = seen.seats[seen.viewer], before.seats[seen.viewer]
    left = EDGE + 10
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
