"""Computer players: they make only legal moves, and the sensible one beats the random one.

`PLAYER_GAMES=100` plays that many games.
"""

from __future__ import annotations

import os
from math import ceil

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players import LEVELS, PLAYERS, USUAL
from engine.players.simultaneous import together
from tests.engine.players.minds import MINDS
from tests.engine.seeded import Seeded, Setup, Turns, random_game
from tests.tables.toys import FingerGame, StayingFingerGame, Word

GAMES = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
EVERY = {"expert": 45, "skilled": 45}
"""Of so many decisions one is made twice, by those who think longer."""
MATCHES = int(os.environ.get("PLAYER_GAMES", "10"))
"""Games of two; half as many of more."""


def winners(game: AnyGame, players: list[str], seed: int) -> list[int]:
    """Play a game among computer players; return the seats on the first rank."""
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


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize(("seats", "share"), [(2, 0.9), (3, 0.8), (4, 0.6)])
def test_the_sensible_player_beats_random_ones(game: AnyGame, seats: int, share: float) -> None:
    """Each seat in turn."""
    matches = MATCHES if seats == 2 else MATCHES // 2
    wins, wanted = 0, ceil(share * matches)
    for seed in range(matches):
        if wins == wanted:  # Whatever comes then changes nothing.
            break
        players = ["random"] * seats
        players[seed % seats] = "sensible"
        wins += winners(game, players, seed) == [seed % seats]
    assert wins == wanted


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


@pytest.mark.parametrize("mind", MINDS)
def test_a_secret_choice_is_not_foreseeable(mind: str) -> None:
    game = StayingFingerGame()
    seen = game.observe(game.start(3, {}), 0)
    assert len({MINDS[mind](game, seen, 0, Seeded(seed)) for seed in range(60)}) > 1


def test_players_stand_by_strength_and_five_are_offered() -> None:
    assert LEVELS == ("beginner", "casual", "sensible", "skilled", "expert")
    assert tuple(PLAYERS) == (*reversed(LEVELS), "random")  # The last one sits at old tables.
    assert USUAL == "sensible"


@GAMES
@pytest.mark.parametrize("mind", MINDS)
def test_a_computer_player_does_the_same_with_the_same_sight_and_chance(game: AnyGame, mind: str) -> None:
    setup = Setup(game, game.seats[-1], {})
    for number, played in enumerate(random_game(setup, seed=1)):
        if played.seat != CHANCE and number % EVERY.get(mind, 3) == 0:
            seen = game.observe(played.before, played.seat)
            moves = {MINDS[mind](game, seen, played.seat, Seeded(7)) for _ in range(2)}
            assert len(moves) == 1
