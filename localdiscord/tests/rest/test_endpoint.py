"""Interactions over HTTPS, received by a server that stands for a bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import orjson
import pytest
from aiohttp import FormData, MultipartWriter, web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from localdiscord import LocalDiscord, NotAnswered
from localdiscord.rest.endpoint import EndpointRefused
from localdiscord.rest.http_client import HttpClient
from localdiscord.tests.raw import Api

Answer = Callable[[dict[str, Any]], Awaitable[web.StreamResponse]]
HELLO = {"type": 4, "data": {"content": "hello"}}
COMMAND = {"name": "hi", "description": "Says hi"}


@asynccontextmanager
async def answering(local: LocalDiscord, answer: Answer, *, checks: bool = True) -> AsyncIterator[str]:
    """Run a receiver of interactions, with a command `hi`; yield the receiver's address."""
    key = VerifyKey(bytes.fromhex(local.public_key))

    async def take(request: web.BaseRequest) -> web.StreamResponse:
        body = await request.read()
        signed = request.headers["X-Signature-Timestamp"].encode() + body
        try:
            key.verify(signed, bytes.fromhex(request.headers["X-Signature-Ed25519"]))
        except BadSignatureError:
            if checks:
                return web.Response(status=401)
        payload = orjson.loads(body)
        return json({"type": 1}) if payload["type"] == 1 else await answer(payload)

    runner = web.ServerRunner(web.Server(take))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        async with Api(local) as api:
            await api.ask("POST", f"/applications/{local.world.application_id}/commands", COMMAND)
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


def json(body: Any) -> web.Response:
    return web.Response(body=orjson.dumps(body), content_type="application/json")


async def always(response: web.StreamResponse) -> web.StreamResponse:
    return response


async def test_an_answer_stands_in_the_response(local: LocalDiscord) -> None:
    async with answering(local, lambda _: always(json(HELLO))) as url:
        await local.use_interactions_url(url)
        for _ in range(30):
            await (await local.person("Ana").command("hi")).answered()
    assert [message.content for message in local.person("Ben").messages()] == ["hello"] * 30
    assert local.endpoint.forged > 1  # One of them was for the ping.
    assert not local.violations
    assert not local.crashes


async def test_an_answer_may_bring_files(local: LocalDiscord) -> None:
    async def with_file(_: dict[str, Any]) -> web.StreamResponse:
        form = FormData()
        told = {"type": 4, "data": {"content": "look", "attachments": [{"id": 0}]}}
        form.add_field("payload_json", orjson.dumps(told).decode())
        form.add_field("files[0]", b"12345", filename="five.txt")
        written = form()
        assert isinstance(written, MultipartWriter)
        return web.Response(body=written)

    async with answering(local, with_file) as url:
        await local.use_interactions_url(url)
        await (await local.person("Ana").command("hi")).answered()
    [message] = local.person("Ana").messages()
    assert [file["filename"] for file in message.attachments] == ["five.txt"]
    assert not local.violations


async def test_with_202_the_answer_comes_by_the_callback_route(local: LocalDiscord) -> None:
    came: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    async def later(payload: dict[str, Any]) -> web.StreamResponse:
        came.set_result(payload)
        return web.Response(status=202)

    async with answering(local, later) as url, Api(local) as api:
        await local.use_interactions_url(url)
        used = await local.person("Ana").command("hi")
        payload = await came
        assert not used.acknowledged
        path = f"/interactions/{payload['id']}/{payload['token']}/callback"
        assert (await api.ask("POST", path, HELLO))[0] == 204
        await used.answered()


