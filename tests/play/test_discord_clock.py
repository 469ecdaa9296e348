"""The machine's clock is wrong: Discord's time decides how old messages are, and the operator is told."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.testing import capture_logs

from tests.play.evening import Evening, choose, moves_of
from tests.play.worker import EveningClock

HOUR_S = 3600.0
TURNS = 10


def set_off(monkeypatch: pytest.MonkeyPatch, off_s: float) -> None:
    """Set the bot's clock ahead of Discord's, or behind it."""
    right = EveningClock.now
    monkeypatch.setattr(EveningClock, "now", lambda self: right(self) + off_s)


async def moves(evening: Evening, count: int) -> None:
    for _ in range(count):
        who = await evening.turn("Ana", "Ben")
        panel = await evening.dealt(who)
        await (await choose(evening.person(who), panel, moves_of(panel)[0])).answered()
        await evening.settled()


@pytest.mark.slow
@pytest.mark.parametrize(
    "off_s",
    [
        pytest.param(30, id="half a minute ahead"),
        pytest.param(2 * HOUR_S, id="two hours ahead"),
        pytest.param(40 * 24 * HOUR_S, id="forty days ahead"),
        pytest.param(-2 * HOUR_S, id="two hours behind"),
        pytest.param(-400 * 24 * HOUR_S, id="a year behind"),
    ],
)
async def test_the_board_stays_one_message(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, off_s: float
) -> None:
    set_off(monkeypatch, off_s)
    await evening.end()
    await evening.begin()
    await evening.started("Ana", "Ben", first_player="1")
    await moves(evening, TURNS)
    dao = evening.person("Dao")
    assert len(dao.messages("games")) == 1
    assert len({one.id for one in evening.person("Ana").direct_messages()}) == 1
    assert evening.bot.parts.discord_clock.off_s == pytest.approx(off_s, abs=5)


async def test_a_clock_that_jumps_while_the_bot_runs_is_told_once_and_told_again_when_it_is_right(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.discord_io.discord_clock.EVERY_S", 0.0)
    await evening.started("Ana", "Ben", first_player="1")
    clock = evening.bot.parts.discord_clock
    clock._asks_at = 0.0

    async def events() -> list[dict[str, Any]]:
        with capture_logs() as lines:
            await moves(evening, 2)
        return [dict(line) for line in lines if "_discord" in line["event"]]

    assert await events() == []
    right = clock._own
    with monkeypatch.context() as jumped:
        jumped.setattr(clock, "_own", lambda: right() + 2 * HOUR_S)
        [line] = await events()
        assert (line["event"], line["log_level"]) == ("clock_differs_from_discord", "warning")
        assert line["off_s"] == pytest.approx(2 * HOUR_S, abs=5)
    [line] = await events()
    assert (line["event"], line["log_level"]) == ("clock_agrees_with_discord", "info")
