"""The log of a table: its newest lines, and the number of the others."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cogs.text.language import Localizer
from cogs.views.reading import LINES, log_message
from cogs.views.story_lines import story_lines
from engine.catalogue import games
from engine.game import CHANCE
from locales import in_language
from tables import Kind, SeatInfo
from tables.model.values import Undoing
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


def test_who_is_alone_with_computers_goes_back_without_an_agreement() -> None:
    setup, words = Setup(games()["ru-ra-re"], 2, {}), Localizer(in_language("en"))
    made = next(one for one in random_game(setup, seed=3) if any(event.seen_by(None) for event in one.events))
    others = replace(happened(setup.game.seen(made.events, None)), seat=1)
    back = replace(happened(()), kind=Kind.BACK, seat=0, undoing=Undoing((others,), ""))
    seen = look(setup.game, setup, made.after, None)
    told = {"Ben": "as everyone agreed", "": "goes back to an earlier move. "}
    for name, words_told in told.items():
        other = SeatInfo(1, 2, name, None) if name else SeatInfo(1, None, "", "casual")
        table = replace(seen.table, seats=(SeatInfo(0, 1, "Ana", None), other))
        [line] = story_lines([back], replace(seen, table=table), words)
        assert words_told in line
