"""Teaches the outsiders' nets by games against themselves, and writes their weights.

`python -m benchmarks.outsiders.teach rapa-nui-cards 2` takes minutes of one processor, and needs a C
compiler: the outsider's twin in C plays the games.  With the same seed, it plays the same games on the same
kind of processor.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks.outsiders.net import HIDDEN, SCALE, weights_file

HERE: Final = Path(__file__).parent
FLAGS: Final = ("-O3", "-march=native", "-fno-math-errno", "-shared", "-fPIC")
MOST_INPUTS: Final = 400
TWINS: Final = {"rapa-nui-cards": "rapa_nui_cards", "ru-ra-re": "ru_ra_re"}
GAMES: Final = {
    "rapa-nui-cards": {2: 150_000, 3: 150_000, 4: 60_000},
    "ru-ra-re": {2: 50_000, 3: 25_000, 4: 25_000},
}
"""The number of games that a net plays against itself, by the game and the number of players."""


@cache
def built(source: Path) -> ctypes.CDLL:
    """Compile and load a C file, once."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{source.stem}.so"
        subprocess.run(["cc", *FLAGS, "-o", str(library), str(source), "-lm"], check=True)
        return ctypes.CDLL(str(library))


@cache
def twin(name: str) -> ctypes.CDLL:
    """Compile and load the C twin of an outsider, once."""
    library = built(HERE / f"{name}.c")
    library.teach.restype = ctypes.c_float
    library.teach.argtypes = [
        ctypes.c_int,
        ctypes.c_uint64,
        ctypes.c_int,
        ctypes.c_float,
        ctypes.c_float,
    ]
    return library


def taught(library: ctypes.CDLL, seats: int, seed: int, games: int, rate: float, trust: float) -> list[int]:
    """Return the weights, as whole numbers, of a net that has learned from `games` games."""
    error = library.teach(seats, seed, games, rate, trust)
    print(f"mean square error {error:.4f}")
    number = library.input_count() * HIDDEN + 2 * HIDDEN + 1
    weights = (ctypes.c_float * number)()
    library.give_weights(weights)
    return [round(weight * SCALE) for weight in weights]


def main() -> None:
    """Teach one outsider for one number of players."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outsiders.teach", description="Teach a net.")
    parser.add_argument("game", choices=list(TWINS))
    parser.add_argument("seats", type=int)
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--trust", type=float, default=0.8, help="lambda of TD")
    parser.add_argument("--to", type=Path, help="another file for the weights")
    options = parser.parse_args()
    name = TWINS[options.game]
    games = options.games or GAMES[options.game][options.seats]
    began = time.process_time()
    weights = taught(twin(name), options.seats, options.seed, games, options.rate, options.trust)
    print(f"{games} games in {time.process_time() - began:.0f} s")
    file = options.to or weights_file(name, options.seats)
    file.write_text(json.dumps(weights, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
