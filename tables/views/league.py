"""Leagues: the pairings of a round, and the standings, computed from the tables of the season so far.

Each table of a league has the same number of seats; computer players fill the seats that no people have.

*Points*: 2 for each opponent with a worse place, and 1 for each with the same place, so that a table gives
the same sum whatever the ties.  *Share*: a person's points in the game divided by those of the whole table,
added up over the season; it decides between people with equal points.  People who are equal in both share a
place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final

from engine.game import Struct
from engine.standings import ranks

TRIES: Final = 240
"""How often the search for the best pairing starts again from a changed copy of the best one so far.

With 240, it found the best of all pairings in each of 1,770 rounds of 4 to 12 people; with 60, in all but 3.
A round of 64 people takes 0.3 s.
"""
KICKS: Final = 3
"""How many pairs of people swap tables in a changed copy of the best pairing."""


class Played(Struct, frozen=True):
    """A table of the season, seat by seat; without `ranks` and `points` as long as its game runs.

    `people` has None for a computer player, even for one that plays on for a person who dropped out.
    """

    people: tuple[int | None, ...]
    ranks: tuple[int, ...] = ()
    points: tuple[int, ...] = ()


class Row(Struct, frozen=True):
    """A person's row of the standings: place, points, share, games, best and worst place still possible."""

    person_id: int
    place: int
    points: int
    share: Fraction
    games: int
    best: int
    worst: int


def scored(played: Iterable[Played]) -> dict[int, tuple[int, Fraction, int]]:
    """Return the points, the share and the number of ended games of each person with an ended game."""
    scores: dict[int, tuple[int, Fraction, int]] = {}
    for table in played:
        whole = sum(max(0, points) for points in table.points)
        for person, rank, own in zip(table.people, table.ranks, table.points, strict=False):
            if person is not None:
                points, share, games = scores.get(person, (0, Fraction(0), 0))
                points += sum((rank < other) + (rank <= other) for other in table.ranks) - 1
                share += Fraction(max(0, own), whole) if whole else Fraction(1, len(table.ranks))
                scores[person] = (points, share, games + 1)
    return scores


def by_seat(tables: Sequence[Played]) -> list[Played]:
    """Compare tables with the same deal: return, for each seat, the people who had it, ranked by points.

    A table without a result is left out.
    """
    ended = [table for table in tables if table.ranks]
    found = []
    for seat in range(len(ended[0].ranks) if ended else 0):
        points = tuple(table.points[seat] for table in ended)
        found.append(Played(tuple(table.people[seat] for table in ended), ranks(points), points))
    return found


def standings(to_play: Mapping[int, int], played: Iterable[Played], size: int) -> tuple[Row, ...]:
    """Return the standings of all people, the best first, after the tables `played`, each of `size` seats.

    `to_play`: how many games of each person may still end; 0 for people who dropped out.

    The places still possible assume only that a game gives from 0 to 2 * (`size` - 1) points, and a share
    from 0 to 1.  So they are right whatever results follow, and only become fewer while nobody joins.
    """
    scores = scored(played)
    now = {person: scores.get(person, (0, Fraction(0), 0)) for person in to_play}
    least = {person: (points, share) for person, (points, share, _) in now.items()}
    most = {
        person: (points + 2 * (size - 1) * to_play[person], share + to_play[person])
        for person, (points, share) in least.items()
    }
    rows = [
        Row(
            person,
            1 + sum(other > least[person] for other in least.values()),
            *now[person],
            best=1 + sum(other > most[person] for other in least.values()),
            worst=1 + sum(most[other] > least[person] for other in most if other != person),
        )
        for person in to_play
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, row.person_id)))


