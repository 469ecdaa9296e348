"""The number of lines of play to a small depth, from fixed deals, which reveals unexpected rules.

The cards are dealt in the order of the page's table or in reverse, seat 0 begins, and some
moves are made in advance; then all that is legal is followed.  The reference counts too, by itself.
"""

from __future__ import annotations

import pytest

from engine.game import CHANCE
from engine.rapa_nui_cards.game import GAME
from engine.rapa_nui_cards.moves import Shuffle
from engine.rapa_nui_cards.state import DECK, State
from tests.engine.rapa_nui_cards.reference import KINDS, Reference

DEALS = {"page order": DECK, "backwards": DECK[::-1]}

SLOW = 200
"""More lines than that are not counted by the reference."""


def advance(number: int, legal: int) -> int:
    """Return the index of the legal move that is made as move `number` in advance."""
    return (number * number + 3) % legal


def count(state: State, depth: int) -> int:
    if depth == 0 or not GAME.to_move(state):
        return 1
    legal = GAME.legal_moves(state, state.decider)
    if depth == 1:
        return len(legal)
    return sum(count(GAME.apply(state, state.decider, move)[0], depth - 1) for move in legal)


def count_again(seats: int, deal: str, done: list[str], depth: int) -> int:
    """Count by the reference; since that can't undo moves, each line is played from the start."""
    reference = Reference(seats, 0, [KINDS[card] for card in DEALS[deal]])
    for move in done:
        reference.do(move)
    if depth == 0 or reference.over:
        return 1
    return sum(count_again(seats, deal, [*done, move], depth - 1) for move in reference.moves())


@pytest.mark.parametrize(
    ("seats", "deal", "made", "counts"),
    [
        pytest.param(
            2, "page order", 0, (1, 3, 12, 12, 36, 144, 144, 432, 1728, 2592, 5472), id="two turns of 2"
        ),
        pytest.param(
            3, "page order", 0, (1, 3, 12, 12, 36, 144, 144, 432, 1728, 1728, 5184), id="two turns of 3"
        ),
        pytest.param(4, "backwards", 0, (1, 3, 12, 12, 36, 144, 144, 432, 1728), id="two turns of 4"),
        pytest.param(2, "backwards", 45, (5, 9, 36, 164, 356, 1424, 6352), id="a Moai may be raised by 2"),
        pytest.param(
            3, "backwards", 45, (5, 6, 24, 101, 149, 596, 2544, 6905), id="a Moai may be raised by 3"
        ),
        pytest.param(
            4, "backwards", 33, (5, 6, 24, 36, 104, 416, 1434, 4506), id="a Moai may be raised by 4"
        ),
        pytest.param(4, "backwards", 86, (5, 10, 35, 125, 381, 1283, 4821), id="piles run out"),
        pytest.param(
            4, "backwards", 113, (4, 6, 12, 28, 64, 144, 384, 684, 1942, 3832), id="two piles are left"
        ),
        pytest.param(
            2, "page order", 107, (5, 6, 24, 51, 99, 381, 877, 1017, 2973, 4665), id="the end is near"
        ),
        pytest.param(4, "backwards", 126, (1, 2, 8, 10, 22, 58, 86, 182, 278, 404, 932), id="some lines end"),
    ],
)
def test_so_many_lines_of_play(seats: int, deal: str, made: int, counts: tuple[int, ...]) -> None:
    state = GAME.start(seats, {"first_player": "1"})
    state, _ = GAME.apply(state, CHANCE, Shuffle(DEALS[deal]))
    done: list[str] = []
    for number in range(made):
        legal = GAME.legal_moves(state, state.decider)
        move = legal[advance(number, len(legal))]
        done.append(GAME.write_move(move))
        state, _ = GAME.apply(state, state.decider, move)
    assert tuple(count(state, depth) for depth in range(1, len(counts) + 1)) == counts
    for depth, so_many in enumerate(counts, 1):
        if so_many <= SLOW:
            assert count_again(seats, deal, done, depth) == so_many
