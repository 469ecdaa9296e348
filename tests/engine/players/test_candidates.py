"""Thinking players consider every kind of move now and then: none is left out in all games."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players.lookahead import Stream, best_at_once
from tests.engine.seeded import Setup, random_game

GAMES_PLAYED: Final = 9
MOST_STEPS: Final = 300
Kind = tuple[str, str]


def kinds(state: Any, moves: tuple[Any, ...]) -> set[Kind]:
    """Return the kinds of these moves in a state: the phase, and the move's class."""
    phase = getattr(getattr(state, "phase", None), "name", "")
    return {(phase, type(move).__name__) for move in moves}


def unseen(game: AnyGame, count: int) -> set[Kind]:
    """Return the kinds of moves that were legal in some games, but never among the candidates."""
    legal, considered = set[Kind](), set[Kind]()
    for seed in range(count):
        chance, seats = Stream(seed), game.seats[seed % len(game.seats)]
        state = game.start(seats, game.chosen_options({}))
        for _ in range(MOST_STEPS):
            asked = game.to_move(state)
            if not asked:
                break
            if asked == (CHANCE,):
                state = game.make(state, CHANCE, game.chance_move(state, chance))
                continue
            for seat in asked:
                legal |= kinds(state, game.legal_moves(state, seat))
                considered |= kinds(state, game.bold_moves(state, seat))
            # Mostly as players move, so that they come to have something; now and then as nobody would.
            seat = asked[0]
            if chance.below(6):
                state = best_at_once(game, state, seat, game.bold_moves(state, seat))
            else:
                moves = game.legal_moves(state, seat)
                state = game.make(state, seat, moves[chance.below(len(moves))])
    return legal - considered


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_each_kind_of_move_is_considered_somewhere(game: AnyGame) -> None:
    assert unseen(game, GAMES_PLAYED) == set()


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_bold_moves_are_legal_and_the_promising_ones_come_first(game: AnyGame) -> None:
    for played in random_game(Setup(game, game.seats[0], {}), seed=4):
        for seat in game.to_move(played.before):
            if seat != CHANCE:
                bold = game.bold_moves(played.before, seat)
                promising = game.promising_moves(played.before, seat)
                assert bold[: len(promising)] == promising
                assert len(set(bold)) == len(bold)
                assert all(game.is_legal(played.before, seat, move) for move in bold)
