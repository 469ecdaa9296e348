"""Computer players: they move legally whatever they see, and the sensible one beats the random one."""

from __future__ import annotations

import pytest

from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players import PLAYERS
from tests.engine.seeded import Seeded, Setup, Turns, random_game

GAMES = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


def winners(game: AnyGame, players: list[str], seed: int) -> list[int]:
    """The seats on the first rank of a game among computer players."""
    chance = Seeded(seed)
    state = game.start(len(players), {})
    turns = Turns(game)
    while (seat := turns.next_seat(state)) is not None:
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
@pytest.mark.parametrize(("seats", "won"), [(2, 38), (3, 34), (4, 27)])
def test_the_sensible_player_beats_random_ones(game: AnyGame, seats: int, won: int) -> None:
    """Of 40 games, each seat in turn; seeds 0 to 39."""
    wins = 0
    for seed in range(40):
        players = ["random"] * seats
        players[seed % seats] = "sensible"
        wins += winners(game, players, seed) == [seed % seats]
    assert wins >= won


def test_the_usual_player_comes_first() -> None:
    assert list(PLAYERS) == ["sensible", "random"]


@GAMES
@pytest.mark.parametrize("player", PLAYERS)
def test_a_computer_player_does_the_same_with_the_same_sight_and_chance(game: AnyGame, player: str) -> None:
    setup = Setup(game, game.seats[-1], {})
    for played in random_game(setup, seed=1):
        if played.seat != CHANCE:
            seen = game.observe(played.before, played.seat)
            moves = {PLAYERS[player](game, seen, played.seat, Seeded(7)) for _ in range(2)}
            assert len(moves) == 1
