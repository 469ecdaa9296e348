"""How strong the computer players are: each level against the one below it, in games with equal deals.

`python -m benchmarks.ladder`, or `make ladder`, prints a line for each rung and writes `docs/strength.md`; it
takes hours, with `--seconds` as many for each rung as it says.  `--game`, `--seats`, `--rung UPPER:LOWER` and
`--most GAMES` have it play less, and only print.

A rung is a number of deals; each is played once for each seat, in which the upper player sits while lower
ones have the others.  It is played until the share of wins is known to ± 4 points, and at least `QUICK`
games if that takes no longer than `QUICK_S`.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, pairwise
from math import log10, sqrt
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.__main__ import where
from benchmarks.circles import ROOT
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Seat
from engine.players import LEVELS, PLAYERS, USUAL
from engine.players.stream import Stream

PAGE: Final = ROOT / "docs" / "strength.md"
CERTAIN: Final = 1.96
"""Standard errors on both sides of a share within which the true one lies in 95 of 100 cases."""
CLOSE: Final = 0.04
"""Half the width of the interval at which a share is known well enough."""
QUICK: Final = 2_000
QUICK_S: Final = 120.0
DEALS: Final = 2
"""How many deals are played between two looks at what is known."""


class Rung(NamedTuple):
    """Who plays whom, at what."""

    game: str
    seats: int
    upper: str
    lower: str


class Outcome(NamedTuple):
    """One game: the upper player's share of the win, and CPU seconds and moves of both; its longest move."""

    share: float
    upper_s: float
    upper_moves: int
    longest_s: float
    lower_s: float
    lower_moves: int


class Tally(NamedTuple):
    """What came of a rung: the games, the upper player's share of the wins, CPU seconds a move of each."""

    games: int
    share: float
    upper_s: float
    longest_s: float
    lower_s: float

    def interval(self) -> tuple[float, float]:
        """Between which shares the true one lies in 95 of 100 cases (Wilson)."""
        n, p, z = self.games, self.share, CERTAIN
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half, middle + half

    @property
    def is_known(self) -> bool:
        """Whether the share is known well enough."""
        low, high = self.interval()
        return high - low <= 2 * CLOSE


def elo(share: float, seats: int) -> float:
    """How many points of Elo somebody is ahead who wins this share against `seats` - 1 equal others.

    With more than two: what brings that share if who wins is drawn by strength.
    """
    share = min(max(share, 0.001), 0.999)
    return 400 * log10(share * (seats - 1) / (1 - share))


def played(rung: Rung, deal: int, seat: Seat) -> Outcome:
    """One game, with the upper player on a seat."""
    game = games()[rung.game]
    names = [rung.upper if one == seat else rung.lower for one in range(rung.seats)]
    state, dealt = game.start(rung.seats, {}), Stream(deal)
    minds = [Stream(deal * 97 + one + 1) for one in range(rung.seats)]
    answered, spent = dict[Seat, int](), [list[float]() for _ in names]
    while asked := game.to_move(state):
        if asked == (CHANCE,):
            state = game.make(state, CHANCE, game.chance_move(state, dealt))
            continue
        mover = next(one for one in asked if answered.get(one) != game.question(state, one))
        answered[mover] = game.question(state, mover)
        began = time.process_time()
        move = PLAYERS[names[mover]](game, game.recall(state, mover), mover, minds[mover])
        spent[mover].append(time.process_time() - began)
        state, _ = game.apply(state, mover, move)
    lower = [took for one, each in enumerate(spent) if one != seat for took in each]
    upper = spent[seat]
    share = won(game, state, seat)
    return Outcome(share, sum(upper), len(upper), max(upper, default=0.0), sum(lower), len(lower))


def won(game: AnyGame, state: object, seat: Seat) -> float:
    """The share of the win that a seat has: 1 alone, 1/2 with one other on the first rank, 0 else."""
    result = game.result(state)
    assert result is not None
    winners = [place for place, one in enumerate(result.seats) if one.rank == 1]
    return (seat in winners) / len(winners)


