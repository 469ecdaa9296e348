"""Calls on a locked phone: sentences with public facts only, in plain text that needs no client."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from functools import partial

import pytest
from msgspec import structs

from cogs.games import screens
from cogs.text.language import Localizer, catalogue
from cogs.text.names import written_table_name
from cogs.views import calls
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language, languages, sentences
from tables import Kind, Look
from tables.model.values import TurnClock
from tests.cogs.test_screens import HIDING, REARRANGED, look
from tests.engine.seeded import Setup, few_setups, random_game

NOW = datetime.datetime(2026, 7, 1, 12, 0, tzinfo=datetime.UTC).timestamp()  # A Wednesday.
HOUR_S, DAY_S = 3600.0, 24 * 3600.0
NEW = (Kind.PROPOSE, Kind.WARN, Kind.OFFER)
MARKS = ("**", "<t:", "<:", "-# ", "`", "{", "}", "  ")
MOST = 2000


def asked_everything(seen: Look) -> Look:
    """Return a spectator's look at a table with all kinds of open questions."""
    seats = tuple(structs.replace(info, offered_to=10**19 + 9) for info in seen.table.seats)
    return structs.replace(
        seen,
        table=structs.replace(seen.table, seats=seats),
        closes_at=NOW + 7 * DAY_S,
        clocks=timed(seen, DAY_S),
    )


def timed(seen: Look, seconds: float) -> dict[int, TurnClock]:
    """Return clocks, for all seats that must decide, which run out in `seconds`."""
    return {
        seat: TurnClock(seat, NOW, NOW + seconds, is_late=False, away_until=None, called_at=NOW)
        for seat in seen.to_move
    }


def all_calls(seen: Look, words: Localizer) -> Iterator[str]:
    """Yield every sentence that calls can contain for a look."""
    for seat in seen.to_move:
        for zone in ("UTC", "Europe/Berlin"):
            for is_reminder in (False, True):
                yield calls.to_turn(seen, seat, NOW, words, zone, is_reminder=is_reminder)
        yield calls.reminder_in_thread(seen, seat, NOW, words)
    yield calls.in_thread(seen, seen.to_move, NEW, NOW, words)
    for is_first in (False, True):
        yield calls.to_follower(seen, words, is_first=is_first)


@pytest.mark.parametrize("setup", few_setups(), ids=str)
def test_every_sentence_reads_as_plain_text_in_every_language(setup: Setup) -> None:
    for number, played in enumerate(random_game(setup, seed=5)):
        seen = asked_everything(look(setup.game, setup, played.after, None))
        if CHANCE in setup.game.to_move(played.after):
            continue
        for sentence in all_calls(seen, Localizer(in_language(languages()[number % len(languages())]))):
            assert 0 < len(sentence) <= MOST
            assert [mark for mark in MARKS if mark in sentence] == [], sentence


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game_id", sorted(games()))
def test_a_call_says_the_task_to_its_players_and_all_else_says_it_of_them(
    game_id: str, language: str
) -> None:
    words, game = Localizer(in_language(language)), games()[game_id]
    setup = Setup(game, max(game.seats), {})
    for state in (played.after for played in random_game(setup, seed=5)):
        if CHANCE in game.to_move(state) or game.result(state) is not None:
            continue
        seen = asked_everything(look(game, setup, state, None))
        task = screens()[game_id].task(seen.observation, words)
        yours = partial(screens()[game_id].your_task, seen.observation, words)
        seat, several = seen.to_move[0], len(seen.to_move)
        assert yours() in calls.to_turn(seen, seat, NOW, words, "UTC", is_reminder=False)
        assert yours() in calls.in_thread(seen, [seat], (), NOW, words)
        assert yours(several) in calls.in_thread(seen, seen.to_move, (), NOW, words)
        assert task in calls.to_follower(seen, words, is_first=False)
        if language in ("en", "de", "ja"):  # In the others the imperative may be the third person.
            assert task not in calls.in_thread(seen, [seat], (), NOW, words)


@pytest.mark.parametrize(("seats", "called"), [([0], "du bist am Tisch"), ([0, 1], "ihr seid am Tisch")])
def test_several_players_are_called_in_the_plural(seats: list[int], called: str) -> None:
    words, game = Localizer(in_language("de")), games()["ru-ra-re"]
    setup = Setup(game, 2, {})
    state = next(one.after for one in random_game(setup, seed=5) if CHANCE not in game.to_move(one.after))
    assert called in calls.in_thread(look(game, setup, state, None), seats, (), NOW, words)


