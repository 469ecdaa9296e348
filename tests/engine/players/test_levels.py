"""Each level beats the level below it.

`LEVEL_DEALS=100` plays all rungs of the ladder in all games, with this number of deals for each.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks import ladder
from benchmarks.circles import ROOT
from benchmarks.ladder import Limits, Outcome, Rung, Tally, climbed, elo, keep, kept, played, rungs
from engine.catalogue import games
from engine.players import LEVELS

DEALS = int(os.environ.get("LEVEL_DEALS", "0"))
SHORT = [
    (Rung(game, 2, upper, lower), deals)
    for game, each in {
        "rapa-nui-cards": (5, 5, 5),
        "ru-ra-re": (5, 4, 4),
        "rapa-nui-board": (2, 6),
    }.items()
    for (lower, upper), deals in zip(pairwise(LEVELS), each, strict=False)
]
"""How many deals of each rung are played in each run of the tests; few where players think long.

Expert takes ten seconds or more for a deal, as does Strong in the board game: those rungs are the ladder's.
"""
ALL = [
    (Rung(game.id, seats, upper, lower), DEALS)
    for game in games().values()
    for seats in game.seats
    for lower, upper in pairwise(LEVELS)
]


@pytest.mark.slow
@pytest.mark.parametrize(("rung", "deals"), ALL if DEALS else SHORT, ids=str)
def test_each_level_beats_the_one_below_it(rung: Rung, deals: int) -> None:
    tally = Tally()
    for deal in range(1, deals + 1):
        for seat in range(rung.seats):
            tally = tally.with_game(played(rung, deal, seat))
    assert tally.share > 1.1 / rung.seats


def test_all_rungs_of_all_games_are_on_the_ladder() -> None:
    found = list(rungs(None, None, None))
    for game in games().values():
        for seats in game.seats:
            pairs = {(one.upper, one.lower) for one in found if (one.game, one.seats) == (game.id, seats)}
            assert pairs == {(upper, lower) for lower, upper in pairwise(LEVELS)} | {
                ("expert", ladder.FORMER),
                ("expert", ladder.OUTSIDER),
                ("skilled", ladder.OUTSIDER),
            }


def test_a_share_of_wins_is_told_with_how_sure_it_is() -> None:
    """The limits are those of Wilson's interval in the books."""
    outcomes = [Outcome(1.0, 0.2, 2, 0.15, 0.1, 10, "a")] * 90 + [
        Outcome(0.0, 0.2, 2, 0.15, 0.1, 10, "b")
    ] * 10
    tally = Tally()
    for outcome in outcomes:
        tally = tally.with_game(outcome)
    assert tally.interval() == pytest.approx((0.826, 0.945), abs=0.001)
    assert (tally.upper_each_s, tally.longest_s, tally.lower_each_s) == pytest.approx((0.1, 0.15, 0.01))
    assert tally.first == "a"
    assert not tally.is_known
    assert Tally(400, 360.0).is_known
    assert not Tally(200, 180.0).is_known
    assert Tally(200, 180.0, upper_s=500.0, lower_s=110.0).is_known
    assert not Tally(200, 180.0, upper_s=500.0, lower_s=90.0).is_known


def test_a_rung_is_played_on_from_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rung, fours = Rung("rapa-nui-cards", 2, "casual", "beginner"), Limits(4, None)
    monkeypatch.setattr(ladder, "KEPT", tmp_path / "kept.json")
    with ThreadPoolExecutor(1) as workers:
        *_, four = climbed(workers, rung, Tally(), 1, fours)
        keep({rung: four})
        assert kept() == {rung: four}
        assert not list(climbed(workers, rung, four, 1, fours))
        *_, eight = climbed(workers, rung, four, 1, Limits(8, None))
    again = Tally()
    for deal in range(1, 5):
        for seat in (0, 1):
            again = again.with_game(played(rung, deal, seat))
    assert (eight.games, eight.won, eight.upper_moves, eight.first) == (
        8,
        again.won,
        again.upper_moves,
        again.first,
    )


@pytest.mark.parametrize(
    ("share", "seats", "points"), [(0.5, 2, 0), (0.75, 2, 191), (1 / 3, 3, 0), (0.5, 4, 191), (0.25, 4, 0)]
)
def test_who_wins_an_even_share_is_no_stronger(share: float, seats: int, points: float) -> None:
    assert elo(share, seats) == pytest.approx(points, abs=0.5)


def test_a_ladder_that_is_stopped_leaves_no_process_behind() -> None:
    """They hold its output open: that ends with the last of them."""
    command = "-u -m benchmarks.ladder --game ru-ra-re --rung casual:beginner --most 16 --workers 2"
    with subprocess.Popen([sys.executable, *command.split()], cwd=ROOT, stdout=subprocess.PIPE) as ladder_run:
        assert ladder_run.stdout is not None
        try:
            while b"| casual |" not in (row := ladder_run.stdout.readline()):
                assert row
            ladder_run.terminate()
            ladder_run.communicate(timeout=60)
        finally:
            ladder_run.kill()
    assert ladder_run.returncode == 128 + signal.SIGTERM
