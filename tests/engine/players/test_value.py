"""The value of winning: the point that decides a game is worth more than other points."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.catalogue import games
from engine.game import AnyGame
from engine.players.lookahead import WINNING, value
from tests.engine.seeded import Setup, random_game


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_at_the_end_it_counts_who_has_won(game: AnyGame) -> None:
    *_, before, last = random_game(Setup(game, 3, {}), seed=2)
    result = game.result(last.after)
    assert result is not None
    for seat, one in enumerate(result.seats):
        assert value(game, before.before, seat) == game.worth(before.before, seat)
        more = WINNING if one.rank == 1 else -WINNING
        assert value(game, last.after, seat) == game.worth(last.after, seat) + more


@pytest.mark.parametrize(("winners", "won"), [(1, WINNING), (2, 0.0), (3, -WINNING / 3)])
def test_a_shared_win_counts_less_so_that_nobody_learns_to_tie(winners: int, won: float) -> None:
    game = games()["ru-ra-re"]
    *_, last = random_game(Setup(game, 3, {}), seed=2)
    sheet = last.after.first_scoring[0]
    more = replace(sheet, victory=sheet.victory + 9)
    sheets = (more,) * winners + (sheet,) * (3 - winners)
    state = replace(last.after, first_scoring=sheets, final_scoring=sheets)
    assert [value(game, state, seat) - game.worth(state, seat) for seat in range(3)] == pytest.approx(
        [won] * winners + [-WINNING] * (3 - winners)
    )
