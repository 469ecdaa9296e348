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


def read() -> tuple[str, Mapping[str, Served]]:
    """Return the HTML of the page, with gaps `{{…}}` to be filled, and the other files by their addresses.

    An address, such as `/files/1a2b3c4d/main.js`, has the hash; links to files in the HTML have it, too.
    """
    found = {one.name: Served(one.read_bytes(), TYPES[one.suffix]) for one in sorted(FOLDER.iterdir())}
    digest = blake2b(b"".join(one.content for one in found.values()), digest_size=6).hexdigest()
    page = found.pop("index.html").content.decode().replace("files/", f"files/{digest}/")
    return page, {f"/files/{digest}/{name}": served for name, served in found.items()}
