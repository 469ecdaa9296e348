"""Whole games in words, with the moves of all computer players.

`python -m tests.engine.transcript GAME SEATS` prints them.  The first line says whether the engine is
compiled; all other lines must be the same for each engine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from typing import Final

import msgspec

from engine import counts
from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players import PLAYERS, USUAL
from tests.engine.playthrough import playthrough
from tests.engine.seeded import Seeded, Turns, few_setups, random_game

IN_PYTHON: Final = "in Python"
COMPILED: Final = "compiled"
EVERY: Final = {"expert": 60, "skilled": 15}
"""How many decisions come to one of each slow player, by the player's id."""


def engine() -> str:
    """Return whether this process has the engine in Python or the compiled one."""
    return IN_PYTHON if str(counts.__file__).endswith(".py") else COMPILED


def transcript(game: AnyGame, seats: int) -> Iterator[str]:
    """Yield lines on whole games: at random with various options, then by computer players."""
    yield from playthrough(game, seats).splitlines()
    for setup in few_setups():
        if (setup.game, setup.seats) == (game, seats):
            yield str(setup)
            for played in random_game(setup, seed=seats + 10):
                yield f"{game.write_move(played.move)} {msgspec.json.encode(played.after).decode()}"
    yield from _thoughts(game, seats)


def _thoughts(game: AnyGame, seats: int) -> Iterator[str]:
    """Yield a game's moves among players of the usual level, other players' choices, and states' values."""
    chance, state = Seeded(seats), game.start(seats, {})
    turns, numbers = Turns(game), count()
    while (seat := turns.next_seat(state)) is not None:
        if seat == CHANCE:
            move = game.chance_move(state, chance)
        else:
            seen, number = game.observe(state, seat), next(numbers)
            chosen = {
                name: player(game, seen, seat, Seeded(number))
                for name, player in PLAYERS.items()
                if number % EVERY.get(name, 1) == 0
            }
            yield f"{number}: {', '.join(f'{name} {game.write_move(one)}' for name, one in chosen.items())}"
            move = chosen[USUAL]
        state, _ = game.apply(state, seat, move)
        yield f"worth {' '.join(repr(float(game.worth(state, one))) for one in range(seats))}"


def main(game_id: str, seats: int) -> None:
    """Print the transcript of a game."""
    sys.stdout.writelines(f"{line}\n" for line in (engine(), *transcript(games()[game_id], seats)))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