@pytest.mark.parametrize("game_id", sorted(games()))
def test_each_task_of_a_player_has_words_to_them(game_id: str) -> None:
    keys = sentences("en")[catalogue(game_id)]
    of_nobody = {"task_draw_first", "task_draw_order", "task_shuffle", "task_over"}
    said = {key for key in keys if re.match("task(_|$)", key)} - of_nobody
    assert {key for key in keys if key.startswith("your_task")} == {f"your_{key}" for key in said}


@pytest.mark.parametrize("language", languages())
def test_sentences_of_a_thread_are_known_from_all_else_that_is_said_there(language: str) -> None:
    words = Localizer(in_language(language))
    setup = few_setups()[0]
    states = (played.after for played in random_game(setup, seed=5))
    state = next(one for one in states if CHANCE not in setup.game.to_move(one))
    seen = asked_everything(look(setup.game, setup, state, None))
    others = structs.replace(seen.table, name="Freitag")
    said = [calls.in_thread(seen, seen.to_move, (), NOW, words)]
    said += [calls.in_thread(seen, (), (kind,), NOW, words) for kind in (Kind.WARN, Kind.OFFER)]
    said += [calls.reminder_in_thread(seen, seat, NOW, words) for seat in seen.to_move]
    assert len(said) >= 4
    for one in said:
        assert calls.of_thread(seen.table, words).search(one), one
        assert not calls.of_thread(others, words).search(one), one
    name = written_table_name(seen.table)
    of_no_call = (
        words("table.dm_closed", who="<@1>", button=name),
        words("table.again_call", who="<@1>", table=name, channel="<#2>", others="<@3> <@4>"),
    )
    for one in of_no_call:
        assert not calls.of_thread(seen.table, words).search(one), one


@pytest.mark.parametrize("game_id", HIDING)
def test_two_games_that_differ_in_secrets_are_called_to_with_the_same_words(game_id: str) -> None:
    compared, game = 0, games()[game_id]
    for seats in game.seats:
        setup = Setup(game, seats, {})
        for played in random_game(setup, seed=34):
            other = REARRANGED[game_id](played.after, None, 8)
            if CHANCE in game.to_move(played.after) or other == played.after:
                continue
            words = Localizer(in_language(languages()[compared % len(languages())]))
            both = [asked_everything(look(game, setup, one, None)) for one in (played.after, other)]
            assert list(all_calls(both[0], words)) == list(all_calls(both[1], words))
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("hours", "zone", "said"),
    [
        (24, "UTC", "Time left: 1 day."),
        (23.999, "UTC", "Time left: 1 day."),
        (23.5, "UTC", "Time left: 23 hours."),
        (7 * 24, "UTC", "Time left: 7 days."),
        (0.5, "UTC", "Time left: 30 minutes."),
        (0.001, "UTC", "Time left: 1 minute."),
        (2, "Europe/Berlin", "You have until 4:00\u202fPM today."),
        (24, "Europe/Berlin", "You have until 2:00\u202fPM tomorrow."),
        (48, "Pacific/Auckland", "You have until 12:00\u202fAM on Saturday, July 4, 2026."),
        (11, "Pacific/Auckland", "You have until 11:00\u202fAM today."),
        (-1, "UTC", ""),
    ],
)
def test_the_time_left_is_said_by_one_s_own_clock_where_that_is_known(
    hours: float, zone: str, said: str
) -> None:
    setup = few_setups()[0]
    played = next(one for one in random_game(setup, seed=5) if CHANCE not in setup.game.to_move(one.after))
    seen = look(setup.game, setup, played.after, None)
    words, seats = Localizer(in_language("en")), seen.to_move
    seen = structs.replace(seen, clocks=timed(seen, hours * HOUR_S))
    assert calls.time_left(seen, seats, NOW, words, zone) == said
    held = structs.replace(seen, table=structs.replace(seen.table, held=True))
    assert calls.time_left(held, seats, NOW, words, zone) == ""


@pytest.mark.parametrize("setup", few_setups()[:1], ids=str)
def test_japanese_sentences_have_japanese_full_stops_and_no_space_between_them(setup: Setup) -> None:
    words = Localizer(in_language("ja"))
    for played in list(random_game(setup, seed=5))[20:40]:
        if CHANCE in setup.game.to_move(played.after):
            continue
        seen = asked_everything(look(setup.game, setup, played.after, None))
        for sentence in all_calls(seen, words):
            assert [mark for mark in ("。 ", " 。", "。。", "、 ", ".") if mark in sentence] == [], sentence
            assert sentence.endswith(("。", "？"))
