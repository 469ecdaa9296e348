"""An outsider's neural network, in plain Python, which values a position by its features."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
HIDDEN: Final = 32
SCALE: Final = 2000
"""Weights files hold whole numbers: the weights times this factor."""


def weights_file(name: str, seats: int) -> Path:
    """Return the path of an outsider's weights for `seats` players."""
    return HERE / f"{name}_{seats}.json"


class Net:
    """A net with one hidden layer, made from its weights: each input's, the biases, and the output's.

    Inputs are compared with the previous ones, and only the differences are computed.
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
        """Return the sums of the hidden layer for the features `x`."""
        found = self.nothing
        for each, row in zip(x, self.rows, strict=True):
            if each:
                found = [one + each * weight for one, weight in zip(found, row, strict=True)]
        return [*found]

    def sums_near(self, x: Sequence[float], near: Sequence[float], sums: list[float]) -> list[float]:
        """Return the sums for features `x` that differ little from `near`; `sums`: the sums for `near`."""
        found = sums
        for i, (each, before) in enumerate(zip(x, near, strict=True)):
            if each != before:
                by = each - before
                found = [one + by * weight for one, weight in zip(found, self.rows[i], strict=True)]
        return found

    def value(self, sums: Sequence[float]) -> float:
        """Return the net's value, from the sums of its hidden layer."""
        bent = [one / (1 + abs(one)) for one in sums]
        return self.last + sum([weight * one for weight, one in zip(self.second, bent, strict=True)])


@cache
def net_of(name: str, seats: int) -> Net:
    """Return an outsider's net for `seats` players; its file is read once."""
    return Net(json.loads(weights_file(name, seats).read_text(encoding="utf-8")))
