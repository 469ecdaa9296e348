"""Messages of replays: they keep Discord's limits, and each button leads to a frame."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.text import ids
from cogs.text.ids import FilePosition, ReplayPosition
from cogs.text.language import Localizer, catalogue
from cogs.text.ui import MOST_OPTIONS
from cogs.views.replay import OpenReplay, ReplaySource, replay_message, where
from engine.record import Ply, Record
from locales import in_language, languages
from tables import Replay, SeatInfo
from tables.model.limits import TABLE_NAME_LENGTH
from tables.views.replay import of_record
from tests.cogs.test_screens import SETUPS, SNOWFLAKE, SPOKEN_SETUPS, assert_fits, parts
from tests.engine.seeded import Setup, all_setups, random_game

TABLE = ReplaySource(table="z" * 13)
FILE = ReplaySource(file="f" * 16)


def replay(setup: Setup, *, is_open: bool) -> Replay:
    """Return the replay of a random game, with the longest possible names."""
    game = setup.game
    moves = tuple(Ply(played.seat, game.write_move(played.move)) for played in random_game(setup, seed=5))
    seats = tuple(SeatInfo(seat, SNOWFLAKE + seat, "Wer auch immer" * 2, None) for seat in range(setup.seats))
    record = Record(game.id, game.rules_version, setup.seats, game.chosen_options(setup.options), moves)
    return of_record(game, record, seats, is_open)


def drawn(
    shown: Replay, source: ReplaySource, number: int, language: str = "en", content: bytes = b"", **how: Any
) -> list[dict[str, Any]]:
    name = "W" * TABLE_NAME_LENGTH if source.table else ""
    opened = OpenReplay(shown, source, name, content)
    view = replay_message(opened, number, Localizer(in_language(language)), **how)
    assert_fits(view)
    return parts(view.to_components())


def turn_shown(shown: Replay, number: int) -> int:
    """Return the turn in the heading of a frame."""
    found = re.search(r"(?:Turn|Round) (\d+)", where(shown, number, Localizer(in_language("en"))))
    assert found is not None
    return int(found[1])


def stops(message: list[dict[str, Any]]) -> dict[str, ReplayPosition]:
    """Return the position to which each enabled button leads, by the button's step."""
    found: dict[str, ReplayPosition] = {}
    for part in message:
        if part["type"] == 2 and not part["disabled"]:
            clicked = ids.read(part["custom_id"])
            assert isinstance(clicked, ids.TableId | ids.OtherId)
            if clicked.verb == "replay":
                is_file = isinstance(clicked, ids.OtherId)
                stop = (
                    FilePosition.parse(clicked.detail).stop
                    if is_file
                    else ReplayPosition.parse(clicked.detail)
                )
                found[stop.step] = stop
    return found


@pytest.mark.slow
@SPOKEN_SETUPS
def test_every_frame_fits_discord(setup: Setup, language: str) -> None:
    for is_open in (False, True):
        shown = replay(setup, is_open=is_open)
        for number in range(0, len(shown.frames), 7):
            drawn(shown, TABLE, number, language, is_playing=bool(number % 2))
            drawn(shown, FILE, number, language, content=b"{}")
        drawn(shown, TABLE, len(shown.frames) - 1, language)


@SETUPS
def test_the_buttons_lead_through_the_whole_film_and_back(setup: Setup) -> None:
    shown = replay(setup, is_open=False)
    last = len(shown.frames) - 1
    number, seen = 0, [0]
    while "next" in (offered := stops(drawn(shown, TABLE, number))):
        number = offered["next"].frame
        seen.append(number)
    assert seen == list(range(last + 1))
    at_the_end = stops(drawn(shown, TABLE, last))
    assert (at_the_end["first"].frame, at_the_end["back"].frame) == (0, last - 1)
    assert at_the_end["play"].frame == 0
    assert not {"next", "stop", "last"} & set(at_the_end)
    at_the_start = stops(drawn(shown, FILE, 0))
    assert at_the_start["last"].frame == last
    assert not {"first", "back"} & set(at_the_start)
    in_between = stops(drawn(shown, TABLE, 9, is_playing=True))
    assert in_between["stop"].frame == 9
    opened = ReplayPosition("mode", 9, is_open=True) if setup.game.hides else None
    assert in_between.get("mode") == opened


