"""What a picture costs, beside the plain encoding of an empty picture of the same size.

`python -m benchmarks.pictures`
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from itertools import pairwise
from statistics import median
from typing import Any, Final

from PIL import Image

from engine.game import CHANCE
from engine.rapa_nui_cards.game import GAME
from pictures import Scene, Studio
from pictures.rapa_nui_cards.board import board
from pictures.rapa_nui_cards.hand import hand
from pictures.rapa_nui_cards.sheet import sheet
from pictures.render import encode, paint

GAMES: Final = 12
KB: Final = 1024


class Seeded:
    """Chance from a fixed seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int, /) -> int:
        """A number below `bound`."""
        return self._random.randrange(bound)

    def shuffled(self, items: Any, /) -> tuple[Any, ...]:
        """The items in another order."""
        return tuple(self._random.sample(items, len(items)))


def game(seats: int, seed: int) -> list[Any]:
    """The states of a game at random, once the cards are dealt."""
    chance, state, states = Seeded(seed), GAME.start(seats, GAME.chosen_options({})), []
    while to_move := GAME.to_move(state):
        if to_move[0] == CHANCE:
            move: Any = GAME.chance_move(state, chance)
        else:
            legal = GAME.legal_moves(state, to_move[0])
            move = legal[chance.below(len(legal))]
            states.append(state)
        state, _ = GAME.apply(state, to_move[0], move)
    return [*states, state]


def composers(seats: int) -> dict[str, list[Callable[[], Scene]]]:
    """What composes the scenes of some games, by the kind of picture."""
    found: dict[str, list[Callable[[], Scene]]] = {}
    for seed in range(GAMES):
        states = game(seats, seed)
        for before, state in list(pairwise(states[:-1]))[:: len(states) // 12]:
            seen = [GAME.observe(each, None) for each in (state, before)]
            own = [GAME.observe(each, seed % seats) for each in (state, before)]
            found.setdefault("board", []).append(lambda seen=seen: board(*seen))  # type: ignore[misc]
            found.setdefault("hand", []).append(lambda own=own: hand(*own))  # type: ignore[misc]
        over, result = GAME.observe(states[-1], None), GAME.result(states[-1])
        assert result is not None
        found.setdefault("sheet", []).append(lambda over=over, result=result: sheet(over, result))  # type: ignore[misc]
    return found


def ms(work: Callable[[], Any]) -> tuple[float, Any]:
    """Milliseconds of a piece of work, and what came of it."""
    began = time.perf_counter()
    done = work()
    return (time.perf_counter() - began) * 1e3, done


def measure(name: str, compose: list[Callable[[], Scene]]) -> None:
    """A line of the table."""
    for first in compose[:3]:
        encode(paint(first()))  # The sprites are made once, at the first picture.
    times: dict[str, list[float]] = {"compose": [], "paint": [], "encode": [], "empty": []}
    sizes = []
    for each in compose:
        spent, scene = ms(each)
        times["compose"].append(spent)
        spent, image = ms(lambda scene=scene: paint(scene))  # type: ignore[misc]
        times["paint"].append(spent)
        spent, content = ms(lambda image=image: encode(image))  # type: ignore[misc]
        times["encode"].append(spent)
        sizes.append(len(content) / KB)
        empty = Image.new("RGB", image.size)
        times["empty"].append(ms(lambda empty=empty: encode(empty))[0])  # type: ignore[misc]
    middle = {part: median(values) for part, values in times.items()}
    total = middle["compose"] + middle["paint"] + middle["encode"]
    print(
        f"{name:<16} {middle['compose']:7.2f} {middle['paint']:7.2f} {middle['encode']:7.2f} {total:7.2f}"
        f" {middle['empty']:9.2f} {total / middle['empty']:6.1f} {median(sizes):8.0f} {max(sizes):6.0f}"
    )


async def kept() -> None:
    """What it costs to ask for a picture that was drawn before."""
    studio = Studio()
    scene = composers(3)["board"][0]()
    first, _ = await _asked(studio, scene)
    again = median([(await _asked(studio, scene))[0] for _ in range(200)])
    print(
        f"\nA board drawn: {first:.1f} ms; asked for 200 times again: {again * 1e3:.1f} µs each,"
        f" drawn {studio.drawn - 1} times"
    )
    studio.close()


async def _asked(studio: Studio, scene: Scene) -> tuple[float, bytes]:
    began = time.perf_counter()
    picture = await studio.picture(scene)
    return (time.perf_counter() - began) * 1e3, picture


def main() -> None:
    """Print the table: medians in milliseconds, sizes in KB, and the ratio to an empty picture."""
    print(
        f"{'':<16} {'compose':>7} {'paint':>7} {'encode':>7} {'total':>7}"
        f" {'empty':>9} {'ratio':>6} {'KB':>8} {'most':>6}"
    )
    for seats in GAME.seats:
        for name, compose in composers(seats).items():
            measure(f"{name}, {seats} seats", compose)
    asyncio.run(kept())


if __name__ == "__main__":
    main()
