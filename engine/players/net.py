"""The net of a learned value, in numpy: only processes with thinking computer players import it."""

from __future__ import annotations

from base64 import b85decode, b85encode
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.game import AnyGame
from engine.players.weights import Taught, Unfit, Weights, digest, foretold

Floats = NDArray[np.float32]


class Net:
    """A net with one layer of hidden units, which tells the value of states to a seat, or its parts.

    Args:
        rows: By feature, its weight for each hidden unit.
        inner: The bias of each hidden unit.
        outer: By hidden unit, its weight for each output.
        bias: The bias of each output.
        points: The points that an output of 1 stands for.
    """

    def __init__(self, rows: Floats, inner: Floats, outer: Floats, bias: Floats, points: float) -> None:
        self._rows, self._inner = rows, inner
        self._outer, self._bias = points * outer, points * bias

    def values(self, features: Sequence[Sequence[float]]) -> list[float]:
        """By state, about how many points a seat will be ahead at the end, and the worth of winning.

        Args:
            features: The features of each state, as that seat sees them.
        """
        return [value for (value,) in self.outputs(features)]

    def outputs(self, features: Sequence[Sequence[float]] | Floats) -> list[list[float]]:
        """By state, each output in points; the features are as in `values`."""
        found: list[list[float]] = (self._hidden(features) @ self._outer + self._bias).tolist()
        return found

    def seen(self, features: Sequence[Sequence[float]]) -> Floats:
        """By state, the numbers that a net of parts sees: the features, and the units hidden in this net."""
        return np.concatenate([np.array(features, np.float32), self._hidden(features)], 1)

    def _hidden(self, features: Sequence[Sequence[float]] | Floats) -> Floats:
        found: Floats = np.tanh(np.array(features, np.float32) @ self._rows + self._inner)
        return found


def net_of(weights: Weights, inputs: int) -> Net:
    """The net that tells values by these weights; `inputs`: the number of features.

    Raises:
        Unfit: The numbers are too few or too many, or not all finite.
    """
    return _net(weights, unpacked(weights.numbers), inputs, 1)


def parts_net_of(weights: Weights, inputs: int) -> Net:
    """The net that tells the parts of values by these weights, which must have one; otherwise as `net_of`.

    It sees what `Net.seen` of the net of values returns.
    """
    return _net(weights, unpacked(weights.part_numbers), inputs + weights.hidden, len(weights.parts))


def _net(weights: Weights, numbers: Floats, inputs: int, outputs: int) -> Net:
    hidden = weights.hidden
    sizes = [inputs * hidden, hidden, hidden * outputs, outputs]
    if len(numbers) != sum(sizes) or not np.isfinite(numbers).all():
        raise Unfit("numbers")
    rows, inner, outer, bias = np.split(numbers, np.cumsum(sizes[:-1]))
    return Net(rows.reshape(inputs, hidden), inner, outer.reshape(hidden, outputs), bias, weights.points)


def unpacked(text: str) -> Floats:
    """The numbers in a text by `packed`.

    Raises:
        Unfit: There are none.
    """
    try:
        return np.frombuffer(b85decode(text), "<f2").astype(np.float32)
    except ValueError as fault:
        raise Unfit("numbers") from fault


def packed(numbers: Floats) -> str:
    """Numbers as a text, as in `Weights`."""
    return b85encode(numbers.astype("<f2").tobytes()).decode()


def written(game: AnyGame, seats: int, points: float, taught: Taught, hidden: int, *numbers: Floats) -> bytes:
    """The file of a net for a game of `seats` players, as JSON.

    `numbers`: those of the net that tells values, then those of the net that tells their parts.
    """
    names, (value, parts) = digest(game.feature_names(seats)), map(packed, numbers)
    told = (names, hidden, points, taught, value, foretold(game), parts)
    found = Weights(game.id, game.rules_version, seats, *told)
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