@SETUPS
def test_the_menu_jumps_to_turns_and_says_where_one_is(setup: Setup) -> None:
    shown = replay(setup, is_open=True)
    for number in (*range(0, len(shown.frames), 5), len(shown.frames) - 1):
        menu = next(part for part in drawn(shown, TABLE, number) if part["type"] == 3)
        values = [int(option["value"]) for option in menu["options"]]
        assert len(values) <= MOST_OPTIONS
        assert values == sorted(set(values))
        assert (values[0], values[-1]) == (0, len(shown.frames) - 1)
        current = [int(option["value"]) for option in menu["options"] if option.get("default")]
        assert current == [max(value for value in values if value <= number)]
        [label] = [option["label"] for option in menu["options"] if option.get("default")]
        if 0 < number < len(shown.frames) - 1:
            first, *more = map(int, re.findall(r"\d+", label))
            assert first <= turn_shown(shown, number) <= (more or [first])[0]
        for option in menu["options"]:
            assert 1 <= len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
            assert "<" not in option["label"] + (option.get("description") or "")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game_id", "said"), [("rapa-nui-board", "round"), ("ru-ra-re", "told_turn")])
def test_a_replay_calls_turns_as_the_game_does_elsewhere(game_id: str, said: str, language: str) -> None:
    setup = next(one for one in all_setups() if one.game.id == game_id)
    shown, words = replay(setup, is_open=True), Localizer(in_language(language))
    menu = next(part for part in drawn(shown, TABLE, 1, language) if part["type"] == 3)
    own = words(f"{catalogue(game_id)}.{said}", n=1).rstrip(".。")
    assert where(shown, 1, words).startswith(f"-# {own} · ")
    assert menu["options"][1]["label"] == own


@pytest.mark.parametrize(
    ("language", "turn"),
    [
        ("en", "Turn 1"),
        ("de", "Zug 1"),
        ("es", "Turno 1"),
        ("fr", "Tour 1"),
        ("it", "Turno 1"),
        ("ja", "1手番目"),
    ],
)
def test_the_turns_of_the_card_game_are_each_one_player_s(language: str, turn: str) -> None:
    setup = next(one for one in all_setups() if one.game.id == "rapa-nui-cards")
    said = where(replay(setup, is_open=True), 1, Localizer(in_language(language)))
    assert said.startswith(f"-# {turn} · ")
    # In German a turn and a move of it are easily called the same.
    assert said.count(turn.partition(" ")[0]) == 1


@pytest.mark.slow
@SETUPS
def test_only_an_open_film_says_what_was_laid_face_down(setup: Setup) -> None:
    def told(is_open: bool) -> str:
        shown = replay(setup, is_open=is_open)
        words = Localizer(in_language("en"))
        opened = OpenReplay(shown, TABLE)
        views = [replay_message(opened, number, words) for number in range(opened.last)]
        every = [part for view in views for part in parts(view.to_components())]
        return str(every)

    if setup.game.id == "rapa-nui-cards":
        assert "lays a card face down" in told(is_open=False)
        opened = told(is_open=True)
        assert "lays a card face down" not in opened
        assert "face down on the stone" in opened


@SETUPS
def test_who_jumps_to_a_turn_is_there_and_the_menu_offers_the_same_everywhere(setup: Setup) -> None:
    shown = replay(setup, is_open=True)
    offered = set()
    for number in range(0, len(shown.frames), 9):
        menu = next(part for part in drawn(shown, TABLE, number) if part["type"] == 3)
        offered.add(str([(option["label"], option["value"]) for option in menu["options"]]))
    assert len(offered) == 1
    for option in menu["options"][1:-1]:
        assert turn_shown(shown, int(option["value"])) == int(re.findall(r"\d+", option["label"])[0])
