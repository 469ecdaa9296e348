"""The final score of each seat as bars, and a game's end card, made for sharing.  Sizes are in pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.game import Part, Result, Seat, Struct
from pictures import lobby
from pictures.drawings import SEATS
from pictures.lettering import wrapped
from pictures.scene import Scene, Sketch

WIDTH: Final = 1000
EDGE: Final = 20
LINE: Final = 46
NAME_LINE: Final = 34
NAME: Final = 30
"""The font size of a player's name."""
GAP: Final = 8
PITCH: Final = 92
"""The least distance between two parts of a score that are written as numbers."""
BAR_LEFT: Final = 178
NUMBERED: Final = 36
"""The width of a line's number, if a player's score has several lines."""
BAR_WIDTH: Final = 640


class PartLook(NamedTuple):
    """The look of a part of a score: the colour of its bar, and its icon."""

    colour: str
    sprite: str


Lines = Callable[[Sequence[Part]], Sequence[Sequence[Part]]]
"""A function that divides the parts of a score into lines."""


def best_first(result: Result) -> list[Seat]:
    """The seats by rank, the best first."""
    return sorted(range(len(result.seats)), key=lambda seat: result.seats[seat].rank)


def score_rows(
    result: Result,
    names: Sequence[str],
    looks: Mapping[str, PartLook],
    lines: Lines = lambda parts: [parts],
    ground: str = "dusk",
    below: int = 0,
) -> Sketch:
    """A picture with a row for each seat, the best first, and `below` pixels of room under the rows."""
    height = 86 + NAME_LINE + LINE * len(lines(result.seats[0].parts))
    sketch = Sketch(WIDTH, len(result.seats) * (height + GAP) + EDGE + below, ground)
    for place, seat in enumerate(best_first(result)):
        top = EDGE - 8 + place * (height + GAP)
        score_row(sketch, result, seat, top, lines, height, looks)
        sketch.text(f"player/{seat}", names[seat], BAR_LEFT, top + 28, NAME, "light", BAR_WIDTH)
    return sketch


def score_row(
    sketch: Sketch,
    result: Result,
    seat: Seat,
    top: float,
    lines: Lines,
    height: int,
    looks: Mapping[str, PartLook],
) -> None:
    """Draw the rank of `seat`, the parts of its score, and their total."""
    score = result.seats[seat]
    winner = score.rank == 1
    panel = f"panel:seat_{seat}{'_lit' if winner else ''}"
    sketch.put(f"row/{seat}", panel, EDGE - 12, top, WIDTH - 2 * EDGE + 24, height)
    colour, middle = "gold" if winner else "light", top + height / 2
    sketch.number(f"rank/{seat}", score.rank, EDGE + 30, middle, 54, colour, anchor="middle")
    sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", EDGE + 102, middle, 62)
    parts = [part for part in score.parts if part.points]
    most = max(1, *(other.points for other in result.seats))
    bar(sketch, seat, parts, top + 16 + NAME_LINE, most, looks)
    all_lines = lines(score.parts)
    for number, line in enumerate(all_lines):
        y = top + 92 + NAME_LINE + LINE * number
        left = BAR_LEFT
        if len(all_lines) > 1:
            sketch.text(f"line/{seat}/{number}", f"{number + 1}.", left, y, 28, "light", NUMBERED)
            left += NUMBERED
        in_numbers(sketch, seat, line, left, y, looks)
    sketch.number(f"total/{seat}", score.points, WIDTH - EDGE - 12, middle, 66, colour, anchor="right")
    if winner:
        sketch.centred(f"winner/{seat}", "art:laurel", EDGE + 102, middle - 48, 36)


def bar(
    sketch: Sketch, seat: Seat, parts: Sequence[Part], top: float, most: int, looks: Mapping[str, PartLook]
) -> None:
    """Draw the parts of a score as a stacked bar; `most` points fill the whole width."""
    x = float(BAR_LEFT)
    for part in parts:
        width = BAR_WIDTH * part.points / most
        look = looks[part.name]
        sketch.put(f"part/{seat}/{part.name}", f"bar:{look.colour}", x, top, max(3, width), 40)
        if width >= 44:
            sketch.centred(f"part/{seat}/{part.name}/icon", look.sprite, x + width / 2, top + 20, 34)
        x += width


def in_numbers(
    sketch: Sketch,
    seat: Seat,
    parts: Sequence[Part],
    left: float,
    middle: float,
    looks: Mapping[str, PartLook],
) -> None:
    """Draw each part of a score that isn't 0, as an icon and a number, from `left` on."""
    for part in parts:
        if part.points:
            sketch.put(f"points/{seat}/{part.name}/icon", looks[part.name].sprite, left, middle - 20, 40, 40)
            end = sketch.number(f"points/{seat}/{part.name}", part.points, left + 42, middle, 30, "light")
            left = max(left + PITCH, end + 5)


