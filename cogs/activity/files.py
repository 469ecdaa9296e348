"""The page's files; their addresses have a hash of all contents, so browsers may cache them for ever."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "page"
TYPES: Final[Mapping[str, str]] = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
"""The content types of the files that are served, by their endings."""


class Served(NamedTuple):
    """A file of the page: its content, and its content type for the response."""

    content: bytes
    content_type: str


def read() -> tuple[str, Mapping[str, Served]]:
    """Return the HTML of the page, with gaps `{{…}}` to be filled, and the other files by their addresses.

    An address, such as `/files/1a2b3c4d5e6f/main.js`, has a hash of all files; so have the links in the HTML.
    """
    found = {one.name: Served(one.read_bytes(), TYPES[one.suffix]) for one in sorted(FOLDER.iterdir())}
    digest = blake2b(b"".join(one.content for one in found.values()), digest_size=6).hexdigest()
    page = found.pop("index.html").content.decode().replace("files/", f"files/{digest}/")
    return page, {f"/files/{digest}/{name}": served for name, served in found.items()}
