"""The files of the page; their names contain a hash of the contents, so a browser may cache them for ever."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
TYPES: Final[Mapping[str, str]] = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
"""The content types of the files that are served, by their endings."""


class Served(NamedTuple):
    """The content and the content type of a file, as a response has them."""

    content: bytes
    content_type: str


class Files(NamedTuple):
    """The files of the page.

    Attributes:
        page: The HTML of the page itself, with gaps `{{…}}` to be filled.
        named: All other files, by their names with the hash, such as `main.1a2b3c4d.js`.
    """

    page: str
    named: Mapping[str, Served]


def read(folder: Path = FOLDER) -> Files:
    """Return the page's files; each name, and each link to it, contains one hash of all files' contents."""
    found = {path.name: path.read_bytes() for path in sorted(folder.glob("*.*")) if path.suffix[1:] in TYPES}
    digest = blake2b(b"".join(found.values()), digest_size=6).hexdigest()
    hashed = {name: ".".join((*name.split(".")[:-1], digest, name.split(".")[-1])) for name in found}
    hashed.pop(INDEX, None)
    named = "|".join(map(re.escape, hashed))
    reference = re.compile(rf"(?<=[\"'(]files/)({named})\b|(?<=[\"'(]\./)({named})\b")

    def linked(content: bytes) -> bytes:
        text = content.decode()
        return reference.sub(lambda one: hashed[one[1] or one[2]], text).encode() if named else content

    served = {
        hashed[name]: Served(
            linked(content) if name.endswith((".js", ".css")) else content, TYPES[name.split(".")[-1]]
        )
        for name, content in found.items()
        if name != INDEX
    }
    return Files(linked(found.get(INDEX, b"")).decode(), served)
