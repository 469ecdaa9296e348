"""The worked examples of the rule page that are about points, a row each.  Rules: Ru-Ra-Re 5, 8.

Example 32 proves rulings 15 and 16 too, example 35 ruling 17, examples 36 to 38 ruling 18, example 41
ruling 19.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.ru_ra_re.game import GAME
from engine.ru_ra_re.play import sheets
from engine.ru_ra_re.state import NO_CARDS, Phase
from tests.engine.ru_ra_re.situations import NOTHING, counts, situation


@pytest.mark.parametrize(
    ("part", "collection", "points"),
    [
        pytest.param("kings", "", 0, id="1 no king"),
        pytest.param("kings", "K", 0, id="1 one king"),
        pytest.param("kings", "2xK", 1, id="1 two kings"),
        pytest.param("kings", "3xK", 4, id="1 three kings"),
        pytest.param("kings", "4xK", 9, id="1, 7 four kings"),
        pytest.param("kings", "5xK", 16, id="five kings"),
        pytest.param("kings", "6xK", 25, id="six kings"),
        pytest.param("kings", "7xK", 36, id="1 seven kings"),
        pytest.param("kings", "8xK", 36, id="1 eight kings"),
        pytest.param("kings", "10xK", 36, id="all kings"),
        pytest.param("farm", "F", 0, id="2"),
        pytest.param("farm", "F W", 7, id="3"),
        pytest.param("farm", "3xF 2xW B", 21, id="12"),
        pytest.param("farm", "2xF 3xW 5xB", 28, id="36"),
        pytest.param("farm", "4xW 4xB", 0, id="37"),
        pytest.param("farm", "4xF 4xW 2xB", 42, id="38"),
        pytest.param("farm", "8xF 8xW 6xB", 98, id="all farms"),
        pytest.param("victory", "2x4 3", 11, id="9"),
        pytest.param("victory", "5x2 5x3 5x4", 45, id="all victory cards"),
        pytest.param("animals", "4xS 2xH P", 14, id="11"),
        pytest.param("animals", "S H P O G E U D", 8, id="34"),
        pytest.param("animals", "5xG 5xE", 30, id="35"),
    ],
)
def test_parts_of_a_collection(part: str, collection: str, points: int) -> None:
    assert sheets([counts(collection), NO_CARDS]) == (replace(NOTHING, **{part: points}), NOTHING)


@pytest.mark.parametrize(
    ("part", "collections", "points"),
    [
        pytest.param("churches", ["2xC", "2xC", "C"], [10, 10, 0], id="8"),
        pytest.param("churches", ["", "", ""], [0, 0, 0], id="32 no churches"),
        pytest.param("churches", ["", "C", ""], [0, 10, 0], id="33"),
        pytest.param("knights", ["3xN", "2xN", "5xN"], [3, 2, 10], id="10"),
        pytest.param("knights", ["4xN", "4xN", "N"], [8, 8, 1], id="31"),
        pytest.param("knights", ["", "", ""], [0, 0, 0], id="32 no knights"),
    ],
)
def test_parts_that_depend_on_the_others(part: str, collections: list[str], points: list[int]) -> None:
    scored = sheets([counts(text) for text in collections])
    assert scored == tuple(replace(NOTHING, **{part: one}) for one in points)


def test_39_cards_that_stay_score_in_both_scorings() -> None:
    first = sheets([counts("2xK 3xN"), counts("2xN")])
    final = sheets([counts("5xK 4xN"), counts("5xN")])
    assert [scored[0].kings + scored[0].knights for scored in (first, final)] == [7, 20]
    state = situation(2, first_scoring=first, final_scoring=final, phase=Phase.OVER)
    result = GAME.result(state)
    assert result is not None
    assert result.seats[0].points == 27


def test_41_equal_totals_share_a_rank() -> None:
    first = tuple(replace(NOTHING, victory=points) for points in (84, 84, 70))
    state = situation(3, first_scoring=first, final_scoring=(NOTHING,) * 3, phase=Phase.OVER)
    result = GAME.result(state)
    assert result is not None
    assert [(seat.points, seat.rank) for seat in result.seats] == [(84, 1), (84, 1), (70, 3)]
