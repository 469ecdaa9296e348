"""Interactions over HTTPS: which are accepted or refused, and the contents of the responses."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiohttp
import pytest

from cogs.ops import receiver
from cogs.ops.operator import Operator
from cogs.ops.receiver import LARGEST, STALE_S, Receiver
from cogs.ops.settings import BadSetting, Door, network
from tests.cogs.bench import CLICK, KEY, OTHER_KEY, Bench, signed


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    made = Bench()
    await made.begin()
    yield made
    await made.end()


@pytest.mark.parametrize(
    ("body", "how", "status"),
    [
        pytest.param(CLICK, {"key": OTHER_KEY}, 401, id="signed by somebody else"),
        pytest.param(CLICK, {"as_if": b"{}"}, 401, id="another body"),
        pytest.param(CLICK, {"X-Signature-Timestamp": "1"}, 401, id="another time"),
        pytest.param(CLICK, {"X-Signature-Timestamp": "٣"}, 401, id="odd digits"),
        pytest.param(CLICK, {"X-Signature-Timestamp": ""}, 401, id="no time"),
        pytest.param(CLICK, {"X-Signature-Ed25519": "zz"}, 401, id="no signature"),
        pytest.param(CLICK, {"X-Signature-Ed25519": "ab"}, 401, id="a short signature"),
        pytest.param(CLICK, {"X-Signature-Ed25519": ""}, 401, id="not signed"),
        pytest.param(CLICK, {"off_s": STALE_S + 5}, 401, id="old"),
        pytest.param(CLICK, {"off_s": -STALE_S - 5}, 401, id="from the future"),
        pytest.param(b" " * (LARGEST + 1), {}, 413, id="huge"),
        pytest.param(CLICK[:-4], {"as_if": CLICK}, 401, id="truncated"),
        pytest.param(CLICK[:-4], {}, 400, id="no JSON"),
        pytest.param(b"\xff", {}, 400, id="no text"),
        pytest.param(b"[" * 9_000, {}, 400, id="deep"),
        pytest.param(b"[3]", {}, 400, id="no object"),
        pytest.param(b'{"type":3}', {}, 400, id="without an id"),
        pytest.param(b'{"type":true}', {}, 400, id="a type that is none"),
        pytest.param(b'{"id":"7","type":9}', {}, 400, id="a new type"),
        pytest.param(CLICK, {"Content-Type": "text/plain"}, 400, id="another content type"),
    ],
)
async def test_what_discord_did_not_send_is_refused_in_a_word(
    bench: Bench, body: bytes, how: dict[str, Any], status: int
) -> None:
    headers = {name: text for name, text in how.items() if "-" in name}
    signing = {name: value for name, value in how.items() if "-" not in name}
    assert await bench.post(body, {**signed(body, **signing), **headers}) == (status, None)
    assert bench.came == []


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "HEAD", "OPTIONS"])
async def test_only_posts_are_taken(bench: Bench, method: str) -> None:
    assert await bench.post(CLICK, signed(CLICK), method) == (405, None)
    assert bench.came == []


async def test_a_body_of_unknown_length_may_not_be_huge_either(bench: Bench) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * (LARGEST // 16)

    try:
        async with bench.session.post(bench.url, data=pieces(), headers=signed(b"")) as response:
            assert response.status == 413
    except (aiohttp.ClientError, ConnectionError):
        pass  # It hung up before all was sent.
    assert bench.came == []


async def test_it_is_what_came_that_has_to_be_signed_not_what_it_unpacks_to(bench: Bench) -> None:
    packed = {**signed(CLICK), "Content-Encoding": "gzip"}
    assert await bench.post(gzip.compress(CLICK), packed) == (401, None)
    assert bench.came == []


@pytest.mark.parametrize("sent", [len(CLICK) - 4, 0])
async def test_a_body_that_never_ends_is_given_up(
    bench: Bench, sent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiver, "READ_WITHIN_S", 0.05)
    reader, writer = await asyncio.open_connection(*bench.receiver.address)
    head = "".join(f"{name}: {text}\r\n" for name, text in signed(CLICK).items())
    writer.write(f"POST / HTTP/1.1\r\nHost: h\r\n{head}Content-Length: {len(CLICK)}\r\n\r\n".encode())
    writer.write(CLICK[:sent])
    assert (await reader.readline()).split()[1] == b"408"
    writer.close()
    assert bench.came == []


async def test_a_ping_is_answered_at_once(bench: Bench) -> None:
    ping = b'{"id":"1","type":1,"token":"t"}'
    assert await bench.post(ping, signed(ping)) == (200, {"type": 1})
    assert await bench.post(ping, signed(ping)) == (200, {"type": 1})
    assert bench.came == []


async def test_what_cannot_be_read_brings_no_page(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Any) -> None:
        raise KeyError("data")

    monkeypatch.setattr(bench.receiver, "_hand_over", fails)
    assert await bench.post(CLICK, signed(CLICK)) == (400, None)


async def test_who_is_being_stopped_sends_the_balancer_elsewhere(bench: Bench) -> None:
    assert (await bench.post(CLICK, signed(CLICK)))[0] == 202
    assert bench.receiver.is_taking
    await bench.receiver.stop_taking()
    assert not bench.receiver.is_taking
    assert await bench.post(CLICK, signed(CLICK)) == (503, None)  # Over the connection that is open still.
    with pytest.raises(aiohttp.ClientConnectionError):
        await bench.post(CLICK, signed(CLICK))


async def test_a_connection_that_is_kept_is_told_to_go_elsewhere_before_it_is_closed(bench: Bench) -> None:
    async with aiohttp.ClientSession() as balancer:
        idle = await balancer.post(bench.url, data=b"", headers=signed(b""))
        closing = asyncio.create_task(bench.receiver.close())
        await bench.receiver.stop_taking()
        further = await balancer.post(bench.url, data=CLICK, headers=signed(CLICK))
        assert (idle.status, further.status, further.headers["Connection"]) == (400, 503, "close")
        await closing


async def test_a_port_that_is_taken_is_told(bench: Bench) -> None:
    other = Receiver(Door(KEY.verify_key, *bench.receiver.address), bench.came.append)
    with pytest.raises(BadSetting) as fault:
        await other.listen()
    assert (fault.value.code, fault.value.facts["port"]) == ("port_in_use", bench.receiver.address[1])
    assert not other.is_taking


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        pytest.param({}, None, id="nothing"),
        pytest.param({"INTERACTIONS_PUBLIC_KEY": " "}, None, id="empty"),
        pytest.param({"INTERACTIONS_PUBLIC_KEY": "zz" * 32}, "bad_public_key", id="no hex"),
        pytest.param({"INTERACTIONS_PUBLIC_KEY": "ab" * 31}, "bad_public_key", id="too short"),
        pytest.param({"INTERACTIONS_PUBLIC_KEY": "ab" * 32}, None, id="good"),
        pytest.param({"INTERACTIONS_PUBLIC_KEY": "ab" * 32, "INTERACTIONS_PORT": "x"}, "bad_port", id="port"),
        pytest.param(
            {"INTERACTIONS_PUBLIC_KEY": "ab" * 32, "INTERACTIONS_PORT": "70000"}, "bad_port", id="high port"
        ),
        pytest.param({"GATEWAY": "perhaps"}, "bad_switch", id="gateway"),
        pytest.param({"LOG_CLICKS": "yes"}, "bad_switch", id="clicks"),
        pytest.param({"LOG_CLICKS": " On "}, None, id="clicks on"),
        pytest.param({"SHARD": "4/4", "DATABASE_URL": "postgresql:///d"}, "bad_shard", id="shard"),
        pytest.param({"SHARD": "3/4", "DATABASE_URL": "postgresql:///d"}, None, id="good shard"),
        pytest.param({"SHARD": "3/4"}, "shard_alone", id="shard of a file"),
        pytest.param({"GATEWAY": "off"}, "no_way_in", id="no way in"),
        pytest.param({"GATEWAY": "OFF", "INTERACTIONS_PUBLIC_KEY": "ab" * 32}, None, id="HTTPS only"),
    ],
)
def test_settings_that_make_no_sense_are_told(settings: Mapping[str, str], told: str | None) -> None:
    assert code_of(settings) == told


def code_of(settings: Mapping[str, str]) -> str | None:
    """Return the code of a fault in settings; None: there is none."""
    try:
        network(settings)
        Operator(settings)
    except BadSetting as fault:
        return fault.code
    return None
