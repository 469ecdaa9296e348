"""The strength of the computer players: each level plays the one below it, in games with equal deals.

The two strongest levels also play an outsider, and the strongest one its former self, without learned values.

`python -m benchmarks.ladder`, or `make ladder`, takes hours and can be stopped at any time.  Results are kept
in `ladder.json`, and a later run continues from there, quicker rungs first.  It prints a line for each rung
and writes the table of `docs/strength.md`.  A rung's kept results count only if its first game, played again,
has the same moves; otherwise, a player has changed, and the rung begins anew.  `--game`, `--seats` and
`--rung UPPER:LOWER` select rungs. `--most GAMES`, `--seconds` and `--from-deal` are for trials, whose results
are not kept.

Times are those of CPython with the engine in Python, which everybody uses.  Games by a faster Python, or with
the compiled engine (`COMPILED=1`), count, too, if the first game has the same moves; but their times don't.

A rung is an upper and a lower player in a game.  Each deal is played once for each seat that the upper player
can have, with lower players on the other seats.  A rung ends when the share of wins is known to ± 8
percentage points, and at least `QUICK` games were played, unless these take longer than `QUICK_S`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache, partial
from itertools import pairwise
from math import log10, sqrt
from multiprocessing import active_children
from typing import Final, NamedTuple

from benchmarks.__main__ import where
from benchmarks.circles import ROOT
from benchmarks.outsiders import OUTSIDERS
from engine.catalogue import games
from engine.game import CHANCE, AnyGame, Seat
from engine.players import EXPERT, LEVELS, PLAYERS, Player
from engine.players.learned import learn
from engine.players.lookahead import Stream
from engine.players.searcher import choose
from tables.computers.worker_main import weights

PAGE: Final = ROOT / "docs" / "strength.md"
KEPT: Final = ROOT / "benchmarks" / "ladder.json"
BEGIN: Final = "<!-- make ladder writes what follows -->"
END: Final = "<!-- up to here -->"
CERTAIN: Final = 1.96
"""The half-width, in standard errors, of an interval that contains the true share in 95 of 100 cases."""
CLOSE: Final = 0.08
"""A share counts as known if half the width of its interval is at most this."""
QUICK: Final = 400
QUICK_S: Final = 600.0
"""The most CPU seconds for which a rung continues only to reach `QUICK` games."""
DEALS: Final = 2
"""The number of deals between two checks whether the share is known."""
OUTSIDER: Final = "outsider"
"""A player written for the ladder, which shares no features, candidates or search with the levels."""
FORMER: Final = "former expert"
"""The strongest level without learned values; it judges by the games' own estimates."""
OTHERS: Final = (OUTSIDER, FORMER)


class Rung(NamedTuple):
    """A comparison of two players in a game with a number of seats."""

    game: str
    seats: int
    upper: str
    lower: str


class Outcome(NamedTuple):
    """The outcome of one game: the upper player's share of the win, both players' CPU seconds and moves.

    The last field has the CPU seconds of the upper player's longest move.
    """

    share: float
    upper_s: float
    upper_moves: int
    longest_s: float
    lower_s: float
    lower_moves: int
    moves: str


class Tally(NamedTuple):
    """The results of a rung.

    The fields in order: the number of games, the upper player's wins, a digest of the first game's moves,
    both players' CPU seconds and moves, and the upper player's longest move.
    """

    games: int = 0
    won: float = 0.0
    first: str = ""
    upper_s: float = 0.0
    upper_moves: int = 0
    longest_s: float = 0.0
    lower_s: float = 0.0
    lower_moves: int = 0

    def with_game(self, one: Outcome) -> Tally:
        """Return the tally with another game added."""
        return Tally(
            games=self.games + 1,
            won=self.won + one.share,
            first=self.first or one.moves,
            upper_s=self.upper_s + one.upper_s,
            upper_moves=self.upper_moves + one.upper_moves,
            longest_s=max(self.longest_s, one.longest_s),
            lower_s=self.lower_s + one.lower_s,
            lower_moves=self.lower_moves + one.lower_moves,
        )

    @property
    def share(self) -> float:
        """The upper player's share of the wins."""
        return self.won / self.games

    @property
    def upper_each_s(self) -> float:
        """CPU seconds for each move of the upper player."""
        return self.upper_s / max(1, self.upper_moves)

    @property
    def lower_each_s(self) -> float:
        """CPU seconds for each move of the lower player."""
        return self.lower_s / max(1, self.lower_moves)

    def interval(self) -> tuple[float, float]:
        """The bounds of an interval that contains the true share in 95 of 100 cases (Wilson)."""
        n, p, z = self.games, self.share, CERTAIN
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return middle - half, middle + half

    @property
    def is_known(self) -> bool:
        """Whether enough games were played, and the share of wins is known well enough."""
        if not self.games:
            return False
        low, high = self.interval()
        took = self.upper_s + self.lower_s
        return high - low <= 2 * CLOSE and (self.games >= QUICK or took >= QUICK_S)


