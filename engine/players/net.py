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
    """A net with one layer of hidden units; its outputs are the value of a state to a seat, or its parts.

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
        """For each state, the expected lead of a seat at the end, in points, the worth of winning included.

        `features`: the features of each state, as that seat sees them.
        """
        return [value for (value,) in self.outputs(features)]

    def outputs(self, features: Sequence[Sequence[float]] | Floats) -> list[list[float]]:
        """For each state, each output of the net, in points; `features`: the features of each state."""
        found: list[list[float]] = (self._hidden(features) @ self._outer + self._bias).tolist()
        return found

    def seen(self, features: Sequence[Sequence[float]]) -> Floats:
        """For each state, the inputs of a net of parts: the features, and the hidden units of this net."""
        return np.concatenate([np.array(features, np.float32), self._hidden(features)], 1)

    def _hidden(self, features: Sequence[Sequence[float]] | Floats) -> Floats:
        found: Floats = np.tanh(np.array(features, np.float32) @ self._rows + self._inner)
        return found


def net_of(weights: Weights, inputs: int) -> Net:
    """The net of values with these weights; `inputs`: the number of features.

    Raises:
        Unfit: The numbers are too few or too many, or not all finite.
    """
    return _net(weights, unpacked(weights.numbers), inputs, 1)


def parts_net_of(weights: Weights, inputs: int) -> Net:
    """The net of parts in `weights`, which must contain one.

    The inputs of this net are the results of `Net.seen` of the net of values.

    Raises:
        Unfit: As in `net_of`.
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
    """The numbers in a text that `packed` made.

    Raises:
        Unfit: The text holds no numbers.
    """
    try:
        return np.frombuffer(b85decode(text), "<f2").astype(np.float32)
    except ValueError as fault:
        raise Unfit("numbers") from fault


def packed(numbers: Floats) -> str:
    """Numbers packed into a text: 16-bit floats in base 85."""
    return b85encode(numbers.astype("<f2").tobytes()).decode()


def written(game: AnyGame, seats: int, points: float, taught: Taught, hidden: int, *numbers: Floats) -> bytes:
    """The file of a net for a game of `seats` players, as JSON.

    `numbers`: the weights of the net of values, then those of the net of parts.
    """
    names, (value, parts) = digest(game.feature_names(seats)), map(packed, numbers)
    told = (names, hidden, points, taught, value, foretold(game), parts)
    found = Weights(game.id, game.rules_version, seats, *told)
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
