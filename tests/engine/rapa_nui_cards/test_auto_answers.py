"""Automatic answers, given before the question.  Rules: Rapa Nui cards 3.4, 4."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.state import Phase, State
from tests.engine.seeded import Setup, random_game


def asked_in(phase: Phase) -> State:
    """Return a state of a random game in which a question of this phase is asked."""
    games = (random_game(Setup(GAME, 3, {}), seed) for seed in range(20))
    found: State = next(one.before for game in games for one in game if one.before.phase is phase)
    return found


@pytest.mark.parametrize(
    ("held", "auto_answers", "expected"),
    [
        ((1, 1, 0, 0), ("mulberry", "fish"), "sacrifice mulberry"),
        ((1, 0, 0, 2), ("mulberry", "fish"), "sacrifice fish"),
        ((0, 0, 1, 1), ("mulberry", "fish"), None),  # Used only while I hold the card.
        ((0, 0, 1, 1), (), None),
    ],
)
def test_the_sacrifice_liked_best_of_those_held(
    held: tuple[int, ...], auto_answers: tuple[str, ...], expected: str | None
) -> None:
    state = asked_in(Phase.SACRIFICE)
    mine = tuple(held if seat == state.decider else own for seat, own in enumerate(state.held))
    seen = GAME.observe(replace(state, held=mine), state.decider)
    move = GAME.auto_move(seen, {"sacrifice": auto_answers})
    assert (move and GAME.write_move(move)) == expected
    # The others are asked nothing now.
    other = GAME.observe(replace(state, held=mine), (state.decider + 1) % 3)
    assert GAME.auto_move(other, {"sacrifice": auto_answers}) is None


@pytest.mark.parametrize("answer", ["wood", "glory"])
def test_wood_or_glory_at_a_moai_scoring(answer: str) -> None:
    state = asked_in(Phase.COLLECT_MOAI)
    seen = GAME.observe(state, state.decider)
    move = GAME.auto_move(seen, {"collect": (answer,)})
    assert move is not None
    assert GAME.write_move(move) == f"collect {answer}"
    assert GAME.auto_move(seen, {"sacrifice": ("fish",)}) is None
