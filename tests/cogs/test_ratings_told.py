"""The line on a change of a rating is short, and names the opponents or the reason for no change."""

from __future__ import annotations

import pytest

from cogs.history.ratings import change_line
from cogs.text.language import Localizer
from locales import in_language, languages
from tables.model.table import Facts
from tables.model.values import Played, SeatPlayed
from tables.views.ratings import START, TOO_MANY, TOO_WEAK, Change, folded
from tests.cogs.test_screens import SNOWFLAKE
from tests.cogs.test_set_up import waiting

WEEK_S = 7 * 86400.0


def changes(games: int, *, apart_s: float = WEEK_S, computer: str | None = None) -> tuple[Change, ...]:
    """Return the changes of the first seat's rating by `games` games that its player has won."""
    other = SeatPlayed(1, None if computer else SNOWFLAKE + 1, "", computer, 0, (), 2)
    met = SeatPlayed(0, SNOWFLAKE, "", None, 0, (), 1), other
    played = [Played(f"{n}", "ru-ra-re", 1, {}, None, 0, "", True, n * apart_s, met) for n in range(games)]
    return tuple(folded(played).changes(SNOWFLAKE, "ru-ra-re", "2"))


def told(change: Change, language: str = "en") -> str:
    """Return the line on a change at a table of two people."""
    facts: Facts = waiting("ru-ra-re").table
    return change_line(change, facts, Localizer(in_language(language)))


def test_a_win_says_how_far_the_rating_rose_against_whom_and_that_it_is_provisional() -> None:
    (first,) = changes(1)
    line = told(first)
    assert line.startswith(f"📈 Rating 1500 → {first.after.shown}, against ")
    assert "(1500)" in line
    assert line.endswith("Provisional for 4 more games.")


def test_after_five_games_a_rating_is_not_provisional() -> None:
    *_, fourth, fifth = changes(5)
    assert told(fourth).endswith("Provisional for 1 more game.")
    assert "rovisional" not in told(fifth)


def test_computers_are_told_by_their_level() -> None:
    (first,) = changes(1, computer="sensible")
    assert "against Steady (1500)" in told(first)


@pytest.mark.parametrize("language", languages())
def test_what_changes_nothing_says_why(language: str) -> None:
    *_, third = changes(3, apart_s=60.0)
    assert third.reason == TOO_MANY
    assert str(third.after.shown) in told(third, language)
    weak = Change("t", 0.0, START, START, 1, (), TOO_WEAK)
    assert "400" in told(weak, language)
