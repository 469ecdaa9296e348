"""The bot's information for its operator: metrics, health, and messages to the service manager."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from aiohttp import ClientSession

from cogs.discord_io.discord_clock import DiscordClock
from cogs.discord_io.watching import SENT, WORKED, Answered
from cogs.ops import operator as operators
from cogs.ops.metrics import Metrics, family
from cogs.ops.operator import (
    ALIVE,
    READY,
    STARTING,
    Health,
    Operator,
    ServiceManager,
    served,
)
from cogs.ops.settings import BadSetting
from tables import Phase
from tests.tables.toys import opened


@pytest.mark.parametrize(
    ("method", "path", "route"),
    [
        ("PATCH", "/api/v10/channels/123/messages/456", "PATCH /channels/*/messages/*"),
        ("POST", "/api/v10/interactions/1/aW50ZXJh/callback", "POST /interactions/*/*/callback"),
        (
            "PATCH",
            "/api/v10/webhooks/1/aW50ZXJh/messages/@original",
            "PATCH /webhooks/*/*/messages/@original",
        ),
        ("GET", "/api/v10/users/@me", "GET /users/@me"),
        ("GET", "/elsewhere/secret", "GET /"),
    ],
)
def test_a_route_has_no_id_and_no_token(method: str, path: str, route: str) -> None:
    assert family(method, path) == route


async def test_no_game_of_a_row_is_a_label_that_is_none_of_ours() -> None:
    """The row of a table may hold anything, as may a game that was taken out."""
    metrics = Metrics()
    metrics.answered(Answered("play", "done", "abc", False, {WORKED: 0.25, SENT: 0.5}))
    counted = [("ru-ra-re", Phase.LOBBY, 2), ("Ana's game", Phase.RUNNING, 1), ("gone", Phase.RUNNING, 3)]
    text = metrics.text(counted, [(3, 0.5)]).decode()
    assert 'tables_open{game="ru-ra-re",phase="lobby"} 2.0' in text
    assert 'tables_open{game="other",phase="running"} 4.0' in text
    assert 'tables_gateway_latency_seconds{shard="3"} 0.5' in text
    assert "tables_answer_seconds_sum 0.75" in text
    assert "abc" not in text
    after = metrics.text([], []).decode()
    assert "tables_open{" not in after  # A game that nobody plays any more.
    assert "latency_seconds{" not in after  # No gateway any more.


async def test_health_names_what_does_not_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_open = True
    async with opened(tmp_path) as tables:
        right = DiscordClock(lambda: 0.0)
        alone, health = Health(tables, {}, right), Health(tables, {"gateway": lambda: is_open}, right)
        assert await alone.parts() == {"journal": True}
        assert await health.parts() == {"journal": True, "gateway": True}
        is_open = False
        assert await health.parts() == {"journal": True, "gateway": False}
        assert health.is_alive
        monkeypatch.setattr(operators, "LIVE_S", 0.0)  # It has not ticked since.
        assert not health.is_alive
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            with pytest.raises(BadSetting, match="port_in_use"):
                async with served(health, nothing, "127.0.0.1", port):
                    raise AssertionError
        async with served(health, nothing, "127.0.0.1", port), ClientSession() as session:
            for path, body in (("livez", {"loop": False}), ("readyz", {"journal": True, "gateway": False})):
                async with session.get(f"http://127.0.0.1:{port}/{path}") as answer:
                    assert (answer.status, json.loads(await answer.text())) == (503, body)


async def test_a_clock_that_is_wrong_is_told_and_keeps_no_bot_from_being_ready(tmp_path: Path) -> None:
    clock = DiscordClock(lambda: 0.0)
    async with opened(tmp_path) as tables:
        health = Health(tables, {}, clock)
        for off_s, told in (
            (0.0, {}),
            (-59.0, {}),
            (7200.4, {"clock_off_s": 7200}),
            (-61.0, {"clock_off_s": -61}),
        ):
            clock.off_s = off_s
            with socket.create_server(("127.0.0.1", 0)) as server:
                port = server.getsockname()[1]
            async with (
                served(health, nothing, "127.0.0.1", port),
                ClientSession() as session,
                session.get(f"http://127.0.0.1:{port}/readyz") as answer,
            ):
                assert (answer.status, json.loads(await answer.text())) == (200, {"journal": True, **told})
    assert "tables_clock_off_seconds -61.0" in Metrics().text([], [], clock.off_s).decode()


async def nothing() -> bytes:
    return b""


def test_where_nothing_is_asked_for_nothing_runs() -> None:
    operator = Operator({})
    assert operator.watchers == ()
    assert operator.http_trace is None


@pytest.mark.parametrize("port", ["65536", "http", "-1", "٣"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Operator({"HEALTH_PORT": port})
    assert (refused.value.code, refused.value.facts) == ("bad_port", {"of": "HEALTH", "port": port})


def test_the_service_manager_hears_as_often_as_it_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        times = iter((970.0, 980.0, 1000.0, 1000.5, 1029.0, 1030.0, 1031.0, 1061.0))
        monkeypatch.setattr("time.monotonic", lambda: next(times))
        told = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "60000000"})
        told.alive()  # While it starts, which Discord may draw out.
        told.alive()
        told.tell(READY)
        for _ in range(6):
            told.alive()
        heard = [manager.recv(100).decode() for _ in range(5)]
        assert heard == [STARTING, READY, ALIVE, ALIVE, ALIVE]
        with pytest.raises(BlockingIOError):
            manager.recv(100)
    told.tell(READY)  # Nobody listens any more.
    ServiceManager({}).tell(READY)
    assert not ServiceManager({}).is_there


def test_an_abstract_socket_is_found() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0tables-test-notify")
        ServiceManager({"NOTIFY_SOCKET": "@tables-test-notify"}).tell(READY)
        manager.setblocking(False)
        assert manager.recv(100) == READY.encode()


@pytest.mark.parametrize("person", ["Ana", "-1", "1" * 21, "١٢٣"])
def test_the_operator_is_named_by_a_number(person: str) -> None:
    with pytest.raises(BadSetting, match="bad_operator"):
        Operator({"OPERATOR_ID": person})
    assert Operator({"OPERATOR_ID": " 123 "}).person_id == 123
    assert Operator({}).person_id is None
