"""Ratings depend on games alone, treat ties fairly, and give the reason for each change."""

from __future__ import annotations

import random
import re
from itertools import pairwise, product
from math import exp
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.catalogue import games
from engine.players import LEVELS, USUAL
from tables.model.values import Played, SeatPlayed
from tables.views.ratings import (
    ANCHORS,
    COUNTED,
    EVEN,
    LEAD,
    PER_WEEK,
    PROVISIONAL,
    START,
    TOO_MANY,
    TOO_WEAK,
    WEEK_S,
    Rating,
    folded,
    updated,
)

GAME = "a game"
STRENGTH = Path(__file__).parents[2] / "docs" / "strength.md"
PATTERNS = sorted(
    {
        tuple(1 + sum(other < one for other in places) for one in places)
        for seats in (2, 3, 4)
        for places in product(range(seats), repeat=seats)
    }
)
"""All ways in which places can be shared, as ranks."""
KNOWN = st.builds(Rating, st.floats(0, 50), st.floats(0.5, START.sigma), st.just(3))


def person(number: int, rank: int, *, has_left: bool = False) -> SeatPlayed:
    return SeatPlayed(0, number, "", None, 0, (), rank, has_left)


def computer(level: str | None, rank: int) -> SeatPlayed:
    return SeatPlayed(0, None, "", level, 0, (), rank)


def game(at: float, *seats: SeatPlayed, name: str = GAME) -> Played:
    return Played(f"table {at}", name, 1, {}, None, 0, "", True, at, seats)


def won(at: float, winner: int, *others: int) -> Played:
    return game(at, person(winner, 1), *(person(other, 2) for other in others))


def random_games(count: int, people: int) -> list[Played]:
    """Return random games among people; number 0 is much stronger than the others; some ranks are shared."""
    rng = random.Random(50)
    found = []
    for at in range(count):
        playing = rng.sample(range(people), rng.choice((2, 3, 4)))
        points = {number: round(rng.gauss(8 if number == 0 else 0, 5)) for number in playing}
        ranks = [1 + sum(other > points[number] for other in points.values()) for number in playing]
        found.append(game(at * WEEK_S / 3, *map(person, playing, ranks)))
    return found


@pytest.mark.parametrize("ranks", PATTERNS, ids=str)
def test_tied_equals_change_equally_and_a_better_place_gains_more(ranks: tuple[int, ...]) -> None:
    after = updated([START] * len(ranks), ranks)
    for (one, place), (other, others_place) in product(zip(after, ranks, strict=True), repeat=2):
        assert (one == other) if place == others_place else (one.mu > other.mu) == (place < others_place)


@given(st.data())
def test_a_better_place_never_gains_less_whoever_plays(data: st.DataObject) -> None:
    ranks = data.draw(st.sampled_from(PATTERNS))
    ratings = data.draw(st.lists(KNOWN, min_size=len(ranks), max_size=len(ranks)))
    others = ranks[1:]
    gains = [updated(ratings, (rank, *others))[0].mu for rank in range(max(others) + 2)]
    assert gains == sorted(gains, reverse=True)


def test_a_fold_finds_the_strongest_person_and_knows_all_others_less_high() -> None:
    ratings = folded(random_games(300, people=8))
    for band in ("2", "3-4"):
        (best, first), (_, second), *_ = ratings.ranked(GAME, band)
        assert best == 0
        assert first.shown > second.shown + 100


def test_ratings_depend_neither_on_the_order_of_games_nor_on_that_of_seats() -> None:
    known = random_games(60, people=5)
    rng = random.Random(1)
    shuffled = [replace(one, seats=tuple(rng.sample(one.seats, len(one.seats)))) for one in known]
    rng.shuffle(shuffled)
    one, other = folded(known), folded(shuffled)
    for number, band in product(range(5), ("2", "3-4")):
        assert one.changes(number, GAME, band) == other.changes(number, GAME, band)


def test_each_game_and_each_size_of_table_has_a_rating_of_its_own() -> None:
    ratings = folded([won(1, 7, 8), won(2, 8, 7, 9), game(3, person(7, 2), person(8, 1), name="another")])
    assert ratings.rating(7, GAME, "2").mu > START.mu > ratings.rating(7, GAME, "3-4").mu
    assert ratings.rating(7, "another", "2").mu < START.mu
    assert ratings.rating(7, "another", "3-4") == START


def test_a_rating_is_provisional_until_its_fifth_game() -> None:
    known = [won(at * WEEK_S, 7, 8) for at in range(PROVISIONAL)]
    assert folded(known[:-1]).ranked(GAME, "2") == []
    assert [number for number, _ in folded(known).ranked(GAME, "2")] == [7, 8]