def rounds(people: int, size: int) -> int:
    """Return the number of rounds in which `people` people can all meet, if no two of them meet twice."""
    seats = -(-people // size) * size
    return -(-(seats - 1) // (size - 1))


def round_robin(
    people: Sequence[int], played: Sequence[Played], size: int, number: int
) -> tuple[tuple[int, ...], ...]:
    """Return the people at each table of round `number` (from 1); people meet whom they have met least.

    At tables of two, `played` is not used: the circle method has all people meet once in as many rounds as
    the function `rounds` returns, if `people` stays the same.
    """
    if size > 2:
        return pairings(people, [Played(table.people) for table in played], size, number)
    everybody: list[int | None] = [*people, *[None] * (len(people) % 2)]
    first, *others = everybody
    turn = (number - 1) % len(others)
    circle = [first, *others[turn:], *others[:turn]]
    pairs = zip(circle[: len(circle) // 2], reversed(circle[len(circle) // 2 :]), strict=True)
    return tuple(tuple(person for person in pair if person is not None) for pair in pairs)


def costs(people: Sequence[int | None], played: Sequence[Played]) -> list[list[int]]:
    """Return the cost of seating each pair of these people at one table; None is a computer player.

    From the highest cost to the lowest: two computers at one table, a person who meets a computer again, two
    people who meet again, a difference in points (squared).  One higher cost exceeds any sum of lower ones.
    """
    scores = scored(played)
    points: dict[int | None, int] = {
        person: scores[person][0] if person in scores else 0 for person in people if person is not None
    }
    met: Counter[frozenset[int | None]] = Counter()
    for table in played:
        for one, other in combinations(set(table.people), 2):
            met[frozenset((one, other))] += 1
    lowest = min(points.values())
    apart = (max(points.values()) - lowest) ** 2
    pairs = len(people) ** 2
    again = 1 + pairs * apart
    computer_again = again * (1 + pairs * max(met.values(), default=0) ** 2)
    computers = computer_again * (1 + pairs * max(met.values(), default=0) ** 2)

    def cost(one: int | None, other: int | None) -> int:
        if one is None and other is None:
            return computers
        times = met[frozenset((one, other))] ** 2
        gap = points.get(one, lowest) - points.get(other, lowest)
        return times * (computer_again if one is None or other is None else again) + gap**2

    return [[cost(one, other) for other in people] for one in people]


def pairings(
    people: Sequence[int], played: Sequence[Played], size: int, number: int
) -> tuple[tuple[int, ...], ...]:
    """Return the people at each table of a round of a Swiss league: people with equal points meet.

    The search improves the best pairing so far by exchanging two people, until no exchange makes it cheaper;
    then it goes on from a copy in which some people changed seats.  The same arguments give the same tables.
    Where all else is equal, the order of `people` decides; `played` includes tables whose games still run.
    Computer players fill the seats of a table (`size`) that people lack; `number`: the number of the round.
    """
    if not people:
        return ()
    scores = scored(played)
    ordered = sorted(people, key=lambda person: -scores[person][0] if person in scores else 0)
    all_seats: list[int | None] = [*ordered, *[None] * (-len(people) % size)]
    cost = costs(all_seats, played)
    count = len(all_seats)
    at = [seat // size for seat in range(count)]
    chance = Random(number)
    best, found = improved(at, cost), list(at)
    for _ in range(TRIES):
        at = list(found)
        for _ in range(KICKS):
            one, other = chance.randrange(count), chance.randrange(count)
            at[one], at[other] = at[other], at[one]
        total = improved(at, cost)
        if total <= best:
            best, found = total, at
    tables: dict[int, list[int]] = {}
    for seat, person in enumerate(ordered):
        tables.setdefault(found[seat], []).append(person)
    return tuple(map(tuple, tables.values()))


def improved(at: list[int], cost: Sequence[Sequence[int]]) -> int:
    """Exchange people between tables as long as that lowers the cost; return the cost of all tables.

    `at` has the table of each person, and is changed.
    """
    every = range(len(at))
    load = [[0] * (max(at) + 1) for _ in every]
    for one in every:
        for other in every:
            if other != one:
                load[one][at[other]] += cost[one][other]
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(every, 2):
            here, there = at[one], at[other]
            if here != there:
                now = load[one][here] + load[other][there]
                then = load[one][there] + load[other][here] - 2 * cost[one][other]
                if then < now:
                    is_better = True
                    at[one], at[other] = there, here
                    for each in every:
                        moved = (each != other) * cost[each][other] - (each != one) * cost[each][one]
                        load[each][here] += moved
                        load[each][there] -= moved
    return sum(load[one][at[one]] for one in every) // 2
