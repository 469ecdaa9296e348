"""Messages to followers: they keep Discord's limits, and don't differ if only a game's secrets do."""

from __future__ import annotations

import pytest

from cogs.discord_io.attachments import without_pictures
from cogs.text.language import Localizer
from cogs.views.board import board_message
from cogs.views.follow import LINES, choice_message, follower_message, since_then
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language
from tables import Follower, Kind, LogEntry, What
from tests.cogs.test_screens import (
    HIDING,
    REARRANGED,
    SETUPS,
    SPOKEN_SETUPS,
    assert_fits,
    look,
    parts,
    with_emojis,
)
from tests.engine.seeded import Setup, random_game

URL = f"https://discord.com/channels/{'1' * 60}"


@pytest.mark.slow
@SPOKEN_SETUPS
async def test_a_follower_s_messages_fit_discord_however_much_has_happened(
    setup: Setup, language: str
) -> None:
    game, words = setup.game, with_emojis(language)
    story: list[LogEntry] = []
    for place, played in enumerate(random_game(setup, seed=8)):
        seen = game.seen(played.events, None)
        story.append(
            LogEntry(place, Kind.MOVE, played.seat, seen, "", taken_back=False, by_hand=True, at=0.0)
        )
        if CHANCE in game.to_move(played.after) or (place % 11 and game.to_move(played.after)):
            continue
        now = look(game, setup, played.after, None)
        for is_first in (True, False):
            view = follower_message(now, What.TURNS, story, words, URL, is_first=is_first)
            assert_fits(view)
            assert_fits(without_pictures(view))
        assert_fits(choice_message(now.table, Follower("z", 1, What.END, 1, 1), words))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", HIDING)
async def test_a_follower_sees_the_same_of_two_games_that_differ_in_secrets(game_id: str) -> None:
    compared, game, words = 0, games()[game_id], Localizer(in_language("en"))
    for seats in game.seats:
        setup = Setup(game, seats, {})
        story: list[LogEntry] = []
        for place, played in enumerate(random_game(setup, seed=12)):
            seen = game.seen(played.events, None)
            story.append(
                LogEntry(place, Kind.MOVE, played.seat, seen, "", taken_back=False, by_hand=True, at=0.0)
            )
            state = played.after
            if CHANCE in game.to_move(state) or not game.to_move(state):
                continue
            other = REARRANGED[game_id](state, None, 8)
            compared += other != state
            drawn = [
                follower_message(look(game, setup, one, None), What.TURNS, story, words, URL, is_first=False)
                for one in (state, other)
            ]
            assert drawn[0].digest == drawn[1].digest
    assert compared > 20


@pytest.mark.slow
@SETUPS
async def test_a_follower_sees_the_board_of_the_channel_and_can_press_nothing_of_it(setup: Setup) -> None:
    words = Localizer(in_language("en"))
    for played in list(random_game(setup, seed=3))[::-3]:
        if CHANCE in setup.game.to_move(played.after):
            continue
        now = look(setup.game, setup, played.after, None)
        view = follower_message(now, What.END, [], words, None, is_first=False)
        board = parts(board_message(now, words).to_components())
        mine = parts(view.to_components())
        for kind in (10, 12):  # Texts and pictures.
            assert [part for part in mine if part["type"] == kind] == [
                part for part in board if part["type"] == kind
            ]
        goes_on = bool(setup.game.to_move(played.after))
        pressed = [part["custom_id"] for part in mine if "custom_id" in part]
        assert pressed == ([f"t:{'z' * 13}:follow:stop"] if goes_on else [])


def test_the_newest_lines_stand_there_with_a_word_on_the_others() -> None:
    words = Localizer(in_language("en"))
    assert since_then([], 1000, words) == []
    assert since_then(["a"], 1000, words) == ["-# Since the last message:", "a"]
    many = [f"line {number}" for number in range(LINES + 3)]
    heading = ["-# Since the last message:", "-# 3 earlier lines aren't shown."]
    assert since_then(many, 1000, words) == [*heading, *many[3:]]
    assert since_then(["x" * 500, "y"], 100, words)[1:] == ["-# 1 earlier line isn't shown.", "y"]
