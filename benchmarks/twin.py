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

SHOWN: Final = 20
"""The number of points of a twin's learning curve."""


class Twin(NamedTuple):
    """A twin's file and its training.

    Attributes:
        file: The name of the file in C.
        games: The number of games.
        fast: The learning rate at the beginning; it falls to `SLOW`.
        trust: The weight of later states in a state's target (λ).
    """

    file: str
    games: int
    fast: float
    trust: float


SLOW: Final = 1e-5
ODD: Final = 0.1
"""The share of random moves at the beginning; there are none at the end."""
CARDS: Final = Twin("rapa_nui_cards.c", 500_000, 7e-4, 0.9)
OF_MANY: Final = Twin("ru_ra_re_of_many.c", 100_000, 7e-4, 0.8)
TWINS: Final = {
    ("ru-ra-re", 2): Twin("ru_ra_re.c", 700_000, 2e-3, 0.7),
    **{("ru-ra-re", seats): OF_MANY for seats in (3, 4)},
    **{("rapa-nui-cards", seats): CARDS for seats in (2, 3, 4)},
}
"""The twins, by the game's id and the number of players."""


def library(game: str, seats: int) -> ctypes.CDLL:
    """Return the compiled twin of a game for a number of players."""
    return built(Path(__file__).with_name(TWINS[game, seats].file))


def values(game: AnyGame, seats: int, seed: int, games: int | None = None) -> tuple[Floats, Taught]:
    """Return the weights of a net of values that a twin has taught by `games` games, and its training."""
    twin, code = TWINS[game.id, seats], library(game.id, seats)
    hidden, count = code.unit_count(), games or twin.games
    errors = (ctypes.c_float * SHOWN)()
    numbers = (ctypes.c_float * (len(game.feature_names(seats)) * hidden + 2 * hidden + 1))()
    code.teach_values.restype = None
    pace = map(ctypes.c_float, (twin.fast, SLOW, ODD, twin.trust))
    code.teach_values(seats, ctypes.c_uint64(seed), count, *pace, errors)
    code.give_values(numbers)
    return np.array(numbers, np.float32), Taught(count, seed, [round(error, 1) for error in errors])
