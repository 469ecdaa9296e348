"""Courses of games, to be drawn: of two and more players, close and one-sided."""

from __future__ import annotations

from engine.players.review import Moment
from pictures.course import Course
from tests.engine.seeded import Seeded
from tests.pictures.scenes import NAMES


def a_course(seats: int, turns: int, gain: int, marked: int = 0) -> Course:
    """Return a random course: each turn brings players up to `gain` points; some have a marked move."""
    chance, totals = Seeded(4), [0.0] * seats
    moments: list[Moment] = []
    for turn in range(1, turns + 2):
        leads = (own - max(totals[:seat] + totals[seat + 1 :]) for seat, own in enumerate(totals))
        moments.append(Moment(min(turn, turns), tuple(leads)))
        totals = [total + chance.below(gain + 1) for total in totals]
    told = tuple((1 + number * turns // max(1, marked), number % seats) for number in range(marked))
    return Course(tuple(moments), NAMES[:seats], told)
