"""Leagues: the cheapest pairing is found, nobody has two byes, and a possible place is never wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.views.league import Played, costs, pairings, round_robin, rounds, scored, standings

Tables = tuple[tuple[int, ...], ...]


def ended(people: Sequence[int], size: int, rng: random.Random) -> Played:
    """Return a table whose game has ended with a random result; points are few, so that ties are frequent."""
    points = tuple(rng.randint(0, 4) for _ in range(size))
    ranks = tuple(1 + sum(other > own for other in points) for own in points)
    return Played((*people, *[None] * (size - len(people))), ranks, points)


def season(count: int, size: int, last: int, rng: random.Random) -> list[Played]:
    """The tables of the first rounds of a Swiss league."""
    played: list[Played] = []
    for number in range(1, last + 1):
        played += [ended(people, size, rng) for people in pairings(range(1, count + 1), played, size, number)]
    return played


def groups(seats: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to divide seats among tables."""
    if not seats:
        yield ()
        return
    for others in combinations(seats[1:], size - 1):
        rest = [seat for seat in seats[1:] if seat not in others]
        for tables in groups(rest, size):
            yield ((seats[0], *others), *tables)


def is_cheapest(tables: Tables, people: Sequence[int], size: int, played: Sequence[Played]) -> bool:
    seats: list[int | None] = [*people, *[None] * (-len(people) % size)]
    cost = costs(seats, played)
    free = [seat for seat, person in enumerate(seats) if person is None]
    seated = [
        [seats.index(table[at]) if at < len(table) else free.pop() for at in range(size)] for table in tables
    ]

    def total(division: Sequence[Sequence[int]]) -> int:
        return sum(cost[one][other] for table in division for one, other in combinations(table, 2))

    return total(seated) == min(map(total, groups(range(len(seats)), size)))


@pytest.mark.parametrize(
    ("count", "size"), [(9, 2), (12, 2), (7, 3), (11, 3), (12, 3), (5, 4), (11, 4), (12, 4)]
)
def test_the_pairing_is_as_good_as_the_best_of_all(count: int, size: int) -> None:
    played = season(count, size, 3, random.Random(count))
    people = range(1, count + 1)
    assert is_cheapest(pairings(people, played, size, 4), people, size, played)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(4, 8), st.integers(2, 4), st.integers(0, 6), st.randoms(use_true_random=False))
def test_small_leagues_are_paired_as_well_as_possible(
    count: int, size: int, before: int, rng: random.Random
) -> None:
    played = season(count, size, before, rng)
    people = range(1, count + 1)
    assert is_cheapest(pairings(people, played, size, before + 1), people, size, played)


@pytest.mark.parametrize(
    ("count", "size", "last"), [(5, 2, 5), (31, 2, 5), (7, 3, 3), (32, 3, 4), (31, 4, 3)]
)
def test_nobody_plays_a_computer_twice_before_everybody_did(count: int, size: int, last: int) -> None:
    played = season(count, size, last, random.Random(1))
    short = Counter(person for table in played if None in table.people for person in table.people if person)
    times = [short[person] for person in range(1, count + 1)]
    assert max(times) <= min(times) + 1
    assert max(table.people.count(None) for table in played) == 1


def test_64_people_meet_nobody_twice_in_4_rounds_of_four() -> None:
    played = season(64, 4, 4, random.Random(1))
    met = Counter(pair for table in played for pair in combinations(sorted(filter(None, table.people)), 2))
    assert set(met.values()) == {1}


def test_people_with_equal_points_meet() -> None:
    rng = random.Random(2)
    played = season(16, 2, 1, rng)
    scores = scored(played)
    drawn = {person for table in played for person in table.people if table.ranks == (1, 1) and person}
    for one, other in pairings(range(1, 17), played, 2, 2):
        assert scores[one][0] == scores[other][0] or {one, other} & drawn


@pytest.mark.parametrize("count", [4, 5, 8, 11])
def test_at_tables_of_two_all_meet_once(count: int) -> None:
    people = list(range(1, count + 1))
    met = [pair for number in range(rounds(count, 2)) for pair in round_robin(people, [], 2, number + 1)]
    assert Counter(frozenset(pair) for pair in met if len(pair) == 2) == Counter(
        frozenset(pair) for pair in combinations(people, 2)
    )
    assert Counter(pair[0] for pair in met if len(pair) == 1) == Counter(people if count % 2 else [])


def test_at_tables_of_three_all_meet_in_few_rounds_whatever_the_results() -> None:
    people, played, rng = list(range(1, 10)), list[Played](), random.Random(3)
    for number in range(1, rounds(9, 3) + 1):
        played += [ended(table, 3, rng) for table in round_robin(people, played, 3, number)]
    assert len({frozenset(pair) for table in played for pair in combinations(table.people, 2)}) == 36


def test_points_are_for_places_and_a_tie_is_decided_by_the_share_of_the_points() -> None:
    one = Played((1, 2, 3, None), (1, 1, 3, 4), (30, 30, 20, 20))
    other = Played((4, 5, 6, None), (1, 1, 3, 4), (30, 30, 20, 0))
    rows = standings(dict.fromkeys(range(1, 7), 0), [one, other], 4)
    assert [(row.person_id, row.place, row.points) for row in rows] == [
        *((4, 1, 5), (5, 1, 5), (1, 3, 5), (2, 3, 5), (6, 5, 2), (3, 6, 2)),
    ]
    assert rows[0].share == Fraction(30, 80)


def test_a_running_game_counts_as_a_meeting_and_gives_no_points() -> None:
    running = [Played((1, 2)), Played((3, 4))]
    assert {row.place for row in standings(dict.fromkeys(range(1, 5), 1), running, 2)} == {1}
    assert not {frozenset(table) for table in pairings(range(1, 5), running, 2, 2)} & {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }


@settings(max_examples=30, deadline=None)
@given(st.integers(4, 9), st.integers(2, 4), st.integers(1, 4), st.randoms(use_true_random=False))
def test_a_possible_place_is_never_wrong_and_only_narrows(
    count: int, size: int, last: int, rng: random.Random
) -> None:
    people = range(1, count + 1)
    to_play, played = dict.fromkeys(people, last), list[Played]()
    seen = [{row.person_id: row for row in standings(to_play, played, size)}]
    for number in range(1, last + 1):
        playing = [person for person in people if to_play[person]]
        for table in pairings(playing, played, size, number):
            quitter = rng.choice(table) if rng.random() < 0.1 else None
            played.append(ended([one for one in table if one != quitter], size, rng))
            for person in table:
                to_play[person] = 0 if person == quitter else to_play[person] - 1
            seen.append({row.person_id: row for row in standings(to_play, played, size)})
    final = seen[-1]
    for person in people:
        assert final[person].best == final[person].place == final[person].worst
        for before, after in pairwise(seen):
            assert before[person].best <= after[person].best <= final[person].place
            assert before[person].worst >= after[person].worst >= final[person].place


def test_a_league_that_everybody_left_has_no_tables() -> None:
    assert pairings([], [], 4, 3) == ()
    assert pairings([7], [], 4, 3) == ((7,),)
