"""Rims around things in a picture, and numbers on them, to which a text refers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from itertools import product
from typing import Final

from msgspec.structs import replace

from pictures.scene import Placed, Scene, number_width

RIM: Final = 8
"""The distance from a thing to the outer edge of the rim around it, in pixels."""
BADGE: Final = 52
"""The height of a number's disc; a number of two digits has a wider one."""
DIGIT: Final = 34

Box = tuple[float, float, float, float]
"""A rectangle by its left, top, right and bottom edges."""


def rimmed(scene: Scene, roles: Iterable[str]) -> Scene:
    """A copy of a scene with a rim around the things of each of `roles` (patterns), if there are any."""
    rims = [_rim(role, box) for role in roles if (box := around(scene, role)) is not None]
    return replace(scene, placed=(*scene.placed, *rims))


def numbered(scene: Scene, roles: Sequence[str]) -> Scene:
    """A copy of a scene with a rim around the things of each of `roles` (patterns), numbered from 1.

    Raises:
        KeyError: The scene has nothing of such a role.
    """
    things: list[Box] = []
    for role in roles:
        if (box := around(scene, role)) is None:
            raise KeyError(role)
        things.append(box)
    rims = [_rim(str(number), box) for number, box in enumerate(things, 1)]
    # Big things that fill the picture may be covered by a number; smaller things may not.
    small = [one for one in scene.placed if not one.is_area and one.width < scene.width / 2]
    taken = [_box(one) for one in (*small, *rims)]
    badges: list[Box] = []
    discs: list[Placed] = []
    for number, (thing, rim) in enumerate(zip(things, rims, strict=True), 1):

        def cost(box: Box, thing: Box = thing) -> float:
            return _covers(box, taken) + 100 * _covers(box, badges) - _covers(box, [thing]) / 2

        wide = BADGE + number_width(str(number), DIGIT) - number_width("0", DIGIT)
        badges.append(min(_places(scene, _box(rim), wide), key=cost))
        left, top, _, _ = badges[-1]
        at = round(left), round(top), round(wide), BADGE
        discs.append(Placed(f"callout/{number}", f"mark:{number}", *at))
    return replace(scene, placed=(*scene.placed, *rims, *discs))


def around(scene: Scene, role: str) -> Box | None:
    """The rectangle around all things of a role in a scene; None if the scene has none.

    `role` is one pattern, such as `supply/*`, or several: `deck|deck/*`.
    """
    patterns = role.split("|")
    boxes = [_box(one) for one in scene.placed if any(fnmatchcase(one.role, each) for each in patterns)]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _box(placed: Placed) -> Box:
    return placed.x, placed.y, placed.x + placed.width, placed.y + placed.height


def _rim(thing: str, box: Box) -> Placed:
    left, top, right, bottom = box
    wide, high = right - left + 2 * RIM, bottom - top + 2 * RIM
    return Placed(f"rim/{thing}", "mark:rim", round(left - RIM), round(top - RIM), round(wide), round(high))


def _places(scene: Scene, rim: Box, wide: float) -> Iterable[Box]:
    """The rectangles in which a number of width `wide` could stand on a rim's edge, inside the picture."""
    left, top, right, bottom = rim
    for across, down in product((0, 0.5, 1, 0.25, 0.75), repeat=2):
        for out in (0.5, 0.85, 0.15):
            if across in {0, 1} or down in {0, 1}:
                # From the point on the edge outwards; at a corner, in both directions.
                far = (out - 0.5) * (0.5 if across in {0, 1} and down in {0, 1} else 1)
                x = left + (right - left) * across + wide * _way(across) * far
                y = top + (bottom - top) * down + BADGE * _way(down) * far
                x = min(max(x, wide / 2), scene.width - wide / 2)
                y = min(max(y, BADGE / 2), scene.height - BADGE / 2)
                yield x - wide / 2, y - BADGE / 2, x + wide / 2, y + BADGE / 2


def _way(share: float) -> int:
    return (share == 1) - (share == 0)


def _covers(box: Box, others: Iterable[Box]) -> float:
    """How many pixels of `box` the rectangles `others` cover; a pixel under two of them counts twice."""
    left, top, right, bottom = box
    return sum(
        (min(right, far) - max(left, near)) * (min(bottom, low) - max(top, high))
        for near, high, far, low in others
        if near < right and far > left and high < bottom and low > top
    )
