"""Reads the fields of a form in a request's body: multipart (RFC 7578), or URL-encoded.

aiohttp's reader would return each part line by line, and parse each boundary by Python's email library, which
took half of the time of a request with a picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import parse_qsl

from aiohttp.multipart import content_disposition_filename, parse_content_disposition

BOUNDARY = re.compile(r'boundary=(?:"([^"]+)"|([^\s;"]+))', re.IGNORECASE)
DISPOSITION = re.compile(r"^content-disposition:[ \t]*(.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)
PLAIN = re.compile(r'form-data; name="([^"\\%]*)"(?:; filename="([^"\\%]*)")?')
"""Matches the `Content-Disposition` of a field without escapes."""
URLENCODED: Final = "application/x-www-form-urlencoded"
"""The content type of a form without files, as py-cord sends it."""


class Field(NamedTuple):
    """A field of a form."""

    name: str
    filename: str | None
    content: bytes


def is_form(content_type: str) -> bool:
    """Whether a body of this type is a form."""
    return content_type.lower().startswith(("multipart/", URLENCODED))


def fields(content_type: str, body: bytes) -> Iterator[Field]:
    """Yield the fields of a form, in order.

    Raises:
        ValueError: The body is no form.
    """
    if content_type.lower().startswith(URLENCODED):
        for name, value in parse_qsl(body.decode(errors="replace"), keep_blank_values=True):
            yield Field(name, None, value.encode())
        return
    boundary = BOUNDARY.search(content_type)
    if boundary is None:
        raise ValueError("a form without a boundary")
    mark = b"\r\n--" + (boundary[1] or boundary[2]).encode("latin-1")
    _, *parts, end = (b"\r\n" + body).split(mark)
    if not end.startswith(b"--"):
        raise ValueError("a form without an end")
    for part in parts:
        head, _, content = part.partition(b"\r\n\r\n")
        told = DISPOSITION.search(head.decode(errors="replace").replace("\r\n", "\n"))
        yield Field(*_named(told[1] if told is not None else ""), content)


def _named(disposition: str) -> tuple[str, str | None]:
    """Return a field's name, and its file's name, from its `Content-Disposition`."""
    if plain := PLAIN.fullmatch(disposition):
        return plain[1], plain[2]
    _, told = parse_content_disposition(disposition)
    return content_disposition_filename(told, "name") or "", content_disposition_filename(told, "filename")
