"""No tip or lesson asks for the impossible: some legal move follows each tip and each sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from cogs.games import screens
from engine.catalogue import games
from engine.rapa_nui_board.game import GAME as BOARD
from engine.rapa_nui_board.state import AT_HAND, Phase
from tests.cogs.followed import LESSONS, TIPS
from tests.cogs.test_hints import questions
from tests.engine.seeded import Setup, few_setups
from tests.engine.test_lessons import at_random, lesson_of, whole

EACH_GAME = pytest.mark.parametrize("game_id", sorted(games()))
Position = tuple[Any, Sequence[Any]]
"""What a player sees, and what they may do."""
RARE = {"first_scoring_near", "carry"}
"""Whose turn among the tips hardly ever comes while it is true."""


def random_positions(game_id: str) -> Iterator[Position]:
    for setup in few_setups():
        if setup.game.id == game_id:
            for seed in range(6):
                for state, seat in questions(setup, seed):
                    yield setup.game.observe(state, seat), setup.game.legal_moves(state, seat)


def lesson_positions(game_id: str, choose: Callable[[Any, Sequence[Any]], Any]) -> list[Position]:
    """Return the learner's decisions in a lesson in which `choose` chooses the moves."""
    found: list[Position] = []

    def noted(seen: Any, legal: Sequence[Any]) -> Any:
        found.append((seen, legal))
        return choose(seen, legal)

    whole(games()[game_id], noted)
    return found


@EACH_GAME
def test_a_tip_has_a_legal_move_that_follows_it(game_id: str) -> None:
    suggested, told = lesson_of(games()[game_id]).suggested, set[str]()
    for seen, legal in (*random_positions(game_id), *lesson_positions(game_id, suggested)):
        if topic := screens()[game_id].hint(seen, legal):
            told.add(topic)
            assert any(TIPS[game_id][topic](seen, move) for move in legal), (topic, legal)
    assert set(TIPS[game_id]) - told <= RARE


@EACH_GAME
def test_what_a_lesson_says_before_a_decision_has_a_legal_move_that_follows_it(game_id: str) -> None:
    lesson, told = lesson_of(games()[game_id]), set[str]()
    for choose in (lesson.suggested, *map(at_random, range(20))):
        for seen, legal in lesson_positions(game_id, choose):
            for topic in lesson.before(seen):
                told.add(topic)
                assert any(LESSONS[game_id][topic](seen, move) for move in legal), (topic, legal)
    assert told == LESSONS[game_id].keys() & set(lesson.topics)


@pytest.mark.parametrize("seats", BOARD.seats)
def test_who_has_only_the_sorcerer_left_is_told_of_the_stars(seats: int) -> None:
    """Though all villagers stand in the quarry, so that nobody receives what they carve."""
    told = set[str]()
    for state, seat in questions(Setup(BOARD, seats, {}), seed=1):
        player = state.players[seat]
        if state.phase is Phase.PLACE and not player.villagers and player.sorcerer == AT_HAND:
            told.add(screens()[BOARD.id].hint(BOARD.observe(state, seat), BOARD.legal_moves(state, seat)))
    assert told == {"sorcerer"}
