"""Every released version of the rules plays as before; otherwise, see `tests/engine/released.py`."""

from __future__ import annotations

from typing import Final

import pytest

from engine.catalogue import find, games
from engine.game import AnyGame
from tests.engine import released

GIVEN_UP: Final[frozenset[tuple[str, int]]] = frozenset()
"""Games and versions by which nobody plays any more; `python bot.py --check` tells that of a database."""

KEPT: Final = [
    pytest.param(game, seats, id=f"{game.id}-v{game.rules_version}-{seats}")
    for game in released.versions()
    for seats in game.seats
]


@pytest.mark.parametrize(("game", "seats"), KEPT)
def test_recorded_games_of_each_version_go_as_they_went(game: AnyGame, seats: int) -> None:
    recorded = released.read(game, seats)
    assert len(recorded) >= released.FEWEST
    for one in recorded:
        now = released.replayed(game, one.record(game, seats))
        differing = [number for number, made in enumerate(one.moves) if made != now.moves[number]]
        assert not differing, f"what is seen differs first after move {differing[0]}"
        assert now == one


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_version_is_kept_with_recorded_games_until_it_is_given_up(game: AnyGame) -> None:
    for version in range(1, game.rules_version + 1):
        kept = find(games(), game.id, version)
        if (game.id, version) in GIVEN_UP:
            assert kept is None
            continue
        assert kept is not None, "running tables go by these rules: keep them in `former`"
        assert all(released.path(kept, seats).exists() for seats in kept.seats)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_former_versions_are_the_same_game_with_lower_numbers(game: AnyGame) -> None:
    numbers = [one.rules_version for one in (game, *game.former)]
    assert numbers == sorted(set(numbers), reverse=True)
    assert {one.id for one in game.former} <= {game.id}
    assert not any(one.former for one in game.former)


def test_recorded_games_try_each_value_of_each_option() -> None:
    for game in games().values():
        values = {(option.name, value) for option in game.options for value in option.values}
        tried = {
            item for seats in game.seats for one in released.read(game, seats) for item in one.options.items()
        }
        assert tried == values
