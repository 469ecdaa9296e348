"""Parses what people type in any of our languages: hours, days, and names for their time zone.

The words come from Babel and from the catalogue `typed`. A text that could mean two things is not parsed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import cache
from typing import Any, Final

from babel import Locale
from babel.core import get_global
from babel.localedata import locale_identifiers

from locales import in_language, languages

NOON, DAY = 12 * 60, 24 * 60
REGIONS: Final = ("en_GB", "en_AU", "en_IN", "en_NZ", "en_ZA")
"""Locales whose English has short names for further time zones."""
_STARTS: Final = {"A": 0, "P": NOON, "N": 18 * 60, "n": NOON, "m": 0}
"""The first minute of the half day that a word means, by the word's sign."""
_OF_HOURS: Final = ("around", "until", "hour", "noon", "midnight", "morning", "evening", "night")
_OF_DAYS: Final = ("around", "until", "date", "days", "weeks", "today", "tomorrow", "overmorrow")
"""The kinds of words with days: keys of the catalogue."""
_SIGNS: Final = (
    dict(zip(_OF_HOURS, " -hnmAPN", strict=True)),
    dict(zip(_OF_DAYS, ("", "", "", "U1", "U7", "A0", "A1", "A2"), strict=True)),
)
"""The sign that replaces a word in a text, by the word's kind; for words with hours and with days."""
_HOUR: Final = re.compile(
    r"(?P<before>[APN]?) *(?<!\d)(?P<hour>\d\d?)(?: *[:.h] *(?P<minute>[0-5]\d)(?::00)?|(?P<digits>[0-5]\d))?"
    r"(?!\d)(?: *h)? *(?P<after>[APNnm]?)|(?P<alone>[nm])"
)
_PARTS: Final = {"d": r"(?P<d>\d\d?)", "M": r"(?P<M>\d\d?)", "y": r"(?P<y>\d{4}|\d\d)"}
_WRITTEN_OUT: Final = (
    rf"{_PARTS['d']} M(?P<M>\d+)(?: {_PARTS['y']})?",
    rf"M(?P<M>\d+) {_PARTS['d']}(?: (?P<y>\d{{4}}))?",
    rf"(?P<y>\d{{4}}) M(?P<M>\d+) {_PARTS['d']}",
    r"(?P<y>\d{4})(?P<M>\d\d)(?P<d>\d\d)",
)


def folded(text: str) -> str:
    """A text in the form for comparing: without case, width and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return " ".join("".join(sign for sign in plain if not unicodedata.combining(sign)).split())


def hours(text: str) -> tuple[int, int] | None:
    """Parse `22:00-08:00`, `10 pm to 7 am`, `22時から7時まで`: minutes of the day; None: unknown."""
    plain = re.sub(r"(?<![a-z])([ap])\.? ?m(?![a-z])\.?", r"\1m", folded(text)).replace("半", "30")
    signs = _signed(plain.replace("'", " "), _words(are_days=False))
    found = list(_HOUR.finditer(signs))
    if len(found) != 2 or not re.fullmatch(r"[\s\-‐–—~〜→>,./h']*", _HOUR.sub("", signs)):
        return None
    halves = [one["before"] or one["after"] for one in found]
    unsaid = [one["hour"] for one, half in zip(found, halves, strict=True) if not half]
    if any(halves) and set(unsaid) & set(map(str, range(1, 13))):  # `10-7 am` is unclear.
        return None
    begin, end = map(_minute, found, halves)
    return None if begin is None or end is None or begin == end else (begin, end)


def _minute(found: re.Match[str], half: str | None) -> int | None:
    if found["alone"]:
        return _STARTS[found["alone"]]
    minute = int(found["hour"]) * 60 + int(found["minute"] or found["digits"] or 0)
    start = _STARTS[half] if half else 0
    meant = (start + (minute - start) % (NOON if half else DAY)) % DAY
    is_clear = minute <= DAY if not half else minute < NOON + 60 or meant == minute % DAY
    return meant if is_clear else None


def day(text: str, today: date, locale: str) -> date | None:
    """Parse a day: `2026-12-24`, `24.12.`, `Dec 24`, `12月24日`, `tomorrow`, `in 3 days`; None: no day.

    Args:
        text: The typed text.
        today: The present day; a day without a year is the next such day, from today on.
        locale: The locale whose order of day and month counts where both are numbers.
    """
    signs = _signed(folded(text), _words(are_days=True))
    tokens = re.findall(r"[MWAU]?\d+|[^\s.,/'()‐-]", signs)
    if re.search(r"(?:^|\s)[-‐]|[–—~〜]", text) or not all(token[-1].isdigit() for token in tokens):
        return None
    weekdays = {int(token[1:]) for token in tokens if token[0] == "W"}
    line = " ".join(token for token in tokens if token[0] != "W")
    if not line and len(weekdays) == 1:
        return today + timedelta((weekdays.pop() - today.weekday() - 1) % 7 + 1)
    if ahead := re.fullmatch(r"A(\d)|(?:(\d{1,3}) )?U(\d)", line):
        return today + timedelta(int(ahead[1] or int(ahead[2] or 1) * int(ahead[3])))
    matches = (re.fullmatch(form, line) for form in _forms(locale, has_dots="." in text))
    found = next((when for match in matches if match for when in _dates(match, today)), None)
    return found if found is not None and weekdays <= {found.weekday()} else None


def _forms(locale: str, *, has_dots: bool) -> Iterator[str]:
    """The orders in which a date's parts may be written (`has_dots`: with dots), the likeliest first."""
    known = Locale.negotiate([locale.replace("-", "_")], locale_identifiers()) or Locale("en")
    own = "".join(dict.fromkeys(re.findall("[dMy]", known.date_formats["short"].pattern)))
    yield from _WRITTEN_OUT
    for order in ("dMy" if has_dots and own == "Mdy" else own, "dMy", "Mdy", "yMd"):
        yield " ".join(_PARTS[part] for part in order)
        yield " ".join(_PARTS[part] for part in order if part != "y")


