"""Long paths have short texts, and earlier texts keep their meaning."""

from __future__ import annotations

import pytest

from engine.game import IllegalMove
from engine.rapa_nui_board.game import GAME
from engine.rapa_nui_board.moves import By, CarryMoai, CarryPukao
from engine.rapa_nui_board.state import LARGE_ISLAND, SIZES

SNAKE = (
    *(f"{column}1" for column in "ABCDEFGH"),
    *(f"{column}2" for column in "GFEDCBA"),
    *(f"{column}3" for column in "ABCDEFG"),
    *(f"{column}4" for column in "GFEDCBA"),
    *(f"{column}5" for column in "ABCDEFG"),
)
"""A path over all spaces but none of them twice; one step of it leads over no edge."""
AROUND = SNAKE[7:]
"""A path with an edge at each step but the first."""


def chain(length: int) -> tuple[str, ...]:
    """Return a path of this many spaces, each a neighbour of the one before."""
    return AROUND[1 : 1 + length]


def test_a_path_of_up_to_21_spaces_is_written_by_its_spaces() -> None:
    assert GAME.write_move(CarryPukao(chain(21))) == "pukao " + "".join(chain(21))


def test_a_longer_one_is_written_by_its_steps() -> None:
    move = CarryMoai(SIZES[2], chain(24), "E2", By.TILE, By.TABLET)
    assert GAME.write_move(move) == "moai large G2w(w)wwwwseeeeeeswwwwwwsee *mana"


@pytest.mark.parametrize("length", range(1, 29))
@pytest.mark.parametrize("by", [None, *By])
def test_a_path_of_any_length_goes_to_text_and_back(length: int, by: By | None) -> None:
    path = chain(length)
    road = path[length // 2] if by and length > 2 else None
    for move in (
        CarryPukao(path, road, by if road else None),
        CarryMoai(SIZES[1], path, None, None, By.TILE),
    ):
        text = GAME.write_move(move)
        assert GAME.read_move(text) == move
        assert len(text) <= 70


def test_the_longest_move_that_there_can_be_fits_into_an_id() -> None:
    rows = [f"{column}{row}" for row in range(1, 7) for column in ("ABCDEF" if row % 2 else "FEDCBA")]
    assert len(rows) == len(LARGE_ISLAND.ids)
    move = CarryMoai(SIZES[1], tuple(rows), "B2", By.TABLET, By.TILE, By.TILE)
    assert len(GAME.write_move(move)) <= 70
    assert GAME.read_move(GAME.write_move(move)) == move


def test_a_long_list_of_spaces_that_is_no_path_has_a_text_too() -> None:
    move = CarryPukao(SNAKE)
    assert GAME.read_move(GAME.write_move(move)) == move


@pytest.mark.parametrize(
    "text", ["pukao C3ee", "pukao C3e", "pukao A1w" + "e" * 25, "pukao C1" + "n" * 25, "moai small E3(e]ee"]
)
def test_what_is_not_written_so_is_no_move(text: str) -> None:
    with pytest.raises(IllegalMove) as illegal:
        GAME.read_move(text)
    assert illegal.value.code == "unknown_move"
