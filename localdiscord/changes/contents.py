"""Fills a message from a checked request body, and finds the people whom the message mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final
from zlib import crc32

from localdiscord.changes.attachments import (
    LARGEST_FILE,
    Upload,
    drop_files,
    safe_name,
    store,
)
from localdiscord.checks.messages import SETTABLE, check_flag_kept, check_message
from localdiscord.model.channel import (
    COMPONENTS_V2,
    EPHEMERAL,
    HAS_THREAD,
    LOADING,
    SUPPRESS_NOTIFICATIONS,
    Channel,
    Message,
)
from localdiscord.model.components import CONTAINER, FILE, GALLERY, SELECTS, SEPARATOR, THUMBNAIL, texts, walk
from localdiscord.model.errors import FormErrors, Json, Lacking, bad_form, check_lacking, refusal
from localdiscord.model.user import User
from localdiscord.model.world import World

Uploads = Mapping[int, Upload]
USER = re.compile(r"<@!?(\d{1,20})>")
CODE = re.compile(r"```.*?```|``.*?``|`[^`]*`", re.DOTALL)
SHOWN: Final[Json] = {"description": None, "spoiler": False}
UNLESS_GIVEN: Final[dict[int, Json]] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    CONTAINER: {"accent_color": None, "spoiler": False},
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    THUMBNAIL: SHOWN,
}
"""The fields that Discord adds to a component that lacks them, by the component's type."""


