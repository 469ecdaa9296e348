"""Teaches nets of values by twins in C, which play games against themselves as `benchmarks.teach` does.

A twin computes the same features as its game, and takes minutes where Python takes hours; it needs a C
compiler.  A twin chooses its own number of hidden units.  With the same seed, it gives the same net on the
same kind of processor.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from benchmarks.outsiders.teach import built
from engine.game import AnyGame
from engine.players.net import Floats
from engine.players.weights import Taught

TWINS: Final = {("ru-ra-re", 2): Path(__file__).with_name("ru_ra_re.c")}
"""The twins, by the game's id and the number of players."""
GAMES: Final = 700_000
"""The number of games by which a twin teaches a net."""
SHOWN: Final = 20
"""The number of points of a twin's learning curve."""


class Pace(NamedTuple):
    """The learning rates at the beginning and at the end, the share of random moves at first, and λ."""

    fast: float
    slow: float
    odd: float
    trust: float


PACE: Final = Pace(2e-3, 1e-5, 0.1, 0.7)


def values(game: AnyGame, seats: int, seed: int, games: int = GAMES) -> tuple[Floats, Taught]:
    """Return the weights of a net of values that a twin has taught by `games` games, and its training."""
    library = built(TWINS[game.id, seats])
    hidden = library.unit_count()
    errors = (ctypes.c_float * SHOWN)()
    numbers = (ctypes.c_float * (len(game.feature_names(seats)) * hidden + 2 * hidden + 1))()
    library.teach_values.restype = None
    library.teach_values(ctypes.c_uint64(seed), games, *map(ctypes.c_float, PACE), errors)
    library.give_values(numbers)
    return np.array(numbers, np.float32), Taught(games, seed, [round(error, 1) for error in errors])
