"""People's played games, collected from finished tables."""

from __future__ import annotations

from engine.game import Part
from tables.model.values import Played, SeatPlayed
from tables.played import Rival, closest, most_games, rivals, tallies

ANN, BOB, CAT = 1, 2, 3


def game(
    *scores: tuple[int | None, int], game_id: str = "go", at: float = 0.0, left: int | None = None
) -> Played:
    """Return a game with each person's points; None: a computer player."""
    ranks = [1 + sum(other > own for _, other in scores) for _, own in scores]
    seats = [
        SeatPlayed(
            *(seat, who, f"P{who}", None if who else "casual", points, (Part("stones", points),), ranks[seat])
        )
        for seat, (who, points) in enumerate(scores)
    ]
    if left is not None:
        seats.append(SeatPlayed(0, left, "", None, 0, (), 2, has_left=True))
    return Played(f"t{at}", game_id, 1, {}, 7, 70, "", rated=False, at=at, seats=tuple(seats))


def test_games_are_counted_by_kind_with_wins_and_averages_and_the_most_played_is_first() -> None:
    found = tallies(
        [game((ANN, 4), (None, 9), game_id="chess"), game((ANN, 8), (BOB, 2)), game((BOB, 3), (ANN, 2))], ANN
    )
    assert [(one.game_id, one.games, one.won, one.points, dict(one.parts)) for one in found] == [
        ("go", 2, 1, 5.0, {"stones": 5.0}),
        ("chess", 1, 0, 4.0, {"stones": 4.0}),
    ]


def test_who_left_has_not_finished_the_game() -> None:
    found = [game((BOB, 3), (None, 2), left=ANN)]
    assert tallies(found, ANN) == []
    assert rivals(found, BOB) == []
    assert most_games(found) == [(BOB, 1)]


def test_people_met_are_counted_by_who_was_ahead_and_computers_are_left_out() -> None:
    found = [game((ANN, 8), (BOB, 2)), game((BOB, 3), (ANN, 2), (CAT, 2)), game((ANN, 1), (None, 0))]
    assert rivals(found, ANN) == [Rival(BOB, "P2", 2, 1, 1), Rival(CAT, "P3", 1, 0, 0)]


def test_the_closest_game_of_people_comes_first_and_of_equal_ones_that_of_most_points() -> None:
    found = [
        game((ANN, 9), (BOB, 7), at=1),
        game((ANN, 5), (BOB, 4), at=2),
        game((ANN, 30), (CAT, 29), (BOB, 3), at=3),
        game((ANN, 4), (None, 4), at=4),
    ]
    assert [one.at for one in closest(found)] == [3, 2, 1]
