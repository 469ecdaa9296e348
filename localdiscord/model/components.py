"""Reads the components of a message from the top down: texts, ids, pictures and files."""

from __future__ import annotations

from typing import Any

from localdiscord.model.errors import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 19, 21, 22, 23
SELECTS = frozenset([STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT])
LINK = 5  # The button's style.


def walk(components: list[Json]) -> list[Json]:
    """Return each component and the components inside it, in reading order."""
    found: list[Json] = []
    _walk(components, found)
    return found


def _walk(components: list[Json], found: list[Json]) -> None:
    for component in components:
        found.append(component)
        if component.get("components"):
            _walk(component["components"], found)
        for key in ("component", "accessory"):
            if component.get(key):
                _walk([component[key]], found)


def media_of(components: list[Json]) -> list[Json]:
    """Return the media objects that galleries, thumbnails and files show."""
    parts = walk(components)
    media = [part[key] for part in parts for key in ("media", "file") if key in part]
    return media + [item["media"] for part in parts for item in part.get("items") or []]


def texts(message: Json) -> list[str]:
    """Return every text that a person can read or hear: content, embeds, labels, options, alt texts."""
    found: list[Any] = [message.get("title"), message.get("content"), message.get("name")]
    for embed in message.get("embeds") or []:
        found += [embed.get("title"), embed.get("description")]
        for field in embed.get("fields") or []:
            found += [field.get("name"), field.get("value")]
        found.append((embed.get("footer") or {}).get("text"))
    for component in walk(message.get("components") or []):
        found += [component.get(key) for key in ("content", "label", "placeholder", "value")]
        if component["type"] == LABEL:
            found.append(component.get("description"))
        for option in component.get("options") or []:
            found += [option.get("label"), option.get("description")]
        found += described(component)
    found += [choice.get("name") for choice in message.get("choices") or []]
    return [text for text in found if isinstance(text, str) and text]


def custom_ids(message: Json) -> list[str]:
    """Return all custom ids of a message or modal, and the values of select options."""
    found = [message["custom_id"]] if message.get("custom_id") else []
    for component in walk(message.get("components") or []):
        if component.get("custom_id"):
            found.append(component["custom_id"])
        found += [option["value"] for option in component.get("options") or []]
    found += [str(choice["value"]) for choice in message.get("choices") or []]
    return found


def alt_texts(message: Json) -> list[str]:
    """Return the descriptions of all pictures and files of a message."""
    found = [attachment.get("description") for attachment in message.get("attachments") or []]
    for component in walk(message.get("components") or []):
        found += described(component)
    return [text for text in found if text]


def file_names(message: Json) -> list[str]:
    """Return the names of all pictures and files of a message."""
    found = [attachment["filename"] for attachment in message.get("attachments") or []]
    return found + [item["url"].rsplit("/", 1)[-1] for item in media_of(message.get("components") or [])]


def described(component: Json) -> list[Any]:
    """Return the descriptions of the pictures or files of one component."""
    if component["type"] == THUMBNAIL:
        return [component.get("description")]
    if component["type"] == GALLERY:
        return [item.get("description") for item in component.get("items") or []]
    return []


def find_by_custom_id(components: list[Json], custom_id: str) -> Json | None:
    """Return the component with a custom id; None: there is none."""
    return next((part for part in walk(components) if part.get("custom_id") == custom_id), None)
