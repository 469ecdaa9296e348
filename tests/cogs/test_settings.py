"""The message of `/settings` keeps Discord's limits in every language, even with many more languages."""

from __future__ import annotations

import pytest

from cogs.people.contacts import CLOSED
from cogs.views.settings import LIKE_DISCORD, settings_message, zones_part
from locales import languages
from tables import PersonNotes
from tables.timing.clock import AROUND, offsets
from tables.timing.preferences import Preferences, with_away, with_preferences
from tests.cogs.test_screens import SNOWFLAKE, assert_fits, parts, with_emojis

MOST_OPTIONS = 25
"""Discord's limit for a list."""
ROOM = 3
"""So many parts are left for a further setting: its heading, its row, a list."""
NOW = 1e9


def all_set(locale: str | None = None) -> PersonNotes:
    """Return the stored data of a person with as many settings as possible."""
    settings = with_preferences({}, zone="America/Argentina/ComodRivadavia", quiet=(1320, 480))
    return PersonNotes(SNOWFLAKE, locale, None, CLOSED, with_away(settings, NOW, NOW + 1e6))


@pytest.mark.parametrize("language", languages())
def test_all_settings_fit_one_message_and_leave_room(language: str) -> None:
    view = settings_message(all_set(language), with_emojis(language), NOW)
    assert_fits(view)
    assert len(parts(view.to_components())) <= 40 - ROOM
    menus = [part for part in parts(view.to_components()) if part["type"] == 3]
    assert [one["value"] for one in menus[0]["options"] if one.get("default")] == [language]


def test_as_many_languages_as_a_list_holds_can_be_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    many = tuple(f"l{number}" for number in range(MOST_OPTIONS - 1))
    monkeypatch.setattr("cogs.views.settings.languages", lambda: many)
    view = settings_message(all_set("l7"), with_emojis("en"), NOW)
    assert_fits(view)
    menu, *_ = [part for part in parts(view.to_components()) if part["type"] == 3]
    assert [one["value"] for one in menu["options"]] == [LIKE_DISCORD, *many]
    assert len(languages()) < MOST_OPTIONS


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("zone", "shown"),
    [("UTC", []), ("Europe/Vienna", ["Europe/Vienna"]), ("Asia/Kathmandu", ["Asia/Kathmandu"])],
)
def test_the_clocks_of_the_world_are_offered_and_one_s_own_is_chosen(
    zone: str, shown: list[str], language: str
) -> None:
    offered = zones_part(Preferences(zone=zone), with_emojis(language), NOW).options
    assert len(offered) <= MOST_OPTIONS
    assert [one.value for one in offered if one.default] == shown
    assert all(len(one.label) <= 100 for one in offered)
    assert len({one.label for one in offered}) == len(offered)


def test_the_cities_of_one_line_have_one_clock() -> None:
    assert all(len({offsets(zone) for zone in group}) == 1 for group in AROUND)
    assert with_emojis("ja").city("Asia/Kolkata") == "コルカタ"
    assert with_emojis("en").city("America/Argentina/Buenos_Aires") == "Buenos Aires"
