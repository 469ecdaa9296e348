"""A bot that is stopped ends soon, whatever it is waiting for."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest
import structlog

from cogs import client
from tests.play.evening import PATIENCE_S, Evening
from tests.play.killed_bot import ROOT

STUBBORN = """
import asyncio, os, signal, bot

async def stubborn():
    os.kill(os.getpid(), signal.SIGTERM)
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            pass

bot.ENDS_WITHIN_S = 0.05
asyncio.run(bot.until_stopped(stubborn(), "Goodbye."))
"""


def test_a_process_that_would_not_end_is_ended() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STUBBORN], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0
    assert "Goodbye." in ended.stdout
    assert "not_ended_in_time" in ended.stdout + ended.stderr


@pytest.mark.only_with("one process", "it is about how one bot ends")
@pytest.mark.only_with("gateway", "it is about the gateway")
@pytest.mark.slow
async def test_a_gateway_that_does_not_close_holds_up_nobody(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, is_cut = evening.bot.ws.socket, asyncio.Event()
    close, cut = socket.close, evening.bot.http.close

    async def closed(**how: Any) -> bool:
        await is_cut.wait()  # As for the answer of a gateway that gives none.
        return await close(**how)

    async def cut_off() -> None:
        is_cut.set()
        await cut()

    monkeypatch.setattr(client, "LEAVE_S", 0.05)
    monkeypatch.setattr(socket, "close", closed)
    monkeypatch.setattr(evening.bot.http, "close", cut_off)
    with structlog.testing.capture_logs() as logged:
        await asyncio.wait_for(evening.bot.close(), PATIENCE_S)
    assert "gateway_not_left" in [one["event"] for one in logged]
