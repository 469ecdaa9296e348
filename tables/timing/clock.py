"""Time: the only clock that the bot reads, and people's local times, with zones, days and quiet hours.

Times are seconds since 1970. Quiet hours follow the local clock, also where it is put forward or back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from datetime import time as time_of_day
from functools import cache, lru_cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from tables.model.errors import Refused
from tables.model.table import Span

PAUSES_S: Final = (1.0, 10.0, 60.0, 300.0)
"""The usual pauses, in seconds, before retries; the last pause repeats."""


class Clock:
    """The machine's clock; waiting tasks read it each minute, as it may be set, and the machine may sleep."""

    LONGEST_NAP_S: Final = 60.0

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()

    async def until(self, when: float, /) -> None:
        """Return at `when`, in seconds since 1970, or at once if it has passed."""
        while (left := when - self.now()) > 0:  # noqa: ASYNC110 - no event tells that time has passed
            await asyncio.sleep(min(left, self.LONGEST_NAP_S))


def pause_s(failures: int, pauses_s: Sequence[float] = PAUSES_S) -> float:
    """The pause from `pauses_s` before a retry; `failures`: how many tries in a row failed (at least 1)."""
    return pauses_s[min(failures, len(pauses_s)) - 1]


async def cancelled(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks, and wait until they have ended; a None among them is ignored."""
    running = [task for task in tasks if task is not None]
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


UTC_NAME: Final = "UTC"
"""The time zone of people who have chosen none."""
FARTHEST_DAYS: Final = 60
"""An absence may end at most this many days ahead."""

WELL_KNOWN: Final = (
    *("Europe/Berlin", "Europe/London", "Europe/Paris", "Europe/Madrid", "Europe/Athens", "Europe/Istanbul"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Toronto"),
    *("America/Mexico_City", "America/Sao_Paulo", "Africa/Cairo", "Africa/Lagos", "Africa/Johannesburg"),
    *("Asia/Dubai", "Asia/Kolkata", "Asia/Bangkok", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney"),
    *("Pacific/Auckland", UTC_NAME),
)
"""Time zones around the world, suggested before a person has typed anything."""

AROUND: Final = (
    ("Pacific/Honolulu",),
    ("America/Anchorage",),
    ("America/Los_Angeles", "America/Vancouver"),
    ("America/Denver", "America/Edmonton"),
    ("America/Chicago", "America/Winnipeg"),
    ("America/Mexico_City", "America/Guatemala", "America/Costa_Rica"),
    ("America/New_York", "America/Toronto"),
    ("America/Bogota", "America/Lima", "America/Panama"),
    ("America/Caracas", "America/La_Paz", "America/Puerto_Rico"),
    ("America/Sao_Paulo", "America/Argentina/Buenos_Aires", "America/Montevideo"),
    ("Europe/London", "Europe/Dublin", "Europe/Lisbon"),
    ("Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"),
    ("Africa/Lagos", "Africa/Algiers", "Africa/Tunis"),
    ("Europe/Athens", "Europe/Helsinki", "Europe/Bucharest"),
    ("Africa/Johannesburg", "Africa/Maputo", "Africa/Harare"),
    ("Europe/Moscow", "Europe/Istanbul", "Africa/Nairobi"),
    ("Asia/Dubai", "Asia/Tbilisi", "Asia/Baku"),
    ("Asia/Karachi", "Asia/Tashkent"),
    ("Asia/Kolkata", "Asia/Colombo"),
    ("Asia/Dhaka",),
    ("Asia/Bangkok", "Asia/Jakarta", "Asia/Ho_Chi_Minh"),
    ("Asia/Shanghai", "Asia/Singapore", "Asia/Manila"),
    ("Asia/Tokyo", "Asia/Seoul"),
    ("Australia/Sydney", "Australia/Melbourne"),
    ("Pacific/Auckland",),
)
"""Zones in which most people live, grouped by equal time, west to east; a list shows each group's cities."""

_REGIONS: Final = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
}


Quiet = tuple[int, int]
"""Quiet hours: start (inclusive) and end (exclusive), in minutes of the local day; may pass midnight."""


# Zones


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones that a person may choose, in order: those of places, and UTC."""
    places = (name for name in available_timezones() if "/" in name and name.split("/")[0] in _REGIONS)
    return (*sorted(places), UTC_NAME)


def one_clock(found: Sequence[str]) -> str:
    """The first of `found` (the zones that a typed name may mean), if all these zones show the same time.

    Raises:
        Refused: `unknown_zone`: `found` is empty; `unclear_zone`: the zones' times differ.
    """
    if not found:
        raise Refused("unknown_zone")
    if len({offsets(zone) for zone in found}) > 1:
        raise Refused("unclear_zone", zones=", ".join(found[:3]))
    return found[0]


def local(at: float, zone: str) -> datetime:
    """The local date and time in the time zone `zone` at the time `at`."""
    return datetime.fromtimestamp(at, ZoneInfo(zone))


@cache
def offsets(zone: str) -> tuple[timedelta | None, ...]:
    """A zone's offset from UTC on the first of each month; zones with equal offsets show the same time."""
    there = ZoneInfo(zone)
    return tuple(datetime(2026, month, 1, tzinfo=there).utcoffset() for month in range(1, 13))


# Days


def until(day: date, now: float, zone: str) -> float:
    """The end of an absence up to and including the local `day`, in seconds since 1970.

    Raises:
        Refused: `date_in_the_past`, `date_too_far`.
    """
    today = local(now, zone).date()
    if day < today:
        raise Refused("date_in_the_past")
    if day > today + timedelta(days=FARTHEST_DAYS):
        raise Refused("date_too_far", days=FARTHEST_DAYS)
    return end_of_day(day, zone)


def end_of_day(day: date, zone: str) -> float:
    """The end of a local day, in seconds since 1970."""
    return datetime.combine(day + timedelta(days=1), time_of_day(), ZoneInfo(zone)).timestamp()


# Quiet hours


def read_quiet(text: str) -> Quiet:
    """Parse quiet hours in the format of `written_quiet`.

    Raises:
        ValueError: The text is in another format.
    """
    begin, end = (one.hour * 60 + one.minute for one in map(time_of_day.fromisoformat, text.split("-")))
    if begin == end:
        raise ValueError(text)
    return begin, end


def written_quiet(quiet: Quiet) -> str:
    """Quiet hours as text: `22:00-08:00`."""
    return "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in quiet)


def is_quiet(at: float, zone: str, quiet: Quiet | None) -> bool:
    """Whether the time `at` falls into a person's quiet hours; `quiet` None: they have none."""
    if quiet is None:
        return False
    begin, end = quiet
    clock = local(at, zone)
    minute = clock.hour * 60 + clock.minute
    return begin <= minute < end if begin <= end else minute >= begin or minute < end


@lru_cache(maxsize=1_000)
def quiet_around(at: float, zone: str, quiet: Quiet | None) -> Span | None:
    """The quiet hours in which the time `at` falls, or None if it falls in none.

    A clock that is put back may split quiet hours in two: then the part in which `at` falls is returned.
    """
    if not is_quiet(at, zone, quiet):
        return None
    start = end = at // 60 * 60
    while is_quiet(start - 60, zone, quiet):
        start -= 60
    while is_quiet(end, zone, quiet):
        end += 60
    return Span(start, end)
