"""The net of an outsider in plain Python: what it thinks of a position, told by its features."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
HIDDEN: Final = 32
SCALE: Final = 2000
"""By this much the weights in a file, whole numbers, are larger than those of the net."""


def weights_file(name: str, seats: int) -> Path:
    """The file with the weights of an outsider for so many players."""
    return HERE / f"{name}_{seats}.json"


class Net:
    """A net with one hidden layer, told by its weights: those of each input, biases, the second layer.

    What comes in is compared with what came in last: only what differs is added up anew.
    """

    def __init__(self, weights: Sequence[int]) -> None:
        real = [weight / SCALE for weight in weights]
        inputs = (len(real) - 2 * HIDDEN - 1) // HIDDEN
        self.rows: Final = [real[i * HIDDEN : (i + 1) * HIDDEN] for i in range(inputs)]
        bias = inputs * HIDDEN
        self.nothing: Final = real[bias : bias + HIDDEN]
        self.second: Final = real[bias + HIDDEN : bias + 2 * HIDDEN]
        self.last: Final = real[-1]

    def sums(self, x: Sequence[float]) -> list[float]:
        """The sums of the hidden layer for these features."""
        found = self.nothing
        for each, row in zip(x, self.rows, strict=True):
            if each:
                found = [one + each * weight for one, weight in zip(found, row, strict=True)]
        return [*found]

    def sums_near(self, x: Sequence[float], near: Sequence[float], sums: list[float]) -> list[float]:
        """The sums for features that differ in little from those whose sums are known."""
        found = sums
        for i, (each, before) in enumerate(zip(x, near, strict=True)):
            if each != before:
                by = each - before
                found = [one + by * weight for one, weight in zip(found, self.rows[i], strict=True)]
        return found

    def value(self, sums: Sequence[float]) -> float:
        """What the net thinks, from the sums of its hidden layer."""
        bent = [one / (1 + abs(one)) for one in sums]
        return self.last + sum([weight * one for weight, one in zip(self.second, bent, strict=True)])


@cache
def net_of(name: str, seats: int) -> Net:
    """The net of an outsider for so many players, read once."""
    return Net(json.loads(weights_file(name, seats).read_text(encoding="utf-8")))
