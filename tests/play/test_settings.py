"""Settings through the real discord.py: all can be clicked or typed, in the person's language, and stay."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from cogs.interactions.settings import AWAY_DAYS, QUIET
from cogs.views.settings import REMINDERS_S
from localdiscord import ShownMessage
from locales import languages
from tables.timing.clock import end_of_day, local
from tables.timing.preferences import REMINDERS_S as USUAL
from tables.timing.preferences import Coach, Notice, OnlyMove, Preferences, is_away
from tests.play.evening import Evening, an_evening

PRIMARY = 1
DAY = 86400


@pytest.fixture
async def evening(evening: Evening) -> Evening:
    """The evening at noon, so that no test runs past midnight."""
    evening.discord.clock.advance(DAY - (evening.tables.clock.now() - DAY / 2) % DAY)
    return evening


ONLY_MOVE = "o:set:only_move"
ONLY_MOVES = ("On", "Off", "If everyone can tell")


def screen(evening: Evening, name: str) -> ShownMessage:
    """Return a person's newest ephemeral message."""
    return evening.person(name).ephemeral("games")[-1]


async def press(evening: Evening, name: str, label: str) -> None:
    """Press a button, or choose an option of the list on moves without alternative."""
    if label in ONLY_MOVES:
        await choose(evening, name, label, menu=ONLY_MOVE)
        return
    clicked = await evening.person(name).click(screen(evening, name), label)
    await clicked.answered()


async def choose(evening: Evening, name: str, *labels: str, menu: str = "o:set:reminders") -> None:
    chosen = await evening.person(name).choose(screen(evening, name), list(labels), custom_id=menu)
    await chosen.answered()


def decided(evening: Evening, name: str) -> Preferences:
    """Return a person's settings."""
    return evening.tables.people.preferences(evening.person(name).id)


def chosen(shown: ShownMessage) -> set[str]:
    """Return the labels of the coloured buttons, and of the chosen option on moves without alternative."""
    lists = [part for part in walked(shown.components) if part.get("custom_id") == ONLY_MOVE]
    options = {one["label"] for part in lists for one in part["options"] if one.get("default")}
    return {button.label for button in shown.buttons if button.style == PRIMARY} | options


def days_on(evening: Evening, days: int, zone: str = "UTC") -> date:
    return local(evening.tables.clock.now(), zone).date() + timedelta(days=days)


async def test_who_set_nothing_sees_what_is_usual(evening: Evening) -> None:
    shown = await evening.say("Ana", "settings")
    assert "Your settings" in shown
    usual = {"Direct message", "Yes", "If everyone can tell", "In my first two games", "Pictures only"}
    assert chosen(screen(evening, "Ana")) == usual
    spoken, menu, _ = [part for part in walked(screen(evening, "Ana").components) if part["type"] == 3]
    assert [one["value"] for one in spoken["options"] if one.get("default")] == ["auto"]
    assert [one["value"] for one in spoken["options"]] == ["auto", *languages()]
    assert [int(one["value"]) for one in menu["options"] if one.get("default")] == sorted(USUAL)
    assert (menu["min_values"], menu["max_values"]) == (0, len(REMINDERS_S))
    assert "Your time zone: UTC · 12:00. Change it with *Quiet hours…*." in shown
    assert "You're not away." in shown


