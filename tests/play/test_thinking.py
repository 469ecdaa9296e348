"""If a computer player thinks for long, the board says so, by one edit and without a message."""

from __future__ import annotations

import pytest

from tests.play.evening import PATIENCE_S, Evening
from tests.tables.slow_thinking import SlowThinking

THINKS = "The computer is thinking…"

pytestmark = pytest.mark.slow


def sent(evening: Evening) -> list[tuple[str, str]]:
    """Return all messages that the bot has posted or edited so far."""
    return [(one.method, one.path) for one in evening.discord.requests if "/messages" in one.path]


async def test_a_table_says_that_a_computer_thinks_for_long_until_it_moves(evening: Evening) -> None:
    slow = SlowThinking()
    for one in evening.workers:
        one.tables._computers._thinking = slow
    table = await evening.lobby("Ana", game="ru-ra-re", pace="instant", seats=2)
    await evening.set_up("Ana", "Steady")
    await evening.press("Ana", "Start")
    await evening.dealt("Ana")
    await slow.begins()
    await evening.settled()
    assert THINKS not in evening.board().text
    before, board = len(sent(evening)), evening.board().id
    evening.discord.clock.advance(2)
    await evening.discord.until(lambda: THINKS in evening.board().text, timeout_s=PATIENCE_S)
    await evening.settled()
    ((method, path),) = sent(evening)[before:]
    assert method == "PATCH"
    assert path.endswith(f"/messages/{board}")
    evening.bot.parts.refresher.mark(table)
    await evening.settled()
    assert len(sent(evening)) == before + 1
    slow.go.set()
    await evening.discord.until(lambda: THINKS not in evening.board().text, timeout_s=PATIENCE_S)
    assert (await evening.look(table)).to_move == (0,)
    assert evening.board().id == board