def elo(share: float, seats: int) -> float:
    """Return the Elo lead of a player who wins this share of games against `seats` - 1 equal opponents.

    With more than two seats, a winner is assumed to be drawn with probabilities given by strength.
    """
    share = min(max(share, 0.001), 0.999)
    return 400 * log10(share * (seats - 1) / (1 - share))


def played(rung: Rung, deal: int, seat: Seat) -> Outcome:
    """Play one game, with the upper player on `seat`; return its outcome."""
    ready()
    game = games()[rung.game]
    names = [rung.upper if one == seat else rung.lower for one in range(rung.seats)]
    state, dealt = game.start(rung.seats, {}), Stream(deal)
    minds = [Stream(deal * 97 + one + 1) for one in range(rung.seats)]
    answered, spent = dict[Seat, int](), [list[float]() for _ in names]
    written = hashlib.blake2b(digest_size=8)
    while asked := game.to_move(state):
        if asked == (CHANCE,):
            state = game.make(state, CHANCE, game.chance_move(state, dealt))
            continue
        mover = next(one for one in asked if answered.get(one) != game.question(state, one))
        answered[mover] = game.question(state, mover)
        began = time.process_time()
        move = player(names[mover], game)(game, game.recall(state, mover), mover, minds[mover])
        spent[mover].append(time.process_time() - began)
        written.update(f"{mover} {move}\n".encode())
        state, _ = game.apply(state, mover, move)
    lower = [took for one, each in enumerate(spent) if one != seat for took in each]
    upper = spent[seat]
    share = won(game, state, seat)
    longest = max(upper, default=0.0)
    return Outcome(share, sum(upper), len(upper), longest, sum(lower), len(lower), written.hexdigest())


def player(name: str, game: AnyGame) -> Player:
    """Return the player with a name used in rungs: a level, or one of `OTHERS`."""
    if name == OUTSIDER:
        return OUTSIDERS[game.id]
    return partial(choose, budget=EXPERT, by_net=False) if name == FORMER else PLAYERS[name]


@cache
def ready() -> None:
    """Load the learned values, as the bot does; called once in each process."""
    learn(games().values(), weights())


def won(game: AnyGame, state: object, seat: Seat) -> float:
    """Return a seat's share of the win: 1 if alone, 1/2 if shared by two seats, 0 without a win."""
    result = game.result(state)
    assert result is not None
    winners = [place for place, one in enumerate(result.seats) if one.rank == 1]
    return (seat in winners) / len(winners)


class Limits(NamedTuple):
    """The limits of a trial: a number of games, or of seconds."""

    most: int | None
    seconds: float | None


def climbed(workers: Executor, rung: Rung, tally: Tally, first_deal: int, limits: Limits) -> Iterator[Tally]:
    """Continue a rung from `first_deal`; yield its tally now and then, until it is known or at a limit."""
    began = time.monotonic()
    while not tally.is_known or limits.most is not None:
        if limits.most is not None and tally.games >= limits.most:
            break
        if limits.seconds is not None and time.monotonic() - began >= limits.seconds:
            break
        deal = first_deal + tally.games // rung.seats
        jobs = [(rung, one, seat) for one in range(deal, deal + DEALS) for seat in range(rung.seats)]
        for outcome in workers.map(played, *zip(*jobs, strict=True)):
            tally = tally.with_game(outcome)
        yield tally


