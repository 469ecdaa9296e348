"""Files of messages and commands: stores them, gives them addresses, measures pictures, and drops files."""

from __future__ import annotations

import mimetypes
import re
import struct
from collections.abc import Iterable
from typing import NamedTuple

from localdiscord.model.channel import Channel
from localdiscord.model.errors import BadInput, Json
from localdiscord.model.world import World

LARGEST_FILE = 10 * 1024 * 1024
MOST_GIVEN = 50
"""The most files for commands that are kept before their use; the oldest are dropped first."""
mimetypes.add_type("image/webp", ".webp")


class Upload(NamedTuple):
    """An uploaded file: its name and content."""

    filename: str
    content: bytes


def safe_name(filename: str) -> str:
    """Return the name under which Discord stores a file."""
    return re.sub(r"[^\w.\-]", "_", filename)


def content_type(filename: str) -> str:
    """Return a file's MIME type, judged by its name."""
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def size_of_picture(content: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG, GIF, WebP or JPEG in pixels; None: it is no such picture."""
    if content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:4] == b"GIF8" and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP" and len(content) >= 30:
        return _size_of_webp(content)
    if content[:2] == b"\xff\xd8":
        return _size_of_jpeg(content)
    return None


def _size_of_webp(content: bytes) -> tuple[int, int] | None:
    kind = content[12:16]
    if kind == b"VP8X":
        return int.from_bytes(content[24:27], "little") + 1, int.from_bytes(content[27:30], "little") + 1
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", content[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        packed = int.from_bytes(content[21:25], "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    return None


def _size_of_jpeg(content: bytes) -> tuple[int, int] | None:
    place = 2
    while place + 9 < len(content) and content[place] == 0xFF:
        marker, length = content[place + 1], int.from_bytes(content[place + 2 : place + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[place + 5 : place + 9])
            return width, height
        place += 2 + length
    return None


def attachment_payload(file_id: str, upload: Upload, url: str, description: str | None) -> Json:
    """Return the attachment object by which Discord's API describes a file."""
    shown: Json = {
        "id": file_id,
        "filename": safe_name(upload.filename),
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": content_type(upload.filename),
    }
    size = size_of_picture(upload.content)
    if size is not None:
        shown |= {"width": size[0], "height": size[1], "placeholder_version": 1}
    if description:
        shown["description"] = description
    return shown


def drop_files(world: World, attachments: Iterable[Json]) -> None:
    """Drop the contents of attached files that nobody can fetch any more."""
    for attachment in attachments:
        world.files.pop(str(attachment.get("url")).removeprefix(world.base_url), None)


def store(world: World, channel: Channel, upload: Upload, description: str | None) -> Json:
    """Store a file where pages and bots can fetch it, and return its attachment object."""
    file_id = world.clock.snowflake()
    path = f"/cdn/attachments/{channel.id}/{file_id}/{safe_name(upload.filename)}"
    world.files[path] = (upload.content, content_type(upload.filename))
    return attachment_payload(file_id, upload, world.base_url + path, description)


def give(world: World, filename: str, content: bytes) -> str:
    """Store a file for a command, and return the id by which the command's option names the file.

    Raises:
        BadInput: if the file is too large, or has no name.
    """
    upload = Upload(filename, content)
    if len(content) > LARGEST_FILE:
        raise BadInput("the file is larger than 10 MB")
    if not filename.strip():
        raise BadInput("the file has no name")
    file_id = world.clock.snowflake()
    path = f"/cdn/ephemeral-attachments/{world.application_id}/{file_id}/{safe_name(filename)}"
    world.files[path] = (content, content_type(filename))
    given: Json = attachment_payload(file_id, upload, world.base_url + path, None) | {"ephemeral": True}
    world.given[file_id] = given
    if len(world.given) > MOST_GIVEN:
        oldest = world.given.pop(next(iter(world.given)))
        drop_files(world, [oldest])
    return file_id


def forget_used(world: World, data: Json) -> None:
    """Drop a command's files once its interaction can't be answered any more."""
    resolved = data.get("resolved") or {}
    drop_files(world, (resolved.get("attachments") or {}).values())
