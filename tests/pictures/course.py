"""Courses of games to draw: of two and more, close and one-sided."""

from __future__ import annotations

from engine.players.review import Moment
from pictures.course import Course
from tests.engine.seeded import Seeded
from tests.pictures.scenes import NAMES


def a_course(seats: int, turns: int, gain: int, marked: int = 0) -> Course:
    """A course at random, in which a turn brings each up to `gain` points, and one told move a few turns."""
    chance, totals = Seeded(4), [0.0] * seats
    moments: list[Moment] = []
    for turn in range(1, turns + 2):
        leads = (own - max(totals[:seat] + totals[seat + 1 :]) for seat, own in enumerate(totals))
        moments.append(Moment(min(turn, turns), tuple(leads)))
        totals = [total + chance.below(gain + 1) for total in totals]
    told = tuple((1 + number * turns // max(1, marked), number % seats) for number in range(marked))
    return Course(tuple(moments), NAMES[:seats], told)