def rungs(game: str | None, seats: int | None, wanted: str | None) -> Iterator[Rung]:
    """Yield the rungs in `wanted` (None: all): each level against the players with which it is compared."""
    pairs = [(upper, lower) for lower, upper in pairwise(LEVELS)]
    pairs += [(LEVELS[-1], FORMER), (LEVELS[-1], OUTSIDER), (LEVELS[-2], OUTSIDER)]
    if wanted:
        upper, _, lower = wanted.partition(":")
        pairs = [(upper, lower)]
    for upper, lower in pairs:
        for one in games().values():
            for number in one.seats:
                if game in (None, one.id) and seats in (None, number):
                    yield Rung(one.id, number, upper, lower)


def kept() -> dict[Rung, Tally]:
    """Return the results kept by earlier runs."""
    if not KEPT.exists():
        return {}
    rows = json.loads(KEPT.read_text(encoding="utf-8"))
    return {Rung(*row["rung"]): Tally(*row["tally"]) for row in rows}


def keep(known: Mapping[Rung, Tally]) -> None:
    """Write the results to disk; a run that is stopped during this loses nothing."""
    rows = [json.dumps({"rung": rung, "tally": tally}) for rung, tally in sorted(known.items())]
    new = KEPT.with_suffix(".new")
    new.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    new.replace(KEPT)


def line(rung: Rung, tally: Tally) -> str:
    """Return a row of the table."""
    low, high = tally.interval()
    points = elo(tally.share, rung.seats), elo(low, rung.seats), elo(high, rung.seats)
    return (
        f"| {rung.game} | {rung.seats} | {rung.upper} | {rung.lower} | {tally.games}"
        f" | {tally.share:.1%} [{low:.1%}, {high:.1%}] | {1 / rung.seats:.0%}"
        f" | {points[0]:+.0f} [{points[1]:+.0f}, {points[2]:+.0f}]"
        f" | {tally.upper_each_s * 1000:.1f} | {tally.longest_s * 1000:.0f}"
        f" | {tally.lower_each_s * 1000:.1f} |"
    )


HEAD: Final = """\
| game | players | upper | lower | games | wins | even | Elo | ms a move | longest | ms a move, lower |
|---|---|---|---|---|---|---|---|---|---|---|"""


def write(known: Mapping[Rung, Tally]) -> None:
    """Write the page's sorted table, and the list of rungs that aren't known well enough yet."""
    ordered = sorted(
        known, key=lambda rung: (rung.game, rung.seats, *map((*OTHERS, *LEVELS).index, rung[2:]))
    )
    missing = [rung for rung in rungs(None, None, None) if rung not in known or not known[rung].is_known]
    unknown = f"{len(missing)} of {len(list(rungs(None, None, None)))} matches don't have enough games yet."
    table = (HEAD, *(line(rung, known[rung]) for rung in ordered), "", where() + ". " + unknown)
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + "\n".join((BEGIN, *table, END)) + after, encoding="utf-8")


def stopped(*_: object) -> None:
    """End at once with all worker processes, since results were kept after each deal."""
    for worker in active_children():
        worker.kill()
    os._exit(128 + signal.SIGTERM)


def main() -> None:
    """Play what the options ask for; unless it is a trial, keep the results and write the page."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description="Strength of levels.")
    parser.add_argument("--game", choices=list(games()))
    parser.add_argument("--seats", type=int)
    parser.add_argument("--rung", help="UPPER:LOWER")
    parser.add_argument("--most", type=int, help="games a rung, at most")
    parser.add_argument("--seconds", type=float, help="seconds a rung, at most")
    parser.add_argument("--from-deal", type=int, help="the number of the first deal")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, stopped)
    limits = Limits(options.most, options.seconds)
    is_trial = limits != (None, None) or options.from_deal is not None
    known = {} if is_trial else kept()
    print(HEAD)
    usual = (signal.SIGTERM, signal.SIG_DFL)
    with ProcessPoolExecutor(options.workers, initializer=signal.signal, initargs=usual) as workers:
        for rung in rungs(options.game, options.seats, options.rung):
            first_deal = options.from_deal or 1
            before = known.pop(rung, Tally())
            if before.games and workers.submit(played, rung, first_deal, 0).result().moves == before.first:
                known[rung] = before
            for tally in climbed(workers, rung, known.get(rung, Tally()), first_deal, limits):
                known[rung] = tally
                if not is_trial:
                    keep(known)
            print(line(rung, known[rung]), flush=True)
            if not is_trial:
                write(known)


if __name__ == "__main__":
    main()
