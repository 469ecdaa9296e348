"""Reviews through the real discord.py: their progress at once, and the whole when it is ready."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from engine.players.review import QUICKLY
from localdiscord import ShownMessage
from pictures import Scene
from tables import Person
from tables.verbs.seat_changes import conceded
from tests.play.evening import PATIENCE_S, Evening, an_evening
from tests.play.thumbnails import thumbnail

pytestmark = pytest.mark.slow

LOOKING = "⏳"


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten all thinking."""
    monkeypatch.setattr("tables.reviews.budgets", lambda first: (QUICKLY,))


async def ended(evening: Evening) -> ShownMessage:
    """Play a game of Ana and Ben to its end; return the board."""
    await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.play_to_the_end("Ana", "Ben")
    await evening.settled()
    await evening.discord.until(lambda: "Review" in labels(evening.board()), timeout_s=PATIENCE_S)
    return evening.board()


def labels(message: ShownMessage) -> list[str | None]:
    return [button.label for button in message.buttons]


def latest(evening: Evening, name: str) -> ShownMessage:
    return evening.person(name).ephemeral("games")[-1]


async def reviewed(evening: Evening, name: str) -> ShownMessage:
    """Return a person's review, once it is ready."""
    await evening.discord.until(lambda: LOOKING not in latest(evening, name).text, timeout_s=PATIENCE_S)
    return latest(evening, name)


class Gate:
    """Delays all judging of moves until it is opened."""

    def __init__(self, evening: Evening) -> None:
        self.open = asyncio.Event()
        self.asked = 0
        for one in evening.workers:
            self._hold(one.tables.reviews._thinking)

    def _hold(self, thinking: Any) -> None:
        judge = thinking.judge

        async def held(*args: object, **how: object) -> object:
            self.asked += 1
            await self.open.wait()
            return await judge(*args, **how)

        thinking.judge = held


async def test_it_says_how_far_it_is_and_shows_the_rest_in_the_same_message(evening: Evening) -> None:
    evening.send_to(0)  # Each makes reviews of its own.
    board = await ended(evening)
    gate = Gate(evening)
    await evening.press("Dao", "Review", board)
    await evening.press("Dao", "Look again", latest(evening, "Dao"))
    waiting = latest(evening, "Dao")
    assert "0 of " in waiting.text
    assert labels(waiting) == ["Look again"]
    await evening.discord.until(lambda: waiting.attachments, timeout_s=PATIENCE_S)
    assert len(evening.person("Dao").ephemeral("games")) == 1
    [alt] = waiting.alt_texts
    assert re.search(r"Rounds? \d+", alt)
    gate.open.set()
    ready = await reviewed(evening, "Dao")
    assert ready.id == waiting.id
    assert alt in ready.alt_texts[0]
    assert re.search(r"At the end, .* (ahead|level)\.", ready.text)
    told = len(re.findall(r"^Better: ", ready.text, re.MULTILINE))
    assert 1 <= told <= 3
    assert len(re.findall(r"^Played: .* chooses row \d \(.+\)$", ready.text, re.MULTILINE)) == told
    assert labels(ready) == [
        label for number in range(1, told + 1) for label in ("Find the better move", f"Show move {number}")
    ]
    # Once more, and in one's own language: at once.
    asked = gate.asked
    await evening.press("Ana", "Review", board)
    assert LOOKING not in latest(evening, "Ana").text
    assert gate.asked == asked
    assert not any("Review" in one.text for one in evening.person("Cleo").ephemeral("games"))
    # From there to the replay, which comes in a message of its own.
    await evening.press("Dao", "Show move 1", ready)
    shown = latest(evening, "Dao")
    assert shown.id != ready.id
    turn = re.search(r"\*\*1\.\*\* Round (\d+)", ready.text)
    assert turn is not None
    assert f"Round {turn[1]} · " in shown.text
    played = re.search(r"^Played: .*(row \d) \(", ready.text, re.MULTILINE)
    assert played is not None
    assert f"chooses {played[1]}" in shown.text
    assert len(evening.person("Dao").ephemeral("games")) == 2
    # What is known of a game names nobody.
    ana = evening.person("Ana")
    await evening.tables.forget_person(ana.id)
    await evening.settled()
    await evening.press("Dao", "Review", evening.board())
    anew = latest(evening, "Dao")
    assert gate.asked == asked
    assert not any(name in told for name in ("Ana", str(ana.id)) for told in (anew.text, *anew.alt_texts))
    assert anew.attachments[0]["filename"] != ready.attachments[0]["filename"]


