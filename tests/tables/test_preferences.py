"""People's settings on notices and times: read, written, and used in computations."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables import PersonNotes, Refused
from tables.model.table import Span
from tables.timing.clock import (
    is_quiet,
    one_clock,
    quiet_around,
    read_quiet,
    until,
    written_quiet,
    zones,
)
from tables.timing.preferences import (
    APART_S,
    KEPT_S,
    NO_DIRECT,
    REMINDERS_S,
    Coach,
    Notice,
    OnlyMove,
    Preferences,
    is_away,
    preferences,
    reminders_at,
    runs_out_at,
    silence,
    with_away,
    with_preferences,
)

HOUR, DAY = 3600, 86400
BERLIN, NEW_YORK, TOKYO = "Europe/Berlin", "America/New_York", "Asia/Tokyo"
NIGHT = (22 * 60, 8 * 60)


def at(written: str, zone: str = "UTC", fold: int = 0) -> float:
    """Return the moment of a local time."""
    return datetime.fromisoformat(written).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


def said(when: float, zone: str = "UTC") -> str:
    """Return a moment as local date and time, with the offset from UTC."""
    return datetime.fromtimestamp(when, ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M %z")


def code(raised: pytest.ExceptionInfo[Refused]) -> str:
    return raised.value.code


NOW = at("2026-07-28 12:00")


# Read and written


def test_who_decided_nothing_has_what_is_usual() -> None:
    assert preferences(PersonNotes(1)) == Preferences(
        Notice.DIRECT, (43200, 3600), "UTC", None, away=(), only_move=OnlyMove.OPEN
    )


def test_what_was_decided_is_read_again() -> None:
    kept = with_preferences(
        {"seen_locale": "de"},
        notice=Notice.NONE,
        reminders_s=(600, 3600, 600),
        zone=BERLIN,
        quiet=NIGHT,
        only_move=OnlyMove.ALWAYS,
        coach=Coach.ON,
        describes=True,
    )
    assert kept["seen_locale"] == "de"
    assert preferences(PersonNotes(1, settings=kept)) == Preferences(
        Notice.NONE, (3600, 600), BERLIN, NIGHT, only_move=OnlyMove.ALWAYS, coach=Coach.ON, describes=True
    )
    back = with_preferences(
        kept, reminders_s=(), quiet=None, only_move=OnlyMove.OPEN, coach=Coach.AUTO, describes=False
    )
    assert preferences(PersonNotes(1, settings=back)) == Preferences(Notice.NONE, (), BERLIN, describes=False)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("notice", "pigeon"),
        ("reminders", "soon"),
        ("reminders", "3600 -5"),
        ("reminders", "99999999"),
        ("zone", "Europe/Atlantis"),
        ("zone", "../../etc/passwd"),
        ("quiet", "always"),
        ("quiet", "08:00-08:00"),
        ("away", "then"),
        ("away", "5/3"),
        ("away", "1/2/3"),
        ("away", "1/nan"),
        ("away", "10/20 15/30"),
        ("only_move", "perhaps"),
        ("coach", "sometimes"),
        ("describe", "perhaps"),
    ],
)
def test_what_cannot_be_read_counts_as_not_decided(name: str, value: str) -> None:
    assert preferences(PersonNotes(1, settings={name: value})) == Preferences()


def test_without_direct_messages_the_notice_comes_in_the_thread_unless_decided() -> None:
    assert preferences(PersonNotes(1, dm_state=NO_DIRECT)).notice is Notice.THREAD
    assert preferences(PersonNotes(1, dm_state="closed")).notice is Notice.DIRECT
    decided = with_preferences({}, notice=Notice.NONE)
    assert preferences(PersonNotes(1, dm_state=NO_DIRECT, settings=decided)).notice is Notice.NONE


# Away


def away(kept: dict[str, str]) -> tuple[Span, ...]:
    return preferences(PersonNotes(1, settings=kept)).away


def test_an_absence_begins_now_goes_on_longer_and_ends_early() -> None:
    kept = with_away({"zone": BERLIN}, NOW, NOW + DAY)
    assert away(kept) == (Span(NOW, NOW + DAY),)
    kept = with_away(kept, NOW + HOUR, NOW + 3 * DAY)
    assert away(kept) == (Span(NOW, NOW + 3 * DAY),)
    assert is_away(preferences(PersonNotes(1, settings=kept)), NOW + 2 * DAY) == NOW + 3 * DAY
    kept = with_away(kept, NOW + 2 * DAY, None)
    assert away(kept) == (Span(NOW, NOW + 2 * DAY),)
    assert is_away(preferences(PersonNotes(1, settings=kept)), NOW + 2 * DAY) is None
    kept = with_away(kept, NOW + 5 * DAY, NOW + 6 * DAY)
    assert away(kept) == (Span(NOW, NOW + 2 * DAY), Span(NOW + 5 * DAY, NOW + 6 * DAY))
    assert kept["zone"] == BERLIN


def test_an_absence_until_before_now_ends_the_present_one() -> None:
    kept = with_away({}, NOW, NOW + DAY)
    assert away(with_away(kept, NOW + HOUR, NOW)) == (Span(NOW, NOW + HOUR),)


def test_past_absences_are_kept_for_60_days_after_their_end() -> None:
    kept = with_away({}, NOW, NOW + DAY)
    assert away(with_away(kept, NOW + DAY + KEPT_S, None)) == (Span(NOW, NOW + DAY),)
    assert with_away(kept, NOW + DAY + KEPT_S + 1, None) == {}


def test_an_absence_of_no_time_is_none() -> None:
    assert with_away(with_away({}, NOW, NOW + DAY), NOW, None) == {}


@given(
    st.lists(
        st.tuples(st.floats(0, 30 * DAY, allow_nan=False), st.one_of(st.none(), st.floats(0, 60 * DAY))),
        max_size=12,
    )
)
def test_absences_stay_disjoint_and_ascending_and_the_newest_word_counts(
    steps: list[tuple[float, float | None]],
) -> None:
    kept: dict[str, str] = {}
    now = NOW
    for later, length in steps:
        now += later
        until = None if length is None else now + length
        kept = with_away(kept, now, until)
        spans = away(kept)
        ends = [end for span in spans for end in (span.start, span.end)]
        assert ends == sorted(ends)
        assert all(span.start < span.end for span in spans)
        wanted = until if until is not None and until > now else None
        assert is_away(preferences(PersonNotes(1, settings=kept)), now) == wanted


# Clocks


@pytest.mark.parametrize(
    ("held", "ends"),
    [
        pytest.param([], 100, id="nothing held"),
        pytest.param([(20, 50)], 130, id="an absence inside"),
        pytest.param([(-50, 10)], 110, id="one from before"),
        pytest.param([(0, 10)], 110, id="one from the very start"),
        pytest.param([(100, 150)], 100, id="one from the moment at which it runs out"),
        pytest.param([(99, 150)], 151, id="one just before"),
        pytest.param([(120, 150)], 100, id="one after"),
        pytest.param([(20, 50), (110, 120)], 140, id="a second one that only the first brings in"),
        pytest.param([(60, 70), (20, 30)], 120, id="in any order"),
        pytest.param([(20, 50), (30, 60), (35, 40)], 140, id="overlapping"),
        pytest.param([(-20, -5)], 100, id="long past"),
        pytest.param([(20, 20)], 100, id="empty"),
    ],
)
def test_a_clock_stands_still_while_it_is_held(held: list[tuple[int, int]], ends: float) -> None:
    spans = [Span(float(start), float(end)) for start, end in held]
    assert runs_out_at(0.0, 100.0, spans) == ends


SPANS = st.lists(
    st.tuples(st.integers(-500, 2000), st.integers(0, 600)).map(
        lambda pair: Span(float(pair[0]), float(pair[0] + pair[1]))
    ),
    max_size=8,
)


def counted(since: int, until: int, held: Sequence[Span]) -> int:
    """Count the seconds that count, one by one."""
    return sum(not any(span.start <= second < span.end for span in held) for second in range(since, until))


@given(st.integers(0, 500), st.integers(0, 1000), SPANS)
def test_exactly_the_time_allowed_counts_and_none_inside_of_held(
    since: int, allowed: int, held: list[Span]
) -> None:
    ends = runs_out_at(float(since), float(allowed), held)
    assert ends == int(ends)
    assert counted(since, int(ends), held) == allowed
    # It runs out as soon as it can: the last second counted.
    assert allowed == 0 or counted(since, int(ends) - 1, held) == allowed - 1


@given(st.floats(0, 500), st.floats(0, 1000), st.floats(0, 1000), SPANS)
def test_who_is_allowed_more_time_has_not_less(
    since: float, allowed: float, more: float, held: list[Span]
) -> None:
    assert runs_out_at(since, allowed, held) <= runs_out_at(since, allowed + more, held)
    assert runs_out_at(since, allowed, []) == since + allowed
    assert runs_out_at(since, allowed, held) >= since + allowed


# Quiet hours


@pytest.mark.parametrize(
    ("zone", "moment", "starts", "ends"),
    [
        pytest.param("UTC", "2026-07-28 23:30", "07-28 22:00 +0000", "07-29 08:00 +0000", id="evening"),
        pytest.param("UTC", "2026-07-28 07:59", "07-27 22:00 +0000", "07-28 08:00 +0000", id="morning"),
        pytest.param("UTC", "2026-07-28 22:00", "07-28 22:00 +0000", "07-29 08:00 +0000", id="begins"),
        pytest.param(BERLIN, "2026-03-29 01:30", "03-28 22:00 +0100", "03-29 08:00 +0200", id="spring"),
        pytest.param(BERLIN, "2026-10-25 04:00", "10-24 22:00 +0200", "10-25 08:00 +0100", id="autumn"),
        pytest.param(NEW_YORK, "2026-03-08 01:30", "03-07 22:00 -0500", "03-08 08:00 -0400", id="US spring"),
        pytest.param(NEW_YORK, "2026-11-01 01:30", "10-31 22:00 -0400", "11-01 08:00 -0500", id="US autumn"),
        pytest.param(TOKYO, "2026-03-29 01:30", "03-28 22:00 +0900", "03-29 08:00 +0900", id="no change"),
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(
    zone: str, moment: str, starts: str, ends: str
) -> None:
    around = quiet_around(at(moment, zone), zone, NIGHT)
    assert around is not None
    assert (said(around.start, zone), said(around.end, zone)) == (f"2026-{starts}", f"2026-{ends}")


def test_a_night_is_an_hour_shorter_or_longer_when_the_clock_changes() -> None:
    for day, hours in (("2026-03-29", 9), ("2026-03-30", 10), ("2026-10-25", 11)):
        around = quiet_around(at(f"{day} 05:00", BERLIN), BERLIN, NIGHT)
        assert around is not None
        assert around.end - around.start == hours * HOUR


def test_quiet_hours_that_end_in_the_hour_that_is_skipped_end_with_it() -> None:
    around = quiet_around(at("2026-03-29 01:30", BERLIN), BERLIN, (60, 150))
    assert around is not None
    assert said(around.end, BERLIN) == "2026-03-29 03:00 +0200"
    begins = quiet_around(at("2026-03-29 03:10", BERLIN), BERLIN, (150, 240))
    assert begins is not None
    assert said(begins.start, BERLIN) == "2026-03-29 03:00 +0200"


def test_quiet_hours_in_the_hour_that_comes_twice_come_twice() -> None:
    for fold, offset in ((0, "+0200"), (1, "+0100")):
        around = quiet_around(at("2026-10-25 02:20", BERLIN, fold), BERLIN, (130, 150))
        assert around is not None
        assert said(around.start, BERLIN) == f"2026-10-25 02:10 {offset}"
        assert said(around.end, BERLIN) == f"2026-10-25 02:30 {offset}"


def test_the_day_has_its_quiet_hours_too() -> None:
    assert is_quiet(at("2026-07-28 12:00"), "UTC", (9 * 60, 17 * 60))
    assert not is_quiet(at("2026-07-28 17:00"), "UTC", (9 * 60, 17 * 60))
    assert quiet_around(at("2026-07-28 12:00"), "UTC", None) is None


MINUTES = st.integers(0, 24 * 60 - 1)
QUIET = st.tuples(MINUTES, MINUTES).filter(lambda pair: pair[0] != pair[1])
ZONES = st.sampled_from([BERLIN, NEW_YORK, TOKYO, "UTC", "Australia/Lord_Howe", "America/Santiago"])
CHANGES = ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-04", "2026-04-05", "2026-09-06"]
MOMENTS = st.builds(
    lambda day, minutes: at(day) + 60 * minutes, st.sampled_from(CHANGES), st.integers(-2000, 2000)
)


@settings(max_examples=60, deadline=None)
@given(MOMENTS, ZONES, QUIET)
def test_quiet_hours_begin_and_end_where_the_wall_says_minute_by_minute(
    moment: float, zone: str, quiet: tuple[int, int]
) -> None:
    around = quiet_around(moment, zone, quiet)
    assert (around is not None) == is_quiet(moment, zone, quiet)
    if around is None:
        return
    start, end = moment, moment
    while is_quiet(start - 60, zone, quiet):
        start -= 60
    while is_quiet(end, zone, quiet):
        end += 60
    assert around == Span(start, end)


# Reminders


def reminded(since: str, ends: str, prefs: Preferences) -> list[str]:
    """Return the local times of the reminders in a turn."""
    times = reminders_at(at(since, prefs.zone), at(ends, prefs.zone), prefs)
    return [said(when, prefs.zone)[:16] for when in times]


def prefs(*reminders: int, zone: str = "UTC", quiet: bool = False, away: Sequence[Span] = ()) -> Preferences:
    return Preferences(
        reminders_s=reminders or REMINDERS_S, zone=zone, quiet=NIGHT if quiet else None, away=tuple(away)
    )


@pytest.mark.parametrize(
    ("since", "ends", "how", "times"),
    [
        pytest.param("28T12:00", "29T12:00", prefs(), ["29 00:00", "29 11:00"], id="as usual"),
        pytest.param("28T12:00", "28T18:00", prefs(), ["28 17:00"], id="a short turn"),
        pytest.param("28T12:00", "28T13:00", prefs(), [], id="none at the very beginning"),
        pytest.param("28T12:00", "29T12:00", Preferences(reminders_s=()), [], id="none wanted"),
        pytest.param(
            "28T12:00", "29T12:00", prefs(quiet=True), ["29 08:00", "29 11:00"], id="put off to the morning"
        ),
        pytest.param(
            "28T12:00", "29T08:30", prefs(quiet=True), ["28 20:30", "29 08:00"], id="half an hour is enough"
        ),
        pytest.param("28T12:00", "29T08:09", prefs(HOUR, quiet=True), ["28 21:59"], id="nine are not"),
        pytest.param("28T12:00", "29T02:00", prefs(HOUR, quiet=True), ["28 21:59"], id="time ends at night"),
        pytest.param("28T22:30", "29T02:00", prefs(HOUR, quiet=True), [], id="the whole turn at night"),
        pytest.param(
            "28T12:00",
            "29T12:00",
            prefs(12 * HOUR, 6 * HOUR, HOUR, quiet=True),
            ["29 08:00", "29 11:00"],
            id="two put off to the same morning are one",
        ),
        pytest.param(
            "28T12:00", "29T12:00", prefs(1000, 600), ["29 11:50"], id="of two close ones the later"
        ),
        pytest.param(
            "28T12:00", "29T12:00", prefs(1200, 600), ["29 11:40", "29 11:50"], id="ten minutes are apart"
        ),
        pytest.param(
            "28T12:00",
            "29T12:00",
            prefs(12 * HOUR, away=[Span(at("2026-07-28T20:00"), at("2026-07-29T06:00"))]),
            ["29 06:00"],
            id="put off to the end of an absence",
        ),
        pytest.param(
            "28T12:00",
            "29T12:00",
            prefs(12 * HOUR, quiet=True, away=[Span(at("2026-07-28T20:00"), at("2026-07-29T06:00"))]),
            ["29 08:00"],
            id="which ends at night",
        ),
        pytest.param(
            "28T12:00",
            "29T12:00",
            prefs(HOUR, away=[Span(at("2026-07-28T20:00"), at("2026-07-29T11:55"))]),
            ["28 19:59"],
            id="before an absence that ends too late",
        ),
        pytest.param(
            "28T12:00",
            "29T12:00",
            prefs(HOUR, quiet=True, away=[Span(at("2026-07-29T03:00"), at("2026-07-29T11:55"))]),
            ["28 21:59"],
            id="before the night that ends in one",
        ),
    ],
)
def test_reminders_come_in_the_turn_and_not_at_night(
    since: str, ends: str, how: Preferences, times: list[str]
) -> None:
    assert [time[8:] for time in reminded(f"2026-07-{since}", f"2026-07-{ends}", how)] == times


@pytest.mark.parametrize(
    ("zone", "night", "morning"),
    [
        (BERLIN, "2026-03-29 12:00", "2026-03-29 08:00 +0200"),
        (BERLIN, "2026-10-25 12:00", "2026-10-25 08:00 +0100"),
        (NEW_YORK, "2026-03-08 12:00", "2026-03-08 08:00 -0400"),
        (NEW_YORK, "2026-11-01 12:00", "2026-11-01 08:00 -0500"),
        (TOKYO, "2026-03-29 12:00", "2026-03-29 08:00 +0900"),
    ],
)
def test_a_reminder_put_off_comes_at_eight_on_the_wall_when_clocks_change(
    zone: str, night: str, morning: str
) -> None:
    ends = at(night, zone)
    times = reminders_at(ends - 3 * DAY, ends, prefs(8 * HOUR, zone=zone, quiet=True))
    assert [said(when, zone) for when in times] == [morning]


@settings(max_examples=150, deadline=None)
@given(
    MOMENTS,
    st.integers(60, 3 * DAY),
    st.lists(st.sampled_from([600, 1800, 3600, 10800, 21600, 43200, 86400, 172800]), max_size=8),
    ZONES,
    st.one_of(st.none(), QUIET),
    st.lists(st.integers(1, 90000), max_size=6),
)
def test_reminders_ascend_inside_the_turn_and_disturb_nobody(
    since: float,
    allowed: int,
    reminders: list[int],
    zone: str,
    quiet: tuple[int, int] | None,
    steps: list[int],
) -> None:
    away, moment = [], since - 30000
    for begins, lasts in zip(steps[::2], steps[1::2], strict=False):
        away.append(Span(moment + begins, moment + begins + lasts))
        moment = away[-1].end
    longest_first = tuple(sorted(set(reminders), reverse=True))
    how = Preferences(reminders_s=longest_first, zone=zone, quiet=quiet, away=tuple(away))
    ends = runs_out_at(since, float(allowed), how.away)
    times = reminders_at(since, ends, how)
    assert all(since < when < ends for when in times)
    assert all(later - earlier >= APART_S for earlier, later in pairwise(times))
    assert not any(silence(when, how) for when in times)
    assert len(times) <= len(longest_first)
    # One that disturbs nobody where it was meant for is there, or a later one is close.
    for before in longest_first:
        meant = ends - before
        if since < meant and silence(meant, how) is None:
            assert any(meant <= when < meant + APART_S for when in times)


# Days, and what is stored of quiet hours


@pytest.mark.parametrize("quiet", [(1320, 480), (0, 540), (780, 840), (1439, 0)])
def test_quiet_hours_are_read_as_they_are_written(quiet: tuple[int, int]) -> None:
    assert read_quiet(written_quiet(quiet)) == quiet


@pytest.mark.parametrize(
    ("day", "zone", "ends"),
    [
        ("2026-07-28", "UTC", "2026-07-29 00:00 +0000"),
        ("2026-08-01", BERLIN, "2026-08-02 00:00 +0200"),
        ("2026-07-28", NEW_YORK, "2026-07-29 00:00 -0400"),
        ("2026-09-26", "UTC", "2026-09-27 00:00 +0000"),
        # The clock goes from midnight to one: the day ends all the same.
        ("2026-09-05", "America/Santiago", "2026-09-06 01:00 -0300"),
    ],
)
def test_a_day_ends_at_its_local_midnight(day: str, zone: str, ends: str) -> None:
    assert said(until(date.fromisoformat(day), NOW, zone), zone) == ends


def test_a_day_that_is_over_here_may_go_on_elsewhere() -> None:
    late, day = at("2026-07-28 23:30"), date(2026, 7, 28)
    with pytest.raises(Refused) as raised:
        until(day, late, TOKYO)
    assert code(raised) == "date_in_the_past"
    assert said(until(day, late, NEW_YORK), NEW_YORK) == "2026-07-29 00:00 -0400"


@pytest.mark.parametrize(
    ("day", "refused"),
    [
        ("2026-07-27", "date_in_the_past"),
        ("0001-01-01", "date_in_the_past"),
        ("2026-09-27", "date_too_far"),
        ("9999-12-31", "date_too_far"),
    ],
)
def test_other_days_are_refused(day: str, refused: str) -> None:
    with pytest.raises(Refused) as raised:
        until(date.fromisoformat(day), NOW, "UTC")
    assert code(raised) == refused


def test_all_zones_have_a_clock() -> None:
    assert len(zones()) > 300
    for name in zones():
        assert datetime.fromtimestamp(NOW, ZoneInfo(name)).astimezone(UTC).timestamp() == NOW


def test_several_zones_are_one_where_their_clocks_never_differ() -> None:
    assert one_clock([BERLIN, "Europe/Paris"]) == BERLIN
    for found, refused in (([], "unknown_zone"), ([BERLIN, "Africa/Lagos"], "unclear_zone")):
        with pytest.raises(Refused) as raised:
            one_clock(found)
        assert code(raised) == refused
