"""Ratings: people's strengths, computed from the rated games that have ended.

A person has one rating for each game and size of table.  Ratings are never stored: `folded` makes them from
the games, and the same games give the same ratings, whatever the order of the games, seats or calls.

Computer players are anchors: their ratings are fixed, so that a number means the same next year.  The
shares of wins in `anchors.json` are those of `docs/strength.md`, each level against the level below it;
`anchored` turns them into ratings by the model's own formula.

A game of one person against computers counts, since computers are anchors and people expect it.  But the
model lifts somebody who only beats the weakest computer too high: in a simulation by 106 points in 5 games
and by 445 in 104.  So such a game doesn't count if the person is `LEAD` ahead of all computers.  This is
known before the game, so it favours neither wins nor losses.  `PER_WEEK` holds for one person, too.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import log, sqrt
from operator import attrgetter
from pathlib import Path
from typing import Final

from openskill.models import BradleyTerryPart

from engine.game import Struct
from engine.players import LEVELS, USUAL
from tables.model.limits import DAY_S
from tables.model.values import Played, SeatPlayed

BANDS: Final = ("2", "3-4")
"""The sizes of tables that have ratings of their own."""
PROVISIONAL: Final = 5
"""The number of games after which a rating isn't provisional any more."""
PER_WEEK: Final = 2
"""How many games of the same people at the same game and size count in `WEEK_S`."""
WEEK_S: Final = 7 * DAY_S
COUNTED: Final = "counted"
TOO_MANY: Final = "too_many"
"""The reason for no change: the same people had `PER_WEEK` counted games in the week before."""
TOO_WEAK: Final = "too_weak"
"""The reason for no change: a person was `LEAD` ahead of the computers, and nobody else played."""

MODEL: Final = BradleyTerryPart(tau=0.25, window_size=64)
"""The rating model; PlackettLuce would give the third of four players as much as two tied winners.

With openskill's own tau, the ratings of people who improve would rise too slowly.  With its own window, the
players of a game of six (two of whom left) would be compared only with those near them in the list.
"""
EVEN: Final = sqrt(2) * MODEL.beta
"""The lead in mu with which somebody wins e games for each game lost, if both strengths are known exactly."""
ANCHOR_SIGMA: Final = 1.0
"""The standard error of an anchor; the intervals in `docs/strength.md` are half to twice as wide."""
ELO: Final = 400 / (log(10) * EVEN)
"""The shown points for 1 mu: a lead of 400 points is ten wins for each loss, as on the page on strength."""
LEAD: Final = 400 / ELO


class Rating(Struct, frozen=True):
    """A person's estimated strength, its standard error, and the number of games that counted."""

    mu: float
    sigma: float
    games: int

    @property
    def shown(self) -> int:
        """The rating that people read: 1500 is the strength of the usual computer player."""
        return round(1500 + ELO * (self.mu - START.mu))

    @property
    def is_provisional(self) -> bool:
        """Whether too few games have counted for a place in the ranking."""
        return self.games < PROVISIONAL


START: Final = Rating(MODEL.mu, MODEL.sigma, 0)
"""The rating before the first game, also used for a person of whom nothing is known."""


def band_of(seats: int) -> str:
    """The size of a table of `seats` seats, as one of `BANDS`: tables of three and four share one."""
    return BANDS[0] if seats == 2 else BANDS[1]


class Met(Struct, frozen=True):
    """An opponent in a game (ids as in `SeatPlayed`), and the opponent's rating before it."""

    person_id: int | None
    computer: str | None
    rating: Rating


class Change(Struct, frozen=True):
    """The change of one person's rating by one game; `reason`: `COUNTED`, `TOO_MANY` or `TOO_WEAK`."""

    table_id: str
    at: float
    before: Rating
    after: Rating
    rank: int
    against: tuple[Met, ...]
    reason: str


class Ratings:
    """The changes of each person's rating, by person, game and size of table; the oldest is first."""

    def __init__(self) -> None:
        self._changes: defaultdict[tuple[int, str, str], list[Change]] = defaultdict(list)

    def add(self, person_id: int, game_id: str, band: str, change: Change) -> None:
        """Append a change of a person's rating, made by a game."""
        self._changes[person_id, game_id, band].append(change)

    def changes(self, person_id: int, game_id: str, band: str) -> Sequence[Change]:
        """Return all changes of a person's rating, including those without effect."""
        return self._changes.get((person_id, game_id, band), ())

    def rating(self, person_id: int, game_id: str, band: str) -> Rating:
        """Return a person's rating after the latest game; without any game, `START`."""
        changes = self.changes(person_id, game_id, band)
        return changes[-1].after if changes else START

    def ranked(self, game_id: str, band: str) -> list[tuple[int, Rating]]:
        """Return the people whose rating in a game and `band` isn't provisional, the strongest first."""
        latest = {
            key[0]: changes[-1].after for key, changes in self._changes.items() if key[1:] == (game_id, band)
        }
        settled = ((person_id, rating) for person_id, rating in latest.items() if not rating.is_provisional)
        return sorted(settled, key=lambda one: (-one[1].mu, one[0]))


