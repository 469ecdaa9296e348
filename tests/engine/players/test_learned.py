"""The learned value: its features, its weights, and that the same seed teaches the same weights."""

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
from engine.players.lookahead import value
from engine.players.net import Net, net_of, parts_net_of, written
from engine.players.weights import (
    MISSING,
    MOST_INPUTS,
    Taught,
    Unfit,
    Weights,
    checked,
    file_name,
    foretold,
    read,
)
from tables.computers.worker_main import weights
from tests.engine.seeded import Setup, random_game

LARGEST = 64_000


def named(value: Any) -> str:
    """Return the name of a test for a game or a number."""
    return str(getattr(value, "id", value))


SETUPS = [(game, seats) for game in games().values() for seats in game.seats]
CARDS = games()["rapa-nui-cards"]


def states(game: AnyGame, seats: int) -> list[Any]:
    """Return states of a random game in which a seat decides, and the last one."""
    played = list(islice(random_game(Setup(game, seats, {}), seed=2), 400))
    return [one.before for one in played[2::9] if one.seat != CHANCE] + [played[-1].after]


def file(**changed: Any) -> bytes:
    """Return a valid file of weights, with the fields in `changed` replaced."""
    inputs, numbers = len(CARDS.feature_names(2)), []
    for seen, outputs in ((inputs, 1), (inputs + 4, len(foretold(CARDS)))):
        count = (seen + 1 + outputs) * 4 + outputs
        numbers.append(np.linspace(-0.1, 0.1, count, dtype=np.float32))
    fit = msgspec.json.decode(written(CARDS, 2, 20.0, Taught(1, 1, []), 4, *numbers), type=Weights)
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
        file(parts=("points", "won")),
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
    found = Nets(CARDS, {}, {})
    for state in states(CARDS, 2):
        assert found.worth(state, 1) == CARDS.worth(state, 1)
        assert found.promising_moves(state, 1) == CARDS.promising_moves(state, 1)


def test_at_the_end_the_true_score_counts_and_two_players_share_one_value() -> None:
    found, (*going_on, over) = nets(), states(CARDS, 2)
    assert found.worths([going_on[0], over], 0)[1] == CARDS.worth(over, 0)
    assert found.worths([over], 1) == [CARDS.worth(over, 1)]
    for state in going_on:
        assert found.worth(state, 0) == -found.worth(state, 1) != CARDS.worth(state, 0)


def nets(**changed: Any) -> Nets:
    """Return the nets of the card game for two players, with the weights of `file`."""
    weights = read(CARDS, 2, file(**changed))
    inputs = len(CARDS.feature_names(2))
    parts = {2: parts_net_of(weights, inputs)} if weights.parts else {}
    return Nets(CARDS, {2: net_of(weights, inputs)}, parts)


def test_the_parts_foretold_are_those_of_the_score_sheet_at_the_end() -> None:
    *going_on, over = states(CARDS, 2)
    found = nets().parts([*going_on, over], 0)
    assert found is not None
    assert {len(parts) for parts in found} == {len(foretold(CARDS))}
    result = CARDS.result(over)
    assert result is not None
    assert found[-1][: len(CARDS.part_names)] == CARDS.final_parts(result.seats[0])
    assert sum(found[-1]) == pytest.approx(value(CARDS, over, 0))
    assert nets(parts=()).parts([over], 0) is None


def test_a_former_version_of_the_rules_is_not_valued_by_weights_of_this_one() -> None:
    class Former(type(CARDS)):  # type: ignore[misc]
        rules_version = 0

    former = Former()
    assert checked(former, weights())[0] == []
    assert learned(former) is former


def test_the_value_is_that_of_one_layer_of_hidden_units() -> None:
    rows, inner = np.array([[1.0, 0.0], [2.0, -1.0]], np.float32), np.array([0.0, 0.5], np.float32)
    outer, bias = np.array([[1.0, 0.5], [3.0, 0.0]], np.float32), np.array([0.25, -1.0], np.float32)
    told = [10 * (np.tanh(1.0) + 3 * np.tanh(0.25) + 0.25), 10 * (0.5 * np.tanh(1.0) - 1.0)]
    assert Net(rows, inner, outer, bias, 10.0).outputs([[0.5, 0.25]])[0] == pytest.approx(told, abs=1e-4)
    (value,) = Net(rows, inner, outer[:, :1], bias[:1], 10.0).values([[0.5, 0.25]])
    assert value == pytest.approx(told[0], abs=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [(CARDS, 2), (games()["ru-ra-re"], 3)], ids=named)
def test_the_same_seed_teaches_the_same_nets(
    game: AnyGame, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teach, "LOT", 3)
    one, two = (teach.teach(game, seats, 5, 2 * teach.LOT, print) for _ in range(2))
    for first, second in zip(one[:2], two[:2], strict=True):
        assert (first.numbers == second.numbers).all()
        assert np.isfinite(first.numbers).all()
    known = one[0].numbers
    values, parts, _ = teach.teach(game, seats, 6, teach.LOT, print, known)
    assert (values.numbers == known).all()
    assert (parts.numbers != one[1].numbers).any()


def test_a_net_learns_how_games_end() -> None:
    learner = teach.Learner(2, 1, seed=1)
    features = np.array([[1, 0], [0, 1]] * 64, np.float32)
    lot = teach.Lot(features, np.array([[0.5], [-0.5]] * 64, np.float32))
    errors = [learner.correct(lot, 1e-2) for _ in range(200)]
    assert errors[-1] < errors[0] / 100


def test_parts_that_contradict_the_value_are_drawn_towards_it() -> None:
    learner = teach.Learner(2, 2, seed=1)
    features = np.array([[1, 0], [0, 1]] * 64, np.float32)
    lot = teach.Lot(features, np.array([[0.5, 0.5], [0.0, 0.0]] * 64, np.float32))
    for _ in range(400):
        learner.correct(lot, 1e-2, np.array([0.4, 0.0] * 64, np.float32))
    one, other = learner.outputs(features[:2]).sum(1)
    assert 0.4 < one < 1.0
    assert other == pytest.approx(0.0, abs=0.02)


def test_a_target_lies_between_the_next_value_and_the_end() -> None:
    found = teach.hoped(np.array([[0.0], [0.2], [0.4]], np.float32), np.ones(1, np.float32))
    assert found[:, 0].tolist() == pytest.approx(
        [
            teach.LAMBDA * (teach.LAMBDA * 1.0 + (1 - teach.LAMBDA) * 0.4) + (1 - teach.LAMBDA) * 0.2,
            teach.LAMBDA * 1.0 + (1 - teach.LAMBDA) * 0.4,
            1.0,
        ]
    )
