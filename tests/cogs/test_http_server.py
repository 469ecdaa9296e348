"""Clients that hold connections open, or send no valid HTTP, don't keep others from being answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from cogs.ops import receiver
from cogs.ops.receiver import HttpServer

HOST = "127.0.0.1"
REQUEST = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"
HALF = REQUEST[:20]
PATIENCE_S = 10.0


async def answer(_: web.BaseRequest) -> web.Response:
    return web.Response(text="here")


Connect = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


@asynccontextmanager
async def served(
    answered: Callable[[web.BaseRequest], Awaitable[web.Response]] = answer,
) -> AsyncIterator[Connect]:
    """Run a server; yield a function that connects to it."""
    runner = web.ServerRunner(HttpServer(answered, largest=100), handle_signals=False, shutdown_timeout=0.1)
    await runner.setup()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(runner.cleanup)
        await web.TCPSite(runner, HOST, 0).start()

        async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection(*runner.addresses[0][:2])
            stack.callback(writer.close)
            return reader, writer

        yield connect


async def told(connect: Connect, sent: bytes = REQUEST) -> bytes:
    """Send bytes to a server; return the status line of the response."""
    reader, writer = await connect()
    writer.write(sent)
    async with asyncio.timeout(PATIENCE_S):
        return await reader.readline()


async def ended(reader: asyncio.StreamReader) -> None:
    """Wait until the server closes a connection without a response."""
    async with asyncio.timeout(PATIENCE_S):
        assert await reader.read() == b""


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(HALF, id="half a head"),
        pytest.param(b"POST / HT", id="half a line"),
        pytest.param(b"\r\n\r\n", id="empty lines"),
    ],
)
async def test_who_sends_no_whole_head_in_time_is_hung_up_on(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiver, "HEAD_WITHIN_S", 0.05)
    async with served() as connect:
        reader, writer = await connect()
        writer.write(sent)
        await ended(reader)


async def test_a_head_that_trickles_in_buys_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiver, "HEAD_WITHIN_S", 0.2)
    async with served() as connect:
        reader, writer = await connect()

        async def trickle() -> None:
            writer.write(HALF)
            while True:
                writer.write(b"x")
                await asyncio.sleep(0)  # As fast as they like.

        trickling = asyncio.create_task(trickle())
        try:
            async with asyncio.timeout(PATIENCE_S):
                assert b"here" not in await reader.read()
        except ConnectionError:
            pass
        finally:
            trickling.cancel()


async def test_half_a_second_head_is_not_waited_for_without_end_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(receiver, "KEPT_S", 0.05)
    async with served() as connect:
        reader, writer = await connect()
        writer.write(REQUEST + HALF)
        async with asyncio.timeout(PATIENCE_S):
            assert (await reader.read()).endswith(b"here")


@pytest.mark.parametrize("sent", [b"", HALF, REQUEST], ids=["nothing", "half a head", "kept after a request"])
async def test_a_crowd_that_holds_all_connections_keeps_nobody_out(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiver, "MOST_CONNECTIONS", 5)
    async with served() as connect:
        crowd = []
        for _ in range(12):
            reader, writer = await connect()
            writer.write(sent)
            crowd.append(reader)
            if sent == REQUEST:
                assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        assert (await told(connect)).startswith(b"HTTP/1.1 200")
        for reader in crowd[:8]:
            async with asyncio.timeout(PATIENCE_S):
                await reader.read()


async def test_who_waits_for_an_answer_is_never_hung_up_on_for_newer_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(receiver, "MOST_CONNECTIONS", 3)
    go_on, waiting = asyncio.Event(), asyncio.Semaphore(0)

    async def slow(_: web.BaseRequest) -> web.Response:
        waiting.release()
        await go_on.wait()
        return web.Response(text="late")

    async with served(slow) as connect:
        asking = [asyncio.create_task(told(connect)) for _ in range(3)]
        for _ in asking:
            await waiting.acquire()
        for _ in range(4):
            reader, _ = await connect()
            await ended(reader)
        go_on.set()
        assert {line[:12] for line in await asyncio.gather(*asking)} == {b"HTTP/1.1 200"}


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40) + b"\r\n\r\n", id="TLS"),
        pytest.param(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", id="HTTP/2"),
        pytest.param(b"nonsense\r\n\r\n", id="a word"),
        pytest.param(b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n", id="a long line"),
        pytest.param(b"GET / HTTP/1.1\r\nA: " + b"x" * 9000 + b"\r\n\r\n", id="a long field"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 400 + b"\r\n", id="many fields"),
        pytest.param(b"GET / HTTP/1.1\r\nno field\r\n\r\n", id="a line that is no field"),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", id="a length that is none"),
        pytest.param(b"GET / HTTP/9.9\r\nHost: h\r\n\r\n", id="a version that there is not"),
    ],
)
async def test_what_is_no_http_gets_one_line_and_no_traceback(
    sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with served() as connect:
        with capture_logs() as lines:
            status = await told(connect, sent)
            assert (await told(connect)).startswith(b"HTTP/1.1 200")
    assert status.startswith((b"HTTP/1.1 400", b"HTTP/1.0 400"))
    [line] = lines
    assert (line["event"], line["log_level"], line["remote"]) == ("request_malformed", "info", HOST)
    assert "exc_info" not in line
    assert caplog.records == []


@pytest.mark.parametrize("sent", [REQUEST, b"nonsense\r\n\r\n"], ids=["an answer", "a refusal"])
async def test_no_answer_names_the_program(sent: bytes) -> None:
    async with served() as connect:
        reader, writer = await connect()
        writer.write(sent.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        async with asyncio.timeout(PATIENCE_S):
            head = (await reader.read()).lower()
    assert b"server:" not in head
    assert b"aiohttp" not in head


async def test_a_fault_of_ours_keeps_its_traceback() -> None:
    async def broken(_: web.BaseRequest) -> Any:
        raise ZeroDivisionError

    async with served(broken) as connect:
        with capture_logs() as lines:
            assert (await told(connect)).startswith(b"HTTP/1.1 500")
    [line] = lines
    assert (line["event"], type(line["exc_info"])) == ("request_failed", ZeroDivisionError)