def test_two_games_a_week_of_the_same_people_count() -> None:
    known = [won(at, *pair) for at, pair in enumerate([(7, 8), (8, 7), (7, 8), (7, 9)])]
    ratings = folded([*known, won(WEEK_S - 0.5, 7, 8), won(WEEK_S, 7, 8)])
    reasons = [change.reason for change in ratings.changes(8, GAME, "2")]
    assert reasons == [*[COUNTED] * PER_WEEK, TOO_MANY, TOO_MANY, COUNTED]
    none = ratings.changes(8, GAME, "2")[2]
    assert none.before == none.after
    assert [change.reason for change in ratings.changes(9, GAME, "2")] == [COUNTED]


def test_a_change_says_whom_the_person_met() -> None:
    (change,) = folded([won(1, 7, 8)]).changes(7, GAME, "2")
    (met,) = change.against
    assert (change.before, change.rank, met.person_id, met.rating) == (START, 1, 8, START)
    assert change.after.shown > change.before.shown == 1500


def test_a_computer_is_an_anchor_that_never_moves() -> None:
    for game_id, level in product(games(), LEVELS):
        anchor = ANCHORS[game_id, "2", level]
        duel = [game(at * WEEK_S, person(7, 2), computer(level, 1), name=game_id) for at in (1, 2)]
        changes = folded(duel).changes(7, game_id, "2")
        assert [change.against[0].rating for change in changes] == [anchor, anchor]


def test_a_person_alone_does_not_rise_by_beating_a_weak_computer_again_and_again() -> None:
    for (game_id, band, level), anchor in ANCHORS.items():
        seats = (person(7, 1), *[computer(level, 2)] * (1 if band == "2" else 2))
        ratings = folded(game(at * WEEK_S, *seats, name=game_id) for at in range(30))
        reached = max(START.mu, anchor.mu + LEAD)
        assert ratings.rating(7, game_id, band).mu < reached + 2
        assert ratings.changes(7, game_id, band)[-1].reason in (COUNTED, TOO_WEAK)


def test_a_weak_computer_counts_where_other_people_play() -> None:
    (game_id, *_) = games()
    seats = (person(7, 1), person(8, 2), computer(LEVELS[0], 3))
    (change,) = folded([game(1, *seats, name=game_id)]).changes(7, game_id, "3-4")
    assert change.reason == COUNTED


def test_a_forgotten_person_counts_as_somebody_unknown() -> None:
    ratings = folded([game(1, person(7, 1), computer(None, 2))])
    assert ratings.rating(7, GAME, "2") == folded([won(1, 7, 8)]).rating(7, GAME, "2")
    assert folded([game(1, computer(None, 1), computer(USUAL, 2))]).ranked(GAME, "2") == []


def test_who_left_is_settled_by_the_place_at_that_moment() -> None:
    ratings = folded([game(1, person(7, 1), computer(USUAL, 2), person(8, 2, has_left=True))])
    assert ratings.rating(8, GAME, "2").mu < START.mu < ratings.rating(7, GAME, "2").mu


def test_who_came_back_is_settled_by_the_seat_at_the_end() -> None:
    seats = (person(7, 1), person(8, 2), person(7, 2, has_left=True))
    assert folded([game(1, *seats)]).changes(7, GAME, "2") == folded([won(1, 7, 8)]).changes(7, GAME, "2")


def test_all_of_six_contenders_meet_each_other() -> None:
    ranks = (1, 2, 2, 2, 2, 2)
    assert len({rating.mu for rating in updated([START] * 6, ranks)}) == 2


def test_anchors_are_the_shares_of_the_page_on_strength() -> None:
    """A rung that isn't on the page yet has the share of a trial, and is replaced in `anchors.json` then."""
    rows = re.findall(
        r"^\| (\S+) \| ([23]) \| (\w+) \| (\w+) \|[^|]*\| [^[]*\[(\S+)%, (\S+)%\]",
        STRENGTH.read_text("utf-8"),
        re.MULTILINE,
    )
    rungs = [row for row in rows if (row[3], row[2]) in pairwise(LEVELS)]
    assert rungs
    for game_id, seats, upper, lower, low, high in rungs:
        band = "2" if seats == "2" else "3-4"
        one, other = (ANCHORS[game_id, band, level] for level in (upper, lower))
        odds = exp((one.mu - other.mu) / EVEN)
        share = odds / (odds + int(seats) - 1)
        assert float(low) / 100 - 0.005 < share < float(high) / 100 + 0.005, (game_id, seats, upper)


def test_each_game_has_anchors_and_each_level_a_higher_one_than_the_level_below() -> None:
    for game_id, band in product(games(), ("2", "3-4")):
        mus = [ANCHORS[game_id, band, level].mu for level in LEVELS]
        assert mus == sorted(mus)
        assert ANCHORS[game_id, band, USUAL].shown == 1500
