"""Puzzles that the strongest computer player gets wrong, as an exact set.

The tests fail if the player gets another puzzle wrong, and also if it solves one of these: then strike that
one out.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.catalogue import games
from engine.game import AnyGame, Seat
from engine.players import LEVELS, PLAYERS
from engine.players.lookahead import Stream
from tests.engine.puzzle import Puzzle
from tests.engine.rapa_nui_board import puzzles as board
from tests.engine.rapa_nui_cards import puzzles as cards
from tests.engine.ru_ra_re import puzzles as rows

PUZZLES: Final[dict[str, dict[str, Puzzle]]] = {
    "rapa-nui-board": board.PUZZLES,
    "rapa-nui-cards": cards.PUZZLES,
    "ru-ra-re": rows.PUZZLES,
}
FAILING: Final[dict[str, set[str]]] = {
    "rapa-nui-board": set(),
    "rapa-nui-cards": {"raise a Moai in the last turn", "uncover what pays only oneself"},
    "ru-ra-re": set(),
}
"""The puzzles that the strongest player gets wrong, by game."""
ALL: Final = pytest.mark.parametrize(
    ("game", "puzzle"),
    [
        pytest.param(games()[game_id], puzzle, id=f"{game_id}-{name}")
        for game_id, puzzles in PUZZLES.items()
        for name, puzzle in puzzles.items()
    ],
)


TOO_LONG: Final = {"uncover what pays only oneself"}
"""Puzzles that can't be searched to the end of the game."""
SEARCHED: Final = pytest.mark.parametrize(
    ("game", "puzzle"),
    [
        pytest.param(games()[game_id], puzzle, id=f"{game_id}-{name}")
        for game_id in ("rapa-nui-board", "rapa-nui-cards")
        for name, puzzle in PUZZLES[game_id].items()
        if name not in TOO_LONG
    ],
)


def lead_at_end(game: AnyGame, state: Any, seat: Seat) -> int:
    """Return a seat's lead at the end of a game of two in which both make their best moves."""
    result = game.result(state)
    if result is not None:
        points = [one.points for one in result.seats]
        return points[seat] - points[1 - seat]
    (mover,) = game.to_move(state)
    leads = [
        lead_at_end(game, game.make(state, mover, move), seat) for move in game.legal_moves(state, mover)
    ]
    return max(leads) if mover == seat else min(leads)


def answer(game: AnyGame, puzzle: Puzzle) -> str:
    """Return the strongest player's move."""
    seen = game.recall(puzzle.state, puzzle.seat)
    return game.write_move(PLAYERS[LEVELS[-1]](game, seen, puzzle.seat, Stream(1)))


def test_each_game_has_ten_puzzles() -> None:
    assert {game_id: len(puzzles) for game_id, puzzles in PUZZLES.items()} == dict.fromkeys(games(), 10)


@ALL
def test_a_puzzle_leaves_a_choice_and_what_is_right_is_legal(game: AnyGame, puzzle: Puzzle) -> None:
    legal = {game.write_move(move) for move in game.legal_moves(puzzle.state, puzzle.seat)}
    assert puzzle.right
    assert set(puzzle.right) < legal
    assert puzzle.why


@ALL
def test_a_puzzle_is_a_position_that_can_be_seen(game: AnyGame, puzzle: Puzzle) -> None:
    """Cards are conserved: else the worlds that a player thinks of would be others."""
    seen = game.observe(puzzle.state, puzzle.seat)
    assert game.observe(game.determinise(seen, Stream(1)), puzzle.seat) == seen


@SEARCHED
def test_what_is_right_is_what_search_to_the_end_finds(game: AnyGame, puzzle: Puzzle) -> None:
    leads = {
        game.write_move(move): lead_at_end(game, game.make(puzzle.state, puzzle.seat, move), puzzle.seat)
        for move in game.legal_moves(puzzle.state, puzzle.seat)
    }
    assert {text for text, lead in leads.items() if lead == max(leads.values())} == set(puzzle.right)


@pytest.mark.parametrize("game_id", PUZZLES)
def test_the_strongest_player_gets_no_others_wrong_than_these(game_id: str) -> None:
    game = games()[game_id]
    answers = {name: answer(game, puzzle) for name, puzzle in PUZZLES[game_id].items()}
    wrong = {name: made for name, made in answers.items() if made not in PUZZLES[game_id][name].right}
    assert set(wrong) == FAILING[game_id], wrong