def _dates(found: re.Match[str], today: date) -> Iterator[date]:
    year = found.groupdict().get("y")
    for one in [int(year) + 2000 * (len(year) == 2)] if year else [today.year, today.year + 1]:
        try:
            when = date(one, int(found["M"]), int(found["d"]))
        except ValueError:
            continue
        if year or when >= today:
            yield when


def _signed(text: str, words: Mapping[str, str]) -> str:
    """A folded text with each word replaced by its sign, `?` for unknown words."""
    odd = sorted((word for word in words if not re.fullmatch("[a-z]+", word)), key=len, reverse=True)
    bounded = [rf"\b{re.escape(word)}\b" if "a" <= word[0] <= "z" else re.escape(word) for word in odd]
    return re.sub("|".join([*bounded, r"[^\W\d_]+"]), lambda found: words.get(found[0], "?"), text)


@cache
def _words(*, are_days: bool) -> dict[str, str]:
    """The signs of all known words, by the folded word."""
    found: dict[str, str] = {}
    for sign, kind in (("W", "days"), ("M", "months")) if are_days else ():  # Months replace equal days.
        for code in languages():
            for context in getattr(Locale.parse(code, sep="-"), kind).values():
                for number, name in (*context["wide"].items(), *context.get("abbreviated", {}).items()):
                    found[folded(name).rstrip(".")] = f" {sign}{number} "
    for kind, sign in _SIGNS[are_days].items():
        listed = [
            word for code in languages() for word in re.split(", |、", in_language(code)(f"typed.{kind}"))
        ]
        found |= dict.fromkeys(map(folded, listed), f" {sign} " if are_days else sign)
    return found


def offset(text: str) -> timedelta | None:
    """Parse a difference to UTC: `UTC+1`, `GMT-3`, `+05:30`; None: it's no such text."""
    found = re.fullmatch(r"(?:utc|gmt)? ?([+−–-]) ?(\d\d?)(?:[:.]?([0-5]\d))?", folded(text))
    ahead = found and timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return -ahead if ahead and found and found[1] != "+" else ahead


def place(text: str) -> str:
    """The name of a place in the form for comparing: its folded words."""
    return " ".join(re.findall(r"[^\W_]+", folded(text)))


@cache
def place_names(zones: tuple[str, ...], well_known: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The names by which people may call each time zone, in the form for comparing: cities, countries, times.

    Args:
        zones: All time zones.
        well_known: The zones that come first; of several with the same name for their time, only the first
            gets the name.
    """
    aliases = get_global("zone_aliases")
    metas = {aliases.get(zone, zone): meta for zone, meta in get_global("meta_zones").items()}
    others = sorted(set(zones) - set(well_known), key=lambda zone: (zone in aliases, zone))
    rank = {zone: place for place, zone in enumerate((*well_known, *others))}
    golden: dict[str, list[str]] = {}
    for zone in rank:
        same = golden.setdefault(metas.get(zone, ""), [])
        if not same or same[0] not in well_known:
            same.append(zone)
    named: list[tuple[str, Iterable[str]]] = [(zone, [zone]) for zone in rank]
    named += [(alias, [zone]) for alias, zone in aliases.items() if not alias.isupper()]
    named += [(name.rpartition("/")[2], there) for name, there in named]
    for locale in map(Locale.parse, (*(code.replace("-", "_") for code in languages()), *REGIONS)):
        countries = get_global("territory_zones").items()
        named += [(locale.territories.get(country, ""), there) for country, there in countries]
        for zone, names in locale.time_zones.items():
            named += [(name, [aliases.get(zone, zone)]) for name in _names(names)]
        for meta, names in locale.meta_zones.items():
            named += [(name, golden.get(meta, ())) for name in _names(names)]
    found: dict[str, set[str]] = {}
    for name, there in named:
        found.setdefault(place(name), set()).update(rank.keys() & set(there))
    return {
        name: tuple(sorted(there, key=rank.__getitem__)) for name, there in found.items() if name and there
    }


def _names(names: Mapping[str, Any]) -> list[str]:
    """The names in an entry of Babel's tables: of a city, or of a zone's time, in full and in short."""
    parts = (part for part in names.values() if part)
    return [name for part in parts for name in ([part] if isinstance(part, str) else part.values())]