def walked(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all components, nested ones included."""
    return [found for part in parts for found in (part, *walked(part.get("components", [])))]


CLICKS: list[tuple[str, Callable[[Preferences], bool]]] = [
    ("Mention in the thread", lambda prefs: prefs.notice is Notice.THREAD),
    ("No notifications", lambda prefs: prefs.notice is Notice.NONE),
    ("Direct message", lambda prefs: prefs.notice is Notice.DIRECT),
    ("On", lambda prefs: prefs.only_move is OnlyMove.ALWAYS),
    ("Off", lambda prefs: prefs.only_move is OnlyMove.NEVER),
    ("If everyone can tell", lambda prefs: prefs.only_move is OnlyMove.OPEN),
    ("Always", lambda prefs: prefs.coach is Coach.ON),
    ("Never", lambda prefs: prefs.coach is Coach.OFF),
    ("In my first two games", lambda prefs: prefs.coach is Coach.AUTO),
    ("Pictures and words", lambda prefs: prefs.describes is True),
    ("Pictures only", lambda prefs: prefs.describes is False),
]
TOGGLES = (("Show my profile", True), ("Hide my profile", False))


async def test_every_button_sets_what_it_says_and_is_coloured_then(evening: Evening) -> None:
    await evening.say("Ana", "settings")
    for label, holds in CLICKS:
        await press(evening, "Ana", label)
        assert holds(decided(evening, "Ana")), label
        assert label in chosen(screen(evening, "Ana"))
    for label, is_on in TOGGLES:
        await press(evening, "Ana", label)
        assert decided(evening, "Ana").shows_profile is is_on
    # One message, which nobody else sees.
    assert len(evening.person("Ana").ephemeral("games")) == 1


async def test_a_language_is_chosen_in_a_menu_and_followed_at_once(evening: Evening) -> None:
    await evening.say("Ana", "settings")
    for label, told in (("日本語", "自分の設定"), ("Deutsch", "Deine Einstellungen")):
        await choose(evening, "Ana", label, menu="o:set:language")
        assert told in screen(evening, "Ana").text
    assert evening.tables.people.get(evening.person("Ana").id).locale == "de"
    await choose(evening, "Ana", "auto", menu="o:set:language")
    assert "Your settings" in screen(evening, "Ana").text


async def test_a_former_message_with_buttons_for_languages_still_serves(evening: Evening) -> None:
    await evening.say("Ana", "settings")
    await evening.forge("Ana", screen(evening, "Ana"), "o:set:language.fr")
    assert evening.tables.people.get(evening.person("Ana").id).locale == "fr"


async def test_reminders_are_chosen_in_a_menu_all_of_them_or_none(evening: Evening) -> None:
    await evening.say("Ana", "settings")
    await choose(evening, "Ana", "30 minutes before", "1 day before", "1 hour before")
    assert decided(evening, "Ana").reminders_s == (86400, 3600, 1800)
    await choose(evening, "Ana")
    assert decided(evening, "Ana").reminders_s == ()
    assert screen(evening, "Ana").select(custom_id="o:set:reminders").placeholder == "No reminders"
    await choose(evening, "Ana", *(str(seconds) for seconds in REMINDERS_S))
    assert decided(evening, "Ana").reminders_s == tuple(sorted(REMINDERS_S, reverse=True))


async def test_without_direct_messages_notices_go_to_the_thread_and_back_with_them(
    evening: Evening,
) -> None:
    await evening.say("Ana", "settings")
    await press(evening, "Ana", "No, I'll use My cards")
    assert decided(evening, "Ana").notice is Notice.THREAD
    assert {"No, I'll use My cards", "Mention in the thread"} <= chosen(screen(evening, "Ana"))
    await press(evening, "Ana", "Direct message")
    assert decided(evening, "Ana").notice is Notice.DIRECT
    assert {"Yes", "Direct message"} <= chosen(screen(evening, "Ana"))
    await press(evening, "Ana", "No notifications")
    await press(evening, "Ana", "No, I'll use My cards")
    assert decided(evening, "Ana").notice is Notice.NONE


async def test_an_absence_is_typed_shown_and_ended_by_a_click(evening: Evening) -> None:
    day = days_on(evening, 3)
    shown = await evening.say("Ana", "settings", away=day.isoformat())
    ends = end_of_day(day, "UTC")
    assert f"You're away until <t:{int(ends) - 1}:D>. Your clocks are stopped." in shown
    prefs = decided(evening, "Ana")
    assert is_away(prefs, evening.tables.clock.now()) == ends
    evening.discord.clock.advance(3600)
    await press(evening, "Ana", "I'm back")
    prefs = decided(evening, "Ana")
    assert is_away(prefs, evening.tables.clock.now()) is None
    [past] = prefs.away
    assert 3600 <= past.end - past.start < 3700
    assert "You're not away." in screen(evening, "Ana").text


async def test_an_absence_is_over_by_itself(evening: Evening) -> None:
    await evening.say("Ana", "settings", away=days_on(evening, 1).isoformat())
    evening.discord.clock.advance(2 * DAY)
    assert "You're not away." in await evening.say("Ana", "settings")
    assert "You're not away." in await evening.say("Ana", "settings", away="off")


async def test_zone_and_quiet_hours_are_typed_and_shown_and_days_end_there(evening: Evening) -> None:
    day = days_on(evening, 2, "America/New_York")
    shown = await evening.say("Ana", "settings", time_zone="new york", quiet="22-8", away=day.isoformat())
    assert "From 22:00 to 08:00 you get no reminders, and turn notifications" in shown
    assert "Your time zone: America/New York" in shown
    prefs = decided(evening, "Ana")
    assert (prefs.zone, prefs.quiet) == ("America/New_York", (1320, 480))
    assert is_away(prefs, evening.tables.clock.now()) == end_of_day(day, "America/New_York")
    await press(evening, "Ana", "Turn off quiet hours")
    assert decided(evening, "Ana").quiet is None
    await evening.say("Ana", "settings", quiet=QUIET[1])
    assert decided(evening, "Ana").quiet == (1380, 420)
    assert "Quiet hours**\nNone." in await evening.say("Ana", "settings", quiet="off")


async def test_quiet_hours_and_an_absence_are_set_in_forms(evening: Evening) -> None:
    ana, day = evening.person("Ana"), days_on(evening, 3, "America/New_York")
    await evening.say("Ana", "settings")

    async def filled(label: str, **values: str) -> None:
        opened = await ana.click(screen(evening, "Ana"), label)
        await opened.answered()
        await (await ana.submit(opened, **values)).answered()

    # What can't be read is told above the buttons, until something can; what can be read is kept.
    await filled("Quiet hours…", quiet="at night", time_zone="America/New_York")
    assert "I can't read those hours." in screen(evening, "Ana").text
    assert decided(evening, "Ana") == Preferences(zone="America/New_York")
    await filled("Quiet hours…", quiet="10 pm to 8 am")
    assert "From 22:00 to 08:00" in screen(evening, "Ana").text
    assert "I can't read" not in screen(evening, "Ana").text
    assert len(ana.ephemeral("games")) == 1
    await filled("Away…", away=day.isoformat())
    prefs = decided(evening, "Ana")
    assert (prefs.zone, prefs.quiet) == ("America/New_York", (1320, 480))
    assert is_away(prefs, evening.tables.clock.now()) == end_of_day(day, "America/New_York")
    await filled("Quiet hours…")  # As it was.
    await filled("Away…", away="whenever")
    assert "I can't read that date." in screen(evening, "Ana").text
    assert decided(evening, "Ana") == prefs
    await evening.say("Ana", "settings")
    await filled("Quiet hours…", quiet="")
    await filled("Away…")
    prefs = decided(evening, "Ana")
    assert (prefs.zone, prefs.quiet) == ("America/New_York", None)
    assert is_away(prefs, evening.tables.clock.now()) is None


@pytest.mark.parametrize(
    ("locale", "written", "month_first"),
    [
        pytest.param("en-US", "{0.month}/{0.day}", True, id="American"),
        pytest.param("en-GB", "{0.day}/{0.month}", False, id="British"),
        pytest.param("pt-BR", "{0.day}/{0.month}", False, id="Brazilian, who reads English"),
        pytest.param("de", "{0.day}.{0.month}.", False, id="German"),
        pytest.param("ja", "{0.month}月{0.day}日まで", True, id="Japanese"),
    ],
)
async def test_a_day_is_read_in_the_order_of_its_writer_s_locale(
    tmp_path: Path, locale: str, written: str, month_first: bool
) -> None:
    async with an_evening(tmp_path, people={"Eva": locale}) as evening:
        now = evening.tables.clock.now()
        day = next(
            day for day in (days_on(evening, n) for n in range(60)) if day.day <= 12 and day.day != day.month
        )
        assert (await evening.person("Eva").complete("settings", "away", written.format(day)))[0][1] == str(
            day
        )
        await evening.say("Eva", "settings", away=written.format(day))
        assert is_away(decided(evening, "Eva"), now + 1) == end_of_day(day, "UTC")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"away": "whenever"}, "I can't read that date."),
        ({"away": "2020-01-01"}, "That day is already over."),
        ({"away": "2999-01-01"}, "60 days at most"),
        ({"quiet": "at night"}, "I can't read those hours."),
        ({"time_zone": "Atlantis"}, "I don't know that time zone."),
        ({"time_zone": "UTC+1"}, "such as Europe/Berlin, Europe/London, Europe/Paris."),
    ],
)
async def test_what_cannot_be_read_is_told_and_changes_nothing(
    evening: Evening, given: dict[str, str], told: str
) -> None:
    sound = {"away": days_on(evening, 1).isoformat(), "quiet": "22-8", "time_zone": "Berlin"}
    assert told in await evening.say("Ana", "settings", **{**sound, **given})
    assert decided(evening, "Ana") == Preferences()


async def test_days_zones_and_hours_are_offered_while_typing(evening: Evening) -> None:
    ana = evening.person("Ana")
    offered = await ana.complete("settings", "away", "")
    values = [days_on(evening, days).isoformat() for days in AWAY_DAYS.values()]
    assert [value for _, value in offered] == ["off", *values]
    names = [name for name, _ in offered]
    assert [name.partition(" · ")[0] for name in names] == [
        "I'm back",
        "Tomorrow",
        "In 3 days",
        "In a week",
        "In two weeks",
    ]
    assert f"{days_on(evening, 1):%A}, " in names[1]
    assert [value for _, value in await ana.complete("settings", "away", "two")] == [values[-1]]
    own = days_on(evening, 20)
    assert [value for _, value in await ana.complete("settings", "away", own.isoformat())] == [str(own)]
    assert await ana.complete("settings", "away", "2020-01-01") == []

    zones = await ana.complete("settings", "time_zone", "berl")
    berlin = f"Europe/Berlin · {local(evening.tables.clock.now(), 'Europe/Berlin'):%H:%M}"
    assert zones == [(berlin, "Europe/Berlin")]
    first, *_ = await ana.complete("settings", "time_zone", "new y")
    assert first[1] == "America/New_York"
    for typed in ("", "a"):
        assert 0 < len(await ana.complete("settings", "time_zone", typed)) <= 25
    for typed, found in (("東京", "Asia/Tokyo"), ("londres", "Europe/London"), ("UTC+1", "Europe/Berlin")):
        assert (await ana.complete("settings", "time_zone", typed))[0][1] == found
    assert await ana.complete("settings", "time_zone", "GMT+20") == []

    hours = await ana.complete("settings", "quiet", "")
    assert [value for _, value in hours] == ["off", *QUIET]
    for typed in ("21-6", "9 pm to 6 am", "21 Uhr bis 6 Uhr", "午後9時から午前6時まで"):
        assert await ana.complete("settings", "quiet", typed) == [("21:00-06:00", "21:00-06:00")]


async def test_a_zone_is_understood_with_what_people_put_behind_it(evening: Evening) -> None:
    [(offer, _)] = await evening.person("Ana").complete("settings", "time_zone", "auckland")
    for typed, zone in (
        (offer, "Pacific/Auckland"),
        ("Zürich, Schweiz", "Europe/Zurich"),
        ("Pacific Daylight Time (PDT)", "America/Los_Angeles"),
        ("UTC+05:30", "Asia/Kolkata"),
    ):
        await evening.say("Ana", "settings", time_zone=typed)
        assert decided(evening, "Ana").zone == zone


async def test_an_offer_that_was_typed_and_not_chosen_is_understood(evening: Evening) -> None:
    await evening.say("Ana", "settings", away="in a week", quiet="22-8")
    assert is_away(decided(evening, "Ana"), evening.tables.clock.now()) == end_of_day(
        days_on(evening, 7), "UTC"
    )
    await evening.say("Ana", "settings", away="I'M BACK", quiet="no quiet hours")
    prefs = decided(evening, "Ana")
    assert (is_away(prefs, evening.tables.clock.now()), prefs.quiet) == (None, None)


async def test_forged_clicks_set_nothing(evening: Evening) -> None:
    await evening.say("Ana", "settings")
    unknown = ("notice.pigeon", "only_move.x", "quiet.22-8", "away.9", "reminders", "reminders.5", "x")
    for detail in (*unknown, "coach.x", "describe.x", "profile.x"):
        await evening.forge("Ana", screen(evening, "Ana"), f"o:set:{detail}")
    for menu, values in (("reminders", ["61"]), ("reminders", ["600", "soon"]), ("language", ["klingon"])):
        clicked = await evening.person("Ana").forge(
            evening.person("Ana").ephemeral("games")[0], f"o:set:{menu}", values=values
        )
        await clicked.answered()
    assert decided(evening, "Ana") == Preferences()


async def test_clicks_at_once_lose_nothing(evening: Evening) -> None:
    await evening.say("Ana", "settings")
    ana, shown = evening.person("Ana"), screen(evening, "Ana")
    clicks = [await ana.click(shown, "No notifications")]
    clicks.append(await ana.choose(shown, "On", custom_id=ONLY_MOVE))
    clicks.append(await ana.choose(shown, ["600"], custom_id="o:set:reminders"))
    clicks.append(await ana.choose(shown, "Deutsch", custom_id="o:set:language"))
    await asyncio.gather(*(clicked.answered() for clicked in clicks))
    assert decided(evening, "Ana") == Preferences(Notice.NONE, (600,), only_move=OnlyMove.ALWAYS)
    assert evening.tables.people.get(ana.id).locale == "de"


async def test_settings_outlive_the_bot_and_its_old_message_goes_on(evening: Evening) -> None:
    await evening.say("Ana", "settings", time_zone="Asia/Tokyo", quiet="22-8", away="tomorrow")
    await press(evening, "Ana", "No notifications")
    before = decided(evening, "Ana")
    await evening.end()
    await evening.begin()
    assert decided(evening, "Ana") == before
    await press(evening, "Ana", "On")
    shown = screen(evening, "Ana")
    assert {"No notifications", "On"} <= chosen(shown)
    assert "Asia/Tokyo" in shown.text
    assert "You're away until" in shown.text


async def test_sitting_down_keeps_what_was_set(evening: Evening) -> None:
    await evening.say("Ben", "settings", time_zone="Berlin")
    await evening.lobby("Ana", "Ben")
    assert decided(evening, "Ben").zone == "Europe/Berlin"
    assert "Europe/Berlin" in await evening.say("Ben", "settings")


async def test_a_german_has_it_all_in_german(tmp_path: Path) -> None:
    async with an_evening(tmp_path, people={"Uli": "de", "Zoé": "fr"}) as evening:
        uli = evening.person("Uli")
        names = [name for name, _ in await uli.complete("settings", "away", "")]
        assert names[0] == "Ich bin wieder da"
        assert names[1].startswith("Morgen · ")
        assert names[1].partition(" · ")[2].partition(",")[0] in GERMAN_DAYS
        shown = await evening.say("Uli", "settings", away="Morgen", time_zone="berlin", quiet="22-8")
        assert "Du bist bis <t:" in shown
        assert "Von 22:00 bis 08:00 bekommst du keine Erinnerungen, und" in shown
        await choose(evening, "Uli", "1 Stunde vorher", "2 Tage vorher")
        assert decided(evening, "Uli").reminders_s == (172800, 3600)
        await press(evening, "Uli", "Erwähnung im Thread")
        await press(evening, "Uli", "Ich bin wieder da")
        assert "*Abwesend …*" in screen(evening, "Uli").text
        assert "Dieses Datum verstehe ich nicht." in await evening.say("Uli", "settings", away="bald")
        assert "Tes réglages" in await evening.say("Zoé", "settings", quiet="23h-7h")


GERMAN_DAYS = {"Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"}
