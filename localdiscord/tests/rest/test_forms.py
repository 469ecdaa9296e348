"""Forms, with files and without, as aiohttp and others write them."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest
from aiohttp import payload
from aiohttp.abc import AbstractStreamWriter

from localdiscord import LocalDiscord
from localdiscord.rest.forms import Field, fields, is_form
from localdiscord.tests.raw import Api, button, row


class Written(AbstractStreamWriter):
    """A stream that keeps the form written to it."""

    def __init__(self) -> None:
        self.body = b""

    async def write(self, chunk: bytes | bytearray | memoryview) -> None:
        self.body += chunk

    async def write_eof(self, chunk: bytes = b"") -> None:
        self.body += chunk

    async def drain(self) -> None: ...

    def enable_compression(self, *_: object) -> None: ...

    def enable_chunking(self) -> None: ...

    async def write_headers(self, *_: object) -> None: ...


async def written(form: aiohttp.FormData) -> tuple[str, bytes]:
    """Return a form's content type and body."""
    made = form()
    assert isinstance(made, payload.Payload)
    to = Written()
    await made.write(to)
    return made.headers["Content-Type"], to.body


async def test_what_is_read_is_what_aiohttp_wrote_for_discord_py() -> None:
    posted = [
        Field("payload_json", None, b'{"content": "Hi"}'),
        Field("files[0]", "a.txt", b"--\r\n\r\n\r\n--a\r\n"),
        Field("files[1]", 'ä "quoted" 100%\\.png', bytes(range(256))),
        Field("files[2]", "empty", b""),
    ]
    form = aiohttp.FormData(quote_fields=False)
    for name, filename, content in posted:
        form.add_field(name, content if filename else content.decode(), filename=filename)
    kind, body = await written(form)
    assert is_form(kind)
    assert list(fields(kind, body)) == posted


def test_boundaries_and_heads_may_be_written_otherwise() -> None:
    body = (
        b"before\r\n--a b\r\nCONTENT-DISPOSITION:form-data; name=x\r\nX-More: 1\r\n\r\n1\r\n--a b--\r\nafter"
    )
    assert list(fields('Multipart/Form-Data; boundary="a b"', body)) == [Field("x", None, b"1")]
    assert not is_form("application/json")


@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=x"])
def test_what_is_no_form_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="a form without"):
        list(fields(kind, b"--x\r\n\r\n1"))


async def test_a_form_without_files_is_read_as_aiohttp_wrote_it_for_py_cord() -> None:
    form = aiohttp.FormData({"payload_json": '{"content": "ä & = + 100%"}', "empty": ""})
    kind, body = await written(form)
    assert is_form(kind)
    assert is_form("Application/X-WWW-Form-Urlencoded; charset=utf-8")
    told = Field("payload_json", None, '{"content": "ä & = + 100%"}'.encode())
    assert list(fields(kind, body)) == [told, Field("empty", None, b"")]


async def test_each_route_that_takes_files_takes_a_form_without_them(local: LocalDiscord) -> None:
    async with Api(local) as api:
        ana, general = local.person("Ana"), f"/channels/{local.channel('general').id}"

        async def ask(method: str, path: str, body: Any) -> Any:
            form = aiohttp.FormData({"payload_json": json.dumps(body)})
            status, answer = await api.ask(method, path, data=form)
            assert status < 300, (path, answer)
            return answer

        go = {"content": "one", "components": [row(button())]}
        sent = await ask("POST", f"{general}/messages", go)
        assert [message.content for message in ana.messages()] == ["one"]
        await ask("PATCH", f"{general}/messages/{sent['id']}", {"content": "two"})
        assert [message.content for message in ana.messages()] == ["two"]
        click = await ana.click(ana.messages()[0], "Go")
        answer = {"type": 4, "data": {"content": "three"}}
        await ask("POST", f"/interactions/{click.id}/{click.token}/callback", answer)
        hook = f"/webhooks/{local.world.application_id}/{click.token}"
        await ask("PATCH", f"{hook}/messages/@original", {"content": "four"})
        more = await ask("POST", hook, {"content": "five"})
        await ask("PATCH", f"{hook}/messages/{more['id']}", {"content": "six"})
        await ask("POST", f"{general}/threads", {"name": "T", "type": 11})
        await ask("POST", f"{general}/messages", {"content": "seven"})
        assert [message.content for message in ana.messages()] == ["two", "four", "six", "seven"]
        status, plain = await api.ask("POST", f"{general}/messages", data={"content": "eight"})
        assert (status, plain["content"]) == (200, "eight")


async def test_a_form_whose_json_is_broken_is_refused(local: LocalDiscord) -> None:
    async with Api(local) as api:
        path = f"/channels/{local.channel('general').id}/messages"
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        for broken in (b"payload_json={", b"payload_json=%FF", b"payload_json=\xff"):
            status, answer = await api.ask("POST", path, data=broken, headers=kind)
            assert (status, answer["code"]) == (400, 50109)
