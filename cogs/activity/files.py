"""The files of the page; a hash of all contents is their folder, so a browser may cache them for ever."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "page"
TYPES: Final[Mapping[str, str]] = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
"""The content types of the files that are served, by their endings."""


class Served(NamedTuple):
    """The content and the content type of a file, as a response has them."""

    content: bytes
    content_type: str


class Files(NamedTuple):
    """The files of the page.

    Attributes:
        page: The HTML of the page itself, with gaps `{{…}}` to be filled.
        named: All other files, by their addresses, such as `/files/1a2b3c4d/main.js`.
    """

    page: str
    named: Mapping[str, Served]


def read() -> Files:
    """Return the files of the page; links to files in its HTML have the hash."""
    found = {one.name: Served(one.read_bytes(), TYPES[one.suffix]) for one in sorted(FOLDER.iterdir())}
    digest = blake2b(b"".join(one.content for one in found.values()), digest_size=6).hexdigest()
    page = found.pop("index.html").content.decode().replace("files/", f"files/{digest}/")
    return Files(page, {f"/files/{digest}/{name}": served for name, served in found.items()})