@pytest.mark.parametrize("how", ["whole", "in pieces", "until the end", "and goodbye"])
async def test_an_answer_may_come_in_any_way_that_http_knows(local: LocalDiscord, how: str) -> None:
    written = orjson.dumps(HELLO)

    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        payload = orjson.loads(await reader.readexactly(length))
        if payload["type"] == 1:  # The second ping has a wrong signature.
            pings.append(payload)
            known = b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n" + b'{"type":1}'
            writer.write(known if len(pings) == 1 else b"HTTP/1.1 401 No\r\nConnection: close\r\n\r\n")
        else:
            writer.write(answers[how])
        writer.close()

    size = b"%d" % len(written)
    answers = {
        "whole": b"HTTP/1.1 200 OK\r\ncontent-length: " + size + b"\r\n\r\n" + written,
        "in pieces": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + b"%x\r\n%s\r\n%x;x=y\r\n%s\r\n0\r\nA: b\r\n\r\n" % (5, written[:5], len(written) - 5, written[5:]),
        "until the end": b"HTTP/1.0 200 OK\r\n\r\n" + written,
        "and goodbye": b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: "
        + size
        + b"\r\n\r\n"
        + written,
    }
    pings: list[dict[str, Any]] = []
    async with Api(local) as api:
        await api.ask("POST", f"/applications/{local.world.application_id}/commands", COMMAND)
    async with await asyncio.start_server(speak, "127.0.0.1", 0) as server:
        await local.use_interactions_url(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        for _ in range(2):
            await (await local.person("Ana").command("hi")).answered()
    assert not local.violations


@pytest.mark.parametrize(
    ("response", "is_violation"),
    [
        pytest.param(json({"type": 7, "data": {"content": "?"}}), True, id="of a type that doesn't fit"),
        pytest.param(json({"type": 4, "data": {"content": "x" * 2001}}), True, id="too long"),
        pytest.param(web.Response(body=b"{", content_type="application/json"), False, id="no JSON"),
        pytest.param(web.Response(status=500), False, id="an error"),
        pytest.param(web.Response(status=401), False, id="refused"),
    ],
)
async def test_a_bad_answer_is_none(local: LocalDiscord, response: web.Response, is_violation: bool) -> None:
    async with answering(local, lambda _: always(response)) as url:
        await local.use_interactions_url(url)
        with pytest.raises(NotAnswered):
            await (await local.person("Ana").command("hi")).answered()
    assert bool(local.violations) is is_violation
    assert not local.crashes


async def test_an_answer_with_what_is_not_here_is_none_and_is_said(local: LocalDiscord) -> None:
    poll = {"type": 4, "data": {"poll": {"question": {"text": "Tea?"}}}}
    async with answering(local, lambda _: always(json(poll))) as url:
        await local.use_interactions_url(url)
        with pytest.raises(NotAnswered):
            await (await local.person("Ana").command("hi")).answered()
    assert local.lacks == ["POST /interactions/{id}/…/callback: poll"]


async def test_what_is_not_answered_in_time_has_failed(local: LocalDiscord) -> None:
    async def never(_: dict[str, Any]) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError

    async with answering(local, never) as url:
        await local.use_interactions_url(url)
        used = await local.person("Ana").command("hi")
        local.clock.advance(3)
        with pytest.raises(NotAnswered):
            await used.answered()
        await local.endpoint.close()


async def test_a_connection_that_breaks_says_nothing(local: LocalDiscord) -> None:
    reached = asyncio.Event()

    async def answer(payload: dict[str, Any]) -> web.StreamResponse:
        reached.set()
        return json(HELLO)

    async with answering(local, answer) as url, Api(local) as api:
        await local.use_interactions_url(url)
        local.faults.cut("POST", "/interactions/*/callback")
        used = await local.person("Ana").command("hi")
        await reached.wait()
        assert not used.acknowledged
        assert (await api.ask("POST", used.callback, HELLO))[0] == 204


async def test_an_address_that_takes_wrong_signatures_is_refused(local: LocalDiscord) -> None:
    async with answering(local, lambda _: always(json(HELLO)), checks=False) as url:
        with pytest.raises(EndpointRefused, match="wrong signature"):
            await local.use_interactions_url(url)
        async with Api(local) as api:
            status, answer = await api.ask("PATCH", "/applications/@me", {"interactions_endpoint_url": url})
    assert (status, answer["code"]) == (400, 50035)
    assert local.endpoint.url is None
    with pytest.raises(EndpointRefused, match="can't be reached"):
        await local.use_interactions_url(url)


async def test_a_bot_that_stops_checking_loses_its_address(local: LocalDiscord) -> None:
    async def answer(_: dict[str, Any]) -> web.StreamResponse:
        return json(HELLO)

    async with answering(local, answer) as good, answering(local, answer, checks=False) as bad:
        await local.use_interactions_url(good)
        local.endpoint._client = HttpClient(bad)
        while local.endpoint.url is not None:
            with suppress(NotAnswered):
                await (await local.person("Ana").command("hi")).answered()
    assert [violation.method for violation in local.violations] == ["POST"]


async def test_a_new_address_that_is_refused_leaves_the_former(local: LocalDiscord) -> None:
    async with answering(local, lambda _: always(json(HELLO))) as url:
        await local.use_interactions_url(url)
        with pytest.raises(EndpointRefused):
            await local.use_interactions_url("http://127.0.0.1:1/")
        assert local.endpoint.url == url
        await (await local.person("Ana").command("hi")).answered()


async def test_a_bot_can_name_its_address_itself(local: LocalDiscord) -> None:
    async with answering(local, lambda _: always(json(HELLO))) as url, Api(local) as api:
        status, told = await api.ask("PATCH", "/applications/@me", {"interactions_endpoint_url": url})
        assert (status, told["verify_key"]) == (200, local.public_key)
        await (await local.person("Ana").command("hi")).answered()
