"""The learned value: what it sees, which weights it takes, and that it is taught again from the same seed."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import numpy as np
import pytest

from benchmarks import teach
from engine.catalogue import games
from engine.game import CHANCE, AnyGame
from engine.players.learned import Nets, learned
from engine.players.net import Net, net_of, written
from engine.players.weights import MISSING, MOST_INPUTS, Taught, Unfit, Weights, checked, file_name, read
from tables.computers.worker_main import weights
from tests.engine.seeded import Setup, random_game

LARGEST = 64_000


def named(value: Any) -> str:
    """How a test is named for a game or a number."""
    return str(getattr(value, "id", value))


SETUPS = [(game, seats) for game in games().values() for seats in game.seats]
CARDS = games()["rapa-nui-cards"]


def states(game: AnyGame, seats: int) -> list[Any]:
    """States of a random game in which somebody decides, and its last one."""
    played = list(islice(random_game(Setup(game, seats, {}), seed=2), 400))
    return [one.before for one in played[2::9] if one.seat != CHANCE] + [played[-1].after]


def file(**changed: Any) -> bytes:
    """A file of weights that fits, but for what is `changed`."""
    count = (len(CARDS.feature_names(2)) + 2) * 4 + 1
    numbers = np.linspace(-0.1, 0.1, count, dtype=np.float32)
    fit = msgspec.json.decode(written(CARDS, 2, 20.0, Taught(1, 1, []), 4, numbers), type=Weights)
    return msgspec.json.encode(msgspec.structs.replace(fit, **changed))


@pytest.mark.parametrize(("game", "seats"), SETUPS, ids=named)
def test_each_number_has_a_name_and_is_moderate(game: AnyGame, seats: int) -> None:
    names = game.feature_names(seats)
    assert len(set(names)) == len(names) <= MOST_INPUTS
    for state in states(game, seats):
        for seat in range(seats):
            found = game.features(state, seat)
            assert len(found) == len(names)
            assert all(-6 <= number <= 6 for number in found), dict(zip(names, found, strict=True))


@pytest.mark.parametrize("name", sorted(weights()))
def test_weights_in_the_repository_fit_and_are_small(name: str) -> None:
    assert len(weights()[name]) <= LARGEST
    fit = [(game, one) for game in games().values() for one in checked(game, weights())[0]]
    (one,) = (found for found in fit if file_name(found[0], found[1].seats) == name)
    net_of(one[1], len(one[0].feature_names(one[1].seats)))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        file()[:-40],
        file(game="ru-ra-re"),
        file(rules_version=99),
        file(seats=3),
        file(features="0" * 16),
        file(hidden=0),
        file(hidden=1_000),
    ],
)
def test_weights_that_do_not_fit_are_refused(content: bytes) -> None:
    with pytest.raises(Unfit):
        read(CARDS, 2, content)
    name = file_name(CARDS, 2)
    fit, faults = checked(CARDS, {name: content})
    assert not fit
    assert [left_out for left_out, _ in faults] == [file_name(CARDS, one) for one in CARDS.seats]
    assert [fault == MISSING for _, fault in faults] == [False, True, True]


@pytest.mark.parametrize("numbers", ["", "!!!!!", "no base 85 \x7f"])
def test_a_file_without_a_whole_net_is_refused(numbers: str) -> None:
    with pytest.raises(Unfit):
        net_of(read(CARDS, 2, file(numbers=numbers)), len(CARDS.feature_names(2)))


def test_without_weights_the_games_own_estimate_counts() -> None:
    nets = Nets(CARDS, {})
    for state in states(CARDS, 2):
        assert nets.worth(state, 1) == CARDS.worth(state, 1)


def test_at_the_end_the_true_score_counts_and_two_players_share_one_value() -> None:
    nets = Nets(CARDS, {2: net_of(read(CARDS, 2, file()), len(CARDS.feature_names(2)))})
    *going_on, over = states(CARDS, 2)
    assert nets.worths([going_on[0], over], 0)[1] == CARDS.worth(over, 0)
    assert nets.worths([over], 1) == [CARDS.worth(over, 1)]
    for state in going_on:
        assert nets.worth(state, 0) == -nets.worth(state, 1) != CARDS.worth(state, 0)


def test_a_former_version_of_the_rules_is_not_valued_by_weights_of_this_one() -> None:
    class Former(type(CARDS)):  # type: ignore[misc]
        rules_version = 0

    former = Former()
    assert checked(former, weights())[0] == []
    assert learned(former) is former


def test_the_value_is_that_of_one_layer_of_hidden_units() -> None:
    rows, inner = np.array([[1.0, 0.0], [2.0, -1.0]], np.float32), np.array([0.0, 0.5], np.float32)
    net = Net(rows, inner, np.array([1.0, 3.0], np.float32), 0.25, 10.0)
    (found,) = net.values([[0.5, 0.25]])
    assert found == pytest.approx(10 * (np.tanh(1.0) + 3 * np.tanh(0.25) + 0.25), abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [(CARDS, 2), (games()["ru-ra-re"], 3)], ids=named)
def test_the_same_seed_teaches_the_same_net(game: AnyGame, seats: int) -> None:
    one, two = (teach.teach(game, seats, 5, 2 * teach.LOT, print)[0].numbers for _ in range(2))
    assert (one == two).all()
    assert np.isfinite(one).all()


def test_a_net_learns_how_games_end() -> None:
    learner = teach.Learner(2, seed=1)
    features = np.array([[1, 0], [0, 1]] * 64, np.float32)
    lot = teach.Lot(features, np.array([0.5, -0.5] * 64, np.float32))
    errors = [learner.correct(lot, 1e-2) for _ in range(200)]
    assert errors[-1] < errors[0] / 100


def test_a_target_lies_between_the_next_value_and_the_end() -> None:
    found = teach.hoped(np.array([0.0, 0.2, 0.4], np.float32), 1.0)
    assert found.tolist() == pytest.approx(
        [
            teach.LAMBDA * (teach.LAMBDA * 1.0 + (1 - teach.LAMBDA) * 0.4) + (1 - teach.LAMBDA) * 0.2,
            teach.LAMBDA * 1.0 + (1 - teach.LAMBDA) * 0.4,
            1.0,
        ]
    )
