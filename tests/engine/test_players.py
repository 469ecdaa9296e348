"""Computer players: they move legally whatever they see, and the sensible one beats the random one."""

from __future__ import annotations

import pytest

from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players import PLAYERS
from tests.engine.seeded import Seeded

GAMES = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


def winners(game: AnyGame, players: list[str], seed: int) -> list[int]:
    """The seats on the first rank of a game among computer players."""
    chance = Seeded(seed)
    state = game.start(len(players), {})
    while to_move := game.to_move(state):
        seat = to_move[0]
        if seat == CHANCE:
            move = game.chance_move(state, chance)
        else:
            move = PLAYERS[players[seat]](game, game.observe(state, seat), seat, chance)
            assert move in game.legal_moves(state, seat)
        state, _ = game.apply(state, seat, move)
    result = game.result(state)
    assert result is not None
    return [seat for seat, one in enumerate(result.seats) if one.rank == 1]


@GAMES
@pytest.mark.parametrize(("seats", "won"), [(2, 32), (3, 30), (4, 26)])
def test_the_sensible_player_beats_random_ones(game: AnyGame, seats: int, won: int) -> None:
    """Of 40 games, each seat in turn; seeds 0 to 39."""
    wins = 0
    for seed in range(40):
        players = ["random"] * seats
        players[seed % seats] = "sensible"
        wins += winners(game, players, seed) == [seed % seats]
    assert wins >= won