HEAD: Final = 144
"""The height of the head above the land: the name of the game, and the day."""
SHORE: Final = HEAD + lobby.TOP - 26
"""The y of the first player's row; the rows cover the lower part of the title picture."""
WINNER: Final = 152
"""The height of a winner's row."""
ROW: Final = 104
"""The height of the row of a player who hasn't won."""
INSET: Final = 44
"""How many pixels a winner's row is narrower on each side, to stand out."""
REMARK_LINE: Final = 54
"""The height of a line of the remarks below the players."""
APART: Final = 14
"""The space between two remarks."""
LETTERS: Final = 40
"""The font size of remarks."""
EMBLEM: Final = 108
CARD_NAME: Final = 52
WINNERS_NAME: Final = 62
WORDS: Final = 208
"""The x where a player's name and bar begin."""
ROOM: Final = 540
"""The greatest width of a name, and of the best player's bar."""
BAR: Final = 12
"""The height of a bar whose length shows a player's points, relative to the best player's."""


class EndCard(Struct, frozen=True):
    """The content of an end card.

    Attributes:
        game: The name of the game.
        emblem: The sprite that stands for the game.
        title: The sprite behind the game's lobby.
        day: The day when the game ended, in words.
        names: The name of the player of each seat.
        result: The result of the game.
        remarks: Sentences, each on something remarkable in the game.
    """

    game: str
    emblem: str
    title: str
    day: str
    names: Sequence[str]
    result: Result
    remarks: Sequence[str]


def end_card(card: EndCard) -> Scene:
    """The picture of a finished game's result, made for sharing."""
    remarks = [wrapped(remark, LETTERS, WIDTH - 2 * EDGE - 40) for remark in card.remarks]
    heights = {seat: WINNER if card.result.seats[seat].rank == 1 else ROW for seat in best_first(card.result)}
    below = SHORE + sum(heights.values()) + GAP * len(heights)
    high = REMARK_LINE * sum(map(len, remarks)) + APART * (len(remarks) - 1) + 32
    sketch = Sketch(WIDTH, below + (high + EDGE if remarks else EDGE // 2), "lobby")
    sketch.put("land", card.title, 0, HEAD, lobby.WIDTH, lobby.HEIGHT)
    head(sketch, card)
    top = SHORE
    for seat, height in heights.items():
        row(sketch, card, seat, top, height)
        top += height + GAP
    if remarks:
        sketch.put("panel/remarks", "panel:plain", EDGE - 12, below, WIDTH - 2 * EDGE + 24, high)
    y = below + 16 + REMARK_LINE / 2
    for number, lines in enumerate(remarks):
        for line in lines:
            sketch.text(f"remark/{number}", line, EDGE + 20, y, LETTERS, "light")
            y += REMARK_LINE
        y += APART
    return sketch.scene()


def head(sketch: Sketch, card: EndCard) -> None:
    """Draw the name of the game and the day, on a band of tapa cloth."""
    sketch.put("head", "tapa:head", 0, 0, WIDTH, HEAD)
    sketch.centred("emblem", card.emblem, EDGE + 58, HEAD / 2 - 4, EMBLEM)
    left, most = EDGE + 126, WIDTH - 2 * EDGE - 126
    sketch.text("game", card.game, left, 46, 56, "gold", most)
    sketch.text("day", card.day, left + 2, 100, 40, "light", most)


def row(sketch: Sketch, card: EndCard, seat: int, top: float, height: int) -> None:
    """Draw a player's rank, symbol, name and points; a winner's are larger, with a laurel as the rank."""
    score, middle = card.result.seats[seat], top + height / 2
    winner = score.rank == 1
    inset = INSET if winner else 0
    left, right = EDGE - 12 + inset, WIDTH - EDGE + 12 - inset
    colour, size = ("gold", WINNERS_NAME) if winner else ("light", CARD_NAME)
    sketch.put(f"row/{seat}", f"panel:seat_{seat}{'_lit' if winner else ''}", left, top, right - left, height)
    if winner:
        sketch.centred(f"winner/{seat}", "art:laurel", left + 84, middle, 124)
        sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", left + 84, middle + 18, 50)
    else:
        sketch.number(f"rank/{seat}", score.rank, left + 54, middle, 50, colour, anchor="middle")
        sketch.centred(f"seat/{seat}", f"art:seat_{seat + 1}", left + 140, middle, 58)
    sketch.text(f"player/{seat}", card.names[seat], WORDS, middle - 10, size, colour, ROOM)
    high = 76 if winner else 56
    sketch.number(f"total/{seat}", score.points, right - 28, middle, high, colour, anchor="right")
    most = max(1, *(other.points for other in card.result.seats))
    if score.points > 0:
        y, wide = middle + (42 if winner else 32), max(4, ROOM * score.points / most)
        sketch.put(f"bar/{seat}", f"bar:{SEATS[seat]}", WORDS + 6, y, wide, BAR)
