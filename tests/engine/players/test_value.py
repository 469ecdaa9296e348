"""The value of winning: the point that decides a game is worth more than other points."""

from __future__ import annotations

import pytest

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
