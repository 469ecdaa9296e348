"""The bot leaves a gateway connection that brings no events, works again, and logs the reason."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import structlog

from cogs import client
from cogs.ops import connection as gateway
from localdiscord.gateway import connections
from tests.play.conftest import ENGLISH
from tests.play.evening import PATIENCE_S, Evening, an_evening
from tests.play.pairing import PAIRING

pytestmark = [
    pytest.mark.slow,
    pytest.mark.only_with("gateway", "it is about its connection"),
    pytest.mark.only_with("one process", "it is about one connection"),
]


@pytest.fixture
async def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """A bot with ten heartbeats a second, on a Discord that asks for that."""
    monkeypatch.setattr(connections, "HEARTBEAT_MS", 100)
    monkeypatch.setattr(connections, "MESSAGES_A_MINUTE", 10_000)
    for name, seconds in (("SILENT_S", 2.0), ("OPEN_WITHIN_S", 2.0)):
        monkeypatch.setattr(gateway, name, seconds)
    monkeypatch.setattr(gateway, "PAUSES_S", (0.0, 0.01))
    async with an_evening(tmp_path, people=ENGLISH, pairing=PAIRING._replace(way="gateway")) as began:
        began.bot.before_identify_hook = no_pause  # type: ignore[method-assign]
        yield began


async def no_pause(*_: object, **__: object) -> None:
    """Skip the 5 seconds that Discord demands between two new sessions, but the local Discord doesn't."""


async def hears(evening: Evening) -> None:
    """Wait until the bot is connected, and gets people's clicks."""
    known = len(evening.person("Dao").ephemeral("games"))
    await evening.discord.until(lambda: len(evening.discord.gateway.connections) == 1, timeout_s=PATIENCE_S)
    await evening.discord.until(lambda: evening.discord.online, timeout_s=PATIENCE_S)
    clicked = await evening.person("Dao").click(evening.board(), "Rules")
    await evening.discord.until(lambda: clicked.acknowledged, timeout_s=PATIENCE_S)
    assert len(evening.person("Dao").ephemeral("games")) == known + 1


async def test_a_connection_over_which_nothing_comes_is_left_and_its_session_resumed(
    evening: Evening,
) -> None:
    await evening.lobby("Ana")
    with structlog.testing.capture_logs() as logged:
        evening.discord.silence_gateway()
        clicked = await evening.person("Ben").click(evening.board(), "Join")
        await evening.discord.until(lambda: not evening.bot.hears_gateway(), timeout_s=PATIENCE_S)
        await clicked.answered()  # Brought by the next connection, within 3 seconds here.
    assert "gateway_silent" in [one["event"] for one in logged]
    assert evening.discord.world.identified == 1
    await hears(evening)


async def test_heartbeats_that_are_answered_keep_a_quiet_connection(evening: Evening) -> None:
    await evening.lobby("Ana")
    [connection] = evening.discord.gateway.connections
    beats = len(connection._times)
    await evening.discord.until(lambda: len(connection._times) > beats + 8, timeout_s=PATIENCE_S)
    assert evening.discord.gateway.connections == {connection}
    await hears(evening)


@pytest.mark.parametrize("hang", [False, True])
async def test_a_session_that_cannot_be_resumed_is_given_up_for_a_new_one(
    evening: Evening, hang: bool
) -> None:
    await evening.lobby("Ana")
    with structlog.testing.capture_logs() as logged:
        evening.discord.spoil_resumes(1000, hang=hang)
        evening.discord.drop_gateway()
        await evening.discord.until(lambda: evening.discord.world.identified == 2, timeout_s=PATIENCE_S)
    events = [one["event"] for one in logged]
    assert events.count("gateway_failed") == gateway.RESUMED_AT_MOST
    assert "gateway_session_given_up" in events
    assert evening.discord.token not in str(logged)
    await hears(evening)


async def test_a_session_whose_resume_host_is_gone_is_given_up_for_a_new_one_at_the_gateway(
    evening: Evening,
) -> None:
    await evening.lobby("Ana")
    with structlog.testing.capture_logs() as logged:
        evening.discord.lose_resume_host()
        evening.discord.drop_gateway()
        await evening.discord.until(lambda: evening.discord.world.identified == 2, timeout_s=PATIENCE_S)
    failed = [one["why"] for one in logged if one["event"] == "gateway_failed"]
    assert failed.count("WSServerHandshakeError") == gateway.RESUMED_AT_MOST
    await hears(evening)


async def test_one_failing_resumption_costs_no_session(evening: Evening) -> None:
    await evening.lobby("Ana")
    evening.discord.spoil_resumes(1)
    evening.discord.drop_gateway()
    await hears(evening)
    assert evening.discord.world.identified == 1


async def test_a_connection_that_answers_heartbeats_alone_is_found_out(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("Ana")
    monkeypatch.setattr(gateway, "QUIET_S", 0.2)
    evening.discord.drop_gateway()  # The next connection asks sooner.
    await hears(evening)
    with structlog.testing.capture_logs() as logged:
        evening.discord.silence_gateway(heartbeats=True)
        await evening.discord.until(lambda: evening.discord.world.identified == 2, timeout_s=PATIENCE_S)
    assert "gateway_brings_nothing" in [one["event"] for one in logged]
    await hears(evening)


async def test_a_quiet_connection_that_answers_the_question_is_kept(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("Ana")
    monkeypatch.setattr(gateway, "QUIET_S", 0.2)
    evening.discord.drop_gateway()
    await hears(evening)
    [connection] = evening.discord.gateway.connections
    assert connection.session is not None
    number = connection.session.number
    await evening.discord.until(
        lambda: connection.session is not None and connection.session.number >= number + 2,
        timeout_s=PATIENCE_S,
    )
    assert evening.discord.gateway.connections == {connection}


async def test_a_gateway_at_which_no_session_begins_is_not_heard_though_it_acknowledges_heartbeats(
    evening: Evening,
) -> None:
    assert evening.bot.hears_gateway()
    evening.discord.spoil_resumes(1_000_000, hang=True)
    evening.discord.drop_gateway()
    # The next connection is accepted, and its heartbeats are acknowledged; its session never begins.
    await evening.discord.until(
        lambda: not evening.bot.hears_gateway() and evening.bot.latency < 1.0, timeout_s=PATIENCE_S
    )
    evening.discord.spoil_resumes(0, hang=True)
    evening.discord.drop_gateway()
    await evening.discord.until(evening.bot.hears_gateway, timeout_s=PATIENCE_S)


@pytest.mark.parametrize("path", ["/users/@me", "/gateway/bot", "/applications/*/commands"])
async def test_a_start_that_fails_is_tried_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    await evening.lobby("Ana")
    await evening.end()
    monkeypatch.setattr(client, "START_PAUSES_S", (0.0, 0.01))
    evening.discord.faults.fail("*", path, status=503, times=2)
    with structlog.testing.capture_logs() as logged:
        await evening.begin()
    assert [one["again_in_s"] for one in logged if one["event"] == "not_started"] == [0.0, 0.01]
    await hears(evening)


async def test_a_bot_that_finds_no_gateway_at_its_start_goes_on_looking(evening: Evening) -> None:
    await evening.lobby("Ana")
    await evening.end()
    evening.discord.gateway.refused = 2
    await evening.begin()
    await hears(evening)
