"""The parts of a message: values that hold what Discord is sent of them, and nothing else.

They are named as in `discord.ui`, and made as there.  discord.py's own know their view, their row and who is
called when they are clicked, too; we read clicks from their ids (`interactions/router.py`), and a panel of
those took several times as long to build.  Forms are still discord.py's.  That Discord is sent the same, byte
for byte, is proven by `tests/cogs/test_ui.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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

    def _sent(self) -> Payload:
        """The JSON that Discord is sent of the part."""
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class TextDisplay(Item):
    """A text."""

    content: str

    def _sent(self) -> Payload:
        return {"type": _TEXT_DISPLAY, "content": self.content}


class Separator(Item):
    """A line between two parts."""

    __slots__ = ()

    def _sent(self) -> Payload:
        return {"type": _SEPARATOR, "divider": True, "spacing": _SMALL}


@dataclass(slots=True, eq=False)
class MediaGallery(Item):
    """A picture, with its alternative text; `media` is its address."""

    media: str
    description: str

    def _sent(self) -> Payload:
        item: Payload = {"media": {"url": self.media}, "spoiler": False}
        if self.description:
            item["description"] = self.description
        return {"type": _MEDIA_GALLERY, "items": [item]}


@dataclass(slots=True, eq=False)
class File(Item):
    """A file that is shown by its name; `media` is its address."""

    media: str

    def _sent(self) -> Payload:
        return {"type": _FILE, "file": {"url": self.media}, "spoiler": False}


@dataclass(slots=True, eq=False)
class Button(Item):
    """A button: it has a `custom_id`, or leads to a `url`.  Its emoji is as texts write it."""

    label: str
    style: ButtonStyle = ButtonStyle.secondary
    custom_id: str | None = None
    url: str | None = None
    emoji: str | None = None
    disabled: bool = False

    def _sent(self) -> Payload:
        style = ButtonStyle.link if self.url else self.style
        drawn: Payload = {"type": _BUTTON, "style": style.value, "disabled": self.disabled}
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


@dataclass(slots=True, eq=False)
class UserSelect(Item):
    """A list of people, to choose one from."""

    custom_id: str
    placeholder: str = ""

    def _sent(self) -> Payload:
        return _list(_USER_SELECT, self.custom_id, self.placeholder, 1, 1)


@dataclass(slots=True, eq=False)
class Select(Item):
    """A list to choose from: one thing, or between `min_values` and `max_values`."""

    custom_id: str
    options: Sequence[SelectOption]
    placeholder: str = ""
    min_values: int = 1
    max_values: int = 1

    def _sent(self) -> Payload:
        drawn = _list(_STRING_SELECT, self.custom_id, self.placeholder, self.min_values, self.max_values)
        if self.options:
            drawn["options"] = [option.to_dict() for option in self.options]
        return drawn


def _list(kind: int, custom_id: str, placeholder: str, fewest: int, most: int) -> Payload:
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

    def _sent(self) -> Payload:
        return {"type": _ACTION_ROW, "components": payloads(self.children)}


class Section(Item):
    """A text with a button beside it, its `accessory`, which is the last of its children."""

    __slots__ = ("children",)

    def __init__(self, text: TextDisplay, *, accessory: Button) -> None:
        self.children = (text, accessory)

    def _sent(self) -> Payload:
        text, accessory = payloads(self.children)
        return {"type": _SECTION, "components": [text], "accessory": accessory}


class Container(Item):
    """Parts in a frame, whose edge may have a colour."""

    __slots__ = ("accent_colour", "children")

    def __init__(self, *children: Item, accent_colour: int | None = None) -> None:
        self.children = children
        self.accent_colour = accent_colour

    def _sent(self) -> Payload:
        return {
            "type": _CONTAINER,
            "accent_color": self.accent_colour or None,
            "spoiler": False,
            "components": payloads(self.children),
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
        """The JSON that Discord is sent of the message's parts."""
        return self.once(_components)

    def has_components_v2(self) -> bool:
        """Tells discord.py that the message has other parts than rows of buttons."""
        return True

    def is_finished(self) -> bool:
        """Tells discord.py that it need not keep the message to hear of clicks on it."""
        return True


def sendable(view: LayoutView) -> discord.ui.LayoutView:
    """A message as discord.py's functions take it: they ask for nothing that it hasn't."""
    return cast(discord.ui.LayoutView, view)


def _components(view: LayoutView) -> list[Payload]:
    return payloads(view.children)


def payloads(items: Iterable[Item]) -> list[Payload]:
    """The JSON that Discord is sent of some parts."""
    return [item._sent() for item in items]


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
    return len(_walked(items, [])) < MOST_PARTS  # One more is what they stand in.


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


def list_row(custom_id: str, placeholder: str, options: Sequence[SelectOption]) -> ActionRow:
    """A list from which one thing is chosen, in its row."""
    return ActionRow(Select(custom_id, options, placeholder))


def style_if(is_chosen: bool) -> ButtonStyle:
    """The style of a button that chooses something: coloured if it is chosen already."""
    return ButtonStyle.primary if is_chosen else ButtonStyle.secondary


def text(*lines: str) -> TextDisplay:
    """A part of a message with these lines of text."""
    return TextDisplay("\n".join(lines))
