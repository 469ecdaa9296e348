"""Distributions of points, to be drawn: of no, a few and thousands of people, with and without computers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pictures import Scene
from pictures.spread import spread
from tests.engine.seeded import Seeded


class Spread(NamedTuple):
    """The arguments of `spread`."""

    counts: Mapping[int, int]
    own: int | None
    marks: Sequence[tuple[str, int]] = ()

    @property
    def scene(self) -> Scene:
        return spread(*self)


def people(count: int, middle: int, far: int) -> dict[int, int]:
    """Return the random points of `count` people: most about `middle`, none further off than `far`."""
    chance = Seeded(count)
    return Counter(middle - far + sum(chance.below(far + 1) for _ in range(2)) for _ in range(count))


LEVELS: Final = ("beginner", "Fortgeschritten", "達人", "★★★", "best")
CLOSE: Final = tuple((label, points) for label, points in zip(LEVELS, (45, 46, 46, 47, 48), strict=True))

SPREADS: Final = {
    "nobody": Spread({}, None),
    "computers alone": Spread({}, None, (("I", 28), ("II", 41), ("III", 57))),
    "one": Spread({47: 1}, 47),
    "one of no points": Spread({0: 1}, 0, (("I", -3),)),
    "seven": Spread({31: 1, 36: 2, 38: 1, 44: 2, 52: 1}, 38, (("★★", 41),)),
    "close": Spread(people(40, 46, 15), None, CLOSE),
    "close at the end": Spread(people(40, 30, 15), 15, [(label, points + 40) for label, points in CLOSE]),
    "hundreds": Spread(people(900, 46, 35), 49, (("I", 28), ("II", 41), ("III", 57))),
    "thousands": Spread(people(10_000, 50, 70), 119, CLOSE),
    "thousands alike": Spread({5: 10_000}, 5, [(label, 5) for label in LEVELS]),
    "below 0": Spread(people(300, -20, 25), -45),
}
