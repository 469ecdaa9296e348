"""Discord's rules for the fields of a message."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from localdiscord.checks.components import ComponentCheck
from localdiscord.model.channel import COMPONENTS_V2, EPHEMERAL, SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS
from localdiscord.model.errors import FormErrors, Json

MENTION_TYPES = ("roles", "users", "everyone")
LIMITS = {"title": 256, "description": 4096}
SETTABLE = SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS | 1 << 13 | COMPONENTS_V2


def check_message(
    body: Json,
    errors: FormErrors,
    *,
    v2: bool,
    emojis: Collection[str],
    files: Collection[str],
    path: tuple[str | int, ...] = (),
) -> None:
    """Check the fields of a new or edited message that are in its body; `path`: the body's place."""
    content = body.get("content")
    if content is not None:
        errors.length((*path, "content"), content, 0, 2000)
    if body.get("embeds"):
        check_embeds(body["embeds"], errors)
    nonce = body.get("nonce")
    if isinstance(nonce, str):
        errors.length((*path, "nonce"), nonce, 0, 25)
    check_mentions(body.get("allowed_mentions"), errors)
    if v2:
        _refuse_old_fields(body, errors)
    if body.get("components"):
        check = ComponentCheck(errors, emojis=emojis, files=files)
        check.message(body["components"], (*path, "components"), v2=v2)


def _refuse_old_fields(body: Json, errors: FormErrors) -> None:
    for key in ("content", "embeds"):
        if body.get(key):
            text = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            errors.add((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)


def check_mentions(allowed: Any, errors: FormErrors) -> None:
    """Check the `allowed_mentions` of a message."""
    if not allowed:
        return
    path = ("allowed_mentions",)
    parse = allowed.get("parse") or []
    for index, kind in enumerate(parse):
        if kind not in MENTION_TYPES:
            errors.add((*path, "parse", index), "BASE_TYPE_CHOICES", f"Value must be one of {MENTION_TYPES}.")
    for kind in ("users", "roles"):
        ids = allowed.get(kind) or []
        errors.length((*path, kind), ids, 0, 100)
        if ids and kind in parse:
            text = f"parse:[{kind!r}, ...] and {kind}: [ids...] are mutually exclusive."
            errors.add((*path,), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def check_flag_kept(old_flags: int, body: Json, errors: FormErrors) -> None:
    """Check that an edit doesn't remove the flag of Components V2 from a message."""
    flags = body.get("flags")
    if old_flags & COMPONENTS_V2 and flags is not None and not flags & COMPONENTS_V2:
        text = "The IS_COMPONENTS_V2 flag cannot be removed from a message"
        errors.add(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", text)


Path = tuple[str | int, ...]


def check_embeds(embeds: Any, errors: FormErrors) -> None:
    """Check a message's embeds: the length of each text, and of all texts together."""
    if not errors.length(("embeds",), embeds, 0, 10):
        return
    total = 0
    for index, embed in enumerate(embeds):
        path: Path = ("embeds", index)
        texts: list[tuple[Path, Any, int]] = [
            ((*path, key), embed.get(key), most) for key, most in LIMITS.items()
        ]
        texts.append(((*path, "footer", "text"), (embed.get("footer") or {}).get("text"), 2048))
        texts.append(((*path, "author", "name"), (embed.get("author") or {}).get("name"), 256))
        fields = embed.get("fields") or []
        errors.length((*path, "fields"), fields, 0, 25)
        for number, field in enumerate(fields):
            for key, most in (("name", 256), ("value", 1024)):
                place = (*path, "fields", number, key)
                if not field.get(key):
                    errors.required(place)
                texts.append((place, field.get(key), most))
        for place, text, most in texts:
            if text is not None and errors.length(place, text, 0, most):
                total += len(text)
    if total > 6000:
        text = "Embed size exceeds maximum size of 6000"
        errors.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", text)
