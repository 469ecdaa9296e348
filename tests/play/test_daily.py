"""The daily deal as people play it: in a channel for oneself, in direct messages, and compared in the end."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from engine.players.review import QUICKLY
from localdiscord import ShownMessage
from tables import Phase
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening, moves_of, steps_of
from tests.play.pairing import Pairing


@pytest.fixture
async def evening(tmp_path: Path, pairing: Pairing) -> AsyncIterator[Evening]:
    """The bot online, with sealed deals as for people."""
    async with an_evening(tmp_path, seed=None, people=ENGLISH, pairing=pairing) as began:
        yield began


def shown(evening: Evening, name: str, place: str = "games") -> ShownMessage:
    """Return a person's newest ephemeral message in a place."""
    return evening.person(name).ephemeral(place)[-1]


async def asked(evening: Evening, name: str, place: str = "games", **options: str) -> ShownMessage:
    used = await evening.person(name).command("daily", channel=place, **options)
    await evening._finished(used)
    return shown(evening, name, place)


async def play_on(evening: Evening, name: str) -> None:
    """Click the choices of an ephemeral panel until the game is over."""
    who, clicks = evening.person(name), 0
    tables = [one for one in await evening.tables.tables_of(who.id) if one.shared]
    table = tables[0].id
    while (await evening.tables.table(table)).phase is Phase.RUNNING:
        panel = shown(evening, name)
        offered = [*moves_of(panel), *steps_of(panel)]
        if not offered:
            async with asyncio.timeout(PATIENCE_S):
                await evening.discord.until(lambda: moves_of(shown(evening, name)), timeout_s=PATIENCE_S)
            continue
        clicks += 1
        await evening._finished(await who.click(panel, custom_id=offered[clicks % len(offered)]))
        await evening.settled()


async def test_a_deal_is_played_for_oneself_and_its_result_is_posted(evening: Evening) -> None:
    daily = await asked(evening, "Ana", day="2026-11-26")
    assert "This day is over" in daily.text or "Everyone gets this same deal" in daily.text
    daily = await asked(evening, "Ana")
    assert "Everyone gets this same deal." in daily.text
    assert [button.label for button in daily.buttons] == ["Play", "Rules", "My first game", "◀ Previous day"]
    before = len(evening.person("Ben").messages("games"))
    await evening.press("Ana", "Play", daily)
    await evening.settled()
    await play_on(evening, "Ana")
    await evening.press("Ana", "Results of the day", shown(evening, "Ana"))
    result = shown(evening, "Ana")
    assert "You scored " in result.text
    assert "1 person has played" in result.text
    assert "🔥 1-day streak · ❄️ you can miss 2 more days" in result.text
    assert len(evening.person("Ben").messages("games")) == before  # Nobody else saw any of it.
    # However often it is pressed, also in a moment, the result is posted once.
    ana = evening.person("Ana")
    for used in [await ana.click(result, "Post my result") for _ in range(2)]:
        await evening._finished(used)
    [told] = await evening.press("Ana", "Post my result", result)
    [posted] = [one for one in evening.person("Ben").messages("games") if "Daily deal, " in one.text]
    assert told.startswith("[You've already posted your result here.](")
    assert told.endswith(f"/{posted.id})")
    assert "points" in posted.text
    assert re.search(r" · against \d computers? \(", posted.text)
    assert "shuffle" not in posted.text
    await evening.press("Ben", "Play this deal", posted)
    assert "Everyone gets this same deal." in shown(evening, "Ben").text
    # Once it is deleted, it can be posted again.
    evening.discord.delete_message(posted.message)
    assert await evening.press("Ana", "Post my result", result) == []
    assert "Daily deal, " in evening.person("Ben").messages("games")[-1].text
    # The best games are watched without names, once the own try is over.
    [best] = result.selects
    [label] = dict(best.options)
    assert label.startswith("1. ")
    await evening.press("Ana", label, result)
    replay = shown(evening, "Ana")
    assert replay.id != result.id
    assert "Replay" in replay.text
    await evening.press("Ana", "Last ⏭", replay)
    assert "Ana" not in shown(evening, "Ana").text
    bens = shown(evening, "Ben")
    assert not bens.selects
    for forged in (dict(best.options)[label], dict(best.options)[label] + "x"):
        [refused] = await evening.forge("Ben", bens, forged)
        assert refused == "Finish your own game first. Then you can see the best ones."
    assert await evening.forge("Ana", result, dict(best.options)[label] + "x") == []  # The list is renewed.


async def test_nobody_practises_a_deal_before_their_try(evening: Evening) -> None:
    daily = await asked(evening, "Ana")
    day = datetime.fromtimestamp(evening.discord.clock.now(), UTC).date().isoformat()
    await evening.forge("Ana", daily, f"o:daily:{day}.again")
    [table] = await evening.tables.tables_of(evening.person("Ana").id)
    assert table.is_compared


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-02-30", "I can't read that date."),
        ("9" * 1000, "I can't read that date."),
        ("2099-01-01", "That day hasn't started where you are."),
        ("2020-01-01", "Daily deals start on 2026-01-01."),
    ],
)
async def test_a_day_that_does_not_exist_is_told(evening: Evening, day: str, said: str) -> None:
    daily = await asked(evening, "Ana", day=day)
    assert said in daily.text


async def test_once_a_day_is_over_a_costly_move_of_it_is_a_puzzle_without_names(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.reviews.budgets", lambda first: (QUICKLY,))
    now = datetime.fromtimestamp(evening.discord.clock.now(), UTC)
    day = now.date().isoformat()
    daily = await asked(evening, "Ana")
    assert "Puzzle" not in [button.label for button in daily.buttons]
    await evening.press("Ana", "Play", daily)
    await evening.settled()
    await play_on(evening, "Ana")
    bens = await asked(evening, "Ben", day="2026-01-01")
    assert "Puzzle" not in [button.label for button in bens.buttons]  # Nobody has played on that day.
    bens = await asked(evening, "Ben", day=day)
    told = await evening.forge("Ben", bens, f"o:daily:{day}.puzzle")
    assert told[-1].startswith("This day's puzzle will be ready once")
    evening.discord.clock.advance(3 * 86_400)
    daily = await asked(evening, "Ben", day=day)
    assert [button.label for button in daily.buttons][:2] == ["Practise", "Puzzle"]
    await evening.press("Ben", "Puzzle", daily)
    plan = evening.tables.daily.plan(date.fromisoformat(day))
    found = await evening.tables.daily.puzzle(plan)
    assert found is not None
    table, ben = found.table_id, evening.person("Ben")
    await evening.keeper(table).tables.reviews.made(table)
    await evening.press("Ben", "Puzzle", shown(evening, "Ben"))
    for tried in range(30):
        puzzle = shown(evening, "Ben")
        assert "Ana" not in puzzle.text
        offered = moves_of(puzzle) or steps_of(puzzle)
        if not offered:
            break
        await evening._finished(await ben.click(puzzle, custom_id=offered[tried % len(offered)]))
    answer = shown(evening, "Ben")
    assert "Ana" not in answer.text
    assert not moves_of(answer)
    await evening.press("Ben", "Results of the day", answer)
    assert "This day is over" in shown(evening, "Ben").text
    told = await evening.forge("Ben", answer, f"t:{table}:log")
    assert told[-1].startswith("I can't find that table.")
