"""The log of a table: its newest lines, and the number of the others."""

from __future__ import annotations

from typing import Any

from cogs.text.language import Localizer
from cogs.views.reading import LINES, log_message
from cogs.views.story_lines import story_lines
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language
from tests.cogs.test_screens import happened, look, parts
from tests.engine.seeded import Setup, random_game


def content(shown: list[dict[str, Any]]) -> list[str]:
    """Return the lines of a message's texts."""
    return "\n".join(part["content"] for part in shown if "content" in part).split("\n")


def test_it_counts_all_lines_that_it_leaves_out() -> None:
    setup, words = Setup(games()["rapa-nui-cards"], 2, {}), Localizer(in_language("en"))
    played = [one for one in random_game(setup, seed=3) if one.seat != CHANCE]
    logged = [happened(setup.game.seen(one.events, None)) for one in played]
    over = look(setup.game, setup, played[-1].after, None)
    told = story_lines(logged, over, words)
    assert len(told) > 2 * LINES
    shown = parts(log_message(over, logged, words, None).to_components())
    _, left_out, *lines = content(shown)
    assert left_out == f"-# {len(told) - LINES} earlier lines aren't shown."
    assert lines[-1] == told[-1].split("\n")[-1]


def test_earlier_pages_follow_one_another_without_a_gap() -> None:
    setup, words = Setup(games()["rapa-nui-cards"], 2, {}), Localizer(in_language("en"))
    played = [one for one in random_game(setup, seed=3) if one.seat != CHANCE]
    logged = [happened(setup.game.seen(one.events, None)) for one in played]
    over = look(setup.game, setup, played[-1].after, None)
    read: list[str] = []
    end: int | None = 0
    while end is not None:
        shown = parts(log_message(over, logged, words, None, end=end).to_components())
        _, *lines = content(shown)
        read = [line for line in lines if "aren't shown" not in line] + read
        earlier = [part["custom_id"] for part in shown if part.get("label") == "◀ Earlier"]
        assert ("Newest ▶" in [part.get("label") for part in shown]) is bool(end)
        end = int(earlier[0].rpartition(":")[2]) if earlier else None
    assert read == "\n".join(story_lines(logged, over, words)).split("\n")
