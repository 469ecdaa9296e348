"""The application's emojis."""

from __future__ import annotations

import base64
import binascii
import re

import orjson

from localdiscord.model.errors import FormErrors, Json, Refusal, bad_form, refusal
from localdiscord.rest.call import Call, route

ALL = "/applications/{application_id}/emojis"
ONE = ALL + "/{emoji_id}"
DATA = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
SIGNATURES = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF.{4}WEBP|.{4}ftypavi[fs]", re.DOTALL)
ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}
LARGEST, MOST = 256 * 1024, 2000


def check_application(call: Call) -> None:
    """Check that the application that the path names is the bot's.

    Raises:
        Refusal: 10002 (another application).
    """
    if call.snowflake("application_id") != call.world.application_id:
        raise refusal(10002)


def emoji_in(call: Call) -> Json:
    """Return the emoji that the path names.

    Raises:
        Refusal: 10014 (there is no such emoji).
    """
    check_application(call)
    found: Json | None = call.world.emojis.get(call.snowflake("emoji_id"))
    if found is None:
        raise refusal(10014)
    return found


def tell(call: Call) -> None:
    """Send the pages the event that the emojis changed."""
    raw = orjson.dumps({"emojis": list(call.world.emojis.values())})
    call.world.events.to_screens("EMOJIS_UPDATE", raw, None)
    call.world.events.changed()


def check_name(call: Call, renamed: Json | None = None) -> str:
    """Return the emoji's name from the body: a valid name that no other emoji has.

    Raises:
        Refusal: 50035 (the name is invalid or taken).
    """
    errors = FormErrors()
    name = call.form.get("name")
    if errors.length(("name",), name, 2, 32) and not re.fullmatch(r"\w+", str(name), re.ASCII):
        text = "Must contain only letters, digits and underscores"
        errors.add(("name",), "STRING_TYPE_REGEX", text)
    others = (emoji for emoji in call.world.emojis.values() if emoji is not renamed)
    if any(emoji["name"] == name for emoji in others):
        errors.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This emoji name is already taken")
    errors.refuse_if_any()
    return str(name)


@route("GET", ALL)
def list_emojis(call: Call) -> Json:
    """Return all emojis of the application."""
    check_application(call)
    return {"items": list(call.world.emojis.values())}


@route("POST", ALL)
def create_emoji(call: Call) -> Json:
    """Add an emoji, and return it."""
    check_application(call)
    name = check_name(call)
    match = DATA.fullmatch(str(call.form.get("image") or ""))
    if match is None:
        raise bad_form(("image",), "IMAGE_INVALID", "Invalid image data")
    try:
        content = base64.b64decode(match[2], validate=True)
    except binascii.Error:
        raise bad_form(("image",), "IMAGE_INVALID", "Invalid image data") from None
    if len(content) > LARGEST:
        text = f"File cannot be larger than {LARGEST / 1024} kb."
        raise bad_form(("image",), "BINARY_TYPE_MAX_SIZE", text)
    if SIGNATURES.match(content) is None:
        raise bad_form(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(call.world.emojis) >= MOST:
        raise Refusal(400, 30008, f"Maximum number of emojis reached ({MOST})")
    call.verify()
    emoji_id = call.world.clock.snowflake()
    emoji: Json = {
        "id": emoji_id,
        "name": name,
        "roles": [],
        "user": call.world.bot.payload(),
        "require_colons": True,
        "managed": False,
        "animated": match[1] == "image/gif",
        "available": True,
    }
    call.world.emojis[emoji_id] = emoji
    for ending in {ENDINGS.get(match[1], "png"), "png", "webp"}:  # Clients ask for any of these endings.
        call.world.files[f"/cdn/emojis/{emoji_id}.{ending}"] = (content, match[1])
    tell(call)
    call.status = 201
    return emoji


@route("GET", ONE)
def get_emoji(call: Call) -> Json:
    """Return one emoji."""
    return emoji_in(call)


@route("PATCH", ONE)
def edit_emoji(call: Call) -> Json:
    """Rename an emoji, and return it."""
    emoji = emoji_in(call)
    name = check_name(call, emoji)
    call.verify()
    emoji["name"] = name
    tell(call)
    return emoji


@route("DELETE", ONE)
def delete_emoji(call: Call) -> None:
    """Delete an emoji."""
    del call.world.emojis[emoji_in(call)["id"]]
    tell(call)
