"""Files that people give to commands: kept until the command is used, as Discord's client uploads them."""

from __future__ import annotations

from localdiscord.errors import Json
from localdiscord.options import BadInput
from localdiscord.uploads import LARGEST_FILE, Upload, attachment_payload, content_type, drop_files, safe_name
from localdiscord.world import World

MOST = 50
"""At most so many files are kept until they are used; the oldest is dropped first."""


def give(world: World, filename: str, content: bytes) -> str:
    """Keep a file; returns the id by which an option of a command names it.

    Raises:
        BadInput: if it is too large, or has no name.
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
    if len(world.given) > MOST:
        oldest = world.given.pop(next(iter(world.given)))
        drop_files(world, [oldest])
    return file_id


def forget_used(world: World, data: Json) -> None:
    """Forget the files that a command was used with, once nothing can be answered to it any more."""
    resolved = data.get("resolved") or {}
    drop_files(world, (resolved.get("attachments") or {}).values())