def tallied(outcomes: Sequence[Outcome]) -> Tally:
    """Games put together."""
    return Tally(
        len(outcomes),
        sum(one.share for one in outcomes) / len(outcomes),
        sum(one.upper_s for one in outcomes) / max(1, sum(one.upper_moves for one in outcomes)),
        max(one.longest_s for one in outcomes),
        sum(one.lower_s for one in outcomes) / max(1, sum(one.lower_moves for one in outcomes)),
    )


def climbed(
    workers: ProcessPoolExecutor, rung: Rung, first_deal: int, most: int | None, seconds: float | None
) -> Tally:
    """Play a rung, from a deal on, until enough is known or its games or seconds are used up."""
    outcomes: list[Outcome] = []
    began = time.monotonic()
    for deal in count(first_deal, DEALS):
        jobs = [(rung, one, seat) for one in range(deal, deal + DEALS) for seat in range(rung.seats)]
        outcomes += workers.map(played, *zip(*jobs, strict=True))
        tally, took = tallied(outcomes), time.monotonic() - began
        if most is not None and tally.games >= most:
            break
        if seconds is not None and took >= seconds:
            break
        if most is None and tally.is_known and (tally.games >= QUICK or took >= QUICK_S):
            break
    return tally


def rungs(game: str | None, seats: int | None, wanted: str | None) -> Iterator[Rung]:
    """The rungs that are asked for: by default each level against the next lower one and the usual one."""
    falling = tuple(reversed(LEVELS))
    pairs = [*pairwise(falling), *((one, USUAL) for one in falling[: falling.index(USUAL) - 1])]
    if wanted:
        upper, _, lower = wanted.partition(":")
        pairs = [(upper, lower)]
    for one in games().values():
        for number in one.seats:
            if game in (None, one.id) and seats in (None, number):
                yield from (Rung(one.id, number, upper, lower) for upper, lower in pairs)


def line(rung: Rung, tally: Tally) -> str:
    """A row of the table."""
    low, high = tally.interval()
    points = elo(tally.share, rung.seats), elo(low, rung.seats), elo(high, rung.seats)
    return (
        f"| {rung.game} | {rung.seats} | {rung.upper} | {rung.lower} | {tally.games}"
        f" | {tally.share:.1%} [{low:.1%}, {high:.1%}] | {1 / rung.seats:.0%}"
        f" | {points[0]:+.0f} [{points[1]:+.0f}, {points[2]:+.0f}]"
        f" | {tally.upper_s * 1000:.1f} | {tally.longest_s * 1000:.0f} | {tally.lower_s * 1000:.1f} |"
    )


HEAD: Final = """\
| game | players | upper | lower | games | wins | even | Elo | ms a move | longest | ms a move, lower |
|---|---|---|---|---|---|---|---|---|---|---|"""

INTRODUCTION: Final = """\
# How strong the computer players are

Written by `make ladder`.  Each level plays the one below it, and the strongest the usual one too: one player
of the upper level among lower ones, on each seat in turn, with equal deals.  *Even* is what equals would win;
who shares the first place has a share of the win.  Brackets: 95 % intervals (Wilson), with games taken as
independent.  Times are those of the processor.
"""


def write(rows: Sequence[str]) -> None:
    """Write the page."""
    Path(PAGE).write_text("\n".join((INTRODUCTION, HEAD, *rows, "", where(), "")), encoding="utf-8")


def main() -> None:
    """Play what is asked for, and write the page if that is everything."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description="Strength of levels.")
    parser.add_argument("--game", choices=list(games()))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--rung", help="UPPER:LOWER")
    parser.add_argument("--most", type=int, help="games a rung, at most")
    parser.add_argument("--seconds", type=float, help="seconds a rung, at most")
    parser.add_argument("--from-deal", type=int, default=1, help="the number of the first deal")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    rows = []
    print(HEAD)
    with ProcessPoolExecutor(options.workers) as workers:
        for rung in rungs(options.game, options.seats, options.rung):
            tally = climbed(workers, rung, options.from_deal, options.most, options.seconds)
            rows.append(line(rung, tally))
            print(rows[-1], flush=True)
    if not (options.game or options.seats or options.rung):
        write(rows)


if __name__ == "__main__":
    main()
