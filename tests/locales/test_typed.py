"""Typed times and dates are read in the forms of people's languages; unclear ones are refused."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from locales import in_language, languages
from locales.typed import day, folded, hours, offset, place, place_names
from tables.timing.clock import WELL_KNOWN, offsets, zones

TODAY = date(2026, 11, 27)
"""A Friday."""
CHRISTMAS = date(2026, 12, 24)


NIGHT = [
    *(
        "22:00-07:00",
        "22-7",
        "22–7",
        "22.00 - 7.00",
        "22h-7h",
        "22h00–07h00",
        "22 h - 7 h",
        "2200-0700",
        "22 → 7",
    ),
    *(
        "22:00:00-07:00:00",
        "22:00 07:00",
        "22~7",
        " 22:00 —  07:00 ",
        "２２：００－７：００",
        "２２：００〜７：００",
        "٢٢-٧",
    ),
    *(
        "10 pm - 7 am",
        "10pm-7am",
        "10:00 PM to 7:00 AM",
        "10 p.m. until 7 a.m.",
        "10P.M.–7A.M.",
        "from 22 to 7",
    ),
    *("between 22 and 7", "from 10 in the evening till 7 in the morning", "10 o’clock pm to 7 o’clock am"),
    *("10 at night to 7 in the morning", "2200 hours to 0700 hours", "22:00 to 7am", "10 pm to 07:00"),
    *(
        "22 Uhr bis 7 Uhr",
        "von 22 bis 7 Uhr",
        "22.00 Uhr – 7.00 Uhr",
        "zwischen 22 und 7 Uhr",
        "ab 22 Uhr bis 7 Uhr",
    ),
    *("10 Uhr abends bis 7 Uhr morgens", "22 Uhr bis 7 Uhr früh"),
    *("de 22h à 7h", "22 heures à 7 heures", "de 10 h du soir à 7 h du matin", "entre 22 h et 7 h"),
    *("de 22 a 7", "de las 22 a las 7 h", "desde las 22:00 hasta las 7:00 horas", "10 p. m. a 7 a. m."),
    *("de las 10 de la noche a las 7 de la mañana", "entre las 22 y las 7"),
    *(
        "dalle 22 alle 7",
        "dalle ore 22 alle ore 7",
        "22:00 – 07:00 ore",
        "dalle 10 di sera alle 7 di mattina",
    ),
    *("22時-7時", "22時から7時まで", "午後10時〜午前7時", "夜10時から朝7時まで", "２２時～７時", "22時ー7時"),
]


@pytest.mark.parametrize("text", NIGHT)
def test_the_hours_from_ten_to_seven_are_read_as_people_write_them(text: str) -> None:
    assert hours(text) == (22 * 60, 7 * 60)
    assert hours(text.upper()) == (22 * 60, 7 * 60)


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("22h30-8h", "22:30", "08:00"),
        ("22 h 30 à 7 h 15", "22:30", "07:15"),
        ("22 Uhr 30 bis 7", "22:30", "07:00"),
        ("10:30 PM - 6:45 am", "22:30", "06:45"),
        ("22時30分から7時半まで", "22:30", "07:30"),
        ("930-1715", "09:30", "17:15"),
        ("0-9", "00:00", "09:00"),
        ("22-24", "22:00", "00:00"),
        ("24:00 - 8:00", "00:00", "08:00"),
        ("midnight to 7", "00:00", "07:00"),
        ("12 midnight - 8 am", "00:00", "08:00"),
        ("12am-8am", "00:00", "08:00"),
        ("12 pm - 1 pm", "12:00", "13:00"),
        ("noon to midnight", "12:00", "00:00"),
        ("Mitternacht bis 7 Uhr", "00:00", "07:00"),
        ("12 Uhr mittags bis 14 Uhr", "12:00", "14:00"),
        ("de minuit à midi", "00:00", "12:00"),
        ("2 h de l’après-midi à 6 h du soir", "14:00", "18:00"),
        ("desde medianoche hasta las 7", "00:00", "07:00"),
        ("del mediodía a las 3 de la tarde", "12:00", "15:00"),
        ("da mezzanotte alle 7", "00:00", "07:00"),
        ("正午から15時", "12:00", "15:00"),
        ("深夜0時から朝8時", "00:00", "08:00"),
        ("11 at night to 2 at night", "23:00", "02:00"),
    ],
)
def test_other_hours_are_read_too(text: str, begin: str, end: str) -> None:
    found = hours(text)
    assert found is not None
    assert [f"{minute // 60:02}:{minute % 60:02}" for minute in found] == [begin, end]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "22",
            "at night",
            "25-8",
            "22:60-8",
            "24:01-8",
            "22:0-8",
            "8-8",
            "0-24",
            "ten-8",
            "22-8-9",
            "1-2-3-4",
        ),
        *(
            "10-7am",
            "9 am to 5",
            "15 am - 7",
            "8 dogs and 9 cats",
            "22-8 UTC",
            "22-8 except sundays",
        ),
        *(
            "22½-7",
            "222222-7",
            "22:000-7",
            "2026-12-24",
            "pm-am",
            "22時",
            "夜から朝まで",
            "\0",
            "?" * 100,
            "9" * 6000,
        ),
    ],
)
def test_hours_that_are_not_clear_are_not_read(text: str) -> None:
    assert hours(text) is None


CHRISTMAS_EVE = [
    *(
        "2026-12-24",
        "2026-12-24 ",
        "20261224",
        "2026/12/24",
        "2026.12.24",
        "2026‑12‑24",
        "２０２６－１２－２４",
    ),
    *(
        "24.12.",
        "24.12",
        "24. 12. 2026",
        "24/12",
        "24/12/2026",
        "12/24",
        "12/24/2026",
        "24-12-2026",
    ),
    *(
        "Dec 24",
        "Dec. 24th, 2026",
        "24 December",
        "24th of December 2026",
        "the 24th of December",
        "24-Dec-2026",
    ),
    *("Thursday, December 24, 2026", "until Dec 24", "DEC 24", "2026 Dec 24", "24dec2026"),
    *(
        "24. Dezember",
        "24. Dez.",
        "24. Dez. 2026",
        "bis 24.12.",
        "bis zum 24. Dezember",
        "Do., 24.12.2026",
    ),
    *("24 décembre", "le 24 déc. 2026", "jusqu’au 24 décembre", "jeudi 24 décembre 2026", "24 decembre"),
    *("24 de diciembre", "24 de diciembre de 2026", "hasta el 24 dic", "jueves, 24 de diciembre"),
    *("24 dicembre", "fino al 24 dicembre 2026", "giovedì 24 dicembre", "24 dic."),
    *("12月24日", "2026年12月24日", "１２月２４日まで", "12月24日（木）", "2026年12月24日(木曜日)"),
    *("in 27 days", "27 Tage", "dans 27 jours", "dentro de 27 días", "tra 27 giorni", "27日後"),
]
"""How people write it, in any language."""


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "de", "fr", "es-ES", "it", "ja", "xx"])
def test_christmas_eve_is_read_as_people_write_it(locale: str) -> None:
    assert [text for text in CHRISTMAS_EVE if day(text, TODAY, locale) != CHRISTMAS] == []


@pytest.mark.parametrize(
    ("text", "ahead"),
    [
        *(("today", 0), ("tomorrow", 1), ("day after tomorrow", 2), ("in a week", 7), ("2 weeks", 14)),
        *(("heute", 0), ("morgen", 1), ("übermorgen", 2), ("in einer Woche", 7), ("in 2 Wochen", 14)),
        *(
            ("aujourd’hui", 0),
            ("demain", 1),
            ("après-demain", 2),
            ("une semaine", 7),
            ("dans 2 semaines", 14),
        ),
        *(("hoy", 0), ("mañana", 1), ("pasado mañana", 2), ("una semana", 7), ("dentro de 2 semanas", 14)),
        *(("oggi", 0), ("domani", 1), ("dopodomani", 2), ("una settimana", 7), ("tra 2 settimane", 14)),
        *(("今日", 0), ("明日まで", 1), ("明後日", 2), ("1週間", 7), ("2週間後", 14)),
        *(("Monday", 3), ("Montag", 3), ("lundi", 3), ("lunes", 3), ("lunedì", 3), ("月曜日", 3)),
        *(("until Thursday", 6), ("bis Freitag", 7), ("27 Nov", 0), ("27.11.", 0), ("26 Nov", 364)),
    ],
)
def test_days_are_counted_from_today(text: str, ahead: int) -> None:
    assert day(text, TODAY, "en-US") == TODAY + timedelta(ahead)


@pytest.mark.parametrize(
    ("locale", "text", "read"),
    [
        ("en-US", "03/04", "2027-03-04"),
        ("en-GB", "03/04", "2027-04-03"),
        ("de", "03/04", "2027-04-03"),
        ("pt-BR", "03/04", "2027-04-03"),
        ("ja", "03/04", "2027-03-04"),
        ("en-US", "03.04.2027", "2027-04-03"),
        ("en-US", "12/10/26", "2026-12-10"),
        ("en-GB", "12/10/26", "2026-10-12"),
        ("ja", "26/12/10", "2026-12-10"),
        ("de", "10.12.26", "2026-12-10"),
    ],
)
def test_day_and_month_have_the_order_of_the_locale(locale: str, text: str, read: str) -> None:
    assert day(text, TODAY, locale) == date.fromisoformat(read)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "soon",
            "24",
            "24th",
            "Dec 2026",
            "2026",
            "2026-02-30",
            "2026-13-01",
            "0000-01-01",
            "30 Feb",
            "31.11.",
        ),
        *(
            "20.12. – 24.12.",
            "20-24 Dec",
            "20.-24.12.",
            "20 to 24 December",
            "1 2 3 4",
            "24:12",
            "24½",
            "Friday Monday",
        ),
        *(
            "Fri, 24.12.2026",
            "next week",
            "24 Aralık",
            "-1 days",
            "9" * 6000,
            "\0",
            "?" * 100,
            "99999999",
            "(*)",
        ),
    ],
)
def test_days_that_are_not_clear_are_not_read(text: str) -> None:
    assert day(text, TODAY, "en-US") is None


def found(text: str) -> tuple[str, ...]:
    return place_names(zones(), WELL_KNOWN).get(place(text), ())


@pytest.mark.parametrize(
    ("zone", "names"),
    [
        (
            "Europe/Berlin",
            "Berlin|berlin|Europe/Berlin|europe berlin|CET|CEST|MEZ|MESZ|Germany|Deutschland|Berlino",
        ),
        ("Europe/Berlin", "Central European Time|Mitteleuropäische Sommerzeit|heure d’été d’Europe centrale"),
        ("Europe/London", "London|Londres|Londra|ロンドン|BST|GB-Eire|British Summer Time|United Kingdom"),
        ("Europe/Paris", "paris|France|Frankreich|パリ|PARIS|Ｐａｒｉｓ"),
        ("Europe/Zurich", "Zürich|zurich|Zurigo"),
        ("Europe/Moscow", "Moscow|Moskau|Moscou|Moscú|Mosca|モスクワ"),
        ("Europe/Lisbon", "Lisbon|Lissabon|Lisbonne|Lisboa|Lisbona"),
        ("Europe/Rome", "Rome|Rom|Roma|Italia|Italien"),
        ("Europe/Kyiv", "Kyiv|Kiew|Kiev"),
        (
            "America/New_York",
            "New York|new_york|America/New_York|EST|EDT|US/Eastern|Eastern|ニューヨーク|Nueva York",
        ),
        ("America/Los_Angeles", "Los Angeles|PST|PDT|PT|Pacific Time|アメリカ太平洋時間"),
        ("America/Sao_Paulo", "São Paulo|sao paulo|San Paolo"),
        ("America/Chicago", "CST|Central Time"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires|buenos_aires"),
        ("Asia/Tokyo", "Tokyo|Tokio|東京|日本|Japan|Giappone|JST|日本標準時"),
        ("Asia/Kolkata", "India|Kolkata|Kalkutta|Calcutta|IST"),
        ("Australia/Sydney", "Sydney|AEST|AEDT"),
        ("UTC", "UTC|utc"),
    ],
)
def test_a_zone_is_known_by_what_people_call_it(zone: str, names: str) -> None:
    for name in names.split("|"):
        assert found(name)[:1] == (zone,), name
        assert len({offsets(one) for one in found(name)}) == 1, name


def test_every_zone_is_known_by_its_own_name() -> None:
    for zone in zones():
        assert offsets(zone) in {offsets(one) for one in found(zone)}
        assert zone in found(zone)


@pytest.mark.parametrize("text", ["", "Atlantis", "posix/Europe/Berlin", "Etc/GMT+5", "?", "\0"])
def test_other_places_are_not_known(text: str) -> None:
    assert found(text) == ()


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("UTC+1", 60),
        ("gmt-3", -180),
        ("+1", 60),
        ("UTC +05:30", 330),
        ("+0530", 330),
        ("−8", -480),
        ("UTC+0", 0),
    ],
)
def test_a_difference_to_utc_is_read(text: str, minutes: int) -> None:
    assert offset(text) == timedelta(minutes=minutes)


@pytest.mark.parametrize("text", ["", "1", "UTC", "+1:99", "CET+1", "Etc/GMT-1", "+123456"])
def test_other_differences_are_not_read(text: str) -> None:
    assert offset(text) is None


def test_no_word_of_a_list_is_in_it_twice_or_stands_for_two_things_in_one_language() -> None:
    hour = ("around", "until", "hour", "noon", "midnight", "morning", "evening", "night")
    days = ("around", "until", "date", "days", "weeks", "today", "tomorrow", "overmorrow")
    for language in languages():
        for kinds in (hour, days):
            words = [
                folded(word)
                for kind in kinds
                for word in re.split(", |、", in_language(language)(f"typed.{kind}"))
            ]
            assert len(words) == len(set(words)), (language, sorted(w for w in words if words.count(w) > 1))
