"""People's preferences about notices and time: parsed from people's rows, changed, and applied.

Times are seconds since 1970; the functions take the present time as an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Final, TypeVar

from msgspec import UNSET, UnsetType

from engine.game import Struct
from tables.model.table import Span
from tables.model.values import PersonNotes, TurnClock
from tables.timing.clock import UTC_NAME, Quiet, quiet_around, read_quiet, written_quiet, zones

NO_DIRECT: Final = "off"
"""The `PersonNotes.dm_state` of people who want no direct messages."""

REMINDERS_S: Final = (12 * 3600, 3600)
"""The default reminders, in seconds before a turn's time runs out."""
MOST_REMINDER_S: Final = 7 * 24 * 3600
APART_S: Final = 600.0
"""The least seconds between two reminders, and from a postponed reminder to the end of the turn's time."""
JUST_BEFORE_S: Final = 60.0
"""A reminder that is moved ahead of quiet hours or an absence comes this many seconds before they begin."""
KEPT_S: Final = 60 * 24 * 3600.0
"""Seconds for which past absences are kept, since they may have stopped clocks that still run."""

LATEST: Final = 1e11
"""The latest end of an absence that can be read, in seconds since 1970: `datetime` ends after that."""

_NOTICE, _REMINDERS, _ZONE, _QUIET = "notice", "reminders", "zone", "quiet"
_AWAY, _ONLY_MOVE, _COACH, _DESCRIBE = "away", "only_move", "coach", "describe"
_PROFILE: Final = "profile"
_DESCRIBED: Final = {"on": True, "off": False}
_T = TypeVar("_T")


class Notice(StrEnum):
    """A person's choice of where they are told of their turn: in a direct message, the thread, or nowhere."""

    DIRECT = "direct"
    THREAD = "thread"
    NONE = "none"


class Coach(StrEnum):
    """A person's choice of when a line helps them to decide: in their first matches, always, or never."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class OnlyMove(StrEnum):
    """When a person's only legal move is made for them: always, only if all can know the move, or never."""

    ALWAYS = "on"
    OPEN = "open"
    NEVER = "off"


class Preferences(Struct, frozen=True):
    """A person's preferences; the defaults are those of people who have set nothing.

    Attributes:
        notice: Where the person is told that it is their turn.
        reminders_s: The person's reminders, in seconds before the end of their time, longest first.
        zone: The person's time zone, by its IANA name.
        quiet: The person's quiet hours, in minutes of the local day; None: no quiet hours.
        away: The person's absences, past and present, disjoint and ascending.
        only_move: When the person's only legal move is made for them; default: if everybody can know that it
            is the only one, so that nobody learns anything by it.
        coach: When a line helps the person to decide; `AUTO`: in the first few matches of each game.
        describes: Whether messages that only the person sees also describe their pictures in words; None: not
            set, which means no.
        shows_profile: Whether others may see the person's profile, and leaderboards name the person.
    """

    notice: Notice = Notice.DIRECT
    reminders_s: tuple[int, ...] = REMINDERS_S
    zone: str = UTC_NAME
    quiet: Quiet | None = None
    away: tuple[Span, ...] = ()
    only_move: OnlyMove = OnlyMove.OPEN
    coach: Coach = Coach.AUTO
    describes: bool | None = None
    shows_profile: bool = False


Wanted = Callable[[int], Preferences]
"""Takes a person's id; returns their preferences."""

# Parsing and writing


def preferences(notes: PersonNotes) -> Preferences:
    """The preferences in a person's row; a preference that can't be read has its default."""
    told = Notice.THREAD if notes.dm_state == NO_DIRECT else Notice.DIRECT

    def read(name: str, reading: Callable[[str], _T], otherwise: _T) -> _T:
        try:
            return reading(notes.settings[name])
        except (KeyError, ValueError):
            return otherwise

    return Preferences(
        notice=read(_NOTICE, Notice, told),
        reminders_s=read(_REMINDERS, _read_reminders, REMINDERS_S),
        zone=read(_ZONE, _read_zone, UTC_NAME),
        quiet=read(_QUIET, read_quiet, None),
        away=read(_AWAY, _read_away, ()),
        only_move=read(_ONLY_MOVE, OnlyMove, OnlyMove.OPEN),
        coach=read(_COACH, Coach, Coach.AUTO),
        describes=_DESCRIBED.get(notes.settings.get(_DESCRIBE, "")),
        shows_profile=notes.settings.get(_PROFILE) == "on",
    )


def with_preferences(
    settings: Mapping[str, str],
    *,
    notice: Notice | UnsetType = UNSET,
    reminders_s: Iterable[int] | UnsetType = UNSET,
    zone: str | UnsetType = UNSET,
    quiet: Quiet | UnsetType | None = UNSET,
    only_move: OnlyMove | UnsetType = UNSET,
    coach: Coach | UnsetType = UNSET,
    describes: bool | UnsetType = UNSET,
    shows_profile: bool | UnsetType = UNSET,
) -> dict[str, str]:
    """`settings` with the given preferences changed and all others kept; `UNSET`: not given."""
    changed = dict(settings)
    for name, chosen in ((_NOTICE, notice), (_ZONE, zone), (_ONLY_MOVE, only_move), (_COACH, coach)):
        if chosen is not UNSET:
            changed[name] = str(chosen)
    if reminders_s is not UNSET:
        changed[_REMINDERS] = " ".join(str(before) for before in sorted(set(reminders_s), reverse=True))
    if quiet is None:
        changed.pop(_QUIET, None)
    elif quiet is not UNSET:
        changed[_QUIET] = written_quiet(quiet)
    for name, is_on in ((_DESCRIBE, describes), (_PROFILE, shows_profile)):
        if is_on is not UNSET:
            changed[name] = "on" if is_on else "off"
    return changed


