"""The parts of a message: values that hold what Discord is sent of them, and nothing else.

They are named as in `discord.ui`, and made as there.  discord.py's own know their view, their row and who is
called when they are clicked, too; we read clicks from their ids (`interactions/router.py`), and a panel of
those took several times as long to build.  Forms are still discord.py's.  That Discord is sent the same, byte
for byte, is proven by `tests/cogs/test_ui.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final, TypeVar, cast

import discord
import msgspec
from discord import ButtonStyle, ComponentType, PartialEmoji, SelectOption, SeparatorSpacing

T = TypeVar("T")

Payload = dict[str, Any]
"""What Discord is sent, as JSON."""

MOST_PARTS: Final = 40
"""Discord's limit for the parts of a message, with those inside others."""

_ACTION_ROW: Final = ComponentType.action_row.value
_BUTTON: Final = ComponentType.button.value
_STRING_SELECT: Final = ComponentType.string_select.value
_USER_SELECT: Final = ComponentType.user_select.value
_SECTION: Final = ComponentType.section.value
_TEXT_DISPLAY: Final = ComponentType.text_display.value
_MEDIA_GALLERY: Final = ComponentType.media_gallery.value
_FILE: Final = ComponentType.file.value
_SEPARATOR: Final = ComponentType.separator.value
_CONTAINER: Final = ComponentType.container.value
_SMALL: Final = SeparatorSpacing.small.value


class Item:
    """A part of a message, which nobody changes once it is made.

    Attributes:
        children: The parts inside it.
    """

    __slots__ = ()

    children: Sequence[Item] = ()

    def to_component_dict(self) -> Payload:
        """What Discord is sent."""
        raise NotImplementedError


class TextDisplay(Item):
    """A text."""

    __slots__ = ("content",)

    def __init__(self, content: str) -> None:
        self.content = content

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        return {"type": _TEXT_DISPLAY, "content": self.content}


class Separator(Item):
    """A line between two parts."""

    __slots__ = ()

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        return {"type": _SEPARATOR, "divider": True, "spacing": _SMALL}


class MediaGallery(Item):
    """A picture, with its alternative text; `media` is its address."""

    __slots__ = ("description", "media")

    def __init__(self, media: str, description: str) -> None:
        self.media = media
        self.description = description

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        item: Payload = {"media": {"url": self.media}, "spoiler": False}
        if self.description:
            item["description"] = self.description
        return {"type": _MEDIA_GALLERY, "items": [item]}


class File(Item):
    """A file that is shown by its name; `media` is its address."""

    __slots__ = ("media",)

    def __init__(self, media: str) -> None:
        self.media = media

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        return {"type": _FILE, "file": {"url": self.media}, "spoiler": False}