def anchored(shares: Mapping[str, float], seats: int) -> dict[str, float]:
    """Return the mu of each level, from its share of wins among `seats` - 1 players of the level below.

    In the model, a player who is `EVEN` * x stronger wins e^x games for each game lost.  Among n players
    the winner is drawn by e^x, as on the page on strength: share = e^x / (e^x + n - 1), which is solved for
    x here. The usual level gets the mu of people before their first game.
    """
    mus = {LEVELS[0]: 0.0}
    for lower, level in pairwise(LEVELS):
        mus[level] = mus[lower] + EVEN * log(shares[level] * (seats - 1) / (1 - shares[level]))
    return {level: START.mu + mu - mus[USUAL] for level, mu in mus.items()}


ANCHORS: Final = {
    (game_id, band, level): Rating(mu, ANCHOR_SIGMA, 0)
    for game_id, bands in json.loads(Path(__file__).with_name("anchors.json").read_text("utf-8")).items()
    for band, shares in bands.items()
    for level, mu in anchored(shares, int(band[0])).items()
}
"""The ratings of computer players; tables of four share those of three, which hardly differ.

For a rung (a match of two levels) that the page on strength lacks, the share comes from a trial of 4 to 236
games, to which 20 games with the share of the earlier version's players are added.  Once the page has the
rung, a test asks for its share.
"""


def updated(ratings: Sequence[Rating], ranks: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings of a game's players after it; `ratings`: before it; `ranks`: their places in it.

    The model's sums are made in one order, so that the order of seats doesn't change even the last digit of
    the result.  Sigma is limited, as otherwise it would grow by games whose outcome is certain beforehand.
    """
    order = sorted(range(len(ranks)), key=lambda at: (ranks[at], ratings[at].mu, ratings[at].sigma))
    teams = [[MODEL.rating(ratings[at].mu, ratings[at].sigma)] for at in order]
    after = dict(zip(order, MODEL.rate(teams, ranks=[float(ranks[at]) for at in order]), strict=True))
    return tuple(
        Rating(after[at][0].mu, min(after[at][0].sigma, START.sigma), before.games + 1)
        for at, before in enumerate(ratings)
    )


def contenders(game: Played) -> list[SeatPlayed]:
    """Return the people and computer players whom a game's ratings compare, people first.

    A person who had several seats, having left and come back, counts once: by the seat at the end, or else by
    the worst place.
    """
    ordered = sorted(
        game.seats, key=lambda one: (not one.has_left, one.rank, one.person_id or 0, one.computer or "")
    )
    named = {one.person_id: one for one in ordered if one.person_id is not None}
    return [*named.values(), *(one for one in ordered if one.person_id is None)]


def folded(games: Iterable[Played]) -> Ratings:
    """Return the ratings after the rated games `games`."""
    ratings = Ratings()
    counted: defaultdict[tuple[str, str, frozenset[int], int], deque[float]] = defaultdict(deque)
    for game in sorted(games, key=attrgetter("at", "table_id")):
        met, band = contenders(game), band_of(sum(not one.has_left for one in game.seats))
        people = {one.person_id for one in met if one.person_id is not None}
        if not people or len(met) < 2:
            continue
        before = [
            ratings.rating(one.person_id, game.game_id, band)
            if one.person_id is not None
            else ANCHORS.get((game.game_id, band, one.computer or ""), START)
            for one in met
        ]
        forgotten = Counter(one.person_id is None and one.computer is None for one in met)[True]
        latest = counted[game.game_id, band, frozenset(people), forgotten]
        while latest and latest[0] <= game.at - WEEK_S:
            latest.popleft()
        if len(people) + forgotten == 1 and before[0].mu - max(rating.mu for rating in before[1:]) >= LEAD:
            reason = TOO_WEAK
        elif len(latest) >= PER_WEEK:
            reason = TOO_MANY
        else:
            reason = COUNTED
            latest.append(game.at)
        after = updated(before, [one.rank for one in met]) if reason == COUNTED else before
        for at, one in enumerate(met):
            if one.person_id is not None:
                against = tuple(
                    Met(other.person_id, other.computer, theirs)
                    for other, theirs in zip(met, before, strict=True)
                    if other is not one
                )
                change = Change(game.table_id, game.at, before[at], after[at], one.rank, against, reason)
                ratings.add(one.person_id, game.game_id, band, change)
    return ratings
