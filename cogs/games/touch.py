"""The areas of a game's picture that people can touch on the Activity's page.

A message's buttons and list options answer a question.  The screen of each game says which things in its
pictures each answer is about, so a picture never offers more than its message.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from cogs.games import screens
from cogs.text import ids, ui
from cogs.text.ids import PICK, MoveId, Pick, TableId
from cogs.text.language import Localizer
from cogs.text.names import Names
from engine.game import IllegalMove, Struct
from pictures import Scene
from tables.model.values import Look

MOST: Final = 12
"""A thing with more answers than this gets no area: a picture doesn't help to choose among so many."""
Box = tuple[int, int, int, int]
"""A rectangle by its left, top, right and bottom edges, in pixels."""
Offers = Mapping[str, tuple[str, str]]
"""By the custom_id of a button or the value of an option: the `label` and the `note` of an `Area`."""


class Area(Struct, frozen=True):
    """A part of a picture, in pixels, that acts like a button or an option of the message.

    Attributes:
        press: The custom_id of the button, or the value of the option.
        label: The words on the button or option.
        note: Lines on the move's outcome, or the description of an option; may be empty.
    """

    x: int
    y: int
    w: int
    h: int
    press: str
    label: str
    note: str = ""


def offered(view: ui.LayoutView, look: Look, words: Localizer) -> Offers:
    """A message's enabled buttons and its lists' options.

    `look`: What the reader, whose language is `words`, knows of the table.
    """
    found: dict[str, tuple[str, str]] = {}
    for item in view.walk_children():
        if isinstance(item, ui.Button) and item.custom_id and not item.disabled:
            found[item.custom_id] = item.label, ""
        elif isinstance(item, ui.Select):
            for option in item.options:
                found[option.value] = option.label, option.description or ""
    if look.asked is None:
        return found
    screen, names = screens()[look.table.game_id], Names(look.table.seats, words, look.seat)
    for press, (label, _) in found.items():
        with suppress(IllegalMove):  # It is no move, but a step of choosing one, or several moves.
            move = look.game.read_move(_answer(press, look) or "")
            if lines := screen.brings(look.observation, move, names, words):
                found[press] = label, "\n".join(lines)
    return found


def areas(scene: Scene, look: Look, offers: Offers) -> list[Area]:
    """The areas of a picture for those of a message's `offers` that answer the viewer's question.

    Several areas may have the same rectangle; none lies outside the picture.
    """
    texts = _answers(look, offers)
    if not texts or look.observation is None:
        return []
    screen = screens()[look.table.game_id]
    things = screen.things(look.observation, look.legal_moves, tuple(texts))
    boxes = _boxes(scene)
    found = [(box, texts[text]) for text, roles in things.items() for box in _around(scene, boxes, roles)]
    crowds = Counter(box for box, _ in found)
    return [
        Area(left, top, right - left, bottom - top, press, *offers[press])
        for (left, top, right, bottom), press in found
        if crowds[left, top, right, bottom] <= MOST
    ]


def with_choice(scene: Scene, look: Look, offers: Offers) -> Scene:
    """The picture of the whole board with the viewer's choices so far, such as a path across the board.

    The picture has the size of `scene`, the board without these choices.  `offers` are those of the viewer's
    panel.
    """
    texts = _answers(look, offers)
    if not texts or look.observation is None:
        return scene
    chosen = screens()[look.table.game_id].chosen(look.observation, look.legal_moves, tuple(texts))
    is_same = chosen is not None and (chosen.width, chosen.height) == (scene.width, scene.height)
    return chosen if chosen is not None and is_same else scene


def _answers(look: Look, offers: Iterable[str]) -> dict[str, str]:
    """The ids that answer the viewer's question, by the move text or the picked step in each."""
    return {text: press for press in offers if (text := _answer(press, look)) is not None}


def _answer(press: str, look: Look) -> str | None:
    """The move text or picked step in the id `press`; None: it doesn't answer the viewer's question."""
    match ids.read(press):
        case MoveId(look.table.id, look.asked, moves):
            return moves
        case TableId(look.table.id, verb, detail) if verb == PICK and "." in detail:
            pick = Pick.parse(detail)
            return pick.picked if pick.asked == look.asked else None
        case _:
            return None


def _boxes(scene: Scene) -> Mapping[str, list[Box]]:
    """The rectangles of the sprites with each role, and with each role and name (`hand game:card.fish`)."""
    found = defaultdict[str, list[Box]](list)
    for one in scene.placed:
        for name in (one.role, f"{one.role} {one.sprite}"):
            found[name].append((one.x, one.y, one.x + one.width, one.y + one.height))
    return found


def _around(scene: Scene, boxes: Mapping[str, list[Box]], things: Sequence[str]) -> Iterator[Box]:
    """The rectangle around each of `things`; a thing is some roles, such as `star/1|order/0`.

    The numbers of a legend beside the roles' sprites are within the rectangle, too.
    """
    for thing in things:
        names = [name for role in thing.split("|") for name in (role, f"{role}/number")]
        if there := [box for name in names for box in boxes.get(name, ())]:
            lefts, tops, rights, bottoms = zip(*there, strict=True)
            right, bottom = min(max(rights), scene.width), min(max(bottoms), scene.height)
            yield max(min(lefts), 0), max(min(tops), 0), right, bottom