@pytest.mark.only_with("one process", "each makes reviews of its own")
async def test_one_for_which_there_was_no_time_says_so_and_goes_on_when_it_is_asked_for_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await ended(evening)
    with monkeypatch.context() as busy:
        busy.setattr("tables.reviews.MOST_S", -1.0)
        await evening.press("Dao", "Review", board)
        unfinished = await reviewed(evening, "Dao")
    assert "only checked 0 of " in unfinished.text
    assert "Well played" not in unfinished.text
    assert labels(unfinished) == ["Look again"]
    await evening.press("Dao", "Look again", unfinished)
    ready = await reviewed(evening, "Dao")
    assert ready.id == unfinished.id
    assert "Better: " in ready.text
    assert "Only " not in ready.text


async def test_it_answers_before_its_picture_is_drawn_so_that_discord_lets_it_be_edited(
    tmp_path: Path,
) -> None:
    drawn = Event()

    def draw(scene: Scene) -> bytes:
        if any(placed.role == "curve/0" for placed in scene.placed):
            drawn.wait(PATIENCE_S)
        return thumbnail(scene)

    async with an_evening(tmp_path, draw=draw, people=["Ana", "Ben"]) as evening:
        board = await ended(evening)
        try:
            await evening.press("Ana", "Review", board)
            shown = latest(evening, "Ana")
            assert (LOOKING in shown.text, shown.attachments) == (True, [])
            assert "At the end" in shown.text
        finally:
            drawn.set()
        ready = await reviewed(evening, "Ana")
        assert ready.id == shown.id
        assert "Better: " in ready.text
        assert len(ready.attachments) == 1


@pytest.mark.only_with("one process", "each makes reviews of its own")
async def test_after_a_failure_or_a_restart_the_next_click_begins_anew(evening: Evening) -> None:
    board = await ended(evening)
    thinking = evening.tables.reviews._thinking
    judge = thinking.judge

    async def fails(*args: object, **how: object) -> object:
        raise ValueError("a fault of ours")

    thinking.judge = fails  # type: ignore[method-assign,assignment]
    await evening.press("Dao", "Review", board)
    failed = await reviewed(evening, "Dao")
    assert "couldn't review this game" in failed.text
    thinking.judge = judge  # type: ignore[method-assign]
    Gate(evening)
    await evening.press("Dao", "Look again", failed)
    assert LOOKING in latest(evening, "Dao").text
    await evening.end()
    await evening.begin()
    await evening.press("Dao", "Look again", latest(evening, "Dao"))
    assert "Better: " in (await reviewed(evening, "Dao")).text


async def test_a_game_that_is_not_over_or_was_given_up_has_none(evening: Evening) -> None:
    table = await evening.started("Ana", "Ben", game="ru-ra-re")
    await evening.dealt("Ana")
    board = evening.board()
    assert "Review" not in labels(board)
    [told] = await evening.forge("Dao", board, f"t:{table}:review")
    assert told == "This game isn't over yet."
    await evening.tables.do(table, Person(evening.person("Ana").id, ""), "1", conceded)
    await evening.settled()
    assert "Review" not in labels(evening.board())
    [told] = await evening.forge("Dao", evening.board(), f"t:{table}:review")
    assert told == "That game wasn't played to the end, so there's nothing to review."
