"""Computer players: they move legally whatever they see, and the sensible one beats the random one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.catalogue import every_game
from engine.game import CHANCE, AnyGame
from engine.players import PLAYERS
from engine.players.simultaneous import together
from tests.engine.seeded import Seeded, Setup, Turns, random_game
from tests.tables.toys import FingerGame, StayingFingerGame, Word

GAMES = pytest.mark.parametrize("game", every_game().values(), ids=lambda game: game.id)


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
@pytest.mark.parametrize(("seats", "won"), [(2, 18), (3, 16), (4, 12)])
def test_the_sensible_player_beats_random_ones(game: AnyGame, seats: int, won: int) -> None:
    """Of 20 games, each seat in turn; seeds 0 to 19."""
    wins = 0
    for seed in range(20):
        players = ["random"] * seats
        players[seed % seats] = "sensible"
        wins += winners(game, players, seed) == [seed % seats]
    assert wins >= won


@pytest.mark.parametrize(
    "chosen", [(None, None, None), (1, None, None), (None, 2, 3), (1, 2, None), (None, 1, 1)]
)
@pytest.mark.parametrize("kind", [FingerGame, StayingFingerGame])
def test_the_choices_of_all_are_put_together_whoever_has_chosen_before(
    kind: type[FingerGame], chosen: tuple[int | None, ...]
) -> None:
    game = kind()
    state = replace(game.start(3, {}), chosen=chosen)
    moves = {seat: Word("show", seat + 1) for seat in range(3)}
    after = together(game, state, moves)
    assert (after.turn, after.chosen) == (1, (None, None, None))


@pytest.mark.parametrize("player", PLAYERS)
def test_a_secret_choice_is_not_foreseeable(player: str) -> None:
    game = StayingFingerGame()
    seen = game.observe(game.start(3, {}), 0)
    assert len({PLAYERS[player](game, seen, 0, Seeded(seed)) for seed in range(60)}) > 1


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
