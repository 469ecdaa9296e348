"""A person's list of tables keeps Discord's limits, even with many tables and long names."""

from __future__ import annotations

import pytest

from cogs.views.my_games import PAGE, Entry, games_message
from engine.catalogue import games
from engine.game import CHANCE
from locales import languages
from tables import Follower, Refused, What
from tests.cogs.test_screens import HIDING, REARRANGED, assert_fits, look, parts, with_emojis
from tests.engine.seeded import Setup, random_game

URL = f"https://discord.com/channels/{'1' * 20}/{'2' * 20}/{'3' * 20}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game_id", games())
async def test_every_page_fits_discord(game_id: str, language: str) -> None:
    game, words = games()[game_id], with_emojis(language)
    setup = Setup(game, max(game.seats), {})
    state = next(
        played.after for played in random_game(setup, seed=2) if CHANCE not in game.to_move(played.after)
    )
    table = look(game, setup, state, 0)
    server = "x" * 100
    entry = Entry(table.table, table, None, URL, server)
    watched = Entry(
        table.table,
        look(game, setup, state, None),
        None,
        URL,
        server,
        Follower("z" * 13, 10**18, What.TURNS, 1, 1),
    )
    broken = Entry(table.table, None, Refused("table_damaged", table="z" * 13, number=1), None, server)
    for found in ([entry] * 20, [entry] * 3 + [watched] * 20, [broken] * 20, [watched]):
        pages = (len(found) - 1) // PAGE + 1
        for number in range(-1, pages + 4):
            view = games_message(found, number, words)
            drawn = [part for part in parts(view.to_components()) if "custom_id" in part]
            turning = [part["custom_id"] for part in drawn if part["custom_id"].startswith("o:games")]
            assert len(turning) == len(set(turning)) == (2 if pages > 1 else 0)
            # The same table stands there many times here, so its ids do too.
            assert len(view.walk_children()) <= 40
            assert view.content_length() <= 4000


@pytest.mark.parametrize("game_id", HIDING)
async def test_the_list_is_the_same_for_two_games_that_differ_in_secrets(game_id: str) -> None:
    game, words = games()[game_id], with_emojis("en")
    setup = Setup(game, max(game.seats), {})
    for played in random_game(setup, seed=5):
        if CHANCE in game.to_move(played.after) or not game.to_move(played.after):
            continue
        other = REARRANGED[game_id](played.after, 0, 8)
        shown = [
            games_message([Entry(one.table, one, None, URL, "")], 0, words).to_components()
            for one in (look(game, setup, state, 0) for state in (played.after, other))
        ]
        assert shown[0] == shown[1]


def test_nothing_is_left_unsaid_to_who_has_no_table() -> None:
    assert_fits(games_message([], 0, with_emojis("de")))