def with_away(settings: Mapping[str, str], now: float, until: float | None) -> dict[str, str]:
    """`settings` with an absence from `now` until `until`; None: the present absence ends now.

    A present absence keeps its start. Past absences are kept for `KEPT_S` after their end.
    """
    before = preferences(PersonNotes(0, settings=settings)).away
    spans = [Span(span.start, min(span.end, now)) for span in before if span.start < now]
    spans = [span for span in spans if span.end >= now - KEPT_S]
    if until is not None and until > now:
        goes_on = spans and spans[-1].end == now
        spans.append(Span(spans.pop().start if goes_on else now, until))
    changed = {name: value for name, value in settings.items() if name != _AWAY}
    if spans:
        changed[_AWAY] = " ".join(f"{span.start!r}/{span.end!r}" for span in spans)
    return changed


def _read_reminders(text: str) -> tuple[int, ...]:
    found = {int(word) for word in text.split()}
    if any(not 0 < before <= MOST_REMINDER_S for before in found):
        raise ValueError(text)
    return tuple(sorted(found, reverse=True))


def _read_zone(text: str) -> str:
    if text not in zones():
        raise ValueError(text)
    return text


def _read_away(text: str) -> tuple[Span, ...]:
    spans = [Span(float(start), float(end)) for start, end in (word.split("/") for word in text.split())]
    ends = [time for span in spans for time in (span.start, span.end)]
    if any(not 0 <= end <= LATEST for end in ends) or any(one > next_ for one, next_ in pairwise(ends)):
        raise ValueError(text)
    return tuple(span for span in spans if span.start < span.end)


# Applying


def is_away(prefs: Preferences, now: float) -> float | None:
    """The end of the absence in which `now` falls, in seconds since 1970; None: the person isn't away."""
    return next((span.end for span in prefs.away if span.start <= now < span.end), None)


def runs_out_at(since: float, allowed_s: float, held: Sequence[Span]) -> float:
    """The time when a clock begun at `since` has run for `allowed_s` seconds; it stands still in `held`.

    `held` has spans in any order, which may overlap. A span that is not over yet counts to its end.
    """
    if allowed_s <= 0:
        return since
    runs_out = since + allowed_s
    counted = since  # All before this moment is accounted for.
    for span in sorted(held, key=lambda span: span.start):
        if span.start >= runs_out:
            break
        start = max(span.start, counted)
        if span.end > start:
            runs_out += span.end - start
            counted = span.end
    return runs_out


def at_most(away: Sequence[Span], since: float, most_s: float) -> tuple[Span, ...]:
    """The parts of absences that count: the absences' first `most_s` seconds after `since`.

    `away`: the absences, disjoint and ascending.
    """
    kept: list[Span] = []
    for span in away:
        start = max(span.start, since)
        end = min(span.end, start + most_s)
        if end > start:
            kept.append(Span(start, end))
            most_s -= end - start
    return tuple(kept)


def reminders_at(since: float, runs_out: float, prefs: Preferences) -> tuple[float, ...]:
    """The times, in order and before `runs_out`, of a person's reminders in a turn that began at `since`.

    A reminder due in quiet hours or an absence is moved to their end, if that is at least `APART_S` before
    the time runs out. Otherwise it is moved to just before they begin, or dropped if that is before the turn.
    Of two reminders less than `APART_S` apart, the later one stays.
    """
    placed = {
        place
        for before in prefs.reminders_s
        if since < runs_out - before < runs_out
        and (place := _place(runs_out - before, since, runs_out, prefs)) is not None
    }
    kept: list[float] = []
    for place in sorted(placed, reverse=True):
        if not kept or kept[-1] - place >= APART_S:
            kept.append(place)
    return tuple(reversed(kept))


def reminders_of(clock: TurnClock, prefs: Preferences) -> tuple[float, ...]:
    """The times, in order, of a person's reminders in a turn: before the turn's time and the reserve end."""
    ends = {end for end in (clock.reserve_at, clock.runs_out) if end is not None}
    return tuple(sorted({at for end in ends for at in reminders_at(clock.since, end, prefs)}))


def _place(at: float, since: float, runs_out: float, prefs: Preferences) -> float | None:
    """The time of a reminder due `at`, moved as `reminders_at` says; None: there is no reminder."""
    if silence(at, prefs) is None:
        return at
    later = at
    while later <= runs_out - APART_S:
        silent = silence(later, prefs)
        if silent is None:
            return later
        later = silent.end
    earlier = at
    while earlier > since:
        silent = silence(earlier, prefs)
        if silent is None:
            return earlier
        earlier = silent.start - JUST_BEFORE_S
    return None


def silence(at: float, prefs: Preferences) -> Span | None:
    """The absence or else the quiet hours of a person in which the time `at` falls; None: neither."""
    absence = next((span for span in prefs.away if span.start <= at < span.end), None)
    return absence or quiet_around(at, prefs.zone, prefs.quiet)
