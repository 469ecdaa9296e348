"""What the pictures of Ru-Ra-Re share: rows of cards, and a collection by kind.  Sizes are in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.counts import Counts
from engine.game import Seat
from engine.ru_ra_re.observe import Observation
from engine.ru_ra_re.play import next_gain, sheet
from engine.ru_ra_re.state import ANIMALS, VICTORY_POINTS, Card
from pictures.scene import Sketch

GAME: Final = "ru_ra_re"
WIDTH: Final = 1000
EDGE: Final = 20
CARD_WIDTH: Final = 108
CARD_HEIGHT: Final = 144
STRIP: Final = 42
"""How much is seen of a card with others on it."""
ROW_WIDTH: Final = 2 * STRIP + CARD_WIDTH
LINE: Final = CARD_HEIGHT + 48
"""How high a line of rows is, with what stands below them."""
ROWS_HEIGHT: Final = 2 * LINE


class Slot(NamedTuple):
    """A place for cards of one kind in a collection; all victory points share one."""

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
"""Two lines of places, each kind always in the same one: who has more shows at a glance."""


def art(name: str) -> str:
    """The name of one of this game's sprites."""
    return f"{GAME}:{name}"


def kind(card: Card) -> str:
    """The name of a card in sprites."""
    return card.name.lower()


def row_corners(rows: int, top: float) -> list[tuple[float, float]]:
    """The upper left corner of each row: two lines of rows, one below the other."""
    across = -(-rows // 2)
    pitch = min(300.0, (WIDTH - 2 * EDGE) / across)
    left = (WIDTH - pitch * (across - 1) - ROW_WIDTH) / 2
    return [(left + pitch * (place % across), top + LINE * (place // across)) for place in range(rows)]


def caption(top: float) -> float:
    """The middle line of what stands below a row."""
    return top + CARD_HEIGHT + 22


def rows(sketch: Sketch, seen: Observation, before: Observation, top: float) -> None:
    """Draw each row from the innermost card on, the outermost whole, and its number below.

    Cards that were there `before` and have been taken away are dark.
    """
    for number, ((left, upper), cards) in enumerate(
        zip(row_corners(len(seen.rows), top), seen.rows, strict=True), 1
    ):
        if cards != before.rows[number - 1] and any(before.rows):
            sketch.put(
                f"changed/card/{number}", "mark:change", left - 6, upper - 6, ROW_WIDTH + 12, CARD_HEIGHT + 12
            )
        # What was just taken away stays as a shadow: an empty mark looks like a picture that did not come.
        former = before.rows[number - 1]
        gone = former[len(cards) :] if former[: len(cards)] == cards else ()
        x = left + STRIP * len(cards)
        for place, card in enumerate(gone):
            role, sprite = f"gone/card/{number}", art(f"card.{kind(card)}")
            sketch.put(role, sprite, x + STRIP * place, upper, CARD_WIDTH, CARD_HEIGHT)
        if gone:
            wide = CARD_WIDTH + STRIP * (len(gone) - 1)
            sketch.put(f"gone/veil/{number}", art(f"veil.{wide}"), x, upper, wide, CARD_HEIGHT)
        if not cards and not gone:
            size = CARD_WIDTH - 8, CARD_HEIGHT - 8
            sketch.put(f"no/card/{number}", "art:empty", left + 4, upper + 4, *size)
        for place, card in enumerate(cards):
            x = left + STRIP * place
            sketch.put(f"card/{number}", art(f"card.{kind(card)}"), x, upper, CARD_WIDTH, CARD_HEIGHT)
        sketch.number(f"row_number/{number}", number, left + 17, caption(upper), 30, "gold", anchor="middle")


def slot_points(collections: Sequence[Counts], seat: Seat) -> dict[str, int]:
    """What each slot of a collection would score now; a farm's points stand at its house."""
    scored, cards = sheet(collections, seat), collections[seat]
    points = {"king": scored.kings, "church": scored.churches, "victory": scored.victory}
    points |= {"knight": scored.knights, "farmhouse": scored.farm}
    alone = [0] * len(cards)
    for animal in ANIMALS:
        only = (*alone[:animal], cards[animal], *alone[animal + 1 :])
        points[kind(animal)] = sheet((only,), 0).animals
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
    """Draw the cards of one seat by kind: how many, what they score now, and what one more would add."""
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
            if points.get(slot.name):
                sketch.number(
                    f"points/{seat}/{slot.name}", points[slot.name], x + 47, middle + 15, 24, "gold"
                )
            if with_next:
                more = next_gain(seen.collections, seat, slot.cards[0])
                if more:
                    sketch.number(f"next/{seat}/{slot.name}", f"+{more}", end + 4, middle - 13, 20, "dim")
