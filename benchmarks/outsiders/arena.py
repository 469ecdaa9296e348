"""An arena for the outsiders: equal deals, each seat in turn.

`python -m benchmarks.outsiders.arena rapa-nui-cards 2 skilled --deals 200`.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, Final

from benchmarks.ladder import Tally, won
from benchmarks.outsiders.rapa_nui_cards import rapa_nui_cards
from benchmarks.outsiders.ru_ra_re import ru_ra_re
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Chance, Seat
from engine.players import PLAYERS
from engine.players.lookahead import Stream

OUTSIDERS: Final[dict[str, Callable[[AnyGame, Any, Seat, Chance], Any]]] = {
    "rapa-nui-cards": rapa_nui_cards,
    "ru-ra-re": ru_ra_re,
}
"""By the id of a game: its outsider, called like a player of the project."""


def played(game: AnyGame, players: list[Any], deal: int) -> tuple[Any, list[float], list[int]]:
    """One game: the last state, and by seat the seconds and the moves."""
    state, dealt = game.start(len(players), {}), Stream(deal)
    minds = [Stream(deal * 89 + one + 1) for one in range(len(players))]
    spent, moves, answered = [0.0] * len(players), [0] * len(players), dict[Seat, int]()
    while asked := game.to_move(state):
        if asked == (CHANCE,):
            state = game.make(state, CHANCE, game.chance_move(state, dealt))
            continue
        mover = next(one for one in asked if answered.get(one) != game.question(state, one))
        answered[mover] = game.question(state, mover)
        began = time.process_time()
        move = players[mover](game, game.recall(state, mover), mover, minds[mover])
        spent[mover] += time.process_time() - began
        moves[mover] += 1
        state, _ = game.apply(state, mover, move)
    return state, spent, moves


def main() -> None:
    """Play an outsider against players of one level, and tell its share of the wins."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.outsiders.arena", description="An arena.")
    parser.add_argument("game", choices=list(OUTSIDERS))
    parser.add_argument("seats", type=int)
    parser.add_argument("level")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=700_001, help="the number of the first deal")
    parser.add_argument("--seconds", type=float, default=1e9)
    options = parser.parse_args()
    game, outsider = games()[options.game], OUTSIDERS[options.game]
    share, own_s, own_moves, other_s, other_moves, margin, count = 0.0, 0.0, 0, 0.0, 0, 0.0, 0
    began = time.monotonic()
    for deal in range(options.first, options.first + options.deals):
        if time.monotonic() - began > options.seconds:
            break
        for seat in range(options.seats):
            players = [outsider if one == seat else PLAYERS[options.level] for one in range(options.seats)]
            state, spent, moves = played(game, players, deal)
            result = game.result(state)
            assert result is not None
            totals = [one.points for one in result.seats]
            share += won(game, state, seat)
            margin += totals.pop(seat) - max(totals)
            count += 1
            own_s, own_moves = own_s + spent[seat], own_moves + moves[seat]
            other_s, other_moves = other_s + sum(spent) - spent[seat], other_moves + sum(moves) - moves[seat]
    low, high = Tally(games=count, won=share).interval()
    print(
        f"{options.game} {options.seats}: {share / count:.1%} [{low:.1%}, {high:.1%}] of {count} games"
        f" against {options.level}, margin {margin / count:+.1f}, {own_s / own_moves * 1000:.1f} ms a move"
        f" (other {other_s / other_moves * 1000:.1f})"
    )


if __name__ == "__main__":
    main()