def check_form(world: World, body: Json, uploads: Uploads, old: Message | None) -> None:
    """Check the body of a new message, or of an edit of message `old`, by Discord's rules.

    Raises:
        Refusal: if Discord would refuse it.
        Lacking: if it uses a feature that the local Discord doesn't have.
    """
    check_lacking(body, "poll", "shared_client_theme", "sticker_ids")
    if (body.get("message_reference") or {}).get("type"):  # A forwarded message has no content of its own.
        raise Lacking("message_reference.type")
    if len(uploads) > 10:
        raise bad_form(("files",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    if any(len(upload.content) > LARGEST_FILE for upload in uploads.values()):
        raise refusal(40005)
    old_flags = old.flags if old is not None else 0
    v2 = bool((old_flags | (body.get("flags") or 0)) & COMPONENTS_V2)
    kept, new = kept_attachments(body, old, uploads), new_files(body, old, uploads)
    names = {attachment["filename"] for attachment in kept} | {file.filename for file in new.values()}
    names |= {safe_name(name) for name in names}
    check_former_files(body, old)
    errors = FormErrors()
    check_attachments(body, old, uploads, errors)
    check_message(body, errors, v2=v2, emojis=world.emojis, files=names)
    check_flag_kept(old_flags, body, errors)
    if v2 and old is not None:
        _check_no_old_fields(old, body, errors)
    errors.refuse_if_any()
    if is_empty(body, new, old, kept, v2=v2):
        raise refusal(50006)


def _check_no_old_fields(old: Message, body: Json, errors: FormErrors) -> None:
    for key, value in (("content", old.content), ("embeds", old.embeds)):
        if value and key not in body:
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            errors.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)


def check_former_files(body: Json, old: Message | None) -> None:
    """Check that an edit names no file that an earlier edit removed from the message.

    Raises:
        Refusal: if the edit names a removed file.
    """
    for index, named in enumerate(body.get("attachments") or []):
        if old is not None and str(named.get("id")) in old.former_files:
            text = f"Unknown attachment {named['id']}"
            lost = bad_form(("attachments", index), "MESSAGE_ATTACHMENT_NOT_FOUND", text)
            lost.by_race = True
            raise lost


def check_attachments(body: Json, old: Message | None, uploads: Uploads, errors: FormErrors) -> None:
    """Check that each attachment an edit names was uploaded with the edit, or is on the message already."""
    known = {attachment["id"] for attachment in old.attachments} if old is not None else set()
    for index, named in enumerate(body.get("attachments") or []):
        file_id = named.get("id")
        if not (str(file_id).isdigit() and int(file_id) in uploads) and str(file_id) not in known:
            text = f"Unknown attachment {file_id}"
            errors.add(("attachments", index), "MESSAGE_ATTACHMENT_NOT_FOUND", text)
        if named.get("description") is not None:
            errors.length(("attachments", index, "description"), named["description"], 0, 1024)


def kept_attachments(body: Json, old: Message | None, uploads: Uploads) -> list[Json]:
    """Return the attachments of the old message that an edit keeps."""
    if old is None:
        return []
    named = body.get("attachments")
    if named is None:  # New files alone replace all others: discord-api-docs#5170.
        return old.attachments if "attachments" not in body and not uploads else []
    wanted = {str(item.get("id")): item for item in named}
    kept = []
    for attachment in old.attachments:
        if attachment["id"] in wanted:
            description = wanted[attachment["id"]].get("description", attachment.get("description"))
            kept.append(attachment | ({"description": description} if description else {}))
    return kept


def new_files(body: Json, old: Message | None, uploads: Uploads) -> dict[int, Upload]:
    """Return the uploads that a message takes, by number, under the names in the body."""
    listed = {str(item.get("id")): item for item in body.get("attachments") or []}
    is_strict = old is not None and "attachments" in body
    return {
        index: Upload(listed.get(str(index), {}).get("filename") or upload.filename, upload.content)
        for index, upload in uploads.items()
        if str(index) in listed or not is_strict
    }


def is_empty(body: Json, uploads: Uploads, old: Message | None, kept: list[Json], *, v2: bool) -> bool:
    """Whether a message has no content after a post or edit; `kept`: attachments that the edit keeps."""

    def after(key: str, before: Any) -> Any:
        return body.get(key, before)

    components = after("components", old.components if old else None)
    if v2:
        return not components
    content = after("content", old.content if old else None)
    embeds = after("embeds", old.embeds if old else None)
    return not ((content or "").strip() or embeds or components or uploads or kept)


def fill(world: World, message: Message, body: Json, uploads: Uploads, *, is_new: bool) -> None:
    """Put the contents of a checked body into a message."""
    if is_new:
        message.tts = bool(body.get("tts"))
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = [complete_embed(embed) for embed in body["embeds"] or []]
    if "attachments" in body or uploads:
        message.attachments = _attach(world, message, body, uploads, is_new=is_new)
    flags = body.get("flags") or 0
    changeable = SETTABLE if is_new else SETTABLE & ~EPHEMERAL
    kept = message.flags & (COMPONENTS_V2 | EPHEMERAL) if "flags" in body else message.flags
    message.flags = (kept & ~LOADING) | (flags & changeable) | (message.flags & HAS_THREAD)
    if "components" in body:
        message.components = shape(body["components"] or [], message.attachments)
    # An edit changes the mentions, too, but only a new message notifies.
    message.mentions, message.mention_everyone = mentioned(
        world,
        texts({"content": message.content, "components": message.components}),
        body.get("allowed_mentions"),
        replied_to=message.referenced if message.reference and message.metadata is None else None,
        may_ping_all=message.author is not world.bot or world.bot_may("MENTION_EVERYONE", message.channel),
    )
    says_whom = isinstance(body.get("allowed_mentions"), dict)
    if message.author is world.bot and not says_whom and (body.get("content") or body.get("components")):
        world.unguarded.append(message)
    message.changed()


def complete_embed(embed: Json) -> Json:
    """Return an embed with the fields that Discord adds."""
    shown: Json = {"type": "rich", **without_nulls(embed)}
    if "fields" in shown:
        shown["fields"] = [{"inline": False, **field} for field in shown["fields"]]
    return shown


def _attach(world: World, message: Message, body: Json, uploads: Uploads, *, is_new: bool) -> list[Json]:
    old = None if is_new else message
    attachments = list(kept_attachments(body, old, uploads))
    kept = {attachment["id"] for attachment in attachments}
    dropped = [attachment for attachment in message.attachments if attachment["id"] not in kept]
    drop_files(world, dropped)
    message.former_files |= {attachment["id"] for attachment in dropped}
    described = {str(item.get("id")): item.get("description") for item in body.get("attachments") or []}
    for index, upload in new_files(body, old, uploads).items():
        stored = store(world, message.channel, upload, described.get(str(index)))
        attachments.append(stored | {"ephemeral": True} if message.only_for is not None else stored)
    return attachments


def shape(components: list[Json], attachments: list[Json]) -> list[Json]:
    """Return copies of components with defaults, numbers, and the addresses of the files they show."""
    shaped: list[Json] = without_nulls(components)
    parts = walk(shaped)
    taken = {part["id"] for part in parts if part.get("id")}
    number = 0
    files = {attachment["filename"]: attachment for attachment in attachments}
    for part in parts:
        if not part.get("id"):
            number += 1
            while number in taken:
                number += 1
            part["id"] = number
        for key, value in UNLESS_GIVEN.get(part["type"], {}).items():
            part.setdefault(key, value)
        _write_ids(part)
        _resolve(part, files)
    return shaped


def without_nulls(value: Any) -> Any:
    """Return a copy of a JSON value without its null fields, at all depths."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [without_nulls(inner) for inner in value] if isinstance(value, list) else value


def _write_ids(part: Json) -> None:
    """Turn the ids in a component into texts: discord.py sends numbers, which browsers would round."""
    emojis = [holder["emoji"] for holder in (part, *part.get("options", ())) if "emoji" in holder]
    for named in (*emojis, *part.get("default_values", ())):
        if "id" in named:
            named["id"] = str(named["id"])


def _resolve(part: Json, files: Mapping[str, Json]) -> None:
    if part["type"] == THUMBNAIL:
        part["media"] = media(part["media"], files)
    elif part["type"] == FILE:
        part["file"] = media(part["file"], files)
        name = part["file"]["url"].rsplit("/", 1)[-1]
        part |= {"name": name, "size": files[name]["size"] if name in files else 0}
    elif part["type"] == GALLERY:
        part["items"] = [SHOWN | item | {"media": media(item["media"], files)} for item in part["items"]]


def media(item: Json, files: Mapping[str, Json]) -> Json:
    """Return a picture's or file's media object, with the address at which the file can be fetched."""
    url = item["url"]
    if not url.startswith("attachment://"):
        return {"id": str(crc32(url.encode())), "proxy_url": url} | item
    attachment = files[safe_name(url.removeprefix("attachment://"))]
    shown = {key: attachment.get(key) for key in ("url", "proxy_url", "width", "height", "content_type")}
    return {
        **shown,
        "id": attachment["id"],
        "attachment_id": attachment["id"],
        "flags": 0,
        "loading_state": 2,
    }


def mentioned(
    world: World, texts: Iterable[str], allowed: Any, *, replied_to: Message | None, may_ping_all: bool
) -> tuple[list[User], bool]:
    """Return the mentioned users, and whether all are mentioned, as far as `allowed` permits."""
    text = "\n".join(CODE.sub("", part) for part in texts)
    rules: Json = (
        {"parse": ["users", "roles", "everyone"], "replied_user": True} if allowed is None else allowed
    )
    parse = rules.get("parse") or []
    wanted = [str(user_id) for user_id in rules.get("users") or []]
    found: list[User] = []
    for user_id in dict.fromkeys(USER.findall(text)):
        user = world.bot if user_id == world.bot.id else world.people.get(user_id)
        if user is not None and ("users" in parse or user_id in wanted):
            found.append(user)
    if replied_to is not None and rules.get("replied_user") and replied_to.author not in found:
        found.append(replied_to.author)
    everyone = may_ping_all and "everyone" in parse and ("@everyone" in text or "@here" in text)
    return found, everyone


def people_told(world: World, message: Message) -> list[User]:
    """Return the people whom a new message notifies."""
    if message.flags & SUPPRESS_NOTIFICATIONS:
        return []
    channel = message.channel
    if channel.is_direct and message.only_for is None:  # direct messages and groups always notify
        return [user for user in channel.company if user is not message.author]
    told = (channel.company or world.members()) if message.mention_everyone else message.mentions
    if message.only_for is not None:
        told = [user for user in told if user is message.only_for]
    return [user for user in told if is_there(channel, user) and user is not message.author]


def is_there(channel: Channel, user: User) -> bool:
    """Whether a person is in a channel's server or group."""
    return not user.bot and (user in channel.company if channel.company else user.in_guild)