class Button(Item):
    """A button: it has a `custom_id`, or leads to a `url`.  Its emoji is as texts write it."""

    __slots__ = ("custom_id", "disabled", "emoji", "label", "style", "url")

    def __init__(
        self,
        *,
        label: str,
        style: ButtonStyle = ButtonStyle.secondary,
        custom_id: str | None = None,
        url: str | None = None,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> None:
        self.label = label
        self.style = style if url is None else ButtonStyle.link
        self.custom_id = custom_id
        self.url = url
        self.emoji = emoji
        self.disabled = disabled

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        drawn: Payload = {"type": _BUTTON, "style": self.style.value, "disabled": self.disabled}
        if self.label:
            drawn["label"] = self.label
        if self.custom_id:
            drawn["custom_id"] = self.custom_id
        if self.url:
            drawn["url"] = self.url
        if self.emoji:
            drawn["emoji"] = _emoji(self.emoji)
        return drawn


@lru_cache(maxsize=512)
def _emoji(sign: str) -> Payload:
    return {**PartialEmoji.from_str(sign).to_dict()}


class UserSelect(Item):
    """A list of people, to choose one from."""

    __slots__ = ("custom_id", "placeholder")

    def __init__(self, *, custom_id: str, placeholder: str | None = None) -> None:
        self.custom_id = custom_id
        self.placeholder = placeholder

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        return _list(_USER_SELECT, self.custom_id, self.placeholder, 1, 1)


class Select(Item):
    """A list to choose from: one thing, or between `min_values` and `max_values`."""

    __slots__ = ("custom_id", "max_values", "min_values", "options", "placeholder")

    def __init__(
        self,
        *,
        custom_id: str,
        options: Sequence[SelectOption],
        placeholder: str | None = None,
        min_values: int = 1,
        max_values: int = 1,
    ) -> None:
        self.custom_id = custom_id
        self.options = options
        self.placeholder = placeholder
        self.min_values = min_values
        self.max_values = max_values

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        drawn = _list(_STRING_SELECT, self.custom_id, self.placeholder, self.min_values, self.max_values)
        if self.options:
            drawn["options"] = [option.to_dict() for option in self.options]
        return drawn


def _list(kind: int, custom_id: str, placeholder: str | None, fewest: int, most: int) -> Payload:
    drawn: Payload = {
        "type": kind,
        "custom_id": custom_id,
        "min_values": fewest,
        "max_values": most,
        "disabled": False,
        "required": kind == _STRING_SELECT,  # As discord.py sends it; it matters in forms only.
    }
    if placeholder:
        drawn["placeholder"] = placeholder
    return drawn


class ActionRow(Item):
    """Up to five buttons beside each other, or a list."""

    __slots__ = ("children",)

    def __init__(self, *children: Item) -> None:
        self.children = children

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        return {"type": _ACTION_ROW, "components": _payloads(self.children)}


class Section(Item):
    """A text with a button beside it, its `accessory`, which is the last of its children."""

    __slots__ = ("children",)

    def __init__(self, text: TextDisplay, *, accessory: Button) -> None:
        self.children = (text, accessory)

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        text, accessory = _payloads(self.children)
        return {"type": _SECTION, "components": [text], "accessory": accessory}


class Container(Item):
    """Parts in a frame, whose edge may have a colour."""

    __slots__ = ("accent_colour", "children")

    def __init__(self, *children: Item, accent_colour: int | None = None) -> None:
        self.children = children
        self.accent_colour = accent_colour

    def to_component_dict(self) -> Payload:
        """As `Item`."""
        return {
            "type": _CONTAINER,
            "accent_color": self.accent_colour or None,
            "spoiler": False,
            "components": _payloads(self.children),
        }


class LayoutView:
    """A message as it is sent, which is complete: what is made of it is made once.

    To discord.py's functions it is a view (`sendable`) of which they keep nothing, since it is finished.

    Raises:
        ValueError: It has more than `MOST_PARTS` parts.
    """

    __discord_ui_view__ = True
    timeout = 0.0

    def __init__(self, *children: Item) -> None:
        self.children = children
        self._walked = tuple(_walked(children, []))
        self._made: dict[Callable[[LayoutView], Any], Any] = {}
        if len(self._walked) > MOST_PARTS:
            raise ValueError("too_many_parts")

    def once(self, make: Callable[[LayoutView], T]) -> T:
        """What a function makes of this message; it is called the first time only."""
        if make not in self._made:
            self._made[make] = make(self)
        found: T = self._made[make]
        return found

    def walk_children(self) -> Sequence[Item]:
        """All its parts, with those inside others, in order."""
        return self._walked

    def content_length(self) -> int:
        """The number of characters of all its texts."""
        return sum(len(item.content) for item in self._walked if isinstance(item, TextDisplay))

    def to_components(self) -> list[Payload]:
        """What Discord is sent of it."""
        return self.once(_components)

    def has_components_v2(self) -> bool:
        """As discord.py's: it has parts beside rows of buttons."""
        return True

    def is_finished(self) -> bool:
        """As discord.py's: it waits for no click."""
        return True


def sendable(view: LayoutView) -> discord.ui.LayoutView:
    """A message as discord.py's functions take it: they ask for nothing that it hasn't."""
    return cast(discord.ui.LayoutView, view)


def _components(view: LayoutView) -> list[Payload]:
    return _payloads(view.children)


def _payloads(items: Iterable[Item]) -> list[Payload]:
    return [item.to_component_dict() for item in items]


def parts_in(items: Iterable[Item]) -> int:
    """How many parts there are, with those inside others."""
    return len(_walked(items, []))


def _walked(items: Iterable[Item], found: list[Item]) -> list[Item]:
    for item in items:
        found.append(item)
        if item.children:
            _walked(item.children, found)
    return found


def message(items: Sequence[Item], colour: int | None = None) -> LayoutView:
    """A message of `items`; `colour` is that of its edge."""
    return LayoutView(Container(*items, accent_colour=colour))


def fits(items: Sequence[Item]) -> bool:
    """Whether a message may have so many parts."""
    return parts_in(items) < MOST_PARTS  # One more is what they stand in.


def plain(*lines: str) -> LayoutView:
    """A message of lines of text only."""
    return LayoutView(text(*lines))


def digest(view: LayoutView) -> str:
    """A short text that is the same for two messages if they look the same."""
    return view.once(_digest)


def _digest(view: LayoutView) -> str:
    return blake2b(msgspec.json.encode(view.to_components()), digest_size=12).hexdigest()


def rows(buttons: Sequence[Button], width: int = 5) -> list[Item]:
    """Buttons in rows of at most `width`."""
    return [ActionRow(*buttons[at : at + width]) for at in range(0, len(buttons), width)]


def text(*lines: str) -> TextDisplay:
    """A part of a message with these lines of text."""
    return TextDisplay("\n".join(lines))
