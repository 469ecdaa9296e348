"""Discord's rules for embeds."""

from __future__ import annotations

from typing import Any

from localdiscord.errors import FormErrors

Path = tuple[str | int, ...]
LIMITS = {"title": 256, "description": 4096}


def check_embeds(embeds: Any, errors: FormErrors) -> None:
    """Check a message's embeds: each text, and all texts together."""
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
