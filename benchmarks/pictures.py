"""How long drawing a picture takes, compared with encoding an empty picture of the same size.

`python -m benchmarks.pictures`.  The pictures are those of successive moves, as in a real game, so that
unchanged parts come from the cache.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Any, Final, NamedTuple

from PIL import Image

from engine.game import CHANCE, AnyGame
from engine.players import Player
from engine.players.quick import random_player, sensible_player
from engine.rapa_nui_board.game import GAME as ISLAND
from engine.rapa_nui_board.state import Observation
from engine.rapa_nui_cards.game import GAME as CARDS
from engine.ru_ra_re.game import GAME as ROWS
from pictures import Scene, Studio
from pictures.rapa_nui_board.island import island, region, regions
from pictures.rapa_nui_board.players import players
from pictures.rapa_nui_board.players import sheet as island_sheet
from pictures.rapa_nui_cards.board import board as cards_board
from pictures.rapa_nui_cards.board import own as cards_own
from pictures.rapa_nui_cards.board import sheet as cards_sheet
from pictures.render import render
from pictures.ru_ra_re.board import board as rows_board
from pictures.ru_ra_re.board import own as rows_own
from pictures.ru_ra_re.board import sheet as rows_sheet
from tests.pictures.painted import encode, paint

KB: Final = 1024
IN_A_ROW: Final = 12
"""The number of successive moves of each game that are drawn."""


class Seeded:
    """Random numbers from a fixed seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int, /) -> int:
        """A number from 0 to `bound` - 1."""
        return self._random.randrange(bound)

    def shuffled(self, items: Any, /) -> tuple[Any, ...]:
        """The items in a random order."""
        return tuple(self._random.sample(items, len(items)))


Compose = Callable[[Any, Any], Scene]
"""Composes a scene from an observation and the one before (for a score sheet: from the result)."""


class Drawn(NamedTuple):
    """A game, and the functions that compose its pictures.

    Attributes:
        game: The game.
        public: The functions for public pictures, by the kind of picture.
        own: The function for the picture of a player's own things.
        sheet: The function for the final score.
        player: The computer player that plays all seats.
        games: The number of games that are played for each number of seats.
    """

    game: AnyGame
    public: Mapping[str, Compose]
    own: Compose
    sheet: Compose
    player: Player = random_player
    games: int = 4


def whole_island(seen: Observation, before: Observation) -> Scene:
    """Return the picture of the board game's whole island."""
    return island(seen.state, before.state)


def all_players(seen: Observation, before: Observation) -> Scene:
    """Return the picture of all players' things in the board game."""
    return players(seen.state, before.state, seen.state.order, NAMES)


def own_things(seen: Observation, before: Observation) -> Scene:
    """Return the picture of one player's things in the board game."""
    assert seen.viewer is not None
    return players(seen.state, before.state, (seen.viewer,), NAMES)


def west(seen: Observation, before: Observation) -> Scene:
    """Return the enlarged picture of one part of the island."""
    return region(seen.state, next(iter(regions(seen.state.seats))))


NAMES: Final = ("Tane", "Make", "Hotu", "Ariki")
"""The players' names."""

DRAWN: Final = (
    Drawn(
        CARDS,
        {"board": lambda seen, before: cards_board(seen, before, NAMES)},
        cards_own,
        lambda seen, result: cards_sheet(seen, result, NAMES),
    ),
    Drawn(
        ROWS,
        {"board": lambda seen, before: rows_board(seen, before, NAMES)},
        rows_own,
        lambda _, result: rows_sheet(result, NAMES),
    ),
    # Random players carry hardly anything, so the island would stay empty.
    Drawn(
        ISLAND,
        {"island": whole_island, "players": all_players, "region": west},
        own_things,
        lambda _, result: island_sheet(result, NAMES),
        sensible_player,
        games=1,
    ),
)


def states_of(drawn: Drawn, seats: int, seed: int) -> list[Any]:
    """Return the states of a game, from the deal on."""
    game = drawn.game
    chance, state, states = Seeded(seed), game.start(seats, game.chosen_options({})), []
    while to_move := game.to_move(state):
        seat = to_move[chance.below(len(to_move))]
        if seat == CHANCE:
            move: Any = game.chance_move(state, chance)
        else:
            move = drawn.player(game, game.observe(state, seat), seat, chance)
            states.append(state)
        state, _ = game.apply(state, seat, move)
    return [*states, state]


def composers(drawn: Drawn, seats: int) -> dict[str, list[Callable[[], Scene]]]:
    """Return functions that compose the scenes of some games, by kind of picture."""
    found: dict[str, list[Callable[[], Scene]]] = {kind: [] for kind in (*drawn.public, "own", "sheet")}
    for seed in range(drawn.games):
        states = states_of(drawn, seats, seed)
        middle = len(states) // 3
        for before, state in list(pairwise(states[:-1]))[middle : middle + IN_A_ROW]:
            seen = [drawn.game.observe(each, None) for each in (state, before)]
            own = [drawn.game.observe(each, seed % seats) for each in (state, before)]
            for kind, compose in drawn.public.items():
                found[kind].append(partial(compose, *seen))
            found["own"].append(partial(drawn.own, *own))
        over, result = drawn.game.observe(states[-1], None), drawn.game.result(states[-1])
        found["sheet"].append(partial(drawn.sheet, over, result))
    return found


def ms(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the milliseconds that a function takes, and its result."""
    began = time.perf_counter()
    done = work()
    return (time.perf_counter() - began) * 1e3, done


def drawn_at_once(scene: Scene) -> bytes:
    """Draw a scene with empty caches; return the picture's file."""
    return encode(paint(scene), scene.ground)


def measure(name: str, compose: list[Callable[[], Scene]]) -> None:
    """Measure one kind of picture, and print a row of the table."""
    for first in compose[:3]:
        render(first())  # The first picture isn't measured, since it makes the sprites.
    times: dict[str, list[float]] = {"compose": [], "draw": [], "whole": [], "empty": []}
    sizes = []
    for each in compose:
        spent, scene = ms(each)
        times["compose"].append(spent)
        spent, content = ms(partial(render, scene))
        times["draw"].append(spent)
        sizes.append(len(content) / KB)
        times["whole"].append(ms(partial(drawn_at_once, scene))[0])
        empty = Image.new("RGB", (scene.width, scene.height))
        times["empty"].append(ms(partial(encode, empty, scene.ground))[0])
    middle = {part: median(values) for part, values in times.items()}
    total = middle["compose"] + middle["draw"]
    print(
        f"{name:<18} {middle['compose']:7.2f} {middle['draw']:7.2f} {total:7.2f} {middle['whole']:9.2f}"
        f" {middle['empty']:9.2f} {total / middle['empty']:6.1f} {median(sizes):8.0f} {max(sizes):6.0f}"
    )


async def kept() -> None:
    """Measure how long it takes to get a picture from the cache."""
    studio = Studio()
    scene = composers(DRAWN[0], 3)["board"][0]()
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
    """Print the table: medians in milliseconds, sizes in KB, and the ratio to an empty picture.

    `whole` is the time of drawing with no parts of earlier pictures cached.
    """
    print(
        f"{'':<18} {'compose':>7} {'draw':>7} {'total':>7} {'whole':>9}"
        f" {'empty':>9} {'ratio':>6} {'KB':>8} {'most':>6}"
    )
    for drawn in DRAWN:
        print(drawn.game.id)
        for seats in drawn.game.seats:
            for name, compose in composers(drawn, seats).items():
                measure(f"  {name}, {seats} seats", compose)
    asyncio.run(kept())


if __name__ == "__main__":
    main()
