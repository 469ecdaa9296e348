"""The net of a learned value, in numpy: only processes with thinking computer players import it."""

from __future__ import annotations

from base64 import b85decode, b85encode
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from engine.game import AnyGame
from engine.players.weights import Taught, Unfit, Weights, digest

Floats = NDArray[np.float32]


class Net:
    """A net with one layer of hidden units, which tells the value of states to a seat.

    Args:
        rows: By feature, its weight for each hidden unit.
        inner: The bias of each hidden unit.
        outer: The weight of each hidden unit in the output.
        bias: The bias of the output.
        points: The points that an output of 1 stands for.
    """

    def __init__(self, rows: Floats, inner: Floats, outer: Floats, bias: float, points: float) -> None:
        self._rows, self._inner = rows, inner
        self._outer, self._bias = points * outer, points * bias

    def values(self, features: Sequence[Sequence[float]]) -> list[float]:
        """By state, about how many points a seat will be ahead at the end, and the worth of winning.

        Args:
            features: The features of each state, as that seat sees them.
        """
        hidden = np.tanh(np.array(features, np.float32) @ self._rows + self._inner)
        found: list[float] = (hidden @ self._outer + self._bias).tolist()
        return found


def net_of(weights: Weights, inputs: int) -> Net:
    """The net with these weights; `inputs`: the number of features.

    Raises:
        Unfit: The numbers are too few or too many, or not all finite.
    """
    hidden = weights.hidden
    try:
        numbers = np.frombuffer(b85decode(weights.numbers), "<f2").astype(np.float32)
    except ValueError as fault:
        raise Unfit("numbers") from fault
    if len(numbers) != (inputs + 2) * hidden + 1 or not np.isfinite(numbers).all():
        raise Unfit("numbers")
    rows, inner, outer, bias = np.split(numbers, [inputs * hidden, -hidden - 1, -1])
    return Net(rows.reshape(inputs, hidden), inner, outer, float(bias[0]), weights.points)


def written(game: AnyGame, seats: int, points: float, taught: Taught, hidden: int, numbers: Floats) -> bytes:
    """The file of a net for a game of `seats` players, as JSON; `numbers` stand as in `Weights`."""
    names = digest(game.feature_names(seats))
    packed = b85encode(numbers.astype("<f2").tobytes()).decode()
    found = Weights(game.id, game.rules_version, seats, names, hidden, points, taught, packed)
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
