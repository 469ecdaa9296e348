"""The panel behind *Set up…*: it fits its game, shows the chosen values, and keeps Discord's limits."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from cogs.interactions.lobby import with_settings
from cogs.text import ids
from cogs.text.language import Localizer
from cogs.views.board import board_message
from cogs.views.set_up import SHEETS, TIMES, Selection, choices, set_up_message, sheet_form
from engine.catalogue import games
from localdiscord.checks.components import ComponentCheck
from localdiscord.model.errors import FormErrors
from locales import in_language, languages
from tables import Look, Phase, Refused, SeatInfo, WhenLate
from tables.model.limits import TABLE_NAME_LENGTH
from tables.model.table import agreed
from tables.verbs.lobby import opening
from tests.cogs.test_screens import SNOWFLAKE, assert_fits, parts, with_emojis
from tests.cogs.test_screens import look as running
from tests.engine.seeded import Setup

ENGLISH = Localizer(in_language("en"))
EACH_GAME = pytest.mark.parametrize("game_id", games())
EACH_LANGUAGE = pytest.mark.parametrize("language", languages())


def waiting(game_id: str, seats: int = 2, **changes: Any) -> Look:
    """Return a lobby of a game, with the longest possible ids and names."""
    game = games()[game_id]
    options = {option.name: option.default for option in game.options}
    setup = Setup(game, max(game.seats), options)
    table = running(game, setup, game.start(setup.seats, options), None).table
    taken = tuple(
        SeatInfo(seat, None, "", "sensible") if seat else SeatInfo(0, SNOWFLAKE, "W" * 32, None)
        for seat in range(seats)
    )
    usual = {"phase": Phase.LOBBY, "seats": taken, "pace_s": 1.5, "name": "W" * TABLE_NAME_LENGTH}
    return Look(game, structs.replace(table, **{**usual, **changes}), None)


def said(view: Any) -> str:
    """Return the texts of a message."""
    return "\n".join(part.get("content", "") for part in parts(view.to_components()))


def offered(view: Any) -> list[str]:
    """Return the ids of all buttons, and the values of all options."""
    drawn = parts(view.to_components())
    values = [one["value"] for part in drawn for one in part.get("options", ())]
    return values + [part["custom_id"] for part in drawn if "custom_id" in part]


def settings(look: Look) -> list[Selection]:
    """Return all settings in both sheets."""
    return [one for sheet in choices(look, ENGLISH).values() for one in sheet]


def with_one(look: Look, setting: str, value: str) -> Look:
    """Return the lobby with another value of one setting."""
    wanted = opening(look.game, with_settings(agreed(look.table), {setting: value}))
    after = {name: getattr(wanted, name) for name in wanted.__struct_fields__}
    return structs.replace(look, table=structs.replace(look.table, **after))


@EACH_GAME
@EACH_LANGUAGE
async def test_lobby_panel_and_forms_fit_discord(game_id: str, language: str) -> None:
    words = with_emojis(language)
    for seats in range(1, max(games()[game_id].seats) + 1):
        look = waiting(game_id, seats, locale=language, turn_s=7200.0)
        assert_fits(board_message(look, words))
        assert_fits(set_up_message(look, words, "⚠️ no"))
        for sheet in SHEETS:
            form = sheet_form(look, sheet, words).to_dict()
            errors = FormErrors()
            ComponentCheck(errors, emojis=(), modal=True).form(form["components"], ("components",))
            assert errors.found == []
            assert 1 <= len(form["title"]) <= 45
            # No heading was cut off to make it fit.
            headings = {part["label"] for part in form["components"]}
            for choice in choices(look, words)[sheet]:
                assert choice.is_check or choice.label in headings
                assert all(len(label) <= 100 for label in (choice.label, *choice.values.values()))


@EACH_GAME
def test_the_panel_offers_its_own_game_s_options_and_no_others(game_id: str) -> None:
    game, look = games()[game_id], waiting(game_id)
    always = {"seats", "turn", "late", "pace", "hints", "rated", "language"}
    found = {choice.setting for choice in settings(look)}
    assert found == always | {option.name for option in game.options}
    told = said(set_up_message(look, ENGLISH))
    for other in games().values():
        key = f"{other.id.replace('-', '_')}.option_"
        names = {option.name for option in other.options} - {option.name for option in game.options}
        assert not [name for name in names if f"{ENGLISH(f'{key}{name}')}: " in told]


@EACH_GAME
def test_all_that_is_offered_can_be_chosen_and_is_shown_then(game_id: str) -> None:
    look = waiting(game_id, 1, when_late=WhenLate.WAIT, turn_s=86400.0)
    for choice in settings(look):
        assert choice.chosen in choice.values
        for value, label in choice.values.items():
            changed = with_one(look, choice.setting, value)
            now = {one.setting: one for one in settings(changed)}
            assert now[choice.setting].chosen == value
            if changed.table.turn_s is not None or choice.setting != "late":
                assert f"{choice.label}: {label}" in said(set_up_message(changed, ENGLISH))


@EACH_GAME
def test_fewer_seats_than_are_taken_are_not_offered(game_id: str) -> None:
    for seats in games()[game_id].seats:
        (players,) = (one for one in settings(waiting(game_id, seats)) if one.setting == "seats")
        assert [value for value in players.values if value.isdecimal() and int(value) < seats] == []


def test_one_button_makes_a_first_game_easier_until_all_that_does_is_chosen() -> None:
    eased = 0
    for game_id, game in games().items():
        look = waiting(game_id)
        mine = f"t:{look.table.id}:set_up:easier"
        for option in game.options:
            if option.easier is None:
                continue
            eased += 1
            assert mine in offered(set_up_message(look, ENGLISH))
            name = ENGLISH(f"{game_id.replace('-', '_')}.option_{option.name}")
            [told] = [
                line for line in said(set_up_message(look, ENGLISH)).split("\n") if "🌱 First game → " in line
            ]
            assert f"{name}: " in told
            look = with_one(look, option.name, option.easier)
        assert mine not in offered(set_up_message(look, ENGLISH))
    assert eased >= 2


def test_what_happens_when_time_runs_out_is_told_only_where_time_runs() -> None:
    for turn_s, is_told in ((None, False), (7200.0, True)):
        told = said(set_up_message(waiting("ru-ra-re", turn_s=turn_s), ENGLISH))
        assert ("When time runs out" in told) == is_told


async def test_a_value_of_an_older_version_may_be_left_as_it_is() -> None:
    form = sheet_form(waiting("ru-ra-re", turn_s=7201.0), TIMES, ENGLISH).to_dict()
    inputs = {part["component"]["custom_id"]: part["component"] for part in form["components"]}
    assert (inputs["turn"]["required"], inputs["turn"]["min_values"]) == (False, 0)
    assert inputs["language"]["required"]
    assert inputs["late"]["required"]


@pytest.mark.parametrize(
    "setting",
    [
        "turn.1y",
        "turn.172800",
        "late.never",
        "pace.warp",
        "language.tlh",
        "language.../x",
        "seats.x",
        "seats.-2",
    ],
)
def test_a_forged_setting_is_refused(setting: str) -> None:
    name, _, value = setting.partition(".")
    with pytest.raises(Refused) as refused:
        with_settings(agreed(waiting("ru-ra-re").table), {name: value})
    assert refused.value.code in ("illegal_option", "unknown_button")


@EACH_GAME
def test_a_stranger_reads_and_joins_and_the_tools_stand_behind_one_button(game_id: str) -> None:
    look = waiting(game_id)
    clicks = [ids.read(one) for one in offered(board_message(look, ENGLISH))]
    verbs = [click.verb for click in clicks if isinstance(click, ids.TableId | ids.OtherId)]
    assert verbs == ["join", "leave", "start", "set_up", "rules", "follow", "learn", "deal"]


@EACH_LANGUAGE
def test_a_lobby_tells_that_the_tables_language_is_set_there(language: str) -> None:
    words = in_language(language)
    assert words("set_up.language").casefold() in words("set_up.hint").casefold()


@EACH_GAME
def test_the_panel_shows_who_sits_there_as_the_lobby_does(game_id: str) -> None:
    """Whoever has just added a computer player sees it at once, by its name and with its level."""
    look = waiting(game_id)
    players = [line for line in said(set_up_message(look, ENGLISH)).split("\n") if "Makemake" in line]
    assert [line.split(" ", 1)[1] for line in players] == ["Makemake 🤖 (computer, Steady)"]
    assert players[0] in said(board_message(look, ENGLISH)).split("\n")
