"""Forms with files, as aiohttp and others write them."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import payload
from aiohttp.abc import AbstractStreamWriter

from ..rest.forms import Field, fields, is_form


class Written(AbstractStreamWriter):
    """What a form is written to."""

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
    """A form's content type and body."""
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
