"""Drawings of the things on the board besides the island, such as the moai quarry.  Lengths are in pixels."""

from __future__ import annotations

from typing import Final

from engine.rapa_nui_board.state import SIZES, Player, Size, State
from pictures.rapa_nui_board.land import MOAI_HEIGHTS, MOAI_WIDTH, PERSON_RATIO
from pictures.rapa_nui_board.parts import CLOSE_UNIT, GAME, MAPS, WIDTH, art, spent
from pictures.scene import Scene, Sketch

MARGIN: Final = 8
QUARRY: Final = 440
"""The width of the moai quarry."""
COLUMN: Final = 140
LEDGE: Final = 46
TOP: Final = 74
"""The room above the highest column of the quarry."""
BELOW: Final = 92
"""The room for chiefs and tiles below the columns of the quarry."""
ORDER: Final = 140
SUPPLY: Final = 88
CARVED: Final = 72
MOAI: Final = 0.5
"""The scale of moai in these pictures, relative to their SVGs."""


def beside_height(seats: int) -> int:
    """The height, for `seats` players, of the picture's part below the island."""
    quarry = _quarry_height(seats)
    return max(quarry, ORDER + SUPPLY + carved_height(seats) + 2 * MARGIN)


def carved_height(seats: int) -> int:
    """The height of the panel of carved moai, for `seats` players."""
    return 16 + CARVED * ((seats + 1) // 2)


def beside(sketch: Sketch, state: State, before: State, top: float) -> None:
    """Draw the things on the board besides the island; differences from `before` are highlighted."""
    height = beside_height(state.seats)
    quarry(sketch, state, before, MARGIN, top, height)
    left = MARGIN + QUARRY + MARGIN
    width = WIDTH - left - MARGIN
    turn_order(sketch, state, before, left, top, width)
    top += ORDER + MARGIN
    supply(sketch, state, before, left, top, width)
    top += SUPPLY + MARGIN
    carved(sketch, state, before, left, top, width, height - ORDER - SUPPLY - 2 * MARGIN)


def quarry(sketch: Sketch, state: State, before: State, left: float, top: float, height: float) -> None:
    """Draw the columns of the moai quarry as steps in the rock, and the chiefs and tiles below them.

    `before`: the state that was shown earlier; columns that differ from it are highlighted.
    """
    sketch.put("panel", "panel:plain", left, top, QUARRY, height)
    foot = top + height - BELOW
    for column, spaces in enumerate(MAPS[state.seats].island.columns, 1):
        x = left + (QUARRY - 3 * COLUMN) / 2 + COLUMN * (column - 1)
        highest = foot - LEDGE * spaces
        if in_column(state, column) != in_column(before, column):
            high = foot + BELOW - highest - 4
            sketch.put(f"changed/quarry/{column}", "mark:change", x, highest - 4, COLUMN, high)
        name = SIZES[column - 1].name.lower()
        sketch.number(f"quarry/{column}", column, x + 22, highest - 28, 34, "gold")
        stand(sketch, f"makes/{column}", f"{GAME}:moai.{name}", name, x + 92, highest - 2)
        workers = [seat for seat in state.order for _ in range(state.players[seat].sculptors[column - 1])]
        for place in range(spaces):
            y = foot - LEDGE * (place + 1)
            sketch.put(f"ledge/{column}", art("ledge"), x + 5, y, COLUMN - 10, LEDGE)
            if place < len(workers):
                role, sprite = f"sculptor/{workers[place]}/{column}", f"villager.{workers[place]}"
                person(sketch, role, sprite, x + COLUMN / 2, y + LEDGE - 1, LEDGE)
        helpers(sketch, state, column, x, foot + 4)


def in_column(state: State, column: int) -> list[tuple[int, bool, int]]:
    """For each seat: its sculptors in a column of the quarry, whether its chief is below, its chip-ins."""
    return [
        (each.sculptors[column - 1], each.chief == column, each.chipped_in[column - 1])
        for each in state.players
    ]


def helpers(sketch: Sketch, state: State, column: int, left: float, top: float) -> None:
    """Draw the chiefs below a column of the quarry, and below the chiefs the chip-in tiles."""
    chiefs = [seat for seat in state.order if state.players[seat].chief == column]
    for place, seat in enumerate(chiefs):
        person(sketch, f"chief/{seat}", f"chief.{seat}", left + 21 + 33 * place, top + 42, 42)
    helped = [seat for seat in state.order if state.players[seat].chipped_in[column - 1]]
    for place, seat in enumerate(helped):
        x, y = left + 5 + 34 * place, top + 44
        sketch.put(f"chip/{seat}/{column}", f"{GAME}:chip.{seat}", x, y, 34, 34)
        count = state.players[seat].chipped_in[column - 1]
        if count > 1:
            sketch.number(f"chip/{seat}/{column}/number", count, x + 8, y + 12, 25, "gold", anchor="middle")


def person(sketch: Sketch, role: str, sprite: str, middle: float, base: float, height: float) -> None:
    """Draw the sprite of a figure; `middle` is the x of its centre, `base` the y of its feet."""
    width = height * PERSON_RATIO
    sketch.put(role, f"{GAME}:{sprite}", middle - width / 2, base - height, width, height)


def stand(sketch: Sketch, role: str, sprite: str, size: str, middle: float, base: float) -> None:
    """Draw the sprite of a moai of size `size`; `middle`: the x of its centre, `base`: the y of its foot."""
    width, height = MOAI_WIDTH * MOAI, MOAI_HEIGHTS[size] * MOAI
    sketch.put(role, sprite, middle - width / 2, base - height, width, height)


def turn_order(sketch: Sketch, state: State, before: State, left: float, top: float, width: float) -> None:
    """Draw the seats' symbols in turn order, and below each position its star space with any sorcerer.

    `before`: the state that was shown earlier; what differs from it is highlighted.
    """
    sketch.put("panel", "panel:plain", left, top, width, ORDER)
    pitch = width / state.seats
    sorcerers, former = stars(state), stars(before)
    for place, seat in enumerate(state.order):
        middle = left + pitch * (place + 0.5)
        if seat != before.order[place]:
            sketch.put(f"changed/order/{place}", "mark:change", middle - 54, top + 8, 108, 60)
        sketch.number(f"order/{place}/number", place + 1, middle - 30, top + 38, 34, "gold", anchor="middle")
        sketch.centred(f"order/{place}", f"art:seat_{seat + 1}", middle + 14, top + 38, 50)
        position = place + 1
        if sorcerers.get(position) != former.get(position):
            sketch.put(f"changed/star/{position}", "mark:change", middle - 54, top + 70, 108, 64)
        sketch.centred(f"star/{position}", art("star"), middle - 30, top + 102, 50)
        if position in sorcerers:
            owner = sorcerers[position]
            person(sketch, f"sorcerer/{owner}", f"sorcerer.{owner}", middle + 22, top + 132, 62)


def stars(state: State) -> dict[int, int]:
    """By star space with a sorcerer on it, the seat of that sorcerer."""
    return {each.sorcerer: seat for seat, each in enumerate(state.players) if each.sorcerer > 0}


def supply(sketch: Sketch, state: State, before: State, left: float, top: float, width: float) -> None:
    """Draw the moai, by size, and pukao left in the supply; what differs from `before` is highlighted."""
    sketch.put("panel", "panel:plain", left, top, width, SUPPLY)
    pitch = (width - 16) / 4
    kinds = [(size.name.lower(), state.moai[size], before.moai[size]) for size in SIZES]
    for place, (name, count, former) in enumerate((*kinds, ("pukao", state.pukao, before.pukao))):
        x = left + 8 + pitch * place
        if count != former:
            sketch.put(f"changed/supply/{name}", "mark:change", x + 2, top + 6, pitch - 4, SUPPLY - 12)
        if name == "pukao":
            sketch.put(f"supply/{name}", art("pukao"), x + 10, top + 20, 52, 52)
        else:
            stand(sketch, f"supply/{name}", f"{GAME}:moai.{name}", name, x + 38, top + SUPPLY - 10)
        sketch.number(f"supply/{name}/number", count, x + 66, top + SUPPLY / 2 + 4, 34, "light")


def carved(
    sketch: Sketch, state: State, before: State, left: float, top: float, width: float, height: float
) -> None:
    """Draw the carved moai of each seat, the largest first, with a tile on those that outlast the round.

    Seats whose moai differ from those in the earlier state `before` are highlighted.
    """
    sketch.put("panel", "panel:plain", left, top, width, height)
    for place, seat in enumerate(state.order):
        player, former = state.players[seat], before.players[seat]
        x = left + 8 + (width - 16) / 2 * (place % 2)
        y = top + 8 + CARVED * (place // 2)
        if (player.moai, player.safekept) != (former.moai, former.safekept):
            sketch.put(f"changed/carved/{seat}", "mark:change", x + 1, y + 1, width / 2 - 10, CARVED - 2)
        sketch.centred(f"carver/{seat}", f"art:seat_{seat + 1}", x + 26, y + CARVED / 2, 38)
        moai_of(sketch, seat, player, former, x + 50, y)


def moai_of(sketch: Sketch, seat: int, player: Player, former: Player, left: float, top: float) -> None:
    """Draw the number of carved moai of each size; a size that was just used up is pale, with a 0."""
    if not any((*player.moai, *former.moai)):
        sketch.centred(f"no/carved/{seat}", "art:empty", left + 30, top + CARVED / 2, 44)
    x = left
    for size in reversed(Size):
        count = player.moai[size]
        if not count and not former.moai[size]:
            continue
        name = size.name.lower()
        role = f"carved/{seat}/{name}" if count else f"gone/carved/{seat}/{name}"
        sprite = f"{GAME}:moai.{name}"
        stand(sketch, role, sprite if count else spent(sprite), name, x + 18, top + CARVED - 4)
        sketch.number(f"{role}/number", count, x + 34, top + CARVED - 20, 28, "light")
        tile = f"{GAME}:plaque.safekeeping"
        for number in range(player.safekept[size]):
            sketch.put(f"kept/{seat}/{name}", tile, x + 34 + 6 * number, top + 4, 28, 28)
        x += 64


def aside(state: State) -> Scene:
    """The picture of the things on the board besides the island, at the scale of the island's parts."""
    height = _quarry_height(state.seats)
    whole = height + ORDER + SUPPLY + carved_height(state.seats) + 5 * MARGIN
    sketch = Sketch(round(WIDTH / CLOSE_UNIT), whole, "sea")
    width, top = sketch.width - 2 * MARGIN, MARGIN
    quarry(sketch, state, state, (sketch.width - QUARRY) / 2, top, height)
    top += height + MARGIN
    turn_order(sketch, state, state, MARGIN, top, width)
    top += ORDER + MARGIN
    supply(sketch, state, state, MARGIN, top, width)
    top += SUPPLY + MARGIN
    carved(sketch, state, state, MARGIN, top, width, carved_height(state.seats))
    picture = Sketch(WIDTH, round(whole * CLOSE_UNIT), "sea")
    picture.enlarged(sketch, 0, 0, CLOSE_UNIT)
    return picture.scene()


def _quarry_height(seats: int) -> int:
    return TOP + LEDGE * max(MAPS[seats].island.columns) + BELOW
